import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toastDone } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { domainQuery } from '../../shared/service/domain.ts'

export type DomainChange = Parameters<typeof polegraph.domains.change>[1]

/** Saves some settings of a domain; the others stay as somebody else may have set them. */
export function useSaveDomain(domainId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: DomainChange) => polegraph.domains.change(domainId, change),
    onSuccess: async () => {
      toastDone('Saved')
      void queries.invalidateQueries({ queryKey: ['domains'] })
      await queries.invalidateQueries({ queryKey: domainQuery(domainId).queryKey })
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
