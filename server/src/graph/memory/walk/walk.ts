import type { EdgeQuery, GraphIndex, NodeMarks } from '../index/graph-index.ts'
import type { NodeTest } from '../search/node-filter.ts'
import { bestConnected } from './best-connected.ts'

// Finds what is near some entities, level by level: the nearest first, and among those the best connected.

/** A walk reads no more relationships than this: a hundredth of a second at most. */
const edgesLookedAt = 400_000
/** A subgraph has no more relationships than this. */
export const edgesShown = 20_000

export interface Walk extends EdgeQuery {
  depth: number
  /** A test of nodes in the graph: which of them to follow and show. All when it is left out. */
  isWanted?: NodeTest | undefined
  limit: number
  /** Whether to go on at the limit, to count the nodes that are left out. */
  counts?: boolean
}

export interface Subgraph {
  nodes: number[]
  edges: number[]
  /** The graph has more than the subgraph shows. */
  truncated: boolean
  /** How many nodes are left out, as far as they were counted. */
  omitted: number
  /** How many of those have no relationship with another that is wanted; of neighborhoods only. */
  unconnected?: number
}

/** Follows only relationships of these types and certainties, and entities that are wanted; the starts need not be wanted. */
export function walkFrom(index: GraphIndex, starts: number[], walk: Walk): Subgraph {
  const [seen] = index.startRound()
  for (const node of starts) seen.set(node, 0)
  const nodes = starts.slice(0, walk.limit)
  let found = starts.length
  let looked = 0
  // Each node is found once, so one list has room for all levels.
  const list = index.list
  let frontier: ArrayLike<number> = starts
  let end = 0
  for (let level = 1; level <= walk.depth && frontier.length > 0; level++) {
    const next = expand(index, seen, { frontier, list, end }, walk, edgesLookedAt - looked)
    const added = list.subarray(end, next.end)
    looked += next.looked
    found += added.length
    for (const node of bestConnected(index, added, walk.limit - nodes.length)) nodes.push(node)
    frontier = added
    end = next.end
    if (looked >= edgesLookedAt || (found > nodes.length && !walk.counts)) break
  }
  const { edges, truncated } = edgesAmong(index, nodes, walk)
  const omitted = found - nodes.length
  return { nodes, edges, truncated: truncated || omitted > 0 || looked >= edgesLookedAt, omitted }
}

/** Appends the unseen neighbors of the frontier to the list. */
function expand(
  index: GraphIndex,
  seen: NodeMarks,
  { frontier, list, end: first }: { frontier: ArrayLike<number>; list: Int32Array; end: number },
  walk: Walk,
  room: number,
): { end: number; looked: number } {
  const { isWanted } = walk
  const leads = index.edgeFilter(walk)
  const { kinds, from, to } = index.arrays
  let end = first
  let looked = 0
  for (let position = 0; position < frontier.length; position++) {
    const node = frontier[position] as number
    const edges = index.edgesOf(node)
    for (let at = 0; at < edges.length; at++) {
      const edge = edges[at] as number
      if (++looked > room) return { end, looked }
      if (leads && !leads(edge)) continue
      const start = from[edge] as number
      const other = start === node ? (to[edge] as number) : start
      if (kinds[other] === 0 || seen.has(other) || (isWanted && !isWanted(other))) continue
      seen.set(other, 0)
      list[end++] = other
    }
  }
  return { end, looked }
}

/** The best connected of all entities that are wanted, and their relationships of these types and certainties. */
export function drawAll(index: GraphIndex, { isWanted, limit, ...query }: Omit<Walk, 'depth'>): Subgraph {
  const isMeant = isWanted ?? index.kindFilter(undefined)
  const { list } = index
  let found = 0
  for (let node = 0; node < index.node_end; node++) if (isMeant(node)) list[found++] = node
  const nodes = bestConnected(index, list.subarray(0, found), limit)
  const { edges, truncated } = edgesAmong(index, nodes, query)
  const omitted = found - nodes.length
  return { nodes, edges, truncated: truncated || omitted > 0, omitted }
}

/** A hub brings so many of its neighbors at first, as a share of all that are drawn: about ten hubs fill the picture. */
const neighborShare = 1 / 12
const fewestNeighbors = 5

/**
 * The best connected of all entities that are wanted, each with its best connected neighbors: a sample by connections alone
 * would be a heap of hubs. Entities without a relationship to another that is wanted are counted, and left out.
 */
export function drawNeighborhoods(index: GraphIndex, { isWanted, limit, ...query }: Omit<Walk, 'depth'>): Subgraph {
  const isMeant = isWanted ?? index.kindFilter(undefined)
  const leads = index.edgeFilter(query)
  const { kinds } = index.arrays
  /** The other end of the edge where both are drawn, else -1. */
  const tie = (edge: number, node: number) => {
    const other = index.otherOf(edge, node)
    return kinds[other] !== 0 && isMeant(other) && (!leads || leads(edge)) ? other : -1
  }
  const { list } = index
  let found = 0
  let all = 0
  for (let node = 0; node < index.node_end; node++) {
    if (!isMeant(node)) continue
    all++
    if (index.edgesOf(node).some((edge) => tie(edge, node) >= 0)) list[found++] = node
  }
  const share = Math.max(fewestNeighbors, Math.ceil(limit * neighborShare))
  const shown = new Set<number>()
  for (const hub of bestConnected(index, list.subarray(0, found), limit)) {
    if (shown.size >= limit) break
    shown.add(hub)
    const others = new Set<number>()
    for (const edge of index.edgesOf(hub)) {
      const other = tie(edge, hub)
      if (other >= 0 && !shown.has(other)) others.add(other)
    }
    const room = Math.min(share, limit - shown.size)
    for (const other of bestConnected(index, Int32Array.from(others), room)) shown.add(other)
  }
  const nodes = [...shown]
  const { edges, truncated } = edgesAmong(index, nodes, query)
  const omitted = all - nodes.length
  return { nodes, edges, truncated: truncated || omitted > 0, omitted, unconnected: all - found }
}

function edgesAmong(index: GraphIndex, nodes: number[], query: EdgeQuery) {
  const [among] = index.startRound()
  for (const node of nodes) among.set(node, 0)
  const leads = index.edgeFilter(query)
  const { from, to } = index.arrays
  // Each edge is met at both ends, so the longest list is skipped: that of a hub is longer than all others together.
  const longest = nodes.reduce((a, b) => (index.edgesOf(b).length > index.edgesOf(a).length ? b : a), nodes[0] ?? -1)
  const edges: number[] = []
  for (const node of nodes) {
    if (node === longest) continue
    const adjacent = index.edgesOf(node)
    for (let at = 0; at < adjacent.length; at++) {
      const edge = adjacent[at] as number
      const start = from[edge] as number
      const other = start === node ? (to[edge] as number) : start
      if (!among.has(other) || (other !== longest && start !== node) || (leads && !leads(edge))) continue
      if (edges.length === edgesShown) return { edges, truncated: true }
      edges.push(edge)
    }
  }
  return { edges, truncated: false }
}
