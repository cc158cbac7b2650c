import { Button } from '@mantine/core'
import type { Run } from '@polegraph/sdk/contract-types.ts'
import { useState } from 'react'
import { formatCount } from '../../../shared/format/format.ts'
import { Confirm } from '../../../shared/forms/confirm.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Domain } from '../../../shared/service/types.ts'

/** Stops a run for a while or for good, and lets it go on. */
export function RunControls({ domain, run }: { domain: Domain; run: Run | undefined }) {
  const [asks, setAsks] = useState(false)
  const isPaused = domain.crawl_state === 'paused'
  const turn = useAction({
    call: async () => void (await (isPaused ? polegraph.runs.resume(domain.id) : polegraph.runs.pause(domain.id))),
    refreshes: ['d', domain.id],
    onFailed: toastError,
  })
  const cancel = useAction({
    call: () => polegraph.runs.cancel(domain.id),
    says: ({ cancelled_pages }) => `The run was cancelled, with ${formatCount(cancelled_pages, 'page')} that waited`,
    refreshes: ['d', domain.id],
    onDone: () => setAsks(false),
  })
  const isRunning = run?.status === 'running'
  return (
    <>
      {(isRunning || isPaused) && (
        <Button size="xs" variant={isPaused ? 'filled' : 'default'} loading={turn.isRunning} onClick={() => turn.run()}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {isRunning && (
        <Button size="xs" variant="default" onClick={() => setAsks(true)}>
          Cancel the run…
        </Button>
      )}
      {asks && run && (
        <Confirm
          title="Cancel the run"
          action="Cancel the run"
          back="Keep it"
          of={cancel}
          onConfirm={() => cancel.run()}
          onClose={() => setAsks(false)}
        >
          {formatCount(run.pages_total - run.pages_done, 'page')} still wait and will not be read. What was read stays.
          The next crawl queues them again.
        </Confirm>
      )}
    </>
  )
}
