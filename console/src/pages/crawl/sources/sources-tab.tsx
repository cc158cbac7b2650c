import { Button, Group, Stack, Table, Text } from '@mantine/core'
import { Away } from '../../../shared/format/away.tsx'
import { formatNumber } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { RecrawlSelect } from '../../../shared/forms/recrawl-select.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { Empty } from '../../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { Source } from '../../../shared/service/types.ts'
import { useMayCrawl, useSources } from '../crawl-queries.ts'
import { StartButtons } from '../start-buttons.tsx'
import { AddSources } from './add-sources.tsx'
import type { NewSources } from './use-new-sources.ts'

/** The pages at which the crawl begins. */
export function SourcesTab({ domainId, newSources }: { domainId: string; newSources: NewSources }) {
  const mayCrawl = useMayCrawl(domainId)
  const list = useSources(domainId)
  return (
    <Stack>
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        {mayCrawl ? <AddSources domainId={domainId} newSources={newSources} /> : <span />}
        <AsCall call="sources.list" ids={[domainId]} />
      </Group>
      <Listed
        list={list}
        height={160}
        empty={
          <Empty title="No source yet">
            A source is a page at which the crawl begins. It follows the links that it finds there, as far as the gate
            and the bounds of the graph allow.
          </Empty>
        }
      >
        {(sources) => (
          <>
            {mayCrawl && <StartButtons domainId={domainId} />}
            <ListTable
              minWidth={800}
              columns={[
                { label: 'Source', miw: 200 },
                { label: 'Pages seen', ta: 'right', title: 'Pages that the crawl found from this source' },
                { label: 'Read', ta: 'right', title: 'Pages of these that were extracted' },
                { label: 'Again', title: 'In what time its pages are asked for again by themselves' },
                'Added',
                actions,
              ]}
            >
              {sources.map((source) => (
                <SourceRow key={source.id} domainId={domainId} source={source} />
              ))}
            </ListTable>
          </>
        )}
      </Listed>
    </Stack>
  )
}

function SourceRow({ domainId, source }: { domainId: string; source: Source }) {
  const { id, url, pages_seen, pages_extracted, created_at, recrawl_every, next_recrawl_at } = source
  const mayCrawl = useMayCrawl(domainId)
  const refreshes = ['d', domainId]
  const crawl = useAction({
    call: () => polegraph.sources.crawl(domainId, id),
    says: ({ queued }) => (queued > 0 ? 'Its page is queued' : 'Its page waits already'),
    refreshes,
    onFailed: toastError,
  })
  const change = useAction({
    call: (every: number | null) => polegraph.sources.change(domainId, id, { recrawl_every: every }),
    says: 'Saved',
    refreshes,
    onFailed: toastError,
  })
  const addBack = useAction({
    call: () => polegraph.sources.add(domainId, { url, recrawl_every }),
    refreshes,
    onFailed: toastError,
  })
  const remove = useAction({
    call: () => polegraph.sources.delete(domainId, id),
    refreshes,
    onDone: () => toastDone('The source is removed. Its pages and entities stay.', () => addBack.run()),
    onFailed: toastError,
  })
  return (
    <Table.Tr>
      <Table.Td>
        <Away href={url} />
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(pages_seen)}
      </Table.Td>
      <Table.Td ta="right" className="number">
        {formatNumber(pages_extracted)}
      </Table.Td>
      <Table.Td miw={150}>
        <RecrawlSelect
          size="xs"
          aria-label={`Crawl again: ${url}, how often`}
          readOnly={!mayCrawl}
          others={[
            [null, 'As the graph'],
            [0, 'Never'],
          ]}
          every={recrawl_every}
          onChoose={(every) => change.run(every)}
        />
        {next_recrawl_at && (
          <Text size="xs" c="dimmed">
            <Time at={next_recrawl_at} ago />
          </Text>
        )}
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Time at={created_at} ago />
      </Table.Td>
      <Table.Td>
        {mayCrawl && (
          <Group gap="xs" justify="flex-end" wrap="nowrap">
            <Button size="compact-sm" variant="default" onClick={() => crawl.run()} aria-label={`Crawl again: ${url}`}>
              Crawl again
            </Button>
            <Button size="compact-sm" variant="default" onClick={() => remove.run()} aria-label={`Remove: ${url}`}>
              Remove
            </Button>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
