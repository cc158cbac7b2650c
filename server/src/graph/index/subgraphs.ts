import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { standingFor } from '../read/entities.ts'
import type { Moment } from '../read/graph-at.ts'
import { findNodes } from './find-nodes.ts'
import { type FoundPath, findPaths } from './find-paths.ts'
import type { GraphIndex } from './graph-index.ts'
import type { GraphIndexes } from './graph-indexes.ts'
import { selectShown } from './queries.ts'
import { drawAll, type Subgraph, type Walk, walkFrom } from './walk.ts'

// Parts of the graph: found in the index, told from the database.

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
  type: string
  confidence: number
}

/** Undefined where the entity is not in the graph; it may have been merged. */
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
  const nodes = [...new Set(found.flatMap((path) => path.nodes))]
  const edges = [...new Set(found.flatMap((path) => path.edges))]
  const told = new Told(index, { nodes, edges })
  await told.read(db, moment)
  const paths = found.map((path) => pathOf(told, path))
  return { paths: paths.filter((path) => path !== undefined), truncated }
}

/** Undefined where a part of it has just left the graph. */
function pathOf(told: Told, { nodes, edges }: FoundPath) {
  const path = { nodes: told.nodesOf(nodes), edges: told.edgesOf(edges) }
  return path.nodes.length === nodes.length && path.edges.length === edges.length ? path : undefined
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

/** Of a merged one, the entity that stands for it. */
async function shownId(db: Queryable, indexes: GraphIndexes, moment: Moment, id: string): Promise<string> {
  const index = await indexes.at(db, moment)
  return index.findNode(id) >= 0 ? id : standingFor(db, moment, id)
}

async function tell(db: Queryable, moment: Moment, index: GraphIndex, { truncated, omitted, ...part }: Subgraph) {
  const told = new Told(index, part)
  await told.read(db, moment)
  return { nodes: told.nodesOf(part.nodes), edges: told.edgesOf(part.edges), truncated, omitted }
}

/** What a part of the graph is called. All of it is taken from the index at once: that may change meanwhile. */
class Told {
  readonly #nodes = new Map<number, { id: string; relationship_count: number }>()
  readonly #edges = new Map<number, Omit<GraphEdge, 'confidence'>>()
  readonly #rows = new Map<string, { kind: string | null; name: string | null; confidence: number }>()

  constructor(index: GraphIndex, { nodes, edges }: Pick<Subgraph, 'nodes' | 'edges'>) {
    for (const node of nodes) {
      this.#nodes.set(node, { id: index.idOf(node), relationship_count: index.degreeOf(node) })
    }
    const idOf = (node: number) => this.#nodes.get(node)?.id as string
    for (const edge of edges) {
      const [from, to] = [idOf(index.fromOf(edge)), idOf(index.toOf(edge))]
      this.#edges.set(edge, { id: index.edgeIdOf(edge), from, to, type: index.typeOf(edge) })
    }
  }

  async read(db: Queryable, moment: Moment): Promise<void> {
    const ids = (part: Map<number, { id: string }>) => [...part.values()].map(({ id }) => id)
    const rows = await selectShown(db, moment, ids(this.#nodes), ids(this.#edges))
    for (const { id, ...row } of rows) this.#rows.set(id, row)
  }

  /** Without those that have left the graph in this moment. */
  nodesOf(nodes: number[]): GraphNode[] {
    return nodes.flatMap((node) => {
      const { id, relationship_count } = this.#nodes.get(node) as { id: string; relationship_count: number }
      const { kind, name, confidence } = this.#rows.get(id) ?? {}
      if (kind == null || name == null || confidence === undefined) return []
      return [{ id, kind, name, confidence, relationship_count }]
    })
  }

  edgesOf(edges: number[]): GraphEdge[] {
    return edges.flatMap((number) => {
      const edge = this.#edges.get(number) as Omit<GraphEdge, 'confidence'>
      const confidence = this.#rows.get(edge.id)?.confidence
      const areEndsThere = this.#rows.has(edge.from) && this.#rows.has(edge.to)
      return confidence === undefined || !areEndsThere ? [] : [{ ...edge, confidence }]
    })
  }
}
