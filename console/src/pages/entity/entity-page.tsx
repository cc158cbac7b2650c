import { Container, Skeleton, Stack } from '@mantine/core'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { entityQuery } from '../../shared/curation/entity-queries.ts'
import { formatNumber } from '../../shared/format/format.ts'
import { LinkTabs } from '../../shared/page/link-tabs.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { throttle, useDomainEvents } from '../../shared/service/live.tsx'
import type { Entity } from '../../shared/service/types.ts'
import { EntityGone, EntityMerged } from './entity-gone.tsx'
import { EntityHead } from './entity-head.tsx'
import { EvidenceTab } from './evidence-tab.tsx'
import { FactsTab } from './facts/facts-tab.tsx'
import { HistoryTab } from './history-tab.tsx'
import { RelationshipsTab } from './relationships/relationships-tab.tsx'
import { TimelineTab } from './timeline-tab.tsx'
import { WhyTab } from './why-tab.tsx'

export function EntityPage() {
  const { domainId, entityId } = useParams({ from: '/signed-in/d/$domainId/e/$entityId' })
  const found = useQuery(entityQuery(domainId, entityId))
  useFreshness(domainId, entityId)
  const isGone = found.error instanceof PolegraphError && found.error.code === 'entity_not_found'
  if (isGone) return <EntityGone domainId={domainId} entityId={entityId} />
  if (found.error && !found.data) {
    return (
      <Container py="md" w="100%">
        <Problem error={found.error} onRetry={() => found.refetch()} />
      </Container>
    )
  }
  if (!found.data) return <Loading />
  const { entity, etag } = found.data
  if (entity.id !== entityId) return <EntityMerged domainId={domainId} entityId={entityId} into={entity} />
  return <EntityView key={entityId} domainId={domainId} entity={entity} etag={etag} />
}

/** Asks for the entity again while pages are read, which may say more about it. */
function useFreshness(domainId: string, entityId: string): void {
  const queries = useQueryClient()
  const refresh = useRef<ReturnType<typeof throttle>>(undefined)
  useEffect(() => {
    const made = throttle(
      () => void queries.invalidateQueries({ queryKey: ['d', domainId, 'entity', entityId] }),
      5_000,
    )
    refresh.current = made
    return () => made.cancel()
  }, [queries, domainId, entityId])
  useDomainEvents(({ type }) => {
    if (type === 'page.update' || type === 'crawl.finished') refresh.current?.soon()
  })
}

function EntityView({ domainId, entity, etag }: { domainId: string; entity: Entity; etag: string }) {
  const { tab = 'facts' } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  const of = { domainId, entity }
  const tabs = [
    { name: 'facts', label: 'Facts' },
    { name: 'relationships', label: `Relationships ${formatNumber(entity.relationship_count)}` },
    { name: 'timeline', label: 'Timeline' },
    { name: 'evidence', label: `Quotes ${formatNumber(entity.evidence_count)}` },
    { name: 'history', label: 'History' },
    { name: 'why', label: 'Why it is here' },
  ] as const
  return (
    <Container size="xl" py="md" w="100%">
      <Stack gap="md">
        <EntityHead domainId={domainId} entity={entity} etag={etag} tab={tab} />
        <LinkTabs
          tabs={tabs}
          open={tab}
          label="About it"
          link={(name, props) => (
            <Link
              {...props}
              to="/d/$domainId/e/$entityId"
              params={{ domainId, entityId: entity.id }}
              search={name === 'facts' ? {} : { tab: name }}
            />
          )}
        >
          {tab === 'facts' && <FactsTab {...of} etag={etag} />}
          {tab === 'relationships' && <RelationshipsTab {...of} />}
          {tab === 'timeline' && <TimelineTab {...of} />}
          {tab === 'evidence' && <EvidenceTab {...of} />}
          {tab === 'history' && <HistoryTab domainId={domainId} entityId={entity.id} />}
          {tab === 'why' && <WhyTab {...of} />}
        </LinkTabs>
      </Stack>
    </Container>
  )
}

function Loading() {
  return (
    <Container size="xl" py="md" w="100%" aria-busy>
      <Stack gap="md">
        <Skeleton h={64} />
        <Skeleton h={36} />
        <Skeleton h={360} />
      </Stack>
    </Container>
  )
}
