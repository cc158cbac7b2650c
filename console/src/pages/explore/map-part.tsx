import { Button, Group } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { formatPosition } from '../../shared/format/format-where.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { filtersOf } from '../../views/explore-search.ts'
import { MapView } from '../../views/map/map-view.tsx'
import { NodeList } from '../../views/node-list.tsx'
import { WaitingView } from '../../views/waiting-view.tsx'
import { useExplore } from './use-explore.ts'
import { useHits } from './use-hits.ts'

/** The map of the explore page. */
export function MapPart() {
  const { domainId, search, change } = useExplore()
  const hits = useHits()
  const fields = { ...filtersOf(search), limit: limits.map_max }
  const { data, error, refetch } = useQuery({
    queryKey: ['d', domainId, 'graph', 'map', fields],
    queryFn: ({ signal }) => polegraph.graph.getMap(domainId, fields, { signal }),
    placeholderData: keepPreviousData,
  })
  const spots = useMemo(
    () =>
      data?.features.map(({ id, geometry, properties: { kind, name } }) => {
        const [lon = 0, lat = 0] = geometry.coordinates
        return { id, kind, name, lat, lon, note: formatPosition(lat, lon) }
      }) ?? [],
    [data],
  )
  if (error && !data) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <WaitingView />
  const choose = (id: string) => change({ at: id, tool: undefined })
  return (
    <div className="graph-part" data-list={search.list}>
      {search.list && (
        <div className="graph-list">
          <NodeList label="What is on the map" nodes={spots} at={search.at} onChoose={choose} />
        </div>
      )}
      <div className="graph-picture">
        <MapView spots={spots} at={search.at} lit={hits?.ids} onChoose={choose}>
          <span role="status" className="number">
            {spots.length === 0 ? 'No entity that matches has a place' : formatCount(spots.length, 'place')}
            {data.truncated && ' (the best connected)'}
            {data.unlocated > 0 && `, ${formatNumber(data.unlocated)} without one`}
          </span>
        </MapView>
      </div>
      <Group gap="xs" className="graph-tools">
        <Button
          size="xs"
          variant={search.list ? 'filled' : 'default'}
          aria-pressed={search.list === '1'}
          onClick={() => change({ list: search.list ? undefined : '1' })}
        >
          As a list
        </Button>
        <AsCall call="graph.getMap" ids={[domainId]} fields={fields} />
      </Group>
    </div>
  )
}
