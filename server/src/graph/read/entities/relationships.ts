import type { directions } from '@polegraph/contract/graph/graph.ts'
import { type Certainty, shownCertainties } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { cutPage, type ListQuery, queryList, readCursor } from '../../../platform/http/keyset.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { relationshipRows, type ShownRelationshipRow, toRelationship } from './entity-rows.ts'

export interface RelationshipQuery extends ListQuery {
  type?: string[] | undefined
  kind?: string[] | undefined
  direction?: (typeof directions)[number] | undefined
  certainty?: Certainty[] | undefined
}

/** For a merged relationship, returns the one that it was merged into. */
export async function getRelationship(db: Queryable, moment: Moment, id: string) {
  const at = new GraphAt(moment)
  const [row] = await db.query<ShownRelationshipRow>(
    `${relationshipRows(at, at.allRelationships)} where r.id = ${at.standingFor('relationships', `${at.add(id)}::uuid`)}`,
    at.values,
  )
  if (!row) throw fail('relationship_not_found')
  return toRelationship(row)
}

/** Oldest first; of one entity, or of all. */
export async function listRelationships(db: Queryable, moment: Moment, query: RelationshipQuery, entityId?: string) {
  const [after] = readCursor(query.cursor, ['id']) ?? []
  const at = new GraphAt(moment)
  const relationships = at.relationshipsOf(query.certainty ?? shownCertainties)
  const conditions = ['true']
  if (entityId !== undefined) conditions.push(ofEntity(`${at.add(entityId)}::uuid`, query.direction))
  if (query.type) conditions.push(`r.type = any(${at.add(query.type)}::text[])`)
  if (query.kind) conditions.push(ofKind(`${at.add(query.kind)}::text[]`, entityId && `${at.add(entityId)}::uuid`))
  if (after !== undefined) conditions.push(`r.id > ${at.add(after)}::uuid`)
  const { rows, is_cut } = await queryList<ShownRelationshipRow>(
    db,
    `${relationshipRows(at, relationships)} where ${conditions.join(' and ')} order by r.id limit ${at.add(query.limit + 1)}`,
    at.values,
  )
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id], is_cut)
  return { relationships: page.map(toRelationship), next_cursor }
}

export async function listEntityRelationships(
  db: Queryable,
  moment: Moment,
  query: RelationshipQuery,
  entityId: string,
) {
  const { relationships, next_cursor } = await listRelationships(db, moment, query, entityId)
  return { relationships, types: await countTypes(db, moment, entityId, query.certainty), next_cursor }
}

/** A relationship of the entity with itself counts in both directions, as it is listed in both. */
function countTypes(db: Queryable, moment: Moment, entityId: string, certainties = shownCertainties) {
  const at = new GraphAt(moment)
  const id = `${at.add(entityId)}::uuid`
  const relationships = at.relationshipsOf(certainties)
  const counted = (direction: 'out' | 'in') =>
    `select r.type, '${direction}' as direction, count(*) from ${relationships} r where ${ofEntity(id, direction)} group by r.type`
  return db.query<{ type: string; direction: 'out' | 'in'; count: number }>(
    `${counted('out')} union all ${counted('in')} order by count desc, type, direction desc`,
    at.values,
  )
}

function ofEntity(id: string, direction: RelationshipQuery['direction'] = 'both'): string {
  const ways = { out: `r.from_entity = ${id}`, in: `r.to_entity = ${id}` }
  return direction === 'both' ? `(${ways.out} or ${ways.in})` : ways[direction]
}

/** The kind of the other end; without an entity, of either end. */
function ofKind(kinds: string, entityId: string | undefined): string {
  if (entityId === undefined) return `(f.kind = any(${kinds}) or t.kind = any(${kinds}))`
  return `(case when r.from_entity = ${entityId} then t.kind else f.kind end) = any(${kinds})`
}
