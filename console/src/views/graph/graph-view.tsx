import './graph-view.css'
import { ActionIcon, Button, Group, Text, useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { type Chosen, type DrawingEvents, GraphDrawing } from './draw/graph-drawing.ts'
import type { DrawnGraph } from './graph-shape.ts'
import type { Groups } from './groups/groups.ts'
import { Lasso } from './lasso.tsx'
import type { PlaceMemory } from './layout/kept-places.ts'
import { LookLegend } from './look/look-legend.tsx'
import { type LegendEntry, type LookBy, looksOf, usualLook } from './look/looks.ts'

export interface GraphViewProps {
  graph: DrawnGraph
  /** Undefined until they are found: until then the picture waits. */
  groups: Groups | undefined
  /** Where nodes were the last time. */
  memory: PlaceMemory
  look?: LookBy
  /** Whether communities have a ground of their colour. */
  hasHulls?: boolean
  /** Whether each node stands for a community. */
  isOverview?: boolean
  at?: string | undefined
  path?: Chosen['path']
  lit?: Chosen['lit']
  onChoose: DrawingEvents['onChoose']
  /** Called at a double click, to draw the neighbours of a node or to take them away. */
  onToggle?(id: string): void
  onMoved?: DrawingEvents['onMoved']
  /** Gives the drawing to what works with it from outside; undefined when it has ended. */
  onDrawing?(drawing: GraphDrawing | undefined): void
  /** Called with the nodes that a lasso has caught, while one is held. */
  onCaught?: ((ids: string[] | undefined) => void) | undefined
  onLegend?: ((entry: LegendEntry) => void) | undefined
  /** Shown below the picture. */
  children?: ReactNode
}

/** Whether this browser draws by WebGL. Where it does not, the list of the nodes takes the place of the picture. */
export function hasWebgl(): boolean {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('webgl2') ?? canvas.getContext('webgl')
  // The context is given back at once: browsers allow few at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  return context !== null
}

/** A drawn graph. */
export function GraphView(props: GraphViewProps) {
  const { graph, groups, look = usualLook, isOverview = false } = props
  const { container, drawing, isSettled, isLost } = useDrawing(props)
  const legend = useMemo(() => (groups ? looksOf(graph.nodes, groups, look).legend : []), [graph, groups, look])
  const { nodes, edges } = graph
  const what = isOverview
    ? formatCount(nodes.length, 'group')
    : `${formatCount(nodes.length, 'entity', 'entities')} and ${formatCount(edges.length, 'relationship')}`
  return (
    <div className="graph-view">
      <div
        ref={container}
        className="graph-canvas"
        role="img"
        aria-label={`Picture of ${what}`}
        data-settled={isSettled}
      />
      {!isSettled && (
        <Text className="graph-waiting" size="sm" c="dimmed" role="status">
          Arranging {what}
        </Text>
      )}
      {isLost && isSettled && (
        <div className="graph-lost">
          <Text size="sm">Nothing is here.</Text>
          <Button size="xs" onClick={() => drawing?.fit()}>
            Show all
          </Button>
        </div>
      )}
      {props.onCaught && (
        <Lasso
          onCaught={(outline) => props.onCaught?.(drawing?.inside(outline) ?? [])}
          onCancel={() => props.onCaught?.(undefined)}
        />
      )}
      <Group className="graph-zoom" gap={4} role="group" aria-label="Zoom">
        <ActionIcon variant="default" aria-label="Zoom in" onClick={() => drawing?.zoom(1 / 1.5)}>
          +
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Zoom out" onClick={() => drawing?.zoom(1.5)}>
          −
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Show all" title="Show all" onClick={() => drawing?.fit()}>
          ⤢
        </ActionIcon>
      </Group>
      <div className="graph-foot">
        <LookLegend
          legend={legend}
          by={look.color}
          note={isOverview ? 'Groups mostly of' : undefined}
          onChoose={props.onLegend}
        />
        {props.children}
      </div>
    </div>
  )
}

/** The drawing in its container, kept as the props say. */
function useDrawing(props: GraphViewProps) {
  const { graph, groups, memory, look = usualLook, hasHulls = false, isOverview = false, at, path, lit } = props
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<GraphDrawing>()
  const [isSettled, setIsSettled] = useState(false)
  const [isLost, setIsLost] = useState(false)
  const isDark = useComputedColorScheme('light') === 'dark'
  const handlers = useRef(props)
  handlers.current = props
  useEffect(() => {
    const drawn = new GraphDrawing(container.current as HTMLDivElement, isDark, memory, {
      onChoose: (id, how) => handlers.current.onChoose(id, how),
      onToggle: (id) => handlers.current.onToggle?.(id),
      onMoved: (before) => handlers.current.onMoved?.(before),
      onSettled: setIsSettled,
      onLost: setIsLost,
    })
    setDrawing(drawn)
    handlers.current.onDrawing?.(drawn)
    return () => {
      handlers.current.onDrawing?.(undefined)
      drawn.end()
    }
  }, [isDark, memory])
  useEffect(() => {
    if (groups) drawing?.draw({ graph, groups, look, hasHulls, isOverview })
  }, [drawing, graph, groups, look, hasHulls, isOverview])
  useEffect(() => drawing?.choose({ at, path, lit }), [drawing, at, path, lit])
  return { container, drawing, isSettled, isLost }
}
