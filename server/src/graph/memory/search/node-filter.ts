import type { Queryable } from '../../../platform/db/database.ts'
import { type EntityFilter, hasSpan } from '../../read/entities/entity-filter.ts'
import { readSpan } from '../../read/entities/time-span.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import type { EdgeQuery, GraphIndex } from '../index/graph-index.ts'
import { selectPassing } from '../load/queries.ts'

export type NodeTest = (node: number) => boolean

/**
 * The filters of all views, by what the index knows: the same as `passes` in SQL, for a graph of now. Returns a test
 * whether a node is in the graph and passes.
 */
export function nodeFilter(index: GraphIndex, filter: Omit<EntityFilter, 'host'>): NodeTest {
  const { kind, type, certainty, min_confidence } = filter
  const tests: NodeTest[] = [index.kindFilter(kind)]
  if (min_confidence !== undefined) tests.push((node) => index.confidenceOf(node) >= min_confidence)
  if (hasSpan(filter)) {
    const { from, to } = readSpan(filter)
    tests.push((node) => index.isWithin(node, from, to))
  }
  if (type) tests.push(hasRelationship(index, { type, certainty }))
  const [first, ...rest] = tests as [NodeTest, ...NodeTest[]]
  return rest.length === 0 ? first : (node) => tests.every((test) => test(node))
}

function hasRelationship(index: GraphIndex, query: EdgeQuery): NodeTest {
  const isMeant = index.edgeFilter(query) ?? (() => true)
  const isLoop = index.loopFilter(query)
  const loops = [...index.loops].filter(({ type }) => isLoop(type))
  const withLoop = new Set(loops.map(({ node }) => node))
  return (node) =>
    withLoop.has(node) || index.edgesOf(node).some((edge) => isMeant(edge) && index.isShown(index.otherOf(edge, node)))
}

/**
 * All filters, of any time. The index knows neither the hosts of an entity nor the confidences of an earlier time, so the
 * database tells which entities pass those; the index is taken afterwards, when nothing more is awaited.
 */
export async function readFilter(
  db: Queryable,
  moment: Moment,
  { kind, type, certainty, host, min_confidence, from, to }: EntityFilter,
): Promise<(index: GraphIndex) => NodeTest> {
  const isPast = moment.as_of !== undefined
  const known = { kind, type, certainty, from, to, min_confidence: isPast ? undefined : min_confidence }
  // One statement for each: with both in one, the planner would count the confidences anew for each entity of the host.
  const unknown: EntityFilter[] = []
  if (host !== undefined) unknown.push({ host })
  if (isPast && min_confidence !== undefined) unknown.push({ min_confidence })
  const passing: string[][] = []
  for (const filter of unknown) passing.push(await selectPassing(db, moment, filter))
  return (index) => {
    const tests = [...passing.map((ids) => isAmong(index, ids)), nodeFilter(index, known)]
    return (node) => tests.every((test) => test(node))
  }
}

function isAmong(index: GraphIndex, ids: string[]): NodeTest {
  const among = new Uint8Array(index.node_end)
  for (const id of ids) {
    const node = index.findNode(id)
    if (node >= 0) among[node] = 1
  }
  return (node) => among[node] === 1
}
