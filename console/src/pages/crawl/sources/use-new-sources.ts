import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useState } from 'react'
import { completeAddress } from '../../../shared/format/complete-address.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { toastDone } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'

/** Sources that were added, and addresses that were refused, each with the reason. */
interface Outcome {
  taken: { url: string; queued: number }[]
  refused: { address: string; reason: string }[]
}

const nothing: Outcome = { taken: [], refused: [] }

/** The addresses that somebody adds. The page holds them, because their box disappears when the first run begins. */
export function useNewSources(domainId: string) {
  const [text, setText] = useState('')
  const [{ taken, refused }, setOutcome] = useState(nothing)
  const lines = text.split('\n').map((line) => line.trim())
  const addresses = [...new Set(lines.filter(Boolean))]
  const add = useAction({
    // One call for each address: the call for many does not say which it has refused.
    call: async () => {
      const outcome: Outcome = { taken: [], refused: [] }
      setOutcome(nothing)
      for (const [at, address] of addresses.entries()) {
        const tried = await tryToAdd(domainId, address)
        if (typeof tried === 'string') outcome.refused.push({ address, reason: tried })
        else outcome.taken.push(tried)
        // The box keeps what was refused and what is still to come, should a later call fail.
        setText([...outcome.refused.map((one) => one.address), ...addresses.slice(at + 1)].join('\n'))
        setOutcome({ ...outcome })
      }
      return outcome.taken
    },
    onDone: (added) => added.length > 0 && toastDone(describe(added)),
    refreshes: ['d', domainId],
  })
  return { text, setText, addresses, taken, refused: refused.filter((one) => addresses.includes(one.address)), add }
}

export type NewSources = ReturnType<typeof useNewSources>

const refusals = ['invalid_url', 'url_refused', 'invalid_request']

/** The source, or why there is none. */
async function tryToAdd(domainId: string, address: string) {
  try {
    return await polegraph.sources.add(domainId, { url: completeAddress(address) })
  } catch (error) {
    if (error instanceof PolegraphError && refusals.includes(error.code)) return error.message
    throw error
  }
}

function describe(added: Outcome['taken']): string {
  const queued = added.filter((one) => one.queued > 0).length
  if (queued === added.length) {
    return added.length === 1 ? 'The source is added and queued' : `${formatCount(queued, 'source')} added and queued`
  }
  return added.length === 1
    ? 'The source is added; its page waits already, or no room is left'
    : `${queued} of ${added.length} queued. The others wait already, or found no room.`
}
