import { type DrawnGraph, type DrawnNode, drawnDegrees } from '../graph-shape.ts'
import type { Tie } from './find-groups.ts'

// The communities of a drawn graph: their members, and the name of each.

export interface Group {
  /** The id of the hub: the member with most drawn relationships. It names the community. */
  hub: string
  name: string
  members: DrawnNode[]
}

export interface Groups {
  /** The largest first. */
  all: Group[]
  /** The place of each node's community among all; those that are in none are missing. */
  of: ReadonlyMap<string, number>
}

/** Fewer are no community. */
const fewestMembers = 3

export const noGroups: Groups = { all: [], of: new Map() }

/** The nodes in an order of their own, and the ties between them: what is found does not depend on the order of answers. */
export function tiesOf({ nodes, edges }: DrawnGraph): { ids: string[]; ties: Tie[] } {
  const ids = nodes.map(({ id }) => id).toSorted()
  const numbers = new Map(ids.map((id, number) => [id, number]))
  const weights = new Map<string, [number, number, number]>()
  for (const { from, to } of edges) {
    const [a, b] = [numbers.get(from), numbers.get(to)]
    if (a === undefined || b === undefined || a === b) continue
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    const tie = weights.get(key)
    // Two that are tied by many relationships are not many times as near.
    if (tie) tie[2] = Math.min(3, tie[2] + 1)
    else weights.set(key, [Math.min(a, b), Math.max(a, b), 1])
  }
  return { ids, ties: [...weights.values()].toSorted(([a, b], [c, d]) => a - c || b - d) }
}

export function describeGroups(graph: DrawnGraph, ids: string[], numbers: number[]): Groups {
  const degrees = drawnDegrees(graph)
  const numberOf = new Map(ids.map((id, at) => [id, numbers[at]]))
  const parts = [...Map.groupBy(graph.nodes, ({ id }) => numberOf.get(id)).values()]
  const all = parts
    .filter((members) => members.length >= fewestMembers)
    .map((members): Group => {
      const byDegree = members.toSorted((a, b) => (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0) || order(a, b))
      const hub = byDegree[0] as DrawnNode
      return { hub: hub.id, name: hub.name, members: byDegree }
    })
    .toSorted((a, b) => b.members.length - a.members.length || (a.hub < b.hub ? -1 : 1))
  return { all, of: new Map(all.flatMap(({ members }, at) => members.map(({ id }) => [id, at]))) }
}

const order = (a: DrawnNode, b: DrawnNode) => (a.id < b.id ? -1 : 1)

/** The prefix of a node that stands for a community. */
const groupPrefix = 'group:'

export const hubOf = (nodeId: string) => (nodeId.startsWith(groupPrefix) ? nodeId.slice(groupPrefix.length) : undefined)

/** So many of the largest communities are drawn. */
const overviewMost = 150

/** The graph of the communities: a node for each of the largest, and a line where relationships lead from one to another. */
export function overviewOf({ edges }: DrawnGraph, { all, of }: Groups): DrawnGraph {
  const nodes = all.slice(0, overviewMost).map(({ hub, name, members }) => ({
    id: groupPrefix + hub,
    kind: mostOf(members),
    name,
    relationship_count: members.length,
  }))
  const counts = new Map<string, number>()
  for (const { from, to } of edges) {
    const [a, b] = [of.get(from), of.get(to)]
    if (a === undefined || b === undefined || a === b || Math.max(a, b) >= nodes.length) continue
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const lines = [...counts].map(([key, count]) => {
    const [from = 0, to = 0] = key.split(' ').map(Number)
    const [a, b] = [nodes[from] as DrawnNode, nodes[to] as DrawnNode]
    return { id: key, from: a.id, to: b.id, type: count === 1 ? '1 relationship' : `${count} relationships` }
  })
  return { nodes, edges: lines }
}

/** The kind that most members have. */
function mostOf(members: DrawnNode[]): string {
  const kinds = Map.groupBy(members, ({ kind }) => kind)
  return [...kinds].toSorted(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? ''
}
