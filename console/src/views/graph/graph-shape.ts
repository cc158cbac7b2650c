// The data of a drawn graph. A drawing makes no calls.

export interface DrawnNode {
  id: string
  kind: string
  name: string
  /** Unknown in public views. */
  relationship_count?: number
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

/** The relationships between two nodes, which are drawn as one line. */
export interface Line {
  key: string
  from: string
  to: string
  types: string[]
  ids: string[]
  isOneWay: boolean
}

export function linesOf({ nodes, edges }: DrawnGraph): Line[] {
  const known = new Set(nodes.map(({ id }) => id))
  const lines = new Map<string, Line>()
  for (const { id, from, to, type } of edges) {
    if (from === to || !known.has(from) || !known.has(to)) continue
    const key = from < to ? `${from} ${to}` : `${to} ${from}`
    const line = lines.get(key)
    if (!line) {
      lines.set(key, { key, from, to, types: [type], ids: [id], isOneWay: true })
      continue
    }
    line.ids.push(id)
    if (!line.types.includes(type)) line.types.push(type)
    if (line.from !== from) line.isOneWay = false
  }
  return [...lines.values()]
}

/** How many relationships of each node are drawn. */
export function drawnDegrees({ edges }: DrawnGraph): Map<string, number> {
  const degrees = new Map<string, number>()
  for (const { from, to } of edges) {
    degrees.set(from, (degrees.get(from) ?? 0) + 1)
    if (to !== from) degrees.set(to, (degrees.get(to) ?? 0) + 1)
  }
  return degrees
}
