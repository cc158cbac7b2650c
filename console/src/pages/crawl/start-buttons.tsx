import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { toastDone, toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { useRefreshCrawl } from './crawl-queries.ts'

/** Begins a run: with what is left, or with all that was read. */
export function StartButtons({ domainId }: { domainId: string }) {
  const [asks, setAsks] = useState(false)
  const refresh = useRefreshCrawl(domainId)
  const done = ({ queued }: { queued: number }) => {
    setAsks(false)
    toastDone(queued === 0 ? 'Nothing is left to queue' : `${formatCount(queued, 'page')} queued`)
    refresh()
  }
  const crawl = useMutation({
    mutationFn: () => polegraph.sources.crawlAll(domainId),
    onSuccess: done,
    onError: toastError,
  })
  const again = useMutation({ mutationFn: () => polegraph.pages.recrawl(domainId), onSuccess: done })
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        loading={crawl.isPending}
        onClick={() => crawl.mutate()}
        title="Queues sources that were not crawled yet, pages of a cancelled run, and links that fit since the bounds were raised"
      >
        Crawl what is left
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsks(true)}>
        Read all again…
      </Button>
      {asks && (
        <Confirm
          opened
          title="Read all pages again"
          action="Read all again"
          color="blue"
          isPending={again.isPending}
          error={again.error}
          onConfirm={() => again.mutate()}
          onClose={() => {
            again.reset()
            setAsks(false)
          }}
        >
          All pages that were read are asked for again. A page that has not changed costs nothing; with a model, what
          has changed is paid for.
        </Confirm>
      )}
    </Group>
  )
}
