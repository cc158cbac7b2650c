import { Anchor, Box, Group, Skeleton, Stack, Text, Timeline } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatCount } from '../../shared/format/format.ts'
import { formatWhen } from '../../shared/format/format-when.ts'
import { Kind, kindColor } from '../../shared/format/kinds.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { ShowMore } from '../../shared/lists/show-more.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Entity } from '../../shared/service/types.ts'

/** When it was, and when its neighbours were. */
export function TimelineTab({ domainId, entity }: { domainId: string; entity: Entity }) {
  const found = useInfiniteQuery({
    queryKey: ['d', domainId, 'entity', entity.id, 'timeline'],
    queryFn: ({ signal, pageParam: cursor }) =>
      polegraph.graph.getTimeline(domainId, { entity: entity.id, limit: 100, ...(cursor && { cursor }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next_cursor }) => next_cursor,
  })
  if (found.error && !found.data) return <Problem error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return <Skeleton h={320} />
  const items = found.data.pages.flatMap((page) => page.items)
  const undated = found.data.pages[0]?.undated ?? 0
  if (items.length === 0) {
    return <Empty title="No times yet">Neither it nor its neighbours have a time that a page tells.</Empty>
  }
  return (
    <Stack>
      <Timeline bulletSize={14} lineWidth={2} active={items.length}>
        {items.map((item) => (
          <Timeline.Item key={item.id} color={kindColor(item.kind)}>
            <Group gap="xs">
              <Text size="sm" c="dimmed" w={{ base: '100%', xs: 230 }} title={item.when?.edtf}>
                {item.when && formatWhen(item.when)}
              </Text>
              <Box miw={0} style={{ flex: '0 1 auto' }}>
                {item.id === entity.id ? (
                  <Text size="sm" fw={700} className="one-line">
                    {item.name}
                  </Text>
                ) : (
                  <Anchor
                    size="sm"
                    renderRoot={(props) => (
                      <Link {...props} to="/d/$domainId/e/$entityId" params={{ domainId, entityId: item.id }} />
                    )}
                  >
                    <span className="one-line">{item.name}</span>
                  </Anchor>
                )}
              </Box>
              <Kind kind={item.kind} />
            </Group>
          </Timeline.Item>
        ))}
      </Timeline>
      <ShowMore found={found} />
      {undated > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(undated, 'neighbour')} without a time.
        </Text>
      )}
    </Stack>
  )
}
