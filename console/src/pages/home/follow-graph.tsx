import { Anchor } from '@mantine/core'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { useMayWrite } from '../../shared/service/session.ts'
import type { ListedDomain } from '../../shared/service/types.ts'
import { watchesKey } from '../../shared/watches/watches.ts'
import { watchAll } from './watch-all.ts'

/** Watches all of a graph that nobody watches yet, so that what is new in it is told. */
export function FollowGraph({ domain }: { domain: ListedDomain }) {
  const follow = useAction({
    call: () => watchAll(domain.id),
    says: 'What is new in it is told here from now on.',
    refreshes: watchesKey(domain.id),
    onFailed: toastError,
  })
  if (!useMayWrite()) return null
  return (
    <Anchor component="button" type="button" size="sm" onClick={() => follow.run()} disabled={follow.isRunning}>
      Tell me what is new
    </Anchor>
  )
}
