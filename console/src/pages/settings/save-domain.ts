import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../shared/forms/use-action.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { domainQuery } from '../../shared/service/domain.ts'

export type DomainChange = Parameters<typeof polegraph.domains.change>[1]

/** Saves some settings of a domain; the others stay as somebody else may have set them. */
export function useSaveDomain(domainId: string, onDone?: () => void) {
  const queries = useQueryClient()
  return useAction({
    call: (change: DomainChange) => polegraph.domains.change(domainId, change),
    says: 'Saved',
    refreshes: ['domains'],
    // The form shows what was typed until the new state has come.
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: domainQuery(domainId).queryKey })
      onDone?.()
    },
  })
}

/** A form over what is stored: fields that nobody has touched follow it, so that a save takes nothing from others. */
export function useEdits<Fields extends object>(stored: Fields) {
  const [edits, setEdits] = useState<Partial<Fields>>({})
  const names = Object.keys(edits) as (keyof Fields)[]
  const changed = names.filter((name) => JSON.stringify(edits[name]) !== JSON.stringify(stored[name]))
  return {
    fields: { ...stored, ...edits },
    changes: Object.fromEntries(changed.map((name) => [name, edits[name]])) as Partial<Fields>,
    isChanged: changed.length > 0,
    change: (edit: Partial<Fields>) => setEdits({ ...edits, ...edit }),
    takeBack: () => setEdits({}),
  }
}
