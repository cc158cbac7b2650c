import { Button } from '@mantine/core'
import type { Run } from '@polegraph/sdk/contract-types.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../../shared/format/format.ts'
import { Confirm } from '../../../shared/forms/confirm.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Domain } from '../../../shared/service/types.ts'
import { useRefreshCrawl } from '../crawl-queries.ts'

/** Stops a run for a while or for good, and lets it go on. */
export function RunControls({ domain, run }: { domain: Domain; run: Run | undefined }) {
  const [asks, setAsks] = useState(false)
  const refresh = useRefreshCrawl(domain.id)
  const isPaused = domain.crawl_state === 'paused'
  const turn = useMutation({
    mutationFn: async () =>
      void (await (isPaused ? polegraph.runs.resume(domain.id) : polegraph.runs.pause(domain.id))),
    onSuccess: refresh,
    onError: toastError,
  })
  const cancel = useMutation({
    mutationFn: () => polegraph.runs.cancel(domain.id),
    onSuccess: ({ cancelled_pages }) => {
      setAsks(false)
      toastDone(`The run was cancelled, with ${formatCount(cancelled_pages, 'page')} that waited`)
      refresh()
    },
  })
  const isRunning = run?.status === 'running'
  return (
    <>
      {(isRunning || isPaused) && (
        <Button
          size="xs"
          variant={isPaused ? 'filled' : 'default'}
          loading={turn.isPending}
          onClick={() => turn.mutate()}
        >
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
          opened
          title="Cancel the run"
          action="Cancel the run"
          back="Keep it"
          isPending={cancel.isPending}
          error={cancel.error}
          onConfirm={() => cancel.mutate()}
          onClose={() => {
            cancel.reset()
            setAsks(false)
          }}
        >
          {formatCount(run.pages_total - run.pages_done, 'page')} still wait and will not be read. What was read stays.
          The next crawl queues them again.
        </Confirm>
      )}
    </>
  )
}
