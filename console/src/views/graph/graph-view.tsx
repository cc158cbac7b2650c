import './graph-view.css'
import { ActionIcon, Group, useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Legend } from '../legend.tsx'
import { type Chosen, GraphDrawing } from './graph-drawing.ts'
import type { DrawnGraph } from './graph-shape.ts'

export interface GraphViewProps {
  graph: DrawnGraph
  at?: string | undefined
  path?: Chosen['path']
  onChoose(id: string | undefined): void
  /** Called at a double click, to draw the neighbours of a node or to take them away. */
  onToggle?(id: string): void
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
export function GraphView({ graph, at, path, onChoose, onToggle, children }: GraphViewProps) {
  const container = useRef<HTMLDivElement>(null)
  const [drawing, setDrawing] = useState<GraphDrawing>()
  const [isSettled, setIsSettled] = useState(false)
  const isDark = useComputedColorScheme('light') === 'dark'
  const handlers = useRef({ onChoose, onToggle })
  handlers.current = { onChoose, onToggle }

  useEffect(() => {
    const drawn = new GraphDrawing(container.current as HTMLDivElement, isDark, {
      onChoose: (id) => handlers.current.onChoose(id),
      onToggle: (id) => handlers.current.onToggle?.(id),
      onSettled: () => setIsSettled(true),
    })
    setDrawing(drawn)
    return () => drawn.end()
  }, [isDark])
  useEffect(() => drawing?.draw(graph), [drawing, graph])
  useEffect(() => drawing?.choose({ at, path }), [drawing, at, path])

  const { nodes, edges } = graph
  const name = `Picture of ${formatCount(nodes.length, 'entity', 'entities')} and ${formatCount(edges.length, 'relationship')}`
  return (
    <div className="graph-view">
      <div ref={container} className="graph-canvas" role="img" aria-label={name} data-settled={isSettled} />
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
        <Legend kinds={nodes.map(({ kind }) => kind)} />
        {children}
      </div>
    </div>
  )
}
