import type { changeKinds, sharedChangeKinds } from '@polegraph/contract/graph/graph-fields.ts'
import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { cutPage, type ListQuery, readCursor } from '../../../platform/http/keyset.ts'
import { type NamedEntity, rowRefOf } from '../entities/entity-rows.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { addStates } from './whole-states.ts'

export interface ChangedRow {
  cursor: number
  at: string
  change: (typeof changeKinds)[number]
  actor: string
  reason: string | null
}

interface HistoryRow extends Omit<ChangedRow, 'change'> {
  change: (typeof changeKinds | typeof sharedChangeKinds)[number]
  other: NamedEntity | null
  /** Null where another entity changed. */
  id: string | null
}

interface HistoryQuery extends ListQuery {
  order: 'oldest' | 'newest'
}

/** Also for an entity that has left the graph. */
export async function getHistory(db: Queryable, moment: Moment, id: string, query: HistoryQuery) {
  const isNewest = query.order === 'newest'
  const [from = isNewest ? newestSeq : '0'] = readCursor(query.cursor, ['number']) ?? []
  const order = isNewest ? 'desc' : 'asc'
  const at = new GraphAt(moment)
  const entity = `${at.add(id)}::uuid`
  const page = (changes: string) =>
    `from ${changes} and g.seq ${isNewest ? '<' : '>'} ${at.add(from)}::bigint and ${at.happened('g')}
     order by g.seq ${order} limit ${at.add(query.limit + 1)}`
  const ofOther = (change: string) => `g.seq as cursor, g.at, ${change} as change, g.actor, g.reason,
    (select ${rowRefOf('e')} from entities e where e.domain_id = $1 and e.id = g.id) as other, null::uuid as id`
  const found = await db.query<HistoryRow>(
    `select * from (
       (select g.seq as cursor, g.at, g.change, g.actor, g.reason, null::jsonb as other, g.id
        ${page(`graph_changes g where g.domain_id = $1 and g.id = ${entity}`)})
       union all (select ${ofOther(`'merged_in'`)} ${page(`graph_changes g where g.domain_id = $1 and ${mergedInto('g', entity)}`)})
       union all (select ${ofOther(`case when ${isPart('g')} then 'split' else 'parted' end`)} ${page(`${partedFrom(entity)} g where true`)})
     ) h order by h.cursor ${order} limit ${at.add(query.limit + 1)}`,
    at.values,
  )
  const { rows, is_cut } = await addStates(db, moment.domain_id, found)
  const cut = cutPage(rows, query.limit, (row) => [String(row.cursor)], is_cut)
  const history = cut.page.map(({ id: _, ...row }) => row)
  return { history, merges: await selectMerges(db, moment, id), next_cursor: cut.next_cursor }
}

/** Behind every change. */
const newestSeq = String(2n ** 63n - 1n)

const mergedInto = (change: string, id: string) => `${change}.doc ->> 'merged_into' = ${id}::text`

/** Changes by which others stopped being merged into the entity, or were split off from it. */
const partedFrom = (id: string) => `(
  select n.* from graph_changes m cross join lateral (
    select * from graph_changes n where n.domain_id = $1 and n.id = m.id and n.seq > m.seq order by n.seq limit 1
  ) n where m.domain_id = $1 and ${mergedInto('m', id)}
  union
  select n.* from audit a join graph_changes n on n.domain_id = $1 and n.id = any(a.entity_ids) and n.at = a.at
  where a.domain_id = $1 and a.action = 'entity.split' and a.entity_ids @> array[${id}] and a.target ->> 'id' = ${id}::text
    and n.id <> ${id} and n.change = 'entered')`

/** Whether a person split it off at that time. */
export const isPart = (change: string) =>
  `exists (select from audit a where a.domain_id = $1 and a.action = 'entity.split' and a.at = ${change}.at
     and a.entity_ids @> array[${change}.id])`

/** The id of the entity that stands for this one, shown or not. */
export async function historyOwner(db: Queryable, moment: Moment, id: string): Promise<string> {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ id: string }>(
    `select ${at.standingFor('entities', `${at.add(id)}::uuid`)} as id from entities n where n.domain_id = $1 and n.id = ${at.add(id)}::uuid`,
    at.values,
  )
  if (!row) throw fail('entity_not_found')
  return row.id
}

export interface ListedMerge {
  id: string
  target: NamedEntity
  source: NamedEntity
  target_hosts: string[]
  source_hosts: string[]
  score: number
  reasons: string[]
  against: string[]
  merged_by: string
  merged_at: string
  reverted_by: string | null
  reverted_at: string | null
}

const hostsOf = (entity: string) => `array(
  select distinct f.host from facts f where f.domain_id = $1 and f.owner_id = ${entity}.id and f.field = '' and f.host <> '' order by 1 limit 3)`

/** A merge g of the entity s into t as callers see it. */
export const mergeColumns = `g.merge_id as id, ${rowRefOf('t')} as target, ${rowRefOf('s')} as source,
  ${hostsOf('t')} as target_hosts, ${hostsOf('s')} as source_hosts, g.score, g.reasons, g.against, g.merged_by, g.merged_at,
  g.reverted_by, g.reverted_at`

/** The latest merges of the entity and the members of its cluster. */
export function selectMerges(db: Queryable, moment: Moment, id: string): Promise<ListedMerge[]> {
  const at = new GraphAt(moment)
  const members = `with members as (${at.membersOf(`${at.add(id)}::uuid`)})`
  const until = moment.as_of === undefined ? 'true' : `g.merged_at <= $2`
  return db.query<ListedMerge>(
    `${members}
     select ${mergeColumns}
     from merges g join entities t on t.domain_id = g.domain_id and t.id = g.target_id
       join entities s on s.domain_id = g.domain_id and s.id = g.source_id
     where g.domain_id = $1 and (g.target_id in (select * from members) or g.source_id in (select * from members))
       and ${until}
     order by g.merged_at desc, g.id desc limit ${at.add(limits.list_max)}`,
    at.values,
  )
}
