import { useQueryClient } from '@tanstack/react-query'
import { polegraph } from '../client.ts'
import { toastDone, toastError } from '../toast.tsx'

// Every decision of a person can be taken back, by the entry that it left in the audit.

/** Says what was done, and offers to take it back. `response` is that of the call that did it. */
export function useDone(domainId: string) {
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: ['d', domainId] })
  const taking = (undo: () => Promise<unknown>) => () => {
    undo()
      .then(() => toastDone('Taken back.'))
      .catch(toastError)
      .finally(refresh)
  }
  return {
    refresh,
    /** Undone by a call that the answer made possible. */
    doneWith: (message: string, undo: () => Promise<unknown>) => {
      void refresh()
      toastDone(message, taking(undo))
    },
    /** Undone by its entry in the audit. */
    done: (message: string, response: Response) => {
      void refresh()
      const request = response.headers.get('x-request-id')
      toastDone(message, request ? taking(() => undoRequest(domainId, request)) : undefined)
    },
  }
}

async function undoRequest(domainId: string, requestId: string): Promise<void> {
  for await (const { id, request_id } of polegraph.audit.list(domainId, { limit: 100 })) {
    if (request_id !== requestId) continue
    await polegraph.audit.undo(domainId, id, {})
    return
  }
  throw new Error('The change is not in the audit.')
}
