import { Skeleton, Stack, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { describeWhere } from '../../../shared/format/format-where.ts'
import { useList } from '../../../shared/lists/use-list.ts'
import { polegraph } from '../../../shared/service/client.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { Section } from '../section.tsx'
import { TimeList } from './times.tsx'

const WhereMap = lazy(() => import('./where-map.tsx').then((module) => ({ default: module.WhereMap })))

/** The place of a thing on a small map, and its times among those of its neighbours. */
export function WhereAndWhen({ domainId, entity }: { domainId: string; entity: Entity }) {
  const { where } = entity
  const list = useList({
    key: ['d', domainId, 'entity', entity.id, 'timeline'],
    page: (from, options) => polegraph.graph.getTimeline(domainId, { entity: entity.id, limit: 50, ...from }, options),
    items: ({ items }) => items,
  })
  const hasTimes = list.items === undefined || list.items.length > 0
  const isPoint = where !== null && where.lat !== null && where.lon !== null
  return (
    <Section name="timeline" title="Where and when">
      <Stack gap="sm">
        {isPoint && (
          <Suspense fallback={<Skeleton h={170} />}>
            <WhereMap entity={entity} lat={where.lat ?? 0} lon={where.lon ?? 0} />
          </Suspense>
        )}
        {where && (
          <Text size="sm" className="said">
            {describeWhere(where)}
          </Text>
        )}
        {hasTimes && (
          <TimeList
            domainId={domainId}
            entityId={entity.id}
            list={list}
            // The entity itself is one of those without a time.
            undated={list.items ? (list.pages[0]?.undated ?? 0) - (entity.when ? 0 : 1) : 0}
          />
        )}
        {!where && !hasTimes && (
          <Text size="sm" c="dimmed">
            No page tells where or when, of it or of its neighbours.
          </Text>
        )}
      </Stack>
    </Section>
  )
}
