import { Anchor, Button, Group } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useMemo } from 'react'
import { formatCount, formatNumber } from '../../shared/format/format.ts'
import { Empty } from '../../shared/lists/empty.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { GraphView, hasWebgl } from '../../views/graph/graph-view.tsx'
import { useGroups } from '../../views/graph/groups/use-groups.ts'
import { browserMemory } from '../../views/graph/layout/kept-places.ts'
import { NodeList } from '../../views/node-list.tsx'
import { WaitingView } from '../../views/waiting-view.tsx'
import type { useSharedGraph } from './shared-data.ts'
import { useShare } from './use-share.ts'

const canDraw = hasWebgl()

interface SharedGraphProps {
  query: ReturnType<typeof useSharedGraph>
  at: string | undefined
  onChoose(id: string | undefined): void
}

/** The entities of a shared graph, by kind, with their lines if the link shows them. The list beside it has them all. */
export function SharedGraph({ query, at, onChoose }: SharedGraphProps) {
  const { shareToken, search, change } = useShare()
  const { data, error, refetch } = query
  const memory = useMemo(() => browserMemory('public', shareToken, 'graph'), [shareToken])
  const graph = useMemo(
    () => ({
      nodes: (data?.nodes ?? []).map(({ id, kind, name }) => ({ id, kind, name })),
      edges: data?.edges ?? [],
    }),
    [data],
  )
  const groups = useGroups(graph)
  if (error && !data) return <Problem error={error} onRetry={() => refetch()} />
  if (!data) return <WaitingView />
  if (data.nodes.length === 0) return <Empty title="Nothing here yet">No entity matches.</Empty>
  const foot = (
    <Group gap="xs">
      <span role="status">
        {formatCount(data.nodes.length, 'entity', 'entities')}
        {data.edges && `, ${formatCount(data.edges.length, 'relationship')}`}
        {data.omitted > 0 && `, ${formatNumber(data.omitted)} left out`}
      </span>
      {data.truncated && (search.show ?? 300) < limits.graph_max && (
        <Anchor
          component="button"
          size="xs"
          onClick={() => change({ show: Math.min(limits.graph_max, 2 * (search.show ?? 300)) })}
        >
          Show more
        </Anchor>
      )}
    </Group>
  )
  return (
    <div className="graph-part" data-list={search.list ?? (canDraw ? undefined : '1')}>
      {canDraw && (
        <Group className="graph-tools" hiddenFrom="sm">
          <Button
            size="xs"
            variant={search.list ? 'filled' : 'default'}
            aria-pressed={search.list === '1'}
            onClick={() => change({ list: search.list ? undefined : '1' })}
          >
            As a list
          </Button>
        </Group>
      )}
      <div className="graph-list shared-list">
        <NodeList label="All entities" nodes={data.nodes} at={at} onChoose={onChoose} />
        {!canDraw && foot}
      </div>
      {canDraw && (
        <div className="graph-picture">
          <GraphView graph={graph} groups={groups} hasHulls memory={memory} at={at} onChoose={onChoose}>
            {foot}
          </GraphView>
        </div>
      )}
    </div>
  )
}
