import { bestConnected } from './best-connected.ts'
import type { GraphIndex, Marks } from './graph-index.ts'

// What is near some entities, level by level. The nearest come first, and of those the best connected.

/** A walk looks at no more relationships than this: a hundredth of a second at most. */
const edgesLookedAt = 400_000
/** What is drawn or read has no more relationships than this. */
const edgesShown = 20_000

export interface Walk {
  depth: number
  kind?: string[] | undefined
  type?: string[] | undefined
  limit: number
  /** Go on when the limit is reached, to count what is left out. */
  counts?: boolean
}

export interface Subgraph {
  nodes: number[]
  edges: number[]
  /** More was there than is shown. */
  truncated: boolean
  /** How many nodes are left out, as far as they were counted. */
  omitted: number
}

/** Only through relationships of these types, and entities of these kinds; where it begins may be of any. */
export function walkFrom(index: GraphIndex, starts: number[], walk: Walk): Subgraph {
  const [seen] = index.startRound()
  for (const node of starts) seen.set(node, 0)
  const nodes = starts.slice(0, walk.limit)
  let found = starts.length
  let looked = 0
  let frontier = starts
  for (let level = 1; level <= walk.depth && frontier.length > 0; level++) {
    const next = expand(index, seen, frontier, walk, edgesLookedAt - looked)
    looked += next.looked
    found += next.nodes.length
    nodes.push(...bestConnected(index, next.nodes, walk.limit - nodes.length))
    frontier = next.nodes
    if (looked >= edgesLookedAt || (found > nodes.length && !walk.counts)) break
  }
  const { edges, truncated } = edgesAmong(index, nodes, walk.type)
  const omitted = found - nodes.length
  return { nodes, edges, truncated: truncated || omitted > 0 || looked >= edgesLookedAt, omitted }
}

function expand(
  index: GraphIndex,
  seen: Marks,
  frontier: number[],
  { kind, type }: Walk,
  room: number,
): { nodes: number[]; looked: number } {
  const isWanted = index.kindFilter(kind)
  const leads = index.typeFilter(type)
  const nodes: number[] = []
  let looked = 0
  for (const node of frontier) {
    const edges = index.edgesOf(node)
    for (let at = 0; at < edges.length; at++) {
      const edge = edges[at] as number
      if (++looked > room) return { nodes, looked }
      if (!leads(edge)) continue
      const other = index.otherOf(edge, node)
      if (seen.get(other) >= 0 || !isWanted(other)) continue
      seen.set(other, 0)
      nodes.push(other)
    }
  }
  return { nodes, looked }
}

/** The best connected of all that are of these kinds, and have a relationship of these types. */
export function drawAll(index: GraphIndex, { kind, type, limit }: Omit<Walk, 'depth'>): Subgraph {
  const isWanted = index.kindFilter(kind)
  const leads = index.typeFilter(type)
  const isJoined = (node: number) =>
    type === undefined || index.edgesOf(node).some((edge) => leads(edge) && index.isShown(index.otherOf(edge, node)))
  const found: number[] = []
  for (let node = 0; node < index.node_end; node++) if (isWanted(node) && isJoined(node)) found.push(node)
  const nodes = bestConnected(index, found, limit)
  const { edges, truncated } = edgesAmong(index, nodes, type)
  const omitted = found.length - nodes.length
  return { nodes, edges, truncated: truncated || omitted > 0, omitted }
}

function edgesAmong(index: GraphIndex, nodes: number[], type: string[] | undefined) {
  const [among] = index.startRound()
  for (const node of nodes) among.set(node, 0)
  const leads = index.typeFilter(type)
  // Each is met at both of its ends, so the longest list need not be read: that of a hub is longer than all others.
  const longest = nodes.reduce((a, b) => (index.edgesOf(b).length > index.edgesOf(a).length ? b : a), nodes[0] ?? -1)
  const edges: number[] = []
  for (const node of nodes) {
    if (node === longest) continue
    const adjacent = index.edgesOf(node)
    for (let at = 0; at < adjacent.length; at++) {
      const edge = adjacent[at] as number
      const other = index.otherOf(edge, node)
      if (among.get(other) < 0 || !leads(edge)) continue
      if (other !== longest && index.fromOf(edge) !== node) continue
      if (edges.length === edgesShown) return { edges, truncated: true }
      edges.push(edge)
    }
  }
  return { edges, truncated: false }
}
