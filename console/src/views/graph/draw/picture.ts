import { formatNumber } from '../../../shared/format/format.ts'
import { type DrawnGraph, drawnDegrees, type Line } from '../graph-shape.ts'
import type { Groups } from '../groups/groups.ts'
import type { KeptPlaces } from '../layout/kept-places.ts'
import type { LayoutRequest } from '../layout/place-nodes.ts'
import { type LookBy, looksOf, noteOf } from '../look/looks.ts'
import type { NodeLook } from './drawn-looks.ts'
import { labelMax, shortLabel } from './label-pen.ts'
import { largestOf } from './measure.ts'

// What a picture is made of, before it has its places.

export interface Picture {
  graph: DrawnGraph
  groups: Groups
  look: LookBy
  hasHulls: boolean
  /** Said by the picture itself: each node of it stands for several entities. */
  isOverview: boolean
}

/** So many of the largest nodes always have their names. */
const namedMost = 15

export type NodeLooks = Map<string, Omit<NodeLook, 'x' | 'y' | 'isPinned'>>

/** Names of communities stand among large discs, which leave little room. */
const groupLabelMax = 28
/** In a small window names are shorter, down to this share. */
const leastLabel = 0.6

/** In a small window nodes are smaller, and fewer have their names always. */
export const scaleFor = ({ width, height }: { width: number; height: number }) =>
  Math.max(0.5, Math.min(1, Math.sqrt(width * height) / 700))

export function looksOfPicture({ graph, groups, look, isOverview }: Picture, scale: number): NodeLooks {
  const degrees = drawnDegrees(graph)
  const { of } = looksOf(graph.nodes, groups, look)
  const named = largestOf(graph, { most: Math.round(namedMost * scale), sizeOf: (node) => of(node).size })
  const labelMost = Math.round((isOverview ? groupLabelMax : labelMax) * Math.max(leastLabel, scale))
  return new Map(
    graph.nodes.map((node) => {
      const { id, name, relationship_count = 0 } = node
      const short = shortLabel(name, labelMost)
      const label = isOverview ? `${short} (${formatNumber(relationship_count)})` : short
      const more = isOverview ? 0 : Math.max(0, relationship_count - (degrees.get(id) ?? 0))
      const dot = of(node)
      const size = scale * dot.size
      return [id, { ...dot, size, id, label: label + noteOf(node, look), more, isNamed: named.has(id) }]
    }),
  )
}

/** What the layout is told. Without lines, each kind lies by itself; and so does a node that stands for a community. */
export function layoutOf(
  { graph, groups, isOverview }: Picture,
  looks: NodeLooks,
  lines: Line[],
  placed: KeptPlaces,
): LayoutRequest {
  const numbers = new Map(graph.nodes.map(({ id }, at) => [id, at]))
  const kinds = [...new Set(graph.nodes.map(({ kind }) => kind))]
  const groupOf = ({ id, kind }: { id: string; kind: string }) => {
    if (isOverview) return numbers.get(id) ?? -1
    return lines.length > 0 ? (groups.of.get(id) ?? -1) : kinds.indexOf(kind)
  }
  return {
    nodes: graph.nodes.map((node) => ({
      radius: looks.get(node.id)?.size ?? 4,
      group: groupOf(node),
      place: placed.get(node.id),
    })),
    ties: lines.map(({ from, to }) => [numbers.get(from) as number, numbers.get(to) as number]),
  }
}
