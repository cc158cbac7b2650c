import type { Certainty } from '../facts/claim.ts'
import { type NamedEntity, namedEntityOf, rowRefOf } from '../graph/read/entities/entity-rows.ts'
import { type ListedMerge, mergeColumns } from '../graph/read/history/history.ts'
import { isMachineIn } from '../graph/store/facts/machine.ts'
import type { Queryable } from '../platform/db/database.ts'
import { type ListedRows, queryList } from '../platform/http/keyset.ts'

interface TombstoneLabel {
  kind?: string
  name?: string
  from?: NamedEntity
  to?: NamedEntity
  relation?: string
  certainty?: Certainty
}

export interface ListedTombstone {
  id: string
  type: 'entity' | 'relationship' | 'attribute'
  target_id: string
  attribute: string | null
  label: TombstoneLabel
  reason: string | null
  created_by: string
  created_at: string
  blocked_count: number
  last_blocked_at: string | null
}

export function selectTombstones(
  db: Queryable,
  domainId: string,
  type: string | undefined,
  before: string | undefined,
  limit: number,
): Promise<ListedRows<ListedTombstone>> {
  return queryList(
    db,
    `select id, type, target_id, attribute, label, reason, created_by, created_at, blocked_count, last_blocked_at
     from tombstones where domain_id = $1 and lifted_at is null and ($2::text is null or type = $2)
       and ($3::uuid is null or id < $3) order by id desc limit $4`,
    [domainId, type ?? null, before ?? null, limit],
  )
}

export function selectListedMerges(
  db: Queryable,
  domainId: string,
  by: 'machine' | 'person' | undefined,
  before: string | undefined,
  limit: number,
): Promise<ListedRows<ListedMerge & { row_id: string }>> {
  const made = by && `and ${by === 'machine' ? '' : 'not '}${isMachineIn('g.merged_by')}`
  return queryList(
    db,
    `select g.id as row_id, ${mergeColumns}
     from merges g join entities t on t.domain_id = $1 and t.id = g.target_id
       join entities s on s.domain_id = $1 and s.id = g.source_id
     where g.domain_id = $1 ${made ?? ''} and t.tombstone_id is null and s.tombstone_id is null
       and ($2::uuid is null or g.id < $2) order by g.id desc limit $3`,
    [domainId, before ?? null, limit],
  )
}

export interface DuplicateRow {
  id: string
  a_id: string
  b_id: string
  a: NamedEntity
  b: NamedEntity
  score: number
  reasons: string[]
  against: string[]
  held_by: string | null
  judged_by: string | null
  judged_at: string | null
  created_at: string
}

/** Condition: a model was not sure either, so a person has to judge. */
const isLeftByModel = (pair: string) => `(${pair}.judgement = 'unsure' and starts_with(${pair}.judged_by, 'model:'))`

/** Somebody has judged another pair of the same two entities, of rows that are merged into them. */
const isJudgedElsewhere = (one: string, other: string) =>
  `exists (select from entities m
     join entity_pairs j on j.domain_id = $1 and j.${one} = m.id and j.judgement is not null and not ${isLeftByModel('j')}
     join entities o on o.domain_id = $1 and o.id = j.${other} and coalesce(o.merged_into, o.id) = t.id
     where m.domain_id = $1 and (m.id = f.id or m.merged_into = f.id))`

export type PairStatus = 'pending' | 'same' | 'different' | 'unsure'

/**
 * The pairs of a status ($2). Of several between the same two entities, only the likeliest waits to be judged; one of which more
 * than the name is known first.
 */
export function pairsOf(status: PairStatus): string {
  const isPending = status === 'pending'
  const judged = isPending
    ? `(p.judgement is null or ${isLeftByModel('p')}) and p.decision <> 'different' and f.id <> t.id`
    : 'p.judgement = $2'
  // After a judgement of `same` both are one entity, so each is shown by the name that its own pages give it.
  const [first, second] = status === 'same' ? [rowRefOf('x'), rowRefOf('y')] : [namedEntityOf('f'), namedEntityOf('t')]
  return `
    select ${isPending ? 'distinct on (least(f.id, t.id), greatest(f.id, t.id))' : ''} p.id, p.a_id, p.b_id, ${first} as a,
      ${second} as b, p.score, p.reasons, p.against, p.held_by, p.judged_by, p.judged_at, p.created_at
    from entity_pairs p
    join entities x on x.domain_id = $1 and x.id = p.a_id join entities y on y.domain_id = $1 and y.id = p.b_id
    join entities f on f.domain_id = $1 and f.id = coalesce(x.merged_into, x.id) and f.is_shown
    join entities t on t.domain_id = $1 and t.id = coalesce(y.merged_into, y.id) and t.is_shown
    where p.domain_id = $1 and $2::text is not null and ${judged}
    ${
      isPending
        ? `and not ${isJudgedElsewhere('a_id', 'b_id')} and not ${isJudgedElsewhere('b_id', 'a_id')}
      order by least(f.id, t.id), greatest(f.id, t.id), p.is_by_name, p.score desc, p.id`
        : ''
    }`
}

/** Condition: nothing speaks against the two being the same. */
export const isUncontested = (pair: string) => `(${pair}.against = '{}' and ${pair}.held_by is null)`

/** A reason without its values: `same email` of `same email: ada@example.org`. */
export const kindOfReason = (reason: string) => `split_part(${reason}, ': ', 1)`

export interface PairFilter {
  /** A reason without its values. */
  because?: string | undefined
  kind?: string | null | undefined
  uncontested?: boolean | undefined
}

export function selectDuplicates(
  db: Queryable,
  domainId: string,
  status: PairStatus,
  { because, kind, uncontested = false }: PairFilter,
  after: { score: number; id: string } | undefined,
  limit: number,
): Promise<ListedRows<DuplicateRow>> {
  return queryList(
    db,
    `select d.* from (${pairsOf(status)}) d
     where ($3::double precision is null or (d.score, d.id) < ($3, $4::uuid))
       and ($6::text is null or exists (select from unnest(d.reasons) r where ${kindOfReason('r')} = $6))
       and ($7::text is null or (d.a ->> 'kind' = $7 and d.b ->> 'kind' = $7))
       and (not $8::boolean or ${isUncontested('d')})
     order by d.score desc, d.id desc limit $5`,
    [domainId, status, after?.score ?? null, after?.id ?? null, limit, because || null, kind ?? null, uncontested],
  )
}

/**
 * Condition for the entity h: pages state more than one value of it where there can be only one, or deny something; or a
 * relationship leads from it that some state and others deny.
 */
export const isContradicted = `(exists (
       select from entities m join facts f on f.domain_id = $1 and f.owner_id = m.id
       where m.domain_id = $1 and (m.id = h.id or m.merged_into = h.id)
         and (f.field in ('when', 'where') or f.field like 'attr:%' or f.field like 'id:%')
       group by f.field having count(distinct f.value_key) > 1)
       or exists (
         select from entities m join facts f on f.domain_id = $1 and f.owner_id = m.id and f.field = 'denied'
         where m.domain_id = $1 and (m.id = h.id or m.merged_into = h.id))
       or exists (
         select from relationships s
         join relationships d on d.domain_id = $1 and d.from_entity = s.from_entity and d.to_entity = s.to_entity
           and d.type = s.type and d.certainty = 'denied' and d.is_shown
         where s.domain_id = $1 and s.from_entity = h.id and s.certainty = 'said' and s.is_shown))`

/** Entities about which pages disagree, by id. */
export function selectContradicted(
  db: Queryable,
  domainId: string,
  after: string | undefined,
  limit: number,
): Promise<NamedEntity[]> {
  return db.query(
    `select h.id, h.kind, h.doc ->> 'name' as name from entities h
     where h.domain_id = $1 and h.is_shown and ($2::uuid is null or h.id > $2) and ${isContradicted}
     order by h.id limit $3`,
    [domainId, after ?? null, limit],
  )
}

export interface TypeCount {
  type: string
  count: number
  same_as: string | null
}

/** Types by their names: those of relationships that are shown, and those that are the same as another. */
export function selectTypeCounts(
  db: Queryable,
  domainId: string,
  { after = '', type, limit }: { after?: string; type?: string; limit: number },
): Promise<ListedRows<TypeCount>> {
  return queryList(
    db,
    `select n.type, sum(n.count)::integer as count, m.same_as from (
       select r.type, count(*) from relationships r
       where r.domain_id = $1 and r.is_shown and r.certainty <> 'denied' and ($3::text is null or r.type = $3)
       group by r.type
       union all
       select m.type, (
         select count(*) from relationships r join relationships h on h.domain_id = $1 and h.id = coalesce(r.merged_into, r.id)
         where r.domain_id = $1 and r.word = m.type and r.word <> r.type and h.is_shown and h.certainty <> 'denied')
       from relation_types m where m.domain_id = $1 and m.same_as is not null and ($3::text is null or m.type = $3)
     ) n left join relation_types m on m.domain_id = $1 and m.type = n.type
     where n.type > $2 group by n.type, m.same_as order by n.type limit $4`,
    [domainId, after, type ?? null, limit],
  )
}

/** Domains with pairs that neither a person nor a model has looked at, and that are neither archived nor paused. */
export function selectUnjudged(db: Queryable): Promise<{ domain_id: string; project_id: string }[]> {
  return db.query(
    `select d.id as domain_id, d.project_id from domains d
     where d.project_id is not null and d.archived_at is null and d.crawl_state <> 'paused' and exists (
       select from entity_pairs p where p.domain_id = d.id and p.decision = 'unsure' and p.judgement is null)
     order by d.id`,
  )
}
