import { Stack, Text, Timeline } from '@mantine/core'
import { formatCount } from '../../../shared/format/format.ts'
import { formatWhen } from '../../../shared/format/format-when.ts'
import { kindColor } from '../../../shared/format/kinds.tsx'
import { shorten } from '../../../shared/format/shorten.ts'
import { Listed } from '../../../shared/lists/listed.tsx'
import type { List } from '../../../shared/lists/use-list.ts'
import { EntityLink } from '../../../shared/page/entity-link.tsx'
import type { Timeline as Times } from '../../../shared/service/types.ts'
import { FirstRows } from '../first-rows.tsx'

type Item = Times['items'][number]

const first = 6

/** The times of an entity and of its neighbours, the earliest first. */
export function TimeList({
  domainId,
  entityId,
  list,
  undated,
}: {
  domainId: string
  entityId: string
  list: List<Item>
  undated: number
}) {
  return (
    <Stack gap="xs">
      <FirstRows rows={list.items ?? []} {...{ first, what: 'times' }}>
        {(rows, isWhole) => (
          <Listed list={{ ...list, items: list.items && rows, hasMore: list.hasMore && isWhole }} height={160}>
            {(items) => (
              <Timeline bulletSize={12} lineWidth={2} active={items.length}>
                {items.map((item) => (
                  <Timeline.Item key={item.id} color={kindColor(item.kind)}>
                    <Text size="xs" c="dimmed" title={item.when?.edtf}>
                      {item.when && formatWhen(item.when)}
                    </Text>
                    {item.id === entityId ? (
                      <Text size="sm" fw={700} className="said">
                        {shorten(item.name)}
                      </Text>
                    ) : (
                      <EntityLink domainId={domainId} entityId={item.id} size="sm">
                        <span className="said">{shorten(item.name)}</span>
                      </EntityLink>
                    )}
                  </Timeline.Item>
                ))}
              </Timeline>
            )}
          </Listed>
        )}
      </FirstRows>
      {undated > 0 && (
        <Text size="xs" c="dimmed">
          {formatCount(undated, 'neighbour')} without a time.
        </Text>
      )}
    </Stack>
  )
}
