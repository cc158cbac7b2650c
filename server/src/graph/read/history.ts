import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { fail } from '../../platform/http/errors.ts'
import { cutPage, type ListQuery, queryList, readCursor } from '../../platform/http/keyset.ts'
import type { EntityDoc, MergedDoc, RelationshipDoc } from '../store/documents.ts'
import { type NamedEntity, rowRefOf } from './entity-rows.ts'
import { GraphAt, type Moment } from './graph-at.ts'

type State = EntityDoc | RelationshipDoc | MergedDoc | null

export interface HistoryRow {
  cursor: number
  at: string
  change: 'entered' | 'changed' | 'left' | 'merged'
  actor: string
  reason: string | null
  before: State
  after: State
}

/** The document of the same entity or relationship before this change. */
export const stateBefore = (change: string) =>
  `(select b.doc from graph_changes b where b.domain_id = $1 and b.id = ${change}.id and b.seq < ${change}.seq
    order by b.seq desc limit 1)`

/** Also for an entity that has left the graph or was merged. */
export async function getHistory(db: Queryable, moment: Moment, id: string, query: ListQuery) {
  const [after = '0'] = readCursor(query.cursor, ['number']) ?? []
  const at = new GraphAt(moment)
  const [known] = await db.query('select from entities where domain_id = $1 and id = $2', [moment.domain_id, id])
  if (!known) throw fail('entity_not_found')
  const { rows, is_cut } = await queryList<HistoryRow>(
    db,
    `select g.seq as cursor, g.at, g.change, g.actor, g.reason, ${stateBefore('g')} as before, g.doc as after
     from graph_changes g where g.domain_id = $1 and g.id = ${at.add(id)}::uuid and g.seq > ${at.add(after)}::bigint
       and ${at.happened('g')} order by g.seq limit ${at.add(query.limit + 1)}`,
    at.values,
  )
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [String(row.cursor)], is_cut)
  return { history: page, merges: await selectMerges(db, moment, id), next_cursor }
}

export interface ListedMerge {
  id: string
  target: NamedEntity
  source: NamedEntity
  score: number
  reasons: string[]
  merged_by: string
  merged_at: string
  reverted_by: string | null
  reverted_at: string | null
}

/** The latest merges of the entity and the members of its cluster. */
export function selectMerges(db: Queryable, moment: Moment, id: string): Promise<ListedMerge[]> {
  const at = new GraphAt(moment)
  const members = `with members as (${at.membersOf(`${at.add(id)}::uuid`)})`
  const until = moment.as_of === undefined ? 'true' : `g.merged_at <= $2`
  return db.query<ListedMerge>(
    `${members}
     select g.merge_id as id, ${rowRefOf('t')} as target, ${rowRefOf('s')} as source, g.score, g.reasons, g.merged_by, g.merged_at,
       g.reverted_by, g.reverted_at
     from merges g join entities t on t.domain_id = g.domain_id and t.id = g.target_id
       join entities s on s.domain_id = g.domain_id and s.id = g.source_id
     where g.domain_id = $1 and (g.target_id in (select * from members) or g.source_id in (select * from members))
       and ${until}
     order by g.merged_at desc, g.id desc limit ${at.add(limits.list_max)}`,
    at.values,
  )
}
