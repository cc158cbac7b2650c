import type { graphSamples } from '@polegraph/contract/graph/graph-search.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Certainty } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { standingFor } from '../../read/entities/entities.ts'
import type { EntityFilter } from '../../read/entities/entity-filter.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import type { GraphIndex } from '../index/graph-index.ts'
import type { GraphIndexes } from '../load/graph-indexes.ts'
import { weightsThen } from '../load/load-index.ts'
import { selectAttributes } from '../load/queries.ts'
import { findNodes } from '../search/find-nodes.ts'
import { readFilter } from '../search/node-filter.ts'
import { findPaths } from './find-paths.ts'
import { type GraphEdge, type GraphNode, type NeighborQuery, readNeighbors } from './neighbor-rows.ts'
import { drawAll, drawNeighborhoods, type Subgraph, walkFrom } from './walk.ts'

// Parts of the graph, found and rendered from the index.

/** Undefined when the entity is not in the graph; it may have been merged. */
export async function listNeighbors(
  db: Queryable,
  indexes: GraphIndexes,
  moment: Moment,
  entityId: string,
  query: NeighborQuery,
) {
  const { kind, attributes, ...rest } = query
  const index = await indexes.soon(db, moment)
  if (!index) {
    const read = await readNeighbors(db, moment.domain_id, entityId, query)
    if (read) await describe(db, moment, read.nodes, attributes)
    return read
  }
  const node = index.findNode(entityId)
  if (node < 0) return undefined
  const walk = { ...rest, isWanted: kind && index.kindFilter(kind) }
  const { nodes, edges, truncated } = await tell(db, moment, index, walkFrom(index, [node], walk), attributes)
  return { nodes, edges, truncated }
}

export interface PathQuery {
  from: string
  to: string
  max_depth: number
  certainty?: Certainty[] | undefined
  limit: number
}

export async function listPaths(db: Queryable, indexes: GraphIndexes, moment: Moment, query: PathQuery) {
  const ends = [await shownId(db, indexes, moment, query.from), await shownId(db, indexes, moment, query.to)] as const
  const index = await indexes.at(db, moment)
  const [from, to] = [index.findNode(ends[0]), index.findNode(ends[1])]
  if (from < 0 || to < 0) throw fail('entity_not_found')
  const { paths: found, truncated } = findPaths(index, { ...query, from, to })
  const idOf = idsOf(
    index,
    found.flatMap((path) => path.nodes),
  )
  const paths = found.map((path) => ({
    nodes: path.nodes.map((node) => toNode(index, node)),
    edges: path.edges.map((edge) => toEdge(index, edge, idOf)),
  }))
  await weighThen(db, moment, paths)
  return { paths, truncated }
}

export interface GraphQuery extends EntityFilter {
  q?: string | undefined
  seed?: string | undefined
  depth: number
  sample?: (typeof graphSamples)[number] | undefined
  attributes?: string[] | undefined
  limit: number
}

export async function drawGraph(db: Queryable, indexes: GraphIndexes, moment: Moment, query: GraphQuery) {
  const { q, depth, type, certainty, sample, attributes, limit } = query
  const testOf = await readFilter(db, moment, query)
  const seed = query.seed === undefined ? undefined : await shownId(db, indexes, moment, query.seed)
  const index = await indexes.at(db, moment)
  const isWanted = testOf(index)
  if (seed === undefined && q === undefined) {
    const draw = sample === 'neighborhoods' ? drawNeighborhoods : drawAll
    return tell(db, moment, index, draw(index, { isWanted, type, certainty, limit }), attributes)
  }
  const starts = new Set<number>()
  if (seed !== undefined) {
    const node = index.findNode(seed)
    if (node < 0) throw fail('entity_not_found')
    starts.add(node)
  }
  if (q !== undefined)
    for (const { node } of findNodes(index, q, { isWanted, limit: limits.search_default })) starts.add(node)
  return tell(
    db,
    moment,
    index,
    walkFrom(index, [...starts], { depth, isWanted, type, certainty, limit, counts: true }),
    attributes,
  )
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
  { nodes, edges, ...counts }: Subgraph,
  attributes: string[] | undefined,
): Promise<Omit<Subgraph, 'nodes' | 'edges'> & { nodes: GraphNode[]; edges: GraphEdge[] }> {
  const idOf = idsOf(index, nodes)
  // All that is read from the index is read at once: it may change while the database is asked.
  const told = {
    nodes: nodes.map((node) => toNode(index, node)),
    edges: edges.map((edge) => toEdge(index, edge, idOf)),
    ...counts,
  }
  await weighThen(db, moment, [told])
  await describe(db, moment, told.nodes, attributes)
  return told
}

/** Gives nodes the values of these attributes, which the index does not know. */
async function describe(db: Queryable, moment: Moment, nodes: GraphNode[], keys: string[] | undefined): Promise<void> {
  if (!keys || nodes.length === 0) return
  const rows = await selectAttributes(
    db,
    moment,
    nodes.map(({ id }) => id),
    keys,
  )
  const known = new Map(rows.map(({ id, attributes }) => [id, attributes]))
  for (const node of nodes) node.attributes = known.get(node.id) ?? {}
}

/** Gives nodes and edges the confidences that they had at an earlier time. */
async function weighThen(db: Queryable, moment: Moment, parts: { nodes: GraphNode[]; edges: GraphEdge[] }[]) {
  if (moment.as_of === undefined) return
  const idsIn = (rows: { id: string }[]) => [...new Set(rows.map(({ id }) => id))]
  const weights = await weightsThen(db, moment, {
    entities: idsIn(parts.flatMap(({ nodes }) => nodes)),
    relationships: idsIn(parts.flatMap(({ edges }) => edges)),
  })
  for (const { nodes, edges } of parts) {
    for (const row of [...nodes, ...edges]) row.confidence = weights.get(row.id) ?? 0
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
    certainty: index.certaintyOf(edge),
    confidence: index.edgeConfidenceOf(edge),
  }
}

/** Renders each id once: most edges lead to the same few nodes. */
function idsOf(index: GraphIndex, nodes: number[]): (node: number) => string {
  const ids = new Map(nodes.map((node) => [node, index.idOf(node)]))
  return (node) => ids.get(node) as string
}
