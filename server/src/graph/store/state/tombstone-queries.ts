import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { Profile } from '../../../resolution/profile.ts'
import type { PinnedValue } from './decision-queries.ts'

export interface NewTombstone {
  id: string
  type: 'entity' | 'relationship' | 'attribute'
  target_id: string
  attribute: string | null
  label: object
  profile: Profile | null
  row_ids: string[]
  reason: string | null
}

export async function insertTombstone(
  tx: Transaction,
  domainId: string,
  tombstone: NewTombstone,
  by: string,
): Promise<void> {
  const { id, type, target_id, attribute, label, profile, row_ids, reason } = tombstone
  await tx.query(
    `insert into tombstones (domain_id, id, type, target_id, attribute, label, profile, row_ids, reason, created_by,
       created_at, lifted_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8::uuid[], $9, $10, $11, $11)`,
    [
      ...[domainId, id, type, target_id, attribute, storableJson(label), profile && storableJson(profile), row_ids],
      ...[reason, by, tx.now],
    ],
  )
}

export async function insertTombstoneKeys(tx: Transaction, domainId: string, id: string, keys: string[]) {
  await tx.query(
    `insert into tombstone_keys (domain_id, key, tombstone_id) select $1::uuid, unnest($3::text[]), $2::uuid
     on conflict do nothing`,
    [domainId, id, keys],
  )
}

export async function deleteTombstoneKeys(tx: Transaction, domainId: string, id: string): Promise<void> {
  await tx.query('delete from tombstone_keys where domain_id = $1 and tombstone_id = $2', [domainId, id])
}

export interface TombstoneRow {
  id: string
  type: NewTombstone['type']
  target_id: string
  attribute: string | null
  /** `pins` are the values of a deleted attribute that a person had set, `keys` those of a deleted relationship. */
  label: { kind?: string; name?: string; pins?: PinnedValue[]; keys?: string[] }
  profile: Profile | null
  row_ids: string[]
  lifted_at: string | null
}

export async function selectTombstone(db: Queryable, domainId: string, id: string): Promise<TombstoneRow | undefined> {
  const [row] = await db.query<TombstoneRow>(
    `select id, type, target_id, attribute, label, profile, row_ids, lifted_at from tombstones
     where domain_id = $1 and id = $2`,
    [domainId, id],
  )
  return row
}

/** The tombstones of an attribute of these subjects that hold. */
export async function selectAttributeTombstones(
  tx: Transaction,
  domainId: string,
  targetIds: string[],
  attribute: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from tombstones
     where domain_id = $1 and target_id = any($2::uuid[]) and type = 'attribute' and attribute = $3 and lifted_at is null
     order by id`,
    [domainId, targetIds, attribute],
  )
  return rows.map(({ id }) => id)
}

export async function updateTombstone(
  tx: Transaction,
  domainId: string,
  id: string,
  { lifted_at, row_ids }: { lifted_at: Date | null; row_ids: string[] },
): Promise<void> {
  await tx.query('update tombstones set lifted_at = $3, row_ids = $4::uuid[] where domain_id = $1 and id = $2', [
    domainId,
    id,
    lifted_at,
    row_ids,
  ])
}

/** Tombstones of entities that have one of these keys. */
export function selectTombstonesOf(tx: Transaction, domainId: string, keys: string[]) {
  return tx.query<{ id: string; profile: Profile; keys: string[]; created_at: string }>(
    `select t.id, t.profile, t.created_at, k.keys from (
       select tombstone_id, array_agg(key) as keys from tombstone_keys
       where domain_id = $1 and key = any($2) group by tombstone_id
     ) k join tombstones t on t.domain_id = $1 and t.id = k.tombstone_id and t.type = 'entity'`,
    [domainId, keys],
  )
}

export async function updateHidden(
  tx: Transaction,
  domainId: string,
  table: 'entities' | 'relationships',
  ids: string[],
  tombstoneId: string | null,
): Promise<void> {
  await tx.query(`update ${table} set tombstone_id = $3 where domain_id = $1 and id = any($2::uuid[])`, [
    domainId,
    ids,
    tombstoneId,
  ])
}

export async function selectHidden(
  tx: Transaction,
  domainId: string,
  table: 'entities' | 'relationships',
  tombstoneId: string,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from ${table} where domain_id = $1 and tombstone_id = $2 order by id`,
    [domainId, tombstoneId],
  )
  return rows.map(({ id }) => id)
}

/** By row: a tombstone that holds and was made for it. The one that is being lifted does not hold any more. */
export async function selectOtherTombstones(
  tx: Transaction,
  domainId: string,
  type: 'entity' | 'relationship',
  ids: string[],
): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; row_id: string }>(
    `select t.id, r.id as row_id from tombstones t, unnest(t.row_ids) as r (id)
     where t.domain_id = $1 and t.type = $3 and t.lifted_at is null and t.row_ids && $2::uuid[]
       and r.id = any($2::uuid[])`,
    [domainId, ids, type],
  )
  return new Map(rows.map(({ id, row_id }) => [row_id, id]))
}

/** Subjects that nobody sees at present, by the beginnings of their keys. There are few: those without evidence now. */
export async function selectUnseen(tx: Transaction, domainId: string, beginnings: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select e.id from entities e
     where e.domain_id = $1 and not e.is_shown and e.merged_into is null and e.tombstone_id is null and not e.is_made
       and exists (select from unnest($2::text[]) as n (beginning) where starts_with(e.key, n.beginning))`,
    [domainId, beginnings],
  )
  return rows.map(({ id }) => id)
}

/** Whether any tombstone holds: a test that costs nothing in a domain without one. */
const doesAnyHold = `exists (select from tombstones where domain_id = $1 and lifted_at is null)`

export async function hasTombstones(
  tx: Transaction,
  domainId: string,
  type: 'entity' | 'relationship',
): Promise<boolean> {
  const [row] = await tx.query<{ holds: boolean }>(
    'select exists (select from tombstones where domain_id = $1 and lifted_at is null and type = $2) as holds',
    [domainId, type],
  )
  return row?.holds === true
}

/** Tombstones of relationships that have one of these keys, with the entities that they were made for. */
export function selectRelationshipTombstones(tx: Transaction, domainId: string, keys: string[]) {
  return tx.query<{ id: string; key: string; from_entity: string; to_entity: string }>(
    `select t.id, k.key, r.from_entity, r.to_entity
     from tombstone_keys k
     join tombstones t on t.domain_id = $1 and t.id = k.tombstone_id and t.type = 'relationship'
     join relationships r on r.domain_id = $1 and r.id = t.target_id
     where k.domain_id = $1 and k.key = any($2) order by t.id, k.key`,
    [domainId, keys],
  )
}

/** The entities, of these, that were shown just before a time, by themselves or by another. */
export async function selectShownAt(tx: Transaction, domainId: string, ids: string[], at: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select distinct id from graph_changes
     where domain_id = $1 and id = any($2::uuid[]) and at < $3 and (until is null or until >= $3) and change <> 'left'`,
    [domainId, ids, at],
  )
  return rows.map(({ id }) => id)
}

/**
 * Counts pages that have just been read, or found unchanged, and state what a tombstone hides.
 */
export async function countBlocked(tx: Transaction, domainId: string, pageIds: string[]): Promise<void> {
  await tx.query(
    `update tombstones t set blocked_count = t.blocked_count + n.pages, last_blocked_at = $3
     from (
       select h.id, count(distinct h.page_id)::integer as pages from (
         select e.tombstone_id as id, c.page_id from claims c
         join entities e on e.domain_id = $1 and e.id = c.entity_id and e.tombstone_id is not null
         where ${doesAnyHold} and c.domain_id = $1 and c.page_id = any($2::uuid[]) and c.retracted_at is null
         union all
         select h.tombstone_id, c.page_id from claims c
         join relationships r on r.domain_id = $1 and r.id = c.relationship_id
         join relationships h on h.domain_id = $1 and h.id = coalesce(r.merged_into, r.id)
           and h.tombstone_id is not null
         where ${doesAnyHold} and c.domain_id = $1 and c.page_id = any($2::uuid[]) and c.retracted_at is null
         union all
         select a.id, c.page_id from tombstones a
         join entities x on x.domain_id = $1 and x.id = a.target_id
         join claims c on c.domain_id = $1 and c.page_id = any($2::uuid[]) and c.retracted_at is null
           and c.fact -> 'attributes' ? a.attribute and c.fact ->> 'certainty' is null
         join entities e on e.domain_id = $1 and e.id = c.entity_id
           and coalesce(e.merged_into, e.id) = coalesce(x.merged_into, x.id)
         where a.domain_id = $1 and a.type = 'attribute' and a.lifted_at is null
       ) h group by h.id
     ) n
     where t.domain_id = $1 and t.id = n.id`,
    [domainId, pageIds, tx.now],
  )
}
