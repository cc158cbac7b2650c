import { type Certainty, shownCertainties } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { edgesShown } from './walk.ts'

// The neighbors of an entity in the graph of now, from the database: for the time in which its index is being loaded.
// Gives what `walkFrom` gives.

export interface NeighborQuery {
  depth: number
  kind?: string[] | undefined
  type?: string[] | undefined
  certainty?: Certainty[] | undefined
  attributes?: string[] | undefined
  limit: number
}

export interface GraphNode {
  id: string
  kind: string
  name: string
  confidence: number
  relationship_count: number
  attributes?: Record<string, string>
}

export interface GraphEdge {
  id: string
  from: string
  to: string
  /** The ends once more, by the names that graph libraries use. */
  source: string
  target: string
  type: string
  certainty: Certainty
  confidence: number
}

/** Undefined when the entity is not in the graph. */
export async function readNeighbors(db: Queryable, domainId: string, entityId: string, walk: NeighborQuery) {
  const [start] = await selectNodes(db, domainId, [entityId])
  if (!start) return undefined
  const nodes = [start]
  let frontier = [start]
  let truncated = false
  for (let level = 1; level <= walk.depth && frontier.length > 0 && !truncated; level++) {
    const room = walk.limit - nodes.length
    const found = await selectNext(db, domainId, frontier, nodes, walk, room + 1)
    truncated = found.length > room
    frontier = found.slice(0, room)
    nodes.push(...frontier)
  }
  const edges = await selectEdgesAmong(db, domainId, nodes, walk)
  return { nodes, edges: edges.slice(0, edgesShown), truncated: truncated || edges.length > edgesShown }
}

const nodeColumns = `e.id, e.kind, e.doc ->> 'name' as name, e.confidence, e.relationship_count`
const idsOf = (nodes: GraphNode[]) => nodes.map(({ id }) => id)

function selectNodes(db: Queryable, domainId: string, ids: string[]): Promise<GraphNode[]> {
  return db.query(
    `select ${nodeColumns} from entities e where e.domain_id = $1 and e.is_shown and e.id = any($2::uuid[])`,
    [domainId, ids],
  )
}

/** Neighbors of the frontier that were not met before: the better connected first, then the surer, then the older. */
function selectNext(
  db: Queryable,
  domainId: string,
  frontier: GraphNode[],
  met: GraphNode[],
  { kind, type, certainty = shownCertainties }: NeighborQuery,
  limit: number,
): Promise<GraphNode[]> {
  const ends = (near: string, far: string) =>
    `select r.${far} as id from relationships r where r.domain_id = $1 and r.is_shown and r.${near} = any($2::uuid[])
       and ($5::text[] is null or r.type = any($5)) and r.certainty = any($7::text[])`
  return db.query(
    `select ${nodeColumns} from (${ends('from_entity', 'to_entity')} union ${ends('to_entity', 'from_entity')}) n
     join entities e on e.domain_id = $1 and e.id = n.id and e.is_shown
     where e.id <> all($3::uuid[]) and ($4::text[] is null or e.kind = any($4))
     order by e.relationship_count desc, e.confidence desc, e.id limit $6`,
    [domainId, idsOf(frontier), idsOf(met), kind ?? null, type ?? null, limit, certainty],
  )
}

/** One more than are shown, to know whether there are more. */
function selectEdgesAmong(
  db: Queryable,
  domainId: string,
  nodes: GraphNode[],
  { type, certainty = shownCertainties }: NeighborQuery,
): Promise<GraphEdge[]> {
  return db.query(
    `select r.id, r.from_entity as "from", r.to_entity as "to", r.from_entity as source, r.to_entity as target, r.type,
       r.certainty, r.confidence from relationships r
     where r.domain_id = $1 and r.is_shown and r.from_entity = any($2::uuid[]) and r.to_entity = any($2::uuid[])
       and r.from_entity <> r.to_entity and ($3::text[] is null or r.type = any($3))
       and r.certainty = any($5::text[])
     order by r.id limit $4`,
    [domainId, idsOf(nodes), type ?? null, edgesShown + 1, certainty],
  )
}
