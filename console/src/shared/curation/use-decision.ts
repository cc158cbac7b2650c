import { type Action, useAction } from '../forms/use-action.tsx'
import { toastDone, toastError } from '../page/toast.tsx'
import { polegraph } from '../service/client.ts'

interface DecisionOptions<Answer, Input> {
  call: (input: Input) => PromiseLike<Answer>
  says: string | ((input: Input) => string)
  onDone?: (answer: Answer, input: Input) => unknown
  onFailed?: (error: Error) => unknown
}

/** A decision of a person about the graph: an action that can be taken back, by the entry that it left in the audit. */
export function useDecision<Answer extends { audit_id: string }, Input = void>(
  domainId: string,
  { says, onDone, ...options }: DecisionOptions<Answer, Input>,
): Action<Answer, Input> {
  const refreshes = ['d', domainId]
  const undo = useAction({
    call: (auditId: string) => polegraph.audit.undo(domainId, auditId, {}),
    says: 'Taken back.',
    refreshes,
    onFailed: toastError,
  })
  return useAction({
    ...options,
    refreshes,
    onDone: (answer: Answer, input: Input) => {
      toastDone(typeof says === 'string' ? says : says(input), () => undo.run(answer.audit_id))
      return onDone?.(answer, input)
    },
  })
}
