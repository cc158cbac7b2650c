import type Graph from 'graphology'
import { type DrawnGraph, type DrawnNode, drawnDegrees } from '../graph-shape.ts'
import type { Place } from '../layout/places.ts'
import type { LineLook, NodeLook } from './drawn-looks.ts'

/** The ids of the largest nodes; among equals those with more drawn relationships. */
export function largestOf(
  graph: DrawnGraph,
  { most, sizeOf }: { most: number; sizeOf: (node: DrawnNode) => number },
): ReadonlySet<string> {
  const degrees = drawnDegrees(graph)
  const sorted = graph.nodes
    .map((node) => ({ id: node.id, size: sizeOf(node), degree: degrees.get(node.id) ?? 0 }))
    .toSorted((a, b) => b.size - a.size || b.degree - a.degree || (a.id < b.id ? -1 : 1))
  return new Set(sorted.slice(0, most).map(({ id }) => id))
}

/** The length that half of the lines have at least. */
export function usualLength(graph: Graph<NodeLook, LineLook>): number {
  const lengths = graph.mapEdges((_, __, ___, ____, from, to) => Math.hypot(from.x - to.x, from.y - to.y))
  return lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)] ?? 1
}

/** Whether a place lies inside an outline. */
export function isInside({ x, y }: Place, outline: Place[]): boolean {
  let inside = false
  outline.forEach((a, at) => {
    const b = outline[(at + outline.length - 1) % outline.length] as Place
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  })
  return inside
}

/** A node with more lines shows their types only where there is room for all of them. */
const fewLines = 24

/** Whether a line belongs to one of these nodes whose lines are so few that their types can be told apart. */
export function isOfFew(graph: Graph<NodeLook, LineLook>, line: string, nodes: (string | undefined)[]): boolean {
  return graph.extremities(line).some((id) => nodes.includes(id) && graph.degree(id) <= fewLines)
}
