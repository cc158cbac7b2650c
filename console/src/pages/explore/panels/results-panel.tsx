import { Anchor, Group, Skeleton, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { formatCount } from '../../../shared/format/format.ts'
import { Kind } from '../../../shared/format/kinds.tsx'
import { shorten } from '../../../shared/format/shorten.ts'
import { readable } from '../../../shared/format/web-address.ts'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { PageLink } from '../../../shared/page/page-link.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { polegraph } from '../../../shared/service/client.ts'
import { useMayWrite } from '../../../shared/service/session.ts'
import type { Entity, FoundPassage } from '../../../shared/service/types.ts'
import { filtersOf } from '../../../views/explore-search.ts'
import { Panel } from '../../../views/panel.tsx'
import { focusResult } from '../search-box.tsx'
import { useExplore } from '../use-explore.ts'
import { MergeLink } from './merge-link.tsx'

/** The finds of the search: entities, then passages of pages. */
export function ResultsPanel({ q }: { q: string }) {
  const { domainId, search, change } = useExplore()
  const { kind, as_of } = filtersOf(search)
  const fields = { q, kind, as_of, limit: 20 }
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['d', domainId, 'graph', 'search', fields],
    queryFn: ({ signal }) => polegraph.graph.search(domainId, fields, { signal }),
    placeholderData: keepPreviousData,
  })
  const mayWrite = useMayWrite()
  return (
    <Panel title="Results" onClose={() => change({ q: undefined })}>
      {error && <Problem error={error} onRetry={() => refetch()} />}
      {!data && !error && <WaitingResults />}
      {data && (
        <Stack gap="sm" opacity={isPlaceholderData ? 0.6 : 1}>
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm" c="dimmed" role="status">
              {formatCount(data.entities.length, 'entity', 'entities')}, {formatCount(data.passages.length, 'passage')}
            </Text>
            <AsCall call="graph.search" ids={[domainId]} fields={fields} />
          </Group>
          {data.entities.length === 0 && data.passages.length === 0 && (
            <Text size="sm">Nothing sounds like this. Try fewer words, or another spelling.</Text>
          )}
          <Stack component="ul" gap={2} m={0} p={0} style={{ listStyle: 'none' }} onKeyDown={moveByArrows}>
            {data.entities.map((entity) => (
              <li key={entity.id}>
                <FoundEntity entity={entity} onChoose={() => change({ at: entity.id })} />
                {mayWrite && (
                  <Group px={8} pb={4} gap="sm">
                    <MergeLink domainId={domainId} entityId={entity.id} name={entity.name} />
                  </Group>
                )}
              </li>
            ))}
          </Stack>
          {data.passages.length > 0 && (
            <>
              <Title order={3} size="h6">
                Passages
              </Title>
              <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
                {[...Map.groupBy(data.passages, ({ page_id }) => page_id)].map(([pageId, passages]) => (
                  <li key={pageId}>
                    <PagePassages domainId={domainId} pageId={pageId} passages={passages} />
                  </li>
                ))}
              </Stack>
            </>
          )}
        </Stack>
      )}
    </Panel>
  )
}

/** What a page says of the question: each passage leads to its place in the page. */
function PagePassages(props: { domainId: string; pageId: string; passages: FoundPassage[] }) {
  const { domainId, pageId, passages } = props
  const [first] = passages
  return (
    <>
      <Text size="xs" fw={600}>
        <PageLink domainId={domainId} pageId={pageId} inherit>
          <span className="said">{shorten(readable(first?.url ?? '').replace(/#.*$/, ''), 60)}</span>
        </PageLink>
      </Text>
      {passages.map(({ quote, start, end, entity_ids: [entity] }) => (
        <PageLink
          key={start}
          {...{ domainId, pageId, search: { ...(entity && { entity }), at: `${start}-${end}` } }}
          c="inherit"
          underline="hover"
          display="block"
          mt={4}
        >
          <blockquote className="quote">
            <Text size="sm" className="said" lineClamp={5} component="span">
              {quote}
            </Text>
          </blockquote>
        </PageLink>
      ))}
    </>
  )
}

function FoundEntity({ entity, onChoose }: { entity: Entity; onChoose: () => void }) {
  return (
    <UnstyledButton className="result" data-result onClick={onChoose}>
      <Group gap="xs" wrap="nowrap" justify="space-between">
        <span className="one-line">
          <b>{entity.name}</b>
        </span>
        <Kind kind={entity.kind} />
      </Group>
      {entity.aliases.length > 0 && (
        <Text size="xs" c="dimmed" component="span">
          <span className="one-line">also {entity.aliases.slice(0, 4).join(', ')}</span>
        </Text>
      )}
      {entity.summary && (
        <Text size="xs" c="dimmed" component="span" lineClamp={2} className="said">
          {entity.summary}
        </Text>
      )}
    </UnstyledButton>
  )
}

function moveByArrows(event: KeyboardEvent): void {
  const results = [...document.querySelectorAll<HTMLElement>('[data-result]')]
  const at = results.indexOf(document.activeElement as HTMLElement)
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (event.key === 'Escape') focusResult(-1)
  if (at < 0 || step === 0) return
  event.preventDefault()
  focusResult(at + step)
}

function WaitingResults() {
  return (
    <Stack gap="sm">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} h={44} animate={false} />
      ))}
    </Stack>
  )
}

/** A link from the panel of an entity back to the results of the search. */
export function BackToResults() {
  const { search, change } = useExplore()
  if (!search.q) return null
  return (
    <Anchor component="button" size="sm" ta="start" onClick={() => change({ at: undefined })}>
      Back to the results
    </Anchor>
  )
}
