import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { standingFor } from '../read/entities.ts'
import type { Moment } from '../read/graph-at.ts'
import { findNodes } from './find-nodes.ts'
import { findPaths } from './find-paths.ts'
import type { GraphIndex } from './graph-index.ts'
import type { GraphIndexes } from './graph-indexes.ts'
import { weighPast } from './load-index.ts'
import { drawAll, type Subgraph, type Walk, walkFrom } from './walk.ts'

// Parts of the graph, found and rendered from the index.

interface GraphNode {
  id: string
  kind: string
  name: string
  confidence: number
  relationship_count: number
}

interface GraphEdge {
  id: string
  from: string
  to: string
  /** The ends once more, by the names that graph libraries use. */
  source: string
  target: string
  type: string
  confidence: number
}

/** Undefined when the entity is not in the graph; it may have been merged. */
export async function listNeighbors(
  db: Queryable,
  indexes: GraphIndexes,
  moment: Moment,
  entityId: string,
  walk: Walk,
) {
  const index = await indexes.at(db, moment)
  const node = index.findNode(entityId)
  if (node < 0) return undefined
  const { nodes, edges, truncated } = await tell(db, moment, index, walkFrom(index, [node], walk))
  return { nodes, edges, truncated }
}

export interface PathQuery {
  from: string
  to: string
  max_depth: number
  limit: number
}

export async function listPaths(db: Queryable, indexes: GraphIndexes, moment: Moment, query: PathQuery) {
  const ends = [await shownId(db, indexes, moment, query.from), await shownId(db, indexes, moment, query.to)] as const
  const index = await indexes.at(db, moment)
  const [from, to] = [index.findNode(ends[0]), index.findNode(ends[1])]
  if (from < 0 || to < 0) throw fail('entity_not_found')
  const { paths: found, truncated } = findPaths(index, { ...query, from, to })
  const nodes = found.flatMap((path) => path.nodes)
  const edges = found.flatMap((path) => path.edges)
  if (moment.as_of !== undefined) await weighPast(db, moment, index, { nodes, edges })
  const idOf = idsOf(index, nodes)
  const paths = found.map((path) => ({
    nodes: path.nodes.map((node) => toNode(index, node)),
    edges: path.edges.map((edge) => toEdge(index, edge, idOf)),
  }))
  return { paths, truncated }
}

export interface GraphQuery extends Walk {
  q?: string | undefined
  seed?: string | undefined
}

export async function drawGraph(db: Queryable, indexes: GraphIndexes, moment: Moment, query: GraphQuery) {
  const seed = query.seed === undefined ? undefined : await shownId(db, indexes, moment, query.seed)
  const index = await indexes.at(db, moment)
  if (seed === undefined && query.q === undefined) return tell(db, moment, index, drawAll(index, query))
  const starts = new Set<number>()
  if (seed !== undefined) {
    const node = index.findNode(seed)
    if (node < 0) throw fail('entity_not_found')
    starts.add(node)
  }
  const { q, kind } = query
  if (q !== undefined) for (const { node } of findNodes(index, q, kind, limits.search_default)) starts.add(node)
  return tell(db, moment, index, walkFrom(index, [...starts], { ...query, counts: true }))
}

/** The id of the entity itself, or of the one that it was merged into. */
async function shownId(db: Queryable, indexes: GraphIndexes, moment: Moment, id: string): Promise<string> {
  const index = await indexes.at(db, moment)
  return index.findNode(id) >= 0 ? id : standingFor(db, moment, id)
}

async function tell(
  db: Queryable,
  moment: Moment,
  index: GraphIndex,
  { nodes, edges, truncated, omitted }: Subgraph,
): Promise<{ nodes: GraphNode[]; edges: GraphEdge[]; truncated: boolean; omitted: number }> {
  if (moment.as_of !== undefined) await weighPast(db, moment, index, { nodes, edges })
  const idOf = idsOf(index, nodes)
  return {
    nodes: nodes.map((node) => toNode(index, node)),
    edges: edges.map((edge) => toEdge(index, edge, idOf)),
    truncated,
    omitted,
  }
}

function toNode(index: GraphIndex, node: number): GraphNode {
  return {
    id: index.idOf(node),
    kind: index.kindOf(node),
    name: index.nameOf(node),
    confidence: index.confidenceOf(node),
    relationship_count: index.degreeOf(node),
  }
}

function toEdge(index: GraphIndex, edge: number, idOf: (node: number) => string): GraphEdge {
  const [from, to] = [idOf(index.fromOf(edge)), idOf(index.toOf(edge))]
  return {
    id: index.edgeIdOf(edge),
    from,
    to,
    source: from,
    target: to,
    type: index.typeOf(edge),
    confidence: index.edgeConfidenceOf(edge),
  }
}

/** Renders each id once: most edges lead to the same few nodes. */
function idsOf(index: GraphIndex, nodes: number[]): (node: number) => string {
  const ids = new Map(nodes.map((node) => [node, index.idOf(node)]))
  return (node) => ids.get(node) as string
}
