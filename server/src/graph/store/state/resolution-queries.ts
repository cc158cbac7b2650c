import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { Decision } from '../../../resolution/profile.ts'
import { isMachineIn } from '../facts/machine.ts'

export interface EntityKey {
  key: string
  entity_id: string
  is_strong: boolean
}

export function selectBlockingKeys(tx: Transaction, domainId: string, ids: string[]): Promise<EntityKey[]> {
  return tx.query<EntityKey>(
    'select key, entity_id, is_strong from entity_keys where domain_id = $1 and entity_id = any($2::uuid[])',
    [domainId, ids],
  )
}

const keyArrays = (keys: EntityKey[]) => [
  keys.map(({ key }) => key),
  keys.map(({ entity_id }) => entity_id),
  keys.map(({ is_strong }) => is_strong),
]

/** Keys that these entities do not have: to look for conflicts takes a third of the time of a statement. */
export async function insertKeys(tx: Transaction, domainId: string, keys: EntityKey[]): Promise<void> {
  await tx.query(
    `insert into entity_keys (domain_id, key, entity_id, is_strong)
     select $1::uuid, n.key, n.entity_id, n.is_strong
     from unnest($2::text[], $3::uuid[], $4::boolean[]) as n (key, entity_id, is_strong)`,
    [domainId, ...keyArrays(keys)],
  )
}

export async function updateKeys(tx: Transaction, domainId: string, keys: EntityKey[]): Promise<void> {
  await tx.query(
    `update entity_keys k set is_strong = n.is_strong
     from unnest($2::text[], $3::uuid[], $4::boolean[]) as n (key, entity_id, is_strong)
     where k.domain_id = $1 and k.key = n.key and k.entity_id = n.entity_id`,
    [domainId, ...keyArrays(keys)],
  )
}

export async function deleteKeys(tx: Transaction, domainId: string, keys: EntityKey[]): Promise<void> {
  await tx.query(
    `delete from entity_keys k using unnest($2::text[], $3::uuid[]) as n (key, entity_id)
     where k.domain_id = $1 and k.key = n.key and k.entity_id = n.entity_id`,
    [domainId, keys.map(({ key }) => key), keys.map(({ entity_id }) => entity_id)],
  )
}

/**
 * The subjects that have these keys, of each at most so many; keys that nobody has are left out. Ids come as one text,
 * because a row for each pair took most of the time of a batch; without `offset 0` they would be looked up twice.
 */
export function selectSharers(
  tx: Transaction,
  domainId: string,
  keys: { key: string; most: number }[],
): Promise<{ key: string; ids: string }[]> {
  return tx.query(
    `select n.key, array_to_string(o.ids, ' ') as ids from unnest($2::text[], $3::integer[]) as n (key, most)
     cross join lateral (
       select array(
         select k.entity_id from entity_keys k where k.domain_id = $1 and k.key = n.key limit n.most
       ) as ids offset 0
     ) o
     where cardinality(o.ids) > 0`,
    [domainId, keys.map(({ key }) => key), keys.map(({ most }) => most)],
  )
}

export async function insertDue(tx: Transaction, domainId: string, ids: string[]): Promise<void> {
  await tx.query(
    `insert into entities_due (domain_id, entity_id) select $1::uuid, unnest($2::uuid[])
     on conflict (domain_id, entity_id) do nothing`,
    [domainId, ids],
  )
}

/** Takes at most `most` of the subjects that wait to be compared. */
export async function deleteDue(tx: Transaction, domainId: string, most: number): Promise<string[]> {
  const rows = await tx.query<{ entity_id: string }>(
    `delete from entities_due where domain_id = $1 and entity_id in (
       select entity_id from entities_due where domain_id = $1 order by entity_id limit $2
     ) returning entity_id`,
    [domainId, most],
  )
  return rows.map(({ entity_id }) => entity_id)
}

/** Domains with subjects that wait to be compared. */
export async function selectDueDomains(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ domain_id: string }>('select distinct domain_id from entities_due')
  return rows.map(({ domain_id }) => domain_id)
}

export interface PairRow {
  id: string
  a_id: string
  b_id: string
  decision: Decision
  score: number
  reasons: string[]
  judgement: Decision | null
}

export function selectPairs(tx: Transaction, domainId: string, ids: string[]): Promise<PairRow[]> {
  return tx.query<PairRow>(
    `select id, a_id, b_id, decision, score, reasons, judgement from entity_pairs
     where domain_id = $1 and a_id = any($2::uuid[])
     union
     select id, a_id, b_id, decision, score, reasons, judgement from entity_pairs
     where domain_id = $1 and b_id = any($2::uuid[])`,
    [domainId, ids],
  )
}

export async function upsertPairs(tx: Transaction, domainId: string, pairs: PairRow[]): Promise<void> {
  await tx.query(
    `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
     select $1::uuid, n.id, n.a_id, n.b_id, n.decision, n.score, n.reasons, $2::timestamptz
     from jsonb_to_recordset($3::jsonb) as n (id uuid, a_id uuid, b_id uuid, decision text, score double precision,
       reasons text[])
     on conflict (domain_id, a_id, b_id) do update set
       decision = excluded.decision, score = excluded.score, reasons = excluded.reasons, held_by = null`,
    [domainId, tx.now, storableJson(pairs)],
  )
}

export async function deletePairs(tx: Transaction, domainId: string, ids: string[]): Promise<void> {
  await tx.query('delete from entity_pairs where domain_id = $1 and id = any($2::uuid[])', [domainId, ids])
}

/**
 * All subjects that pairs with the decision or judgement `same` connect with these, directly or through others; at most
 * `most`.
 */
export async function selectComponent(
  tx: Transaction,
  domainId: string,
  seeds: string[],
  most: number,
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with recursive component (id) as (
       select unnest($2::uuid[])
       union
       select p.other from component c cross join lateral (
         select b_id as other from entity_pairs
         where domain_id = $1 and a_id = c.id and coalesce(judgement, decision) = 'same'
         union all
         select a_id from entity_pairs where domain_id = $1 and b_id = c.id and coalesce(judgement, decision) = 'same'
       ) p
     )
     select id from component limit $3`,
    [domainId, seeds, most],
  )
  return rows.map(({ id }) => id)
}

export type Tie = Pick<PairRow, 'id' | 'a_id' | 'b_id' | 'decision' | 'judgement'> & {
  held_by: string | null
  is_of_model: boolean
}

/** The pairs of these subjects that are the same, or that somebody has judged. */
export function selectTies(tx: Transaction, domainId: string, ids: string[]) {
  return tx.query<Tie>(
    `select id, a_id, b_id, decision, judgement, held_by, coalesce(starts_with(judged_by, 'model:'), false) as is_of_model from entity_pairs
     where domain_id = $1 and a_id = any($2::uuid[]) and (judgement is not null or decision = 'same')`,
    [domainId, ids],
  )
}

/** The keys of the subjects that these are related to, at most `most` in each direction. */
export function selectNeighbours(tx: Transaction, domainId: string, ids: string[], most: number) {
  // `offset 0` keeps the planner from turning the look-up into a join, which read all facts of the domain for each row;
  // `|| ''` from reading all entities in the order of their keys.
  return tx.query<{ id: string; neighbour: string }>(
    `select i.id, n.neighbour from unnest($2::uuid[]) as i (id) cross join lateral (
       (select r.type || ' ' || e.key as neighbour from relationships r
        join entities e on e.domain_id = $1 and e.id = r.to_id
        where r.domain_id = $1 and r.from_id = i.id and exists (
          select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
        order by e.key || '' limit $3)
       union
       (select 'of ' || r.type || ' ' || e.key from relationships r
        join entities e on e.domain_id = $1 and e.id = r.from_id
        where r.domain_id = $1 and r.to_id = i.id and exists (
          select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
        order by 1 limit $3)
     ) n`,
    [domainId, ids, most],
  )
}

const pairArrays = (pairs: [string, string][]) => [pairs.map(([a]) => a), pairs.map(([, b]) => b)]

/** Those of the pairs that a live relationship connects, with its type. */
export function selectRelatedApart(tx: Transaction, domainId: string, pairs: [string, string][], without: string[]) {
  return tx.query<{ a: string; b: string; type: string }>(
    `select distinct p.a, p.b, r.type from unnest($2::uuid[], $3::uuid[]) as p (a, b) cross join lateral (
       select id, type from relationships where domain_id = $1 and from_id = p.a and to_id = p.b
       union all
       select id, type from relationships where domain_id = $1 and from_id = p.b and to_id = p.a
     ) r
     where r.type <> all($4::text[]) and exists (
       select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
     order by p.a, p.b, r.type`,
    [domainId, ...pairArrays(pairs), without],
  )
}

export interface ListedRow {
  id: string
  page_id: string
  list: number
  block_hash: string
}

/** The rows of lists that name these subjects, at most `most` of each. */
export function selectListedRows(tx: Transaction, domainId: string, ids: string[], most: number) {
  return tx.query<ListedRow>(
    `select n.id, c.page_id, c.list, c.block_hash from unnest($2::uuid[]) as n (id) cross join lateral (
       select page_id, list, block_hash from claims
       where domain_id = $1 and entity_id = n.id and list is not null and retracted_at is null limit $3
     ) c`,
    [domainId, ids, most],
  )
}

/** Of these subjects those that have pairs. */
export async function selectWithPairs(tx: Transaction, domainId: string, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from unnest($2::uuid[]) as n (id)
     where exists (select from entity_pairs where domain_id = $1 and a_id = n.id)
       or exists (select from entity_pairs where domain_id = $1 and b_id = n.id)`,
    [domainId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Sets what holds pairs back; null for nothing. */
export async function updateHeld(
  tx: Transaction,
  domainId: string,
  held: { id: string; held_by: string | null }[],
): Promise<void> {
  await tx.query(
    `update entity_pairs p set held_by = n.held_by from unnest($2::uuid[], $3::text[]) as n (id, held_by)
     where p.domain_id = $1 and p.id = n.id`,
    [domainId, held.map(({ id }) => id), held.map(({ held_by }) => held_by)],
  )
}

export interface NewMerge {
  id: string
  merge_id: string
  target_id: string
  source_id: string
  score: number
  reasons: string[]
}

export async function insertMerges(tx: Transaction, domainId: string, by: string, merges: NewMerge[]): Promise<void> {
  await tx.query(
    `insert into merges (domain_id, id, merge_id, target_id, source_id, score, reasons, merged_by, merged_at)
     select $1::uuid, n.id, n.merge_id, n.target_id, n.source_id, n.score, n.reasons, $2::text, $3::timestamptz
     from jsonb_to_recordset($4::jsonb) as n (id uuid, merge_id uuid, target_id uuid, source_id uuid, score double precision,
       reasons text[])`,
    [domainId, by, tx.now, storableJson(merges)],
  )
}

export async function updateMergesReverted(
  tx: Transaction,
  domainId: string,
  by: string,
  sourceIds: string[],
): Promise<void> {
  await tx.query(
    `update merges set reverted_by = $2, reverted_at = $4
     where domain_id = $1 and source_id = any($3::uuid[]) and reverted_at is null`,
    [domainId, by, sourceIds, tx.now],
  )
}

/**
 * Of these merges, those that held before and hold again: a later one had taken their source elsewhere and has just been
 * reverted, or the machine had ended the merge of a person because there was no evidence. Returns their sources.
 */
export async function restoreMerges(tx: Transaction, domainId: string, merges: NewMerge[]): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `update merges m set reverted_at = null, reverted_by = null
     from unnest($2::uuid[], $3::uuid[]) as n (source_id, target_id)
     where m.domain_id = $1 and m.source_id = n.source_id and m.target_id = n.target_id and m.reverted_at is not null
       and (not ${isMachineIn('m.merged_by')} and ${isMachineIn('m.reverted_by')} or exists (
         select from merges l where l.domain_id = $1 and l.source_id = m.source_id and l.merged_at = m.reverted_at
           and l.reverted_at = $4))
     returning m.source_id`,
    [domainId, merges.map(({ source_id }) => source_id), merges.map(({ target_id }) => target_id), tx.now],
  )
  return rows.map(({ source_id }) => source_id)
}

/** Ends of these relationships that have pairs: neighbours are part of what is compared. */
export async function selectPairedSubjects(
  tx: Transaction,
  domainId: string,
  relationshipIds: string[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `with ends as (
       select from_id as id from relationships where domain_id = $1 and id = any($2::uuid[])
       union select to_id from relationships where domain_id = $1 and id = any($2::uuid[])
     )
     select id from ends where exists (select from entity_pairs where domain_id = $1 and a_id = ends.id)
       or exists (select from entity_pairs where domain_id = $1 and b_id = ends.id)`,
    [domainId, relationshipIds],
  )
  return rows.map(({ id }) => id)
}

/** The members that sources of a merge brought with them, each with the source that it was merged into before. */
export function selectMergedWith(
  tx: Transaction,
  domainId: string,
  { target_id, merged_at }: { target_id: string; merged_at: string },
  sources: string[],
): Promise<{ source_id: string; head_id: string }[]> {
  // `offset 0` keeps the planner from looking at all merges of the target for each source.
  return tx.query(
    `select m.source_id, b.head_id from merges m cross join lateral (
       select target_id as head_id from merges
       where domain_id = $1 and source_id = m.source_id and reverted_at = $3 and target_id = any($4::uuid[]) offset 0
     ) b
     where m.domain_id = $1 and m.target_id = $2 and m.merged_at = $3 and m.reverted_at is null`,
    [domainId, target_id, merged_at, sources],
  )
}

/** The subjects that were merged into an entity after a time, and still are. */
export async function selectMergedSince(
  tx: Transaction,
  domainId: string,
  targetId: string,
  since: string,
): Promise<string[]> {
  const rows = await tx.query<{ source_id: string }>(
    `select source_id from merges
     where domain_id = $1 and target_id = $2 and merged_at > $3 and reverted_at is null`,
    [domainId, targetId, since],
  )
  return rows.map(({ source_id }) => source_id)
}
