import { Anchor, Button, Divider, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CertaintyMark } from '../../../shared/format/certainty-mark.tsx'
import { formatCount, formatNumber, formatPercent, formatWords } from '../../../shared/format/format.ts'
import { formatWhen } from '../../../shared/format/format-when.ts'
import { formatWhere } from '../../../shared/format/format-where.ts'
import { Kind } from '../../../shared/format/kinds.tsx'
import { EntityLink } from '../../../shared/page/entity-link.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { useShortcuts } from '../../../shared/page/shortcuts.ts'
import { polegraph } from '../../../shared/service/client.ts'
import { useMayWrite } from '../../../shared/service/session.ts'
import type { Entity } from '../../../shared/service/types.ts'
import { toggled } from '../../../views/explore-search.ts'
import { drawnDegrees } from '../../../views/graph/graph-shape.ts'
import { shortId } from '../../../views/graph/layout/kept-places.ts'
import { Panel } from '../../../views/panel.tsx'
import { ExpandControl } from '../drawn/expand-control.tsx'
import { usePictureHistory } from '../drawn/picture-history.tsx'
import { useDrawnGraph } from '../drawn/use-drawn-graph.ts'
import { useExplore } from '../use-explore.ts'
import { MergeLink } from './merge-link.tsx'
import { Passage } from './passage.tsx'
import { BackToResults } from './results-panel.tsx'

const shownRelationships = 8
const shownQuotes = 3

/** The chosen entity, in short. */
export function EntityPanel({ entityId }: { entityId: string }) {
  const { domainId, search, change } = useExplore()
  const at = search.as_of ? { as_of: search.as_of } : {}
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'graph', 'entity', entityId, at],
    queryFn: ({ signal }) => polegraph.entities.get(domainId, entityId, at, { signal }),
  })
  const close = () => change({ at: undefined })
  if (error && !data) {
    return (
      <Panel title="Not shown" onClose={close}>
        <BackToResults />
        <Problem error={error} onRetry={() => refetch()} />
      </Panel>
    )
  }
  return (
    <Panel
      title={data ? <span className="said">{shortened(data.name)}</span> : <Skeleton h={24} w={180} animate={false} />}
      onClose={close}
    >
      <Stack gap="sm">
        <BackToResults />
        {data ? <About entity={data} /> : <Skeleton h={120} animate={false} />}
        <Relationships entityId={entityId} total={data?.relationship_count ?? 0} />
        <Quotes entityId={entityId} total={data?.evidence_count ?? 0} />
      </Stack>
    </Panel>
  )
}

/** The beginning of a name, which may have ten thousand letters: all of it stands on the page of the entity. */
const shortened = (name: string) => (name.length > 200 ? `${name.slice(0, 200)}…` : name)

function About({ entity }: { entity: Entity }) {
  const { domainId, search, change } = useExplore()
  const mayWrite = useMayWrite()
  const { act } = usePictureHistory()
  const { id, kind, aliases, summary, when, where } = entity
  const isGraph = search.view === undefined
  const hide = () => act(`Hide ${entity.name}`, { hide: toggled(search.hide, shortId(id)), at: undefined })
  useShortcuts(isGraph ? [{ keys: 'h', does: 'Hide the chosen entity', run: hide }] : [])
  return (
    <>
      <Group gap="xs">
        <Kind kind={kind} />
        <Text size="xs" c="dimmed">
          {formatPercent(entity.confidence)} sure, {formatCount(entity.source_count, 'site')}
        </Text>
      </Group>
      {aliases.length > 0 && (
        <Text size="sm" c="dimmed" className="said" lineClamp={3}>
          Also {aliases.join(', ')}
        </Text>
      )}
      {summary && (
        <Text size="sm" className="said" lineClamp={6}>
          {summary}
        </Text>
      )}
      {(when || where) && (
        <Text size="sm">{[when && formatWhen(when), where && formatWhere(where)].filter(Boolean).join(', ')}</Text>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          renderRoot={(props) => <Link {...props} to="/d/$domainId/e/$entityId" params={{ domainId, entityId: id }} />}
        >
          Open
        </Button>
        {isGraph && <ExpandControl entity={entity} />}
        <Button
          size="xs"
          variant="default"
          onClick={() => change({ tool: 'path', path_from: id, path_to: undefined, path_n: undefined })}
        >
          Find path from here
        </Button>
        {isGraph && (
          <Button size="xs" variant="default" onClick={hide}>
            Hide
          </Button>
        )}
        {mayWrite && <MergeLink domainId={domainId} entityId={id} name={shortened(entity.name)} />}
      </Group>
      {isGraph && <DrawnOf entity={entity} />}
    </>
  )
}

/** How much of the entity is in the picture. */
function DrawnOf({ entity }: { entity: Entity }) {
  const { graph } = useDrawnGraph()
  const drawn = (graph && drawnDegrees(graph).get(entity.id)) ?? 0
  if (drawn >= entity.relationship_count) return null
  return (
    <Text size="xs" c="dimmed">
      {formatNumber(drawn)} of {formatCount(entity.relationship_count, 'relationship')} drawn
    </Text>
  )
}

function Relationships({ entityId, total }: { entityId: string; total: number }) {
  const { domainId, search, change } = useExplore()
  const fields = { limit: shownRelationships, ...(search.as_of && { as_of: search.as_of }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'graph', 'entity', entityId, 'relationships', fields],
    queryFn: ({ signal }) => polegraph.entities.listRelationships(domainId, entityId, fields, { signal }),
  })
  if (error) return <Problem error={error} onRetry={() => refetch()} />
  if (data?.relationships.length === 0) return null
  return (
    <>
      <Divider />
      <Title order={3} size="h6">
        Relationships
      </Title>
      {!data && <Skeleton h={100} animate={false} />}
      <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.relationships.map((one) => {
          const isOut = one.from.id === entityId
          const other = isOut ? one.to : one.from
          return (
            <Text component="li" size="sm" key={one.id}>
              <Text span c="dimmed" size="sm">
                {isOut ? '' : '← '}
                {formatWords(one.type)}
                {isOut ? ' → ' : ' '}
              </Text>
              <Anchor component="button" size="sm" className="said" ta="start" onClick={() => change({ at: other.id })}>
                {shortened(other.name)}
              </Anchor>{' '}
              <CertaintyMark certainty={one.certainty} />
            </Text>
          )
        })}
      </Stack>
      {total > shownRelationships && (
        <EntityLink domainId={domainId} entityId={entityId} search={{ tab: 'relationships' }} size="sm">
          {formatNumber(total - shownRelationships)} more
        </EntityLink>
      )}
    </>
  )
}

function Quotes({ entityId, total }: { entityId: string; total: number }) {
  const { domainId, search } = useExplore()
  const fields = { limit: shownQuotes, ...(search.as_of && { as_of: search.as_of }) }
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'graph', 'entity', entityId, 'evidence', fields],
    queryFn: ({ signal }) => polegraph.entities.listEvidence(domainId, entityId, fields, { signal }),
  })
  if (error) return <Problem error={error} onRetry={() => refetch()} />
  if (data?.evidence.length === 0) return null
  return (
    <>
      <Divider />
      <Title order={3} size="h6">
        What pages say
      </Title>
      {!data && <Skeleton h={100} animate={false} />}
      {data?.evidence.map(({ id, quote, url }) => (
        <div key={id}>
          <Passage quote={quote} url={url} />
        </div>
      ))}
      {total > shownQuotes && (
        <EntityLink domainId={domainId} entityId={entityId} search={{ tab: 'evidence' }} size="sm">
          {formatCount(total - shownQuotes, 'more quote')}
        </EntityLink>
      )}
    </>
  )
}
