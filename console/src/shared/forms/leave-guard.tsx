import { Modal, type ModalProps } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { Confirm } from './confirm.tsx'

interface Place {
  pathname: string
  search: object
}

interface Guarded {
  isChanged: boolean
  /** Whether the form is still there at that address; by default, every other address leaves it. */
  staysAt?: (next: Place) => boolean
  onLeave?: () => void
}

/** The question whether to leave, where somebody is about to; `ask` asks it before the form is closed by other ways. */
function useLeaveQuestion({ isChanged, staysAt, onLeave }: Guarded) {
  const [isAsked, setIsAsked] = useState(false)
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => !staysAt?.(next),
    // The browser asks in words of its own before its tab is closed.
    enableBeforeUnload: isChanged,
    disabled: !isChanged,
    withResolver: true,
  })
  const question = (isAsked || blocker.status === 'blocked') && (
    <Confirm
      title="Leave without saving?"
      action="Leave"
      back="Stay"
      onConfirm={() => {
        setIsAsked(false)
        blocker.proceed?.()
        onLeave?.()
      }}
      onClose={() => {
        setIsAsked(false)
        blocker.reset?.()
      }}
    >
      What you changed is not saved and would be lost.
    </Confirm>
  )
  return { question, ask: () => (isChanged ? setIsAsked(true) : onLeave?.()) }
}

/** Asks before unsaved changes are left behind. It stands beside the form: inside, its button would send the form. */
export function LeaveGuard(guarded: Guarded) {
  return useLeaveQuestion(guarded).question
}

/** A window with a form. Where something was changed, Escape, the cross and a click beside it ask before it closes. */
export function FormWindow({
  isChanged,
  onClose,
  children,
  ...rest
}: Omit<ModalProps, 'opened' | 'closeOnEscape'> & { isChanged: boolean }) {
  const { question, ask } = useLeaveQuestion({ isChanged, onLeave: onClose })
  return (
    <>
      <Modal {...rest} opened onClose={ask} closeOnEscape={!question}>
        {children}
      </Modal>
      {question}
    </>
  )
}
