import { type PointerEvent, useState } from 'react'
import type { Place } from './layout/places.ts'

/** A sheet over the picture on which an outline is drawn around nodes. */
export function Lasso({ onCaught, onCancel }: { onCaught(outline: Place[]): void; onCancel(): void }) {
  const [outline, setOutline] = useState<Place[]>()
  const placeOf = ({ nativeEvent }: PointerEvent): Place => ({ x: nativeEvent.offsetX, y: nativeEvent.offsetY })
  return (
    <svg
      className="graph-lasso"
      role="application"
      aria-label="Draw an outline around entities; Escape ends it"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: Escape is heard here
      tabIndex={0}
      onKeyDown={(event) => event.key === 'Escape' && onCancel()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        setOutline([placeOf(event)])
      }}
      onPointerMove={(event) => {
        const place = placeOf(event)
        setOutline((drawn) => drawn && [...drawn, place])
      }}
      onPointerUp={() => {
        setOutline(undefined)
        if (outline && outline.length > 2) onCaught(outline)
      }}
    >
      {outline && <polygon points={outline.map(({ x, y }) => `${x},${y}`).join(' ')} />}
    </svg>
  )
}
