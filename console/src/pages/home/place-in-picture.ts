// A layout for a picture of some dozens of nodes: the same graph always looks the same.

interface Drawn {
  nodes: { id: string }[]
  edges: { source: string; target: string }[]
}

interface Place {
  x: number
  y: number
  radius: number
}

const rounds = 120
const margin = 12

export function placeInPicture({ nodes, edges }: Drawn, size: { width: number; height: number }): Map<string, Place> {
  const at = new Map(nodes.map(({ id }, index) => [id, index]))
  const ties = edges.flatMap(({ source, target }) => {
    const [from, to] = [at.get(source), at.get(target)]
    return from === undefined || to === undefined || from === to ? [] : [[from, to] as const]
  })
  const degrees = nodes.map(() => 0)
  for (const end of ties.flat()) degrees[end] = (degrees[end] ?? 0) + 1
  const points = relaxed(nodes.length, ties)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const scaled = (values: number[], length: number) => {
    const [least, most] = [Math.min(...values), Math.max(...values)]
    const scale = (length - 2 * margin) / Math.max(most - least, 1e-6)
    return (value: number) => (most - least < 1e-6 ? length / 2 : margin + (value - least) * scale)
  }
  const [toX, toY] = [scaled(xs, size.width), scaled(ys, size.height)]
  return new Map(
    nodes.map(({ id }, index) => {
      const { x, y } = points[index] as { x: number; y: number }
      return [id, { x: toX(x), y: toY(y), radius: 2.5 + Math.min(5, Math.sqrt(degrees[index] ?? 0)) }]
    }),
  )
}

/** Nodes push each other away, ties pull; all begin on a spiral, so that nothing is left to chance. */
function relaxed(count: number, ties: (readonly [number, number])[]): { x: number; y: number }[] {
  const points = Array.from({ length: count }, (_, index) => {
    const [angle, distance] = [index * 2.399963, Math.sqrt(index + 1)]
    return { x: distance * Math.cos(angle), y: distance * Math.sin(angle) }
  })
  for (let round = 0; round < rounds; round++) {
    const heat = 0.3 * (1 - round / rounds)
    const moves = points.map(({ x, y }) => ({ x: -0.08 * x, y: -0.08 * y }))
    for (const [a, one] of points.entries()) {
      for (const [b, other] of points.entries()) {
        if (a === b) continue
        const [dx, dy] = [one.x - other.x, one.y - other.y]
        const push = 0.6 / (dx * dx + dy * dy + 0.01)
        add(moves[a], dx * push, dy * push)
      }
    }
    for (const [a, b] of ties) {
      const [one, other] = [points[a], points[b]]
      if (!one || !other) continue
      const [dx, dy] = [(other.x - one.x) * 0.5, (other.y - one.y) * 0.5]
      add(moves[a], dx, dy)
      add(moves[b], -dx, -dy)
    }
    for (const [index, point] of points.entries()) {
      const move = moves[index] ?? { x: 0, y: 0 }
      const length = Math.hypot(move.x, move.y)
      const step = Math.min(1, heat / Math.max(length, 1e-6)) * Math.min(length, 3)
      add(point, (move.x / Math.max(length, 1e-6)) * step, (move.y / Math.max(length, 1e-6)) * step)
    }
  }
  return points
}

function add(point: { x: number; y: number } | undefined, x: number, y: number): void {
  if (!point) return
  point.x += x
  point.y += y
}
