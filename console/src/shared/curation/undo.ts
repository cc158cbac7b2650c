import { useQueryClient } from '@tanstack/react-query'
import { toastDone, toastError } from '../page/toast.tsx'
import { polegraph } from '../service/client.ts'

// Every decision of a person can be taken back, by the entry that it left in the audit.

/** Says what was done, and offers to take it back. The answer of the call that did it names the entry. */
export function useDone(domainId: string) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['d', domainId] })
  const done = (message: string, { audit_id }: { audit_id: string }) => {
    void refresh()
    toastDone(message, () => {
      polegraph.audit
        .undo(domainId, audit_id, {})
        .then(() => toastDone('Taken back.'))
        .catch(toastError)
        .finally(refresh)
    })
  }
  return { refresh, done }
}
