import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Size } from './map-drawing.ts'
import { type Land, loadLand } from './map-land.ts'

// The canvas of a map and the browser: its size, the coasts, and the wheel.

export function useCanvasSize(canvas: RefObject<HTMLCanvasElement | null>): Size {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const shown = canvas.current as HTMLCanvasElement
    const observer = new ResizeObserver(() => setSize({ width: shown.clientWidth, height: shown.clientHeight }))
    observer.observe(shown)
    return () => observer.disconnect()
  }, [canvas])
  useEffect(() => {
    const shown = canvas.current as HTMLCanvasElement
    shown.width = size.width * devicePixelRatio
    shown.height = size.height * devicePixelRatio
  }, [canvas, size])
  return size
}

/** From this scale on the coarse coast is seen to be coarse. */
const fineFrom = 3

/** The coasts and borders, once they have come. What was fine once stays so. */
export function useLand(scale: number): Land | undefined {
  const [land, setLand] = useState<Land>()
  const [isFine, setIsFine] = useState(false)
  const needsFine = scale > fineFrom
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
  return land
}

export function useWheel(
  canvas: RefObject<HTMLCanvasElement | null>,
  zoomBy: (factor: number, at: [x: number, y: number]) => void,
): void {
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
  }, [canvas])
}
