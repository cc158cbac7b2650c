import { Anchor, Button, Group, Text } from '@mantine/core'
import { limits } from '@polegraph/contract/limits.ts'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { formatCount, formatNumber } from '../../../shared/format/format.ts'
import { Empty } from '../../../shared/lists/empty.tsx'
import { AsCall } from '../../../shared/page/as-call.tsx'
import { Problem } from '../../../shared/page/problem.tsx'
import { type Shortcut, useShortcuts } from '../../../shared/page/shortcuts.ts'
import { sessionQuery } from '../../../shared/service/session.ts'
import { wordsOf } from '../../../views/explore-search.ts'
import type { GraphDrawing } from '../../../views/graph/draw/graph-drawing.ts'
import type { DrawnGraph, DrawnNode } from '../../../views/graph/graph-shape.ts'
import { GraphView, hasWebgl } from '../../../views/graph/graph-view.tsx'
import { hubOf } from '../../../views/graph/groups/groups.ts'
import { useGroups } from '../../../views/graph/groups/use-groups.ts'
import { browserMemory, pageMemory, shortId } from '../../../views/graph/layout/kept-places.ts'
import type { LegendEntry } from '../../../views/graph/look/looks.ts'
import { NodeList } from '../../../views/node-list.tsx'
import { WaitingView } from '../../../views/waiting-view.tsx'
import { useSavedView } from '../saved/use-saved-view.ts'
import { readViewState } from '../saved/view-state.ts'
import { useExplore } from '../use-explore.ts'
import { useHits } from '../use-hits.ts'
import { CaughtBar } from './caught-bar.tsx'
import { LookMenu } from './look-menu.tsx'
import { fewNeighbours, openedIn, writeOpened } from './opened.ts'
import { usePictureHistory } from './picture-history.tsx'
import { SavePicture } from './save-picture.tsx'
import { firstShown, useDrawnGraph } from './use-drawn-graph.ts'
import { useLook } from './use-look.ts'

const canDraw = hasWebgl()

/** The graph as a picture, to which the neighbours of what is opened are added. */
export function GraphPart() {
  const { search } = useExplore()
  const drawn = useDrawnGraph()
  const { graph, base, neighbours, level } = drawn
  const { isWaiting } = useSavedView()
  useDrawnWhenChosen(base.isSuccess && !neighbours.isPending && level !== 'groups' ? graph?.nodes : undefined)
  if (base.error && !base.data) return <Problem error={base.error} onRetry={() => base.refetch()} />
  if (!graph || !base.data || isWaiting) return <WaitingView />
  if (graph.nodes.length === 0) {
    const isHidden = search.hide !== undefined || search.only !== undefined
    return (
      <>
        <Tools drawn={drawn} drawing={undefined} />
        <NothingDrawn isHidden={isHidden} unconnected={base.data.unconnected ?? 0} />
      </>
    )
  }
  return <DrawnPart drawn={drawn} graph={graph} />
}

type Drawn = ReturnType<typeof useDrawnGraph>

function DrawnPart({ drawn, graph }: { drawn: Drawn; graph: DrawnGraph }) {
  const { search } = useExplore()
  const { note, drawing, setDrawing } = usePictureHistory()
  const { at } = search
  const hits = useHits()
  const [isLasso, setIsLasso] = useState(false)
  const [caught, setCaught] = useState<ReadonlySet<string>>(new Set())
  const memory = useMemory(drawn)
  const groups = useGroups(graph)
  const isOverview = drawn.level === 'groups'
  const look = useLook(isOverview)
  const shown = useMemo(() => new Set(graph.nodes.map(({ id }) => id)), [graph])
  const chosenOnes = useMemo(() => [...caught].filter((id) => shown.has(id)), [caught, shown])
  // Where nothing that was found is drawn, dimming all of it would say nothing.
  const lit = useMemo(
    () =>
      chosenOnes.length > 0 ? new Set(chosenOnes) : hits && !hits.ids.isDisjointFrom(shown) ? hits.ids : undefined,
    [chosenOnes, hits, shown],
  )
  const { choose, toggle } = useClicks({ caught: chosenOnes, setCaught })
  const foot = <Foot drawn={drawn} graph={graph} />
  return (
    <div className="graph-part" data-list={search.list ?? (canDraw ? undefined : '1')}>
      {(search.list || !canDraw) && <DrawnList graph={graph} isOverview={isOverview} onChoose={choose} foot={foot} />}
      {canDraw && (
        <div className="graph-picture">
          <GraphView
            {...{ graph, groups, memory, look, isOverview, at, path: drawn.path?.ids, lit }}
            hasHulls={!search.plain}
            onChoose={choose}
            onToggle={toggle}
            onMoved={(before) => note({ name: 'Move', takeBack: () => drawing?.restore(before) })}
            onDrawing={setDrawing}
            onCaught={
              isLasso
                ? (ids) => {
                    setIsLasso(false)
                    if (ids) setCaught(new Set(ids))
                  }
                : undefined
            }
            onLegend={
              isOverview || !groups
                ? undefined
                : (entry) => setCaught(new Set(idsOf(graph.nodes, entry, { color: look.color, groupOf: groups.of })))
            }
          >
            {foot}
          </GraphView>
        </div>
      )}
      <Tools
        drawn={drawn}
        drawing={drawing}
        onLasso={isOverview ? undefined : () => setIsLasso(!isLasso)}
        isLasso={isLasso}
      />
      {chosenOnes.length > 0 && drawing && (
        <CaughtBar caught={chosenOnes} drawn={graph.nodes} drawing={drawing} onDone={() => setCaught(new Set())} />
      )}
      {drawn.neighbours.error && (
        <div className="graph-problem">
          <Problem error={drawn.neighbours.error} />
        </div>
      )}
    </div>
  )
}

/** What a click on a node does, and a double click. */
function useClicks({ caught, setCaught }: { caught: string[]; setCaught(ids: ReadonlySet<string>): void }) {
  const { search, change } = useExplore()
  const { act } = usePictureHistory()
  const choose = (id: string | undefined, how?: { isAdded: boolean }) => {
    const hub = id && hubOf(id)
    if (hub) act('Open a group', { group: hub, at: undefined })
    else if (id && how?.isAdded) setCaught(new Set(caught).symmetricDifference(new Set([id])))
    else {
      if (!id) setCaught(new Set())
      if (id !== search.at) change({ at: id, tool: undefined })
    }
  }
  const toggle = (id: string) => {
    if (hubOf(id)) return
    const open = openedIn(search)
    const others = open.filter((one) => one.id !== id)
    const isAway = others.length < open.length
    const next = isAway ? others : [...open, { id, limit: fewNeighbours, type: undefined }]
    act(isAway ? 'Take neighbours away' : 'Draw neighbours', { open: writeOpened(next), at: id })
  }
  return { choose, toggle }
}

/** The entities that a row of the legend stands for. */
function idsOf(
  nodes: DrawnNode[],
  { value }: LegendEntry,
  { color, groupOf }: { color: string; groupOf: ReadonlyMap<string, number> },
): string[] {
  const valueIn = ({ id, kind, attributes }: DrawnNode) =>
    color === 'kind' ? kind : color === 'group' ? String(groupOf.get(id) ?? '') : (attributes?.[color] ?? '')
  return nodes.filter((node) => valueIn(node) === value).map(({ id }) => id)
}

/** Places are kept for each person, graph and picture of it; those of a saved view with the view. */
function useMemory({ level }: Drawn) {
  const { domainId, search } = useExplore()
  const { data: session } = useQuery(sessionQuery)
  const owner = session?.user.id ?? ''
  const { view } = useSavedView()
  const picture = level === 'group' ? `group ${search.group}` : (level ?? '')
  return useMemo(
    () => (view ? pageMemory(readViewState(view.state).places) : browserMemory(owner, domainId, picture)),
    [view, owner, domainId, picture],
  )
}

function NothingDrawn({ isHidden, unconnected }: { isHidden: boolean; unconnected: number }) {
  const { change } = useExplore()
  if (isHidden) {
    return (
      <Empty
        title="Nothing to draw"
        action={<Button onClick={() => change({ hide: undefined, only: undefined })}>Show what is hidden</Button>}
      >
        All that would be drawn is hidden.
      </Empty>
    )
  }
  if (unconnected > 0) {
    return (
      <Empty
        title="Nothing is connected yet"
        action={<Button onClick={() => change({ view: 'table' })}>Show them in the table</Button>}
      >
        {formatCount(unconnected, 'entity', 'entities')} without a relationship to draw.
      </Empty>
    )
  }
  return <Empty title="Nothing to draw">No entity matches these filters. Take one away.</Empty>
}

function DrawnList(props: {
  graph: DrawnGraph
  isOverview: boolean
  onChoose(id: string): void
  foot: React.ReactNode
}) {
  const { graph, isOverview, onChoose, foot } = props
  const { search } = useExplore()
  const listed = useMemo(
    () =>
      graph.nodes.map(({ id, kind, name, relationship_count = 0 }) => ({
        ...{ id, kind, name },
        note: isOverview
          ? formatCount(relationship_count, 'entity', 'entities')
          : formatCount(relationship_count, 'connection'),
      })),
    [graph.nodes, isOverview],
  )
  return (
    <div className="graph-list">
      {!canDraw && (
        <Text size="sm" p="md" role="status">
          This browser cannot draw the graph, because WebGL is switched off or missing. The list has the same entities,
          and what you choose in it opens here as well.
        </Text>
      )}
      <NodeList label="What is drawn" nodes={listed} at={search.at} onChoose={onChoose} />
      {!canDraw && foot}
    </div>
  )
}

/** Adds a chosen entity that is not in the picture, with its neighbours: a search or a link has led to it. */
function useDrawnWhenChosen(nodes: DrawnNode[] | undefined): void {
  const { search, change } = useExplore()
  const { at } = search
  const open = openedIn(search)
  const isMissing = at !== undefined && nodes !== undefined && !nodes.some(({ id }) => id === at)
  const isOpened = open.some(({ id }) => id === at)
  useEffect(() => {
    const hidden = wordsOf(search.hide)
    const others = hidden.filter((id) => id !== shortId(at ?? ''))
    const isUnhidden = others.length === hidden.length && search.only === undefined
    if (!at || !isMissing || (isOpened && isUnhidden)) return
    const opening = isOpened ? open : [...open, { id: at, limit: fewNeighbours, type: undefined }]
    change({ open: writeOpened(opening), hide: others.join(',') || undefined, only: undefined }, { replace: true })
  }, [at, isMissing, isOpened, open, search.hide, search.only, change])
}

function Tools(props: {
  drawn: Drawn
  drawing: GraphDrawing | undefined
  onLasso?: (() => void) | undefined
  isLasso?: boolean
}) {
  const { drawn, drawing, onLasso, isLasso = false } = props
  const { domainId, search, change } = useExplore()
  const { last, undo } = usePictureHistory()
  const layOut = useCallback(() => drawing?.layOutAnew(), [drawing])
  const list = () => change({ list: search.list ? undefined : '1' })
  useShortcuts([
    ...(canDraw && drawing ? pictureKeys(drawing) : []),
    ...(canDraw && drawing && onLasso ? [{ keys: 'l', does: 'Lasso', run: onLasso }] : []),
    ...(canDraw ? [{ keys: 'v', does: 'List what is drawn', run: list }] : []),
    ...(last ? [{ keys: 'u', does: 'Undo in the picture', run: undo }] : []),
  ])
  return (
    <Group gap="xs" className="graph-tools" role="group" aria-label="Picture">
      <Button
        size="xs"
        variant="default"
        disabled={!last}
        title={last ? `Undo: ${last.name} (Ctrl-Z)` : 'Nothing to undo'}
        onClick={undo}
      >
        Undo
      </Button>
      {canDraw && onLasso && drawing && (
        <Button size="xs" variant={isLasso ? 'filled' : 'default'} aria-pressed={isLasso} onClick={onLasso}>
          Lasso
        </Button>
      )}
      {canDraw && drawing && <LookMenu level={drawn.level} onLayOut={layOut} />}
      {canDraw && (
        <Button
          size="xs"
          variant={search.list ? 'filled' : 'default'}
          aria-pressed={search.list === '1'}
          onClick={list}
        >
          As a list
        </Button>
      )}
      {canDraw && drawing && drawn.graph && <SavePicture drawing={drawing} graph={drawn.graph} />}
      <AsCall call="graph.get" ids={[domainId]} fields={drawn.fields} />
    </Group>
  )
}

const pictureKeys = (drawing: GraphDrawing): Shortcut[] => [
  { keys: '+', does: 'Zoom in', run: () => drawing.zoom(1 / 1.5) },
  { keys: '-', does: 'Zoom out', run: () => drawing.zoom(1.5) },
  { keys: '0', does: 'Show all of the picture', run: () => drawing.fit() },
]

/** How much of the graph is drawn, and ways to more of it. */
function Foot({ drawn, graph }: { drawn: Drawn; graph: DrawnGraph }) {
  const { search, change } = useExplore()
  const { base, level } = drawn
  const { omitted = 0, unconnected = 0 } = base.data ?? {}
  const hidden = wordsOf(search.hide).length
  const openCount = wordsOf(search.open).length
  const show = search.show ?? firstShown
  const left = level === 'near' ? omitted - unconnected : 0
  const isOverview = level === 'groups'
  return (
    <Group gap="xs" className="number">
      <span role="status">
        {isOverview
          ? formatCount(graph.nodes.length, 'group')
          : `${formatCount(graph.nodes.length, 'entity', 'entities')}, ${formatCount(graph.edges.length, 'relationship')}`}
        {left > 0 && `, ${formatNumber(left)} left out`}
      </span>
      {unconnected > 0 && (
        <Anchor
          component="button"
          size="xs"
          title="They are in the table, and not in the picture"
          onClick={() => change({ view: 'table' })}
        >
          {formatNumber(unconnected)} without ties
        </Anchor>
      )}
      {left > 0 && show < limits.graph_max && (
        <Anchor component="button" size="xs" onClick={() => change({ show: Math.min(limits.graph_max, show * 2) })}>
          Draw more
        </Anchor>
      )}
      {hidden > 0 && (
        <Anchor component="button" size="xs" onClick={() => change({ hide: undefined })}>
          Show {formatNumber(hidden)} hidden
        </Anchor>
      )}
      {search.only && (
        <Anchor component="button" size="xs" onClick={() => change({ only: undefined })}>
          Show the others again
        </Anchor>
      )}
      {level === 'group' && (
        <Anchor
          component="button"
          size="xs"
          onClick={() => change({ group: undefined, at: undefined, open: undefined })}
        >
          All groups
        </Anchor>
      )}
      {isOverview && (
        <Anchor component="button" size="xs" onClick={() => change({ level: 'near' })}>
          The best connected
        </Anchor>
      )}
      {level === 'near' && search.level === 'near' && (
        <Anchor component="button" size="xs" onClick={() => change({ level: undefined })}>
          All groups
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
