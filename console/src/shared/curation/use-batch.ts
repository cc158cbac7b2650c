import { useAction } from '../forms/use-action.tsx'
import { polegraph } from '../service/client.ts'

/** Takes all judgements of a batch back, bite by bite. */
export function useUndoBatch(domainId: string, onFailed?: (error: Error) => unknown) {
  return useAction({
    call: async (batchId: string) => {
      for (;;) if (!(await polegraph.audit.undoBatch(domainId, batchId, {})).has_more) return
    },
    says: 'All judgements of the batch are taken back.',
    refreshes: ['d', domainId],
    ...(onFailed && { onFailed }),
  })
}
