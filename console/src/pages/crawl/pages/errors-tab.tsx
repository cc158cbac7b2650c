import { Button, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { Empty } from '../../../shared/lists/empty.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useMayCrawl, useRefreshCrawl } from '../crawl-queries.ts'
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
  const refresh = useRefreshCrawl(domainId)
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'failed'],
    queryFn: ({ signal }) => polegraph.pages.listFailed(domainId, { signal }),
  })
  const requeue = useMutation({
    mutationFn: (id: string | undefined) =>
      polegraph.pages.requeueFailed(domainId, id === undefined ? { all: true } : { page_ids: [id] }),
    onSuccess: ({ requeued }) => {
      toastDone(requeued === 0 ? 'Nothing was left to try again' : `${formatCount(requeued, 'page')} queued again`)
      refresh()
    },
    onError: toastError,
  })
  const failed = data?.failed
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Failed pages
        </Title>
        <Group gap="xs">
          {mayCrawl && failed && failed.length > 0 && (
            <Button
              size="xs"
              variant="default"
              loading={requeue.isPending && requeue.variables === undefined}
              onClick={() => requeue.mutate(undefined)}
              title={`At most ${limits.requeue_all} at a time; pages with a dead letter are left out`}
            >
              Try all again
            </Button>
          )}
          <AsCall call="pages.listFailed" ids={[domainId]} />
        </Group>
      </Group>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!failed && !error && <Skeleton h={120} />}
      {failed?.length === 0 && (
        <Empty title="No page has failed">Pages that cannot be fetched or read are listed here.</Empty>
      )}
      {failed && failed.length >= limits.failed_pages && (
        <Text size="sm" c="dimmed">
          The last {limits.failed_pages}. All of them are under Pages, with the status failed.
        </Text>
      )}
      {failed && failed.length > 0 && (
        <ListTable minWidth={680} columns={[{ label: 'Page', miw: 200 }, 'Why', 'Tried', actions]}>
          {failed.map((page) => (
            <Table.Tr key={page.id}>
              <Table.Td>
                <Away href={page.url} />
              </Table.Td>
              <Table.Td>
                <Why code={page.error_code} error={page.error} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                {page.fetched_at ? <Time at={page.fetched_at} ago /> : '–'}
              </Table.Td>
              <Table.Td ta="right">
                {mayCrawl && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    loading={requeue.isPending && requeue.variables === page.id}
                    onClick={() => requeue.mutate(page.id)}
                    aria-label={`Try again: ${page.url}`}
                  >
                    Try again
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
    </Stack>
  )
}
