import './map-view.css'
import { ActionIcon, CloseButton, Group, Paper, Text, useComputedColorScheme } from '@mantine/core'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { formatCount } from '../../shared/format/format.ts'
import { Legend } from '../legend.tsx'
import { NodeList } from '../node-list.tsx'
import {
  bounded,
  type Cluster,
  cameraFor,
  clustersOf,
  drawMap,
  type MapCamera,
  type Spot,
  zoomed,
} from './map-drawing.ts'
import { useCanvasSize, useLand, useWheel } from './use-map-canvas.ts'
import { useMapMoves } from './use-map-moves.ts'

export interface MapViewProps {
  spots: Spot[]
  at: string | undefined
  /** What was found: the others are dimmed. */
  lit?: ReadonlySet<string> | undefined
  onChoose(id: string): void
  /** Shown below the map. */
  children?: ReactNode
}

/** Places on a map that is drawn here. */
export function MapView({ spots, at, lit, onChoose, children }: MapViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const size = useCanvasSize(canvas)
  const [moved, setMoved] = useState<MapCamera>()
  const [here, setHere] = useState<Cluster>()
  const isDark = useComputedColorScheme('light') === 'dark'
  const camera = useMemo(() => (moved ? bounded(moved, size) : cameraFor(spots, size)), [moved, spots, size])
  const clusters = useMemo(() => clustersOf(spots, camera, size), [spots, camera, size])
  const land = useLand(camera.scale)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context && size.width > 0) drawMap(context, { size, camera, land, clusters, at, lit, isDark })
  }, [size, camera, land, clusters, at, lit, isDark])

  const move = (next: MapCamera) => {
    setMoved(next)
    setHere(undefined)
  }
  const zoomBy = (factor: number, at: [x: number, y: number] = [size.width / 2, size.height / 2]) =>
    move(zoomed(camera, factor, at, size))
  useWheel(canvas, zoomBy)
  const onPoint = (cluster: Cluster | undefined) => {
    const [only, ...others] = cluster?.spots ?? []
    setHere(others.length > 0 ? cluster : undefined)
    if (only && others.length === 0) onChoose(only.id)
  }
  const moves = useMapMoves({ camera, clusters, move, zoomBy, onPoint })
  return (
    <div className="map-view">
      <div className="map-stage">
        {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: the map is moved and zoomed by keys */}
        <canvas
          ref={canvas}
          className="map-canvas"
          role="application"
          tabIndex={0}
          aria-label={`Map with ${formatCount(spots.length, 'place')}; arrow keys move it, plus and minus zoom`}
          data-drawn={land ? true : undefined}
          {...moves}
        />
        <Group className="map-zoom" gap={4} role="group" aria-label="Zoom">
          <ActionIcon variant="default" aria-label="Zoom in" onClick={() => zoomBy(1.5)}>
            +
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Zoom out" onClick={() => zoomBy(1 / 1.5)}>
            −
          </ActionIcon>
          <ActionIcon variant="default" aria-label="Show all" title="Show all" onClick={() => setMoved(undefined)}>
            ⤢
          </ActionIcon>
        </Group>
        {here && <Here spots={here.spots} at={at} onChoose={onChoose} onClose={() => setHere(undefined)} />}
      </div>
      <div className="graph-foot">
        <Legend kinds={spots.map(({ kind }) => kind)} />
        {children}
      </div>
    </div>
  )
}

/** The entities of a dot that stands for several. */
function Here({ spots, at, onChoose, onClose }: Omit<MapViewProps, 'children' | 'lit'> & { onClose: () => void }) {
  return (
    <Paper withBorder shadow="md" className="map-here" role="group" aria-label="What is here">
      <Group justify="space-between" wrap="nowrap" px="md" py={6}>
        <Text size="sm" fw={600}>
          {formatCount(spots.length, 'entity', 'entities')} here
        </Text>
        <CloseButton aria-label="Close the list" onClick={onClose} />
      </Group>
      <div className="map-here-list">
        <NodeList label="What is here" nodes={spots} at={at} onChoose={onChoose} />
      </div>
    </Paper>
  )
}
