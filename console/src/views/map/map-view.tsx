import './map-view.css'
import { ActionIcon, CloseButton, Group, Paper, Text, useComputedColorScheme } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
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
  radiusOf,
  type Spot,
  zoomed,
} from './map-drawing.ts'
import { type Land, loadLand } from './map-land.ts'

export interface MapViewProps {
  spots: Spot[]
  at: string | undefined
  onChoose(id: string): void
  /** Shown below the map. */
  children?: ReactNode
}

/** The coarse coast is seen to be coarse from here on. */
const fineFrom = 3

/** Places on a map that is drawn here. */
export function MapView({ spots, at, onChoose, children }: MapViewProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState({ width: 0, height: 0 })
  const [moved, setMoved] = useState<MapCamera>()
  const [land, setLand] = useState<Land>()
  const [isFine, setIsFine] = useState(false)
  const [here, setHere] = useState<Cluster>()
  const drag = useRef<{ x: number; y: number; isMoved: boolean } | undefined>(undefined)
  const isDark = useComputedColorScheme('light') === 'dark'
  const camera = useMemo(() => (moved ? bounded(moved, size) : cameraFor(spots, size)), [moved, spots, size])
  const clusters = useMemo(() => clustersOf(spots, camera, size), [spots, camera, size])

  useEffect(() => {
    const shown = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setSize({ width: shown.clientWidth, height: shown.clientHeight }))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])

  const needsFine = camera.scale > fineFrom
  useEffect(() => {
    let isShown = true
    const detail = needsFine || isFine ? 'fine' : 'coarse'
    loadLand(detail).then(
      (loaded) => {
        if (!isShown) return
        setLand(loaded)
        setIsFine(detail === 'fine')
      },
      // Without the coasts the dots are still there.
      () => undefined,
    )
    return () => {
      isShown = false
    }
  }, [needsFine, isFine])

  useEffect(() => {
    const shown = canvas.current as HTMLCanvasElement
    shown.width = size.width * devicePixelRatio
    shown.height = size.height * devicePixelRatio
  }, [size])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (context && size.width > 0) drawMap(context, { size, camera, land, clusters, at, isDark })
  }, [size, camera, land, clusters, at, isDark])

  const move = (next: MapCamera) => {
    setMoved(next)
    setHere(undefined)
  }
  const zoomBy = (factor: number, [x, y] = [size.width / 2, size.height / 2]) => {
    move(zoomed(camera, factor, [x as number, y as number], size))
  }
  const latest = useRef(zoomBy)
  latest.current = zoomBy
  useEffect(() => {
    // React listens to wheels passively, and then the page would scroll too.
    const shown = canvas.current as HTMLCanvasElement
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      latest.current(Math.exp(-event.deltaY * 0.0016), [event.offsetX, event.offsetY])
    }
    shown.addEventListener('wheel', onWheel, { passive: false })
    return () => shown.removeEventListener('wheel', onWheel)
  }, [])

  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [80, 0],
      ArrowRight: [-80, 0],
      ArrowUp: [0, 80],
      ArrowDown: [0, -80],
    }
    const step = steps[event.key]
    if (step) move({ ...camera, left: camera.left + step[0], top: camera.top + step[1] })
    else if (event.key === '+' || event.key === '=') zoomBy(1.5)
    else if (event.key === '-') zoomBy(1 / 1.5)
    else if (event.key === 'Escape') setHere(undefined)
    else return
    event.preventDefault()
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const last = drag.current
    if (!last) return
    const [x, y] = [clientX - last.x, clientY - last.y]
    if (!last.isMoved && Math.hypot(x, y) < 4) return
    drag.current = { x: clientX, y: clientY, isMoved: true }
    move({ ...camera, left: camera.left + x, top: camera.top + y })
  }
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    const wasMoved = drag.current?.isMoved
    drag.current = undefined
    if (wasMoved) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const [x, y] = [event.clientX - left, event.clientY - top]
    const near = clusters
      .filter((one) => Math.hypot(one.x - x, one.y - y) <= radiusOf(one) + 5)
      .toSorted((a, b) => Math.hypot(a.x - x, a.y - y) - Math.hypot(b.x - x, b.y - y))[0]
    const [only] = near?.spots ?? []
    setHere(near && near.spots.length > 1 ? near : undefined)
    if (only && near?.spots.length === 1) onChoose(only.id)
  }
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
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId)
            drag.current = { x: event.clientX, y: event.clientY, isMoved: false }
          }}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
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
        {here && (
          <Paper withBorder shadow="md" className="map-here" role="group" aria-label="What is here">
            <Group justify="space-between" wrap="nowrap" px="md" py={6}>
              <Text size="sm" fw={600}>
                {formatCount(here.spots.length, 'entity', 'entities')} here
              </Text>
              <CloseButton aria-label="Close the list" onClick={() => setHere(undefined)} />
            </Group>
            <div className="map-here-list">
              <NodeList label="What is here" nodes={here.spots} at={at} onChoose={onChoose} />
            </div>
          </Paper>
        )}
      </div>
      <div className="graph-foot">
        <Legend kinds={spots.map(({ kind }) => kind)} />
        {children}
      </div>
    </div>
  )
}
