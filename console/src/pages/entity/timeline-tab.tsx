import { Box, Group, Stack, Text, Timeline } from '@mantine/core'
import { formatCount } from '../../shared/format/format.ts'
import { formatWhen } from '../../shared/format/format-when.ts'
import { Kind, kindColor } from '../../shared/format/kinds.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { Listed } from '../../shared/lists/listed.tsx'
import { useList } from '../../shared/lists/use-list.ts'
import { EntityLink } from '../../shared/page/entity-link.tsx'
import { polegraph } from '../../shared/service/client.ts'
import type { Entity } from '../../shared/service/types.ts'

/** The times of an entity and of its neighbours. */
export function TimelineTab({ domainId, entity }: { domainId: string; entity: Entity }) {
  const list = useList({
    key: ['d', domainId, 'entity', entity.id, 'timeline'],
    page: (from, options) => polegraph.graph.getTimeline(domainId, { entity: entity.id, limit: 100, ...from }, options),
    items: ({ items }) => items,
  })
  const undated = list.pages[0]?.undated ?? 0
  return (
    <Stack>
      <Listed
        list={list}
        height={320}
        empty={<Empty title="No times yet">Neither it nor its neighbours have a time that a page tells.</Empty>}
      >
        {(items) => (
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
                      <EntityLink domainId={domainId} entityId={item.id} size="sm">
                        <span className="one-line">{item.name}</span>
                      </EntityLink>
                    )}
                  </Box>
                  <Kind kind={item.kind} />
                </Group>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Listed>
      {list.items && list.items.length > 0 && undated > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(undated, 'neighbour')} without a time.
        </Text>
      )}
    </Stack>
  )
}
