import { Container, Skeleton, Stack } from '@mantine/core'
import { PolegraphError } from '@polegraph/sdk/polegraph-error.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { entityQuery, explanationQuery } from '../../shared/curation/entity-queries.ts'
import { Problem } from '../../shared/page/problem.tsx'
import { throttle, useDomainEvents } from '../../shared/service/live.tsx'
import type { Entity } from '../../shared/service/types.ts'
import { Neighbors } from './around/neighbors.tsx'
import { Sites } from './around/sites.tsx'
import { WhereAndWhen } from './around/where-and-when.tsx'
import { Contested } from './contested.tsx'
import classes from './entity.module.css'
import { EntityGone, EntityMerged } from './entity-gone.tsx'
import { EntityHead } from './entity-head.tsx'
import { Facts } from './facts/facts.tsx'
import { History } from './history.tsx'
import { usePartOfAddress } from './lead-to.ts'
import { PartLinks } from './part-links.tsx'
import { Quotes } from './quotes.tsx'
import { Relationships } from './relationships/relationships.tsx'
import { Section } from './section.tsx'

import { WhyHere } from './why.tsx'

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

/** All that is known of a thing, on one page: long parts begin with their first rows. */
function EntityView({ domainId, entity, etag }: { domainId: string; entity: Entity; etag: string }) {
  const { tab, field } = useSearch({ from: '/signed-in/d/$domainId/e/$entityId' })
  const of = { domainId, entity }
  const explained = useQuery(explanationQuery(domainId, entity.id))
  usePartOfAddress(tab === 'evidence' && field ? `fact-${field}` : tab)
  return (
    <Container size="xl" py="md" w="100%">
      <Stack gap="md">
        <EntityHead {...of} etag={etag} part={tab ?? 'facts'} />
        <PartLinks {...of} />
        <div className={classes.parts}>
          <Stack gap="xl" miw={0}>
            <Contested {...of} contradictions={explained.data?.contradictions ?? []} />
            <Section name="facts" title="Facts">
              <Facts {...of} etag={etag} contradictions={explained.data?.contradictions ?? []} />
            </Section>
          </Stack>
          <Stack gap="xl" className={classes.around ?? ''}>
            <WhereAndWhen {...of} />
            <Neighbors {...of} />
            <Sites explained={explained.data} />
          </Stack>
          <Stack gap="xl" miw={0}>
            <Relationships {...of} />
            <Quotes {...of} />
            <History domainId={domainId} entityId={entity.id} />
            <Section name="why" title="Why it is here">
              {explained.error && !explained.data && (
                <Problem error={explained.error} onRetry={() => explained.refetch()} />
              )}
              {explained.isPending && <Skeleton h={240} />}
              {explained.data && <WhyHere {...of} explained={explained.data} />}
            </Section>
          </Stack>
        </div>
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
