import { useState } from 'react'
import { useUndoBatch } from '../../../shared/curation/use-batch.ts'
import { formatCount } from '../../../shared/format/format.ts'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'

export interface Rule {
  because: string
  kind: string | null
  uncontested: boolean
  judgement: 'same' | 'different'
}

/** Judges all pairs of a rule, bite by bite, until there are no more or the person stops it. What was judged is one batch. */
export function useJudgeMany(domainId: string, onDone: () => void) {
  const [judged, setJudged] = useState(0)
  const [stop, setStop] = useState<AbortController>()
  const undo = useUndoBatch(domainId, toastError)
  const action = useAction({
    call: async (rule: Rule) => {
      const stopping = new AbortController()
      setStop(stopping)
      setJudged(0)
      let [count, batch_id] = [0, '']
      try {
        for (let has_more = true; has_more && !stopping.signal.aborted; ) {
          const bite = await polegraph.duplicates.judgeByReason(domainId, { ...rule, ...(batch_id && { batch_id }) })
          count += bite.judged
          ;({ batch_id, has_more } = bite)
          setJudged(count)
        }
      } finally {
        setStop(undefined)
        // Also when a bite failed: those before it hold.
        if (count > 0) toastDone(`${formatCount(count, 'pair')} judged: ${rule.judgement}.`, () => undo.run(batch_id))
      }
    },
    refreshes: ['d', domainId],
    onDone,
  })
  return { ...action, judged, stop: stop && (() => stop.abort()) }
}
