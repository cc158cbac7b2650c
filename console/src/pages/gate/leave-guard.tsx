import { useBlocker } from '@tanstack/react-router'
import { Confirm } from '../../shared/confirm.tsx'

/** Asks before changes are left behind that were not saved. */
export function LeaveGuard({ mayLeave }: { mayLeave: (nextPath: string, nextVersion: string | undefined) => boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => {
      const { version } = next.search as { version?: string }
      return !mayLeave(next.pathname, version)
    },
    enableBeforeUnload: () => !mayLeave('', undefined),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Confirm
      opened
      title="Leave without saving?"
      action="Leave"
      back="Stay"
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      The changes to these rules are not saved and would be lost.
    </Confirm>
  )
}
