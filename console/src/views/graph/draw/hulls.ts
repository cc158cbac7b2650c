import type { Place } from '../layout/places.ts'

// The ground below a community: an outline around its members.

export interface Hull {
  color: string
  points: Place[]
}

/** Members farther than this many times the usual distance from the middle are left out: one alone would blow it up. */
const farAway = 2.6

/** The outline around most of these places, by their convex hull. */
export function hullAround(places: Place[]): Place[] {
  const middle = {
    x: places.reduce((sum, { x }) => sum + x, 0) / places.length,
    y: places.reduce((sum, { y }) => sum + y, 0) / places.length,
  }
  const distance = ({ x, y }: Place) => Math.hypot(x - middle.x, y - middle.y)
  const usual = places.map(distance).toSorted((a, b) => a - b)[Math.floor(places.length / 2)] ?? 0
  const near = places.filter((place) => distance(place) <= farAway * usual)
  const sorted = near.toSorted((a, b) => a.x - b.x || a.y - b.y)
  const half = (points: Place[]) => {
    const chain: Place[] = []
    for (const point of points) {
      while (chain.length > 1 && turn(chain.at(-2) as Place, chain.at(-1) as Place, point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.toReversed())]
}

const turn = (a: Place, b: Place, c: Place) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)

/** The wide line around a hull rounds its corners, and keeps its members off its edge. */
export const hullLine = 44
/** Of all hulls together: where two overlap, none is darker. */
const hullOpacity = 0.14
const fadedOpacity = 0.05

/** Fainter where a part of the picture is dimmed: dimmed dots would vanish on them. */
export const opacityOfHulls = (isDimmed: boolean) => (isDimmed ? fadedOpacity : hullOpacity)

export function drawHulls(context: CanvasRenderingContext2D, hulls: Hull[], width: number): void {
  context.clearRect(0, 0, context.canvas.clientWidth, context.canvas.clientHeight)
  context.lineJoin = 'round'
  context.lineWidth = width
  for (const { color, points } of hulls) {
    const [first, ...rest] = points
    if (!first) continue
    context.fillStyle = color
    context.strokeStyle = color
    context.beginPath()
    context.moveTo(first.x, first.y)
    for (const { x, y } of rest) context.lineTo(x, y)
    context.closePath()
    context.fill()
    context.stroke()
  }
}
