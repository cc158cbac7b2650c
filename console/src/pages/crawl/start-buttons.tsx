import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Confirm } from '../../shared/forms/confirm.tsx'
import { useAction } from '../../shared/forms/use-action.tsx'
import { toastError } from '../../shared/page/toast.tsx'
import { polegraph } from '../../shared/service/client.ts'

/** Begins a run: with what is left, or with all that was read. */
export function StartButtons({ domainId }: { domainId: string }) {
  const [asks, setAsks] = useState(false)
  const begun = {
    says: ({ queued }: { queued: number }) =>
      queued === 0 ? 'Nothing is left to queue' : `${formatCount(queued, 'page')} queued`,
    refreshes: ['d', domainId],
    onDone: () => setAsks(false),
  }
  const crawl = useAction({ call: () => polegraph.sources.crawlAll(domainId), ...begun, onFailed: toastError })
  const again = useAction({ call: () => polegraph.pages.recrawl(domainId), ...begun })
  return (
    <Group gap="xs">
      <Button
        size="xs"
        variant="default"
        loading={crawl.isRunning}
        onClick={() => crawl.run()}
        title="Queues sources that were not crawled yet, pages of a cancelled run, and links that fit since the bounds were raised"
      >
        Crawl what is left
      </Button>
      <Button size="xs" variant="default" onClick={() => setAsks(true)}>
        Read all again…
      </Button>
      {asks && (
        <Confirm
          title="Read all pages again"
          action="Read all again"
          color="blue"
          of={again}
          onConfirm={() => again.run()}
          onClose={() => setAsks(false)}
        >
          All pages that were read are asked for again. A page that has not changed costs nothing; with a model, what
          has changed is paid for.
        </Confirm>
      )}
    </Group>
  )
}
