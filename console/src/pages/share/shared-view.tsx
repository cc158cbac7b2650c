import { Stack, Text, UnstyledButton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Kind } from '../../shared/format/kinds.tsx'
import { Empty } from '../../shared/lists/empty.tsx'
import { isGone, Problem } from '../../shared/page/problem.tsx'
import type { PublicEntity } from '../../shared/service/types.ts'
import { Panel } from '../../views/panel.tsx'
import { TimelineView } from '../../views/timeline/timeline-view.tsx'
import { WaitingView } from '../../views/waiting-view.tsx'
import {
  useAskAgain,
  useSharedAround,
  useSharedGraph,
  useSharedMap,
  useSharedSearch,
  useSharedTimeline,
} from './shared-data.ts'
import { SharedEntity } from './shared-entity.tsx'
import { SharedFilters } from './shared-filters.tsx'
import { type SharedViewName, useShare } from './use-share.ts'

const SharedGraph = lazy(async () => ({ default: (await import('./shared-graph.tsx')).SharedGraph }))
const MapView = lazy(async () => ({ default: (await import('../../views/map/map-view.tsx')).MapView }))

interface SharedViewProps {
  view: SharedViewName | undefined
  canSearch: boolean
  /** The link shows the graph with its relationships. */
  hasLines: boolean
  /** Without filters. */
  isBare?: boolean
}

/** One of the granted views, with what was found or chosen beside it. */
export function SharedView({ view, canSearch, hasLines, isBare = false }: SharedViewProps) {
  const { search, change } = useShare()
  const graph = useSharedGraph(view === 'graph')
  const timeline = useSharedTimeline(view === 'timeline')
  const map = useSharedMap(view === 'map')
  const found = useSharedSearch(canSearch)
  const around = useSharedAround(search.at, hasLines)
  useAskAgain(isGone(graph.error ?? timeline.error ?? map.error ?? found.error))
  const isSearching = canSearch && search.q !== undefined
  const known: PublicEntity[] = [
    ...(graph.data?.nodes ?? []),
    ...(timeline.items ?? []),
    ...(map.data?.features.map(({ properties }) => properties) ?? []),
    ...((isSearching && found.data?.entities) || []),
    ...(around.data?.nodes ?? []),
  ]
  const chosen = known.find(({ id }) => id === search.at)
  const choose = (id: string | undefined) => change({ at: id })
  return (
    <>
      {view && !isBare && <SharedFilters kinds={known.map(({ kind }) => kind)} />}
      <section className="explore-body" aria-label="View">
        <div className="explore-split">
          <div className="explore-view">
            <Suspense fallback={<WaitingView />}>
              {view === 'graph' && <SharedGraph query={graph} at={search.at} onChoose={choose} />}
              {view === 'timeline' && (
                <TimelineView
                  list={timeline}
                  from={search.from}
                  to={search.to}
                  at={search.at}
                  onChoose={choose}
                  onZoom={change}
                />
              )}
              {view === 'map' && <SharedMap query={map} onChoose={choose} />}
              {!view && !isSearching && <Empty title="Search this graph">Type a name above. Typos are fine.</Empty>}
            </Suspense>
          </div>
          {chosen ? (
            <Panel title={<span className="said">{chosen.name.slice(0, 200)}</span>} onClose={() => choose(undefined)}>
              <SharedEntity entity={chosen} around={around.data} onChoose={choose} />
            </Panel>
          ) : (
            isSearching && (
              <Panel title="Results" onClose={() => change({ q: undefined })}>
                <Results query={found} onChoose={choose} />
              </Panel>
            )
          )}
        </div>
      </section>
    </>
  )
}

function Results({ query, onChoose }: { query: ReturnType<typeof useSharedSearch>; onChoose: (id: string) => void }) {
  const { data, error, refetch } = query
  if (error) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return null
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {data.entities.length === 0
          ? 'Nothing sounds like this.'
          : formatCount(data.entities.length, 'entity', 'entities')}
      </Text>
      {data.entities.map(({ id, kind, name }) => (
        <UnstyledButton key={id} className="result" onClick={() => onChoose(id)}>
          <span className="one-line">{name}</span> <Kind kind={kind} />
        </UnstyledButton>
      ))}
    </Stack>
  )
}

function SharedMap({ query, onChoose }: { query: ReturnType<typeof useSharedMap>; onChoose: (id: string) => void }) {
  const { search } = useShare()
  const { data, error, refetch } = query
  if (error && !data) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <WaitingView />
  const spots = data.features.map(({ id, geometry, properties: { kind, name } }) => {
    const [lon = 0, lat = 0] = geometry.coordinates
    return { id, kind, name, lat, lon }
  })
  return (
    <MapView spots={spots} at={search.at} onChoose={onChoose}>
      <span role="status">
        {formatCount(spots.length, 'place')}
        {data.unlocated > 0 && `, ${data.unlocated} without one`}
      </span>
    </MapView>
  )
}
