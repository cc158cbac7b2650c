import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { useAction } from '../../../shared/forms/use-action.tsx'
import { Empty } from '../../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { Listed } from '../../../shared/lists/listed.tsx'
import { useList } from '../../../shared/lists/use-list.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { FailedPage } from '../../../shared/service/types.ts'
import { useMayCrawl } from '../crawl-queries.ts'
import { DeadLetters } from './dead-letters.tsx'
import { Why } from './page-row.tsx'

/** Pages that could not be read. */
export function ErrorsTab({ domainId }: { domainId: string }) {
  return (
    <Stack gap="xl">
      <Failed domainId={domainId} />
      <DeadLetters domainId={domainId} />
    </Stack>
  )
}

function Failed({ domainId }: { domainId: string }) {
  const mayCrawl = useMayCrawl(domainId)
  const list = useList({
    key: ['d', domainId, 'failed'],
    page: (_, options) => polegraph.pages.listFailed(domainId, options),
    items: ({ failed }) => failed,
  })
  const requeue = useAction({
    call: (id: string | undefined) =>
      polegraph.pages.requeueFailed(domainId, id === undefined ? { all: true } : { page_ids: [id] }),
    says: ({ requeued }) =>
      requeued === 0 ? 'Nothing was left to try again' : `${formatCount(requeued, 'page')} queued again`,
    refreshes: ['d', domainId],
    onFailed: toastError,
  })
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Failed pages
        </Title>
        <Group gap="xs">
          {mayCrawl && list.items && list.items.length > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={requeue.isRunning && requeue.input === undefined}
              onClick={() => requeue.run(undefined)}
              title={`At most ${limits.requeue_all} at a time; pages with a dead letter are left out`}
            >
              Try all again
            </Button>
          )}
          <AsCall call="pages.listFailed" ids={[domainId]} />
        </Group>
      </Group>
      <Listed
        list={list}
        height={120}
        empty={<Empty title="No page has failed">Pages that cannot be fetched or read are listed here.</Empty>}
      >
        {(failed) => (
          <>
            {failed.length >= limits.failed_pages && (
              <Text size="sm" c="dimmed">
                The last {limits.failed_pages}. All of them are under Pages, with the status failed.
              </Text>
            )}
            <ListTable minWidth={680} columns={[{ label: 'Page', miw: 200 }, 'Why', 'Tried', actions]}>
              {failed.map((page) => (
                <FailedRow
                  key={page.id}
                  page={page}
                  isRunning={requeue.input === page.id}
                  onRequeue={mayCrawl ? () => requeue.run(page.id) : undefined}
                />
              ))}
            </ListTable>
          </>
        )}
      </Listed>
    </Stack>
  )
}

function FailedRow(props: { page: FailedPage; isRunning: boolean; onRequeue: (() => void) | undefined }) {
  const { url, error, error_code, fetched_at } = props.page
  return (
    <Table.Tr>
      <Table.Td>
        <Away href={url} />
      </Table.Td>
      <Table.Td>
        <Why code={error_code} error={error} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>{fetched_at ? <Time at={fetched_at} ago /> : '–'}</Table.Td>
      <Table.Td ta="right">
        {props.onRequeue && (
          <Button
            size="compact-sm"
            variant="default"
            loading={props.isRunning}
            onClick={props.onRequeue}
            aria-label={`Try again: ${url}`}
          >
            Try again
          </Button>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
