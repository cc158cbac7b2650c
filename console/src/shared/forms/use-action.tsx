import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { Problem } from '../page/problem.tsx'
import { toastDone } from '../page/toast.tsx'

interface ActionOptions<Answer, Input> {
  call: (input: Input) => Promise<Answer> | PromiseLike<Answer>
  /** The text of a toast, once the action is done. */
  says?: string | ((answer: Answer, input: Input) => string)
  /** The start of the keys of queries that are asked for again, also after a failure: part of it may have been done. */
  refreshes?: QueryKey
  onDone?: (answer: Answer, input: Input) => unknown
  /** `toastError` where no form or window has a place for `problem`. */
  onFailed?: (error: Error) => unknown
}

export interface Action<Answer = unknown, Input = void> {
  run: (input: Input) => void
  /** For an action that is part of another one, which has to know how it ended. */
  runAsync: (input: Input) => Promise<Answer>
  isRunning: boolean
  /** The input of the action while it runs: it tells which button of a list has to show that it waits. */
  input: Input | undefined
  answer: Answer | undefined
  error: Error | null
  /** The failure in words, to be shown beside what was tried. */
  problem: ReactNode
  reset: () => void
}

/** Something that a person does by a button or a form. A second click while it runs does nothing. */
export function useAction<Answer, Input = void>(options: ActionOptions<Answer, Input>): Action<Answer, Input> {
  const { call, says, refreshes, onDone, onFailed } = options
  const queries = useQueryClient()
  const running = useRef(new Set<string>()).current
  const action = useMutation({
    mutationFn: async (input: Input) => call(input),
    onSuccess: async (answer, input) => {
      if (says) toastDone(typeof says === 'string' ? says : says(answer, input))
      await onDone?.(answer, input)
    },
    onError: onFailed,
    onSettled: (_answer, _error, input) => {
      running.delete(keyOf(input))
      if (refreshes) void queries.invalidateQueries({ queryKey: refreshes })
    },
  })
  const { mutate, mutateAsync, isPending, variables, data, error, reset } = action
  return {
    run: (input) => {
      // The state that disables the button comes a moment after the click.
      if (running.has(keyOf(input))) return
      running.add(keyOf(input))
      mutate(input)
    },
    runAsync: mutateAsync,
    isRunning: isPending,
    input: isPending ? variables : undefined,
    answer: data,
    error,
    problem: error && <Problem error={error} />,
    reset,
  }
}

const keyOf = (input: unknown) => JSON.stringify(input) ?? ''
