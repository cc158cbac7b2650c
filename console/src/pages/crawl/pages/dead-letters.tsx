import { Button, Group, SegmentedControl, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Away } from '../../../shared/format/away.tsx'
import { formatCount } from '../../../shared/format/format.ts'
import { Time } from '../../../shared/format/time.tsx'
import { actions, ListTable } from '../../../shared/lists/list-table.tsx'
import { ShowMore } from '../../../shared/lists/show-more.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { toastDone, toastError } from '../../../shared/page/toast.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import type { DeadLetter } from '../../../shared/service/types.ts'
import { useMayCrawl, useRefreshCrawl } from '../crawl-queries.ts'
import { Why } from './page-row.tsx'

type Status = DeadLetter['status']

const statuses: { value: Status; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'requeued', label: 'Tried again' },
  { value: 'discarded', label: 'Discarded' },
]

/** Pages that failed again and again: only a person lets them be tried once more. */
export function DeadLetters({ domainId }: { domainId: string }) {
  const [status, setStatus] = useState<Status>('open')
  const mayCrawl = useMayCrawl(domainId)
  const refresh = useRefreshCrawl(domainId)
  const [done, setDone] = useState(0)
  const isStopped = useRef(false)
  const list = useInfiniteQuery({
    queryKey: ['d', domainId, 'dead-letters', status],
    queryFn: ({ pageParam, signal }) =>
      polegraph.deadLetters.list(domainId, { status, limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const letters = list.data?.pages.flatMap((page) => page.dead_letters)
  const requeue = useMutation({
    mutationFn: async (ids: string[]) => {
      setDone(0)
      isStopped.current = false
      for (const [at, id] of ids.entries()) {
        if (isStopped.current) return at
        await polegraph.deadLetters.requeue(domainId, id)
        setDone(at + 1)
      }
      return ids.length
    },
    onSuccess: (count) => toastDone(`${formatCount(count, 'page')} queued again`),
    onError: toastError,
    onSettled: refresh,
  })
  const discard = useMutation({
    mutationFn: (id: string) => polegraph.deadLetters.discard(domainId, id),
    onSuccess: () => {
      toastDone('Discarded. It can still be tried again, under Discarded.')
      refresh()
    },
    onError: toastError,
  })
  const isAll = requeue.isPending && requeue.variables.length > 1
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          Dead letters
        </Title>
        <Group gap="xs">
          {mayCrawl && status === 'open' && letters && letters.length > 1 && (
            <Button
              size="xs"
              variant="default"
              disabled={requeue.isPending && !isAll}
              onClick={() => {
                isStopped.current = true
                if (!isAll) requeue.mutate(letters.map(({ id }) => id))
              }}
            >
              {isAll ? `Stop at ${done} of ${requeue.variables.length}` : `Try all ${letters.length} again`}
            </Button>
          )}
          <AsCall call="deadLetters.list" ids={[domainId]} fields={{ status }} />
        </Group>
      </Group>
      <Text size="sm" c="dimmed">
        Pages that failed to be read {limits.dead_after} times. They are not tried again by themselves.
      </Text>
      <SegmentedControl
        size="xs"
        value={status}
        onChange={(value) => setStatus(value as Status)}
        data={statuses}
        aria-label="Which dead letters"
        style={{ alignSelf: 'flex-start' }}
      />
      {list.error && !list.data && <Problem error={list.error} onRetry={() => list.refetch()} />}
      {!letters && !list.error && <Skeleton h={80} />}
      {letters?.length === 0 && <Text size="sm">None.</Text>}
      {letters && letters.length > 0 && (
        <ListTable minWidth={680} columns={[{ label: 'Page', miw: 200 }, 'Why', 'Since', actions]}>
          {letters.map(({ id, url, error, error_code, created_at }) => (
            <Table.Tr key={id}>
              <Table.Td>
                <Away href={url} />
              </Table.Td>
              <Table.Td>
                <Why code={error_code} error={error} />
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <Time at={created_at} ago />
              </Table.Td>
              <Table.Td>
                {mayCrawl && status !== 'requeued' && (
                  <Group gap="xs" justify="flex-end" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      disabled={requeue.isPending}
                      onClick={() => requeue.mutate([id])}
                      aria-label={`Try again: ${url}`}
                    >
                      Try again
                    </Button>
                    {status === 'open' && (
                      <Button
                        size="compact-sm"
                        variant="default"
                        onClick={() => discard.mutate(id)}
                        aria-label={`Discard: ${url}`}
                      >
                        Discard
                      </Button>
                    )}
                  </Group>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </ListTable>
      )}
      <ShowMore found={list} />
    </Stack>
  )
}
