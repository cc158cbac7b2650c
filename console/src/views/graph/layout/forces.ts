import type { Place } from './places.ts'

// Nodes repel each other, and ties hold them together: the forces and the speeds of ForceAtlas2, between all pairs. Communities are
// small enough for that, and typed arrays make it several times as fast as approximations on objects.

export interface WeighedTie {
  a: number
  b: number
  weight: number
}

const repulsion = 8
const gravity = 1

/** The places to which the forces move these, in so many steps. */
export function placeByForces(start: Place[], ties: WeighedTie[], steps: number): Place[] {
  const count = start.length
  const x = Float64Array.from(start, (place) => place.x)
  const y = Float64Array.from(start, (place) => place.y)
  const mass = new Float64Array(count).fill(1)
  for (const { a, b, weight } of ties) {
    mass[a] = at(mass, a) + weight
    mass[b] = at(mass, b) + weight
  }
  const forces = { x: new Float64Array(count), y: new Float64Array(count) }
  const before = { x: new Float64Array(count), y: new Float64Array(count) }
  const calm = new Float64Array(count).fill(1)
  const slow = 1 + Math.log(count + 1)
  for (let step = 0; step < steps; step++) {
    before.x.set(forces.x)
    before.y.set(forces.y)
    forces.x.fill(0)
    forces.y.fill(0)
    repel({ x, y, mass }, forces)
    attract({ x, y }, ties, forces)
    for (let node = 0; node < count; node++) {
      const [toX, toY, wasX, wasY] = [at(forces.x, node), at(forces.y, node), at(before.x, node), at(before.y, node)]
      const swinging = 1 + Math.sqrt(at(mass, node) * Math.hypot(wasX - toX, wasY - toY))
      const speed = (at(calm, node) * Math.log(1 + Math.hypot(wasX + toX, wasY + toY) / 2)) / swinging
      calm[node] = Math.min(1, Math.sqrt((speed * (toX ** 2 + toY ** 2)) / swinging))
      x[node] = at(x, node) + (toX * speed) / slow
      y[node] = at(y, node) + (toY * speed) / slow
    }
  }
  return Array.from(x, (left, node) => ({ x: left, y: at(y, node) }))
}

type Plane = Record<'x' | 'y', Float64Array>

const at = (values: Float64Array, node: number) => values[node] as number

/** Pushes all pairs apart, and all nodes a little to the middle. */
function repel({ x, y, mass }: Plane & { mass: Float64Array }, forces: Plane): void {
  for (let a = 0; a < x.length; a++) {
    const [ax, ay, strength] = [at(x, a), at(y, a), repulsion * at(mass, a)]
    let [sumX, sumY] = [0, 0]
    for (let b = 0; b < a; b++) {
      const dx = ax - at(x, b)
      const dy = ay - at(y, b)
      const squared = dx * dx + dy * dy
      if (squared === 0) continue
      const push = (strength * at(mass, b)) / squared
      sumX += dx * push
      sumY += dy * push
      forces.x[b] = at(forces.x, b) - dx * push
      forces.y[b] = at(forces.y, b) - dy * push
    }
    const pull = (gravity * at(mass, a)) / (Math.hypot(ax, ay) || 1)
    forces.x[a] = at(forces.x, a) + sumX - ax * pull
    forces.y[a] = at(forces.y, a) + sumY - ay * pull
  }
}

function attract({ x, y }: Plane, ties: WeighedTie[], forces: Plane): void {
  for (const { a, b, weight } of ties) {
    // Two that are tied many times are not many times as near.
    const pull = Math.sqrt(weight)
    const dx = (at(x, a) - at(x, b)) * pull
    const dy = (at(y, a) - at(y, b)) * pull
    forces.x[a] = at(forces.x, a) - dx
    forces.y[a] = at(forces.y, a) - dy
    forces.x[b] = at(forces.x, b) + dx
    forces.y[b] = at(forces.y, b) + dy
  }
}
