import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { type Cluster, type MapCamera, radiusOf } from './map-drawing.ts'

/** How far an arrow key moves the map, in pixels. */
const steps: Record<string, [x: number, y: number]> = {
  ArrowLeft: [80, 0],
  ArrowRight: [-80, 0],
  ArrowUp: [0, 80],
  ArrowDown: [0, -80],
}

interface Moves {
  camera: MapCamera
  clusters: Cluster[]
  move(camera: MapCamera): void
  zoomBy(factor: number): void
  /** A click on a dot, or beside all of them. */
  onPoint(cluster: Cluster | undefined): void
}

/** The handlers by which a map is moved with the keyboard, the mouse and a finger. */
export function useMapMoves({ camera, clusters, move, zoomBy, onPoint }: Moves) {
  const drag = useRef<{ x: number; y: number; isMoved: boolean } | undefined>(undefined)
  const moveBy = (x: number, y: number) => move({ ...camera, left: camera.left + x, top: camera.top + y })
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step) moveBy(...step)
    else if (event.key === '+' || event.key === '=') zoomBy(1.5)
    else if (event.key === '-') zoomBy(1 / 1.5)
    else if (event.key === 'Escape') onPoint(undefined)
    else return
    event.preventDefault()
  }
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, y: event.clientY, isMoved: false }
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent) => {
    const last = drag.current
    if (!last) return
    const [x, y] = [clientX - last.x, clientY - last.y]
    // A hand that clicks trembles.
    if (!last.isMoved && Math.hypot(x, y) < 4) return
    drag.current = { x: clientX, y: clientY, isMoved: true }
    moveBy(x, y)
  }
  const onPointerUp = (event: PointerEvent<HTMLCanvasElement>) => {
    const wasMoved = drag.current?.isMoved
    drag.current = undefined
    if (wasMoved) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    onPoint(nearest(clusters, event.clientX - left, event.clientY - top))
  }
  return { onKeyDown, onPointerDown, onPointerMove, onPointerUp }
}

function nearest(clusters: Cluster[], x: number, y: number): Cluster | undefined {
  const distance = (one: Cluster) => Math.hypot(one.x - x, one.y - y)
  const near = clusters.filter((one) => distance(one) <= radiusOf(one) + 5)
  return near.toSorted((a, b) => distance(a) - distance(b))[0]
}
