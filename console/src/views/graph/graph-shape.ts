// The data of a drawn graph. A drawing makes no calls.

export interface DrawnNode {
  id: string
  kind: string
  name: string
  /** Unknown in public views. */
  relationship_count?: number
  /** The values of the attributes that decide about colours and sizes. */
  attributes?: Record<string, string> | undefined
}

export interface DrawnEdge {
  id: string
  from: string
  to: string
  type: string
}

export interface DrawnGraph {
  nodes: DrawnNode[]
  edges: DrawnEdge[]
}

/** The relationships of one type from one node to another, which are drawn as one line. */
export interface Line {
  key: string
  from: string
  to: string
  type: string
  ids: string[]
  /** How far the line bends to the left of its way; 0 for a straight one. */
  curvature: number
}

/** Lines between two nodes lie this far beside each other, and all of them within this. */
const bend = { step: 0.22, most: 0.7 }

export function linesOf({ nodes, edges }: DrawnGraph): Line[] {
  const known = new Set(nodes.map(({ id }) => id))
  const lines = new Map<string, Line>()
  for (const { id, from, to, type } of edges) {
    if (from === to || !known.has(from) || !known.has(to)) continue
    const key = `${from} ${to} ${type}`
    const line = lines.get(key)
    if (line) line.ids.push(id)
    else lines.set(key, { key, from, to, type, ids: [id], curvature: 0 })
  }
  const all = [...lines.values()]
  const pairs = Map.groupBy(all, ({ from, to }) => (from < to ? `${from} ${to}` : `${to} ${from}`))
  for (const parallel of pairs.values()) {
    const middle = (parallel.length - 1) / 2
    const step = middle > 0 ? Math.min(bend.step, bend.most / middle) : 0
    parallel
      .toSorted((a, b) => (a.key < b.key ? -1 : 1))
      .forEach((line, at) => {
        // The left of one way is the right of the other.
        line.curvature = (line.from < line.to ? 1 : -1) * step * (at - middle)
      })
  }
  return all
}

/** How many relationships of each node are drawn. */
export function drawnDegrees({ edges }: { edges: DrawnEdge[] }): Map<string, number> {
  const degrees = new Map<string, number>()
  for (const { from, to } of edges) {
    degrees.set(from, (degrees.get(from) ?? 0) + 1)
    if (to !== from) degrees.set(to, (degrees.get(to) ?? 0) + 1)
  }
  return degrees
}
