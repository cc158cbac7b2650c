import { Anchor, Button, Group, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useEffect, useMemo } from 'react'
import { formatCount, formatNumber } from '../../../shared/format/format.ts'
import { Empty } from '../../../shared/lists/empty.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import type { GraphNode } from '../../../shared/service/types.ts'
import { wordsOf } from '../../../views/explore-search.ts'
import { GraphView, hasWebgl } from '../../../views/graph/graph-view.tsx'
import { NodeList } from '../../../views/node-list.tsx'
import { WaitingView } from '../../../views/waiting-view.tsx'
import { useExplore } from '../use-explore.ts'
import { fewNeighbours, opened, writeOpened } from './expand-control.tsx'
import { firstShown, useDrawnGraph } from './use-drawn-graph.ts'

const canDraw = hasWebgl()

/** The graph as a picture, to which the neighbours of what is opened are added. */
export function GraphPart() {
  const { domainId, search, change } = useExplore()
  const { graph, base, fields, path, neighbours } = useDrawnGraph()
  const open = opened(search)
  const { at } = search
  useDrawnWhenChosen(base.isSuccess && !neighbours.isPending ? graph.nodes : undefined)
  const listed = useMemo(
    () =>
      graph.nodes.map(({ id, kind, name, relationship_count }) => ({
        id,
        kind,
        name,
        note: formatCount(relationship_count, 'connection'),
      })),
    [graph.nodes],
  )
  if (base.error && !base.data) return <Problem error={base.error} onRetry={() => base.refetch()} />
  if (!base.data) return <WaitingView />
  const tools = <Tools domainId={domainId} fields={fields} />
  if (graph.nodes.length === 0) {
    return (
      <>
        {tools}
        <Empty title="Nothing to draw">
          {search.hide ? 'All that would be drawn is hidden.' : 'No entity matches these filters. Take one away.'}
        </Empty>
      </>
    )
  }
  const choose = (id: string | undefined) => change({ at: id, tool: undefined })
  const toggle = (id: string) => {
    const others = open.filter((one) => one.id !== id)
    const next = others.length < open.length ? others : [...open, { id, limit: fewNeighbours }]
    change({ open: writeOpened(next), at: id })
  }
  const list = <NodeList label="What is drawn" nodes={listed} at={at} onChoose={choose} />
  const foot = (
    <Foot
      count={graph.nodes.length}
      relationships={graph.edges.length}
      omitted={base.data.omitted}
      show={search.show ?? firstShown}
    />
  )
  return (
    <div className="graph-part" data-list={search.list ?? (canDraw ? undefined : '1')}>
      {(search.list || !canDraw) && (
        <div className="graph-list">
          {!canDraw && (
            <Text size="sm" p="md" role="status">
              This browser cannot draw the graph, because WebGL is switched off or missing. The list has the same
              entities, and what you choose in it opens here as well.
            </Text>
          )}
          {list}
          {!canDraw && foot}
        </div>
      )}
      {canDraw && (
        <div className="graph-picture">
          <GraphView graph={graph} at={at} path={path?.ids} onChoose={choose} onToggle={toggle}>
            {foot}
          </GraphView>
        </div>
      )}
      {tools}
      {neighbours.error && (
        <div className="graph-problem">
          <Problem error={neighbours.error} />
        </div>
      )}
    </div>
  )
}

/** Adds a chosen entity that is not in the picture, with its neighbours: a search or a link has led to it. */
function useDrawnWhenChosen(nodes: GraphNode[] | undefined): void {
  const { search, change } = useExplore()
  const { at } = search
  const open = opened(search)
  const isMissing = at !== undefined && nodes !== undefined && !nodes.some(({ id }) => id === at)
  const isOpened = open.some(({ id }) => id === at)
  useEffect(() => {
    const hidden = wordsOf(search.hide)
    const others = hidden.filter((id) => id !== at)
    if (!at || !isMissing || (isOpened && others.length === hidden.length)) return
    const opening = isOpened ? open : [...open, { id: at, limit: fewNeighbours }]
    change({ open: writeOpened(opening), hide: others.join(',') || undefined }, { replace: true })
  }, [at, isMissing, isOpened, open, search.hide, change])
}

function Tools({ domainId, fields }: { domainId: string; fields: Record<string, unknown> }) {
  const { search, change } = useExplore()
  return (
    <Group gap="xs" className="graph-tools">
      {canDraw && (
        <Button
          size="xs"
          variant={search.list ? 'filled' : 'default'}
          aria-pressed={search.list === '1'}
          onClick={() => change({ list: search.list ? undefined : '1' })}
        >
          As a list
        </Button>
      )}
      <AsCall call="graph.get" ids={[domainId]} fields={fields} />
    </Group>
  )
}

/** How much of the graph is drawn, and ways to more of it. */
function Foot(props: { count: number; relationships: number; omitted: number; show: number }) {
  const { search, change } = useExplore()
  const hidden = wordsOf(search.hide).length
  const openCount = wordsOf(search.open).length
  return (
    <Group gap="xs" className="number">
      <span role="status">
        {formatCount(props.count, 'entity', 'entities')}, {formatCount(props.relationships, 'relationship')}
        {props.omitted > 0 && `, ${formatNumber(props.omitted)} left out`}
      </span>
      {props.omitted > 0 && props.show < limits.graph_max && (
        <Anchor
          component="button"
          size="xs"
          onClick={() => change({ show: Math.min(limits.graph_max, props.show * 2) })}
        >
          Draw more
        </Anchor>
      )}
      {hidden > 0 && (
        <Anchor component="button" size="xs" onClick={() => change({ hide: undefined })}>
          Show {formatNumber(hidden)} hidden
        </Anchor>
      )}
      {openCount > 0 && (
        <Anchor component="button" size="xs" onClick={() => change({ open: undefined, at: undefined })}>
          Start over
        </Anchor>
      )}
    </Group>
  )
}
