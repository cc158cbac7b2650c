import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import { newId } from '../../../platform/ids.ts'
import type { Decision } from '../../../resolution/profile.ts'

export interface PinnedValue {
  value_key: string
  value: unknown
  set_at: string
}

/** Fields of entities and relationships, with the values that a person set for them. */
export interface PinnedField {
  owner: string
  field: string
  values: PinnedValue[]
}

/** Replaces the values that people set for these fields. */
export async function replacePins(tx: Transaction, domainId: string, fields: PinnedField[]): Promise<void> {
  await tx.query(
    `delete from pins p using unnest($2::uuid[], $3::text[]) as n (owner_id, field)
     where p.domain_id = $1 and p.owner_id = n.owner_id and p.field = n.field`,
    [domainId, fields.map(({ owner }) => owner), fields.map(({ field }) => field)],
  )
  const rows = fields.flatMap(({ owner, field, values }) =>
    values.map(({ value_key, value, set_at }) => ({ owner_id: owner, field, value_key, value, set_at })),
  )
  if (rows.length === 0) return
  await tx.query(
    `insert into pins (domain_id, owner_id, field, value_key, value, set_at)
     select $1::uuid, n.owner_id, n.field, n.value_key, coalesce(n.value, 'null'), n.set_at
     from jsonb_to_recordset($2::jsonb) as n (owner_id uuid, field text, value_key text, value jsonb, set_at timestamptz)`,
    [domainId, storableJson(rows)],
  )
}

export interface PinRow extends PinnedValue {
  owner_id: string
  field: string
}

export function selectPins(tx: Transaction, domainId: string, owners: string[]): Promise<PinRow[]> {
  return tx.query<PinRow>(
    `select owner_id, field, value_key, value, set_at from pins where domain_id = $1 and owner_id = any($2::uuid[])
     order by owner_id, field, value_key`,
    [domainId, owners],
  )
}

export interface PairJudgement {
  judgement: Decision
  by: string
  at: string
}

export interface GivenPair {
  a: string
  b: string
  /** Null takes a judgement back; a pair that only a person has looked at is then forgotten. */
  given: PairJudgement | null
}

export async function writeJudgements(tx: Transaction, domainId: string, pairs: GivenPair[]): Promise<void> {
  const taken = pairs.filter(({ given }) => given === null)
  if (taken.length > 0) {
    await tx.query(
      `with n (a_id, b_id) as (select * from unnest($2::uuid[], $3::uuid[])), kept as (
         update entity_pairs p set judgement = null, judged_by = null, judged_at = null from n
         where p.domain_id = $1 and p.a_id = n.a_id and p.b_id = n.b_id and p.decision <> 'different'
       )
       delete from entity_pairs p using n
       where p.domain_id = $1 and p.a_id = n.a_id and p.b_id = n.b_id and p.decision = 'different'`,
      [domainId, taken.map(({ a }) => a), taken.map(({ b }) => b)],
    )
  }
  const judged = pairs.flatMap(({ a, b, given }) => (given ? [{ id: newId(), a_id: a, b_id: b, ...given }] : []))
  if (judged.length === 0) return
  await tx.query(
    `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, judgement, judged_by, judged_at,
       created_at)
     select $1::uuid, n.id, n.a_id, n.b_id, 'different', 0, '{}'::text[], n.judgement, n.by, n.at, $3::timestamptz
     from jsonb_to_recordset($2::jsonb) as n (id uuid, a_id uuid, b_id uuid, judgement text, by text, at timestamptz)
     on conflict (domain_id, a_id, b_id) do update set
       judgement = excluded.judgement, judged_by = excluded.judged_by, judged_at = excluded.judged_at`,
    [domainId, storableJson(judged), tx.now],
  )
}

export interface JudgedPair {
  id: string
  a_id: string
  b_id: string
  judgement: Decision | null
  judged_by: string | null
  judged_at: string | null
}

/** All judged pairs between subjects of these. */
export function selectJudged(db: Queryable, domainId: string, ids: string[]): Promise<JudgedPair[]> {
  return db.query<JudgedPair>(
    `select id, a_id, b_id, judgement, judged_by, judged_at from entity_pairs
     where domain_id = $1 and a_id = any($2::uuid[]) and b_id = any($2::uuid[]) and judgement is not null`,
    [domainId, ids],
  )
}

export function selectPairsById(tx: Transaction, domainId: string, ids: string[]): Promise<JudgedPair[]> {
  return tx.query<JudgedPair>(
    `select id, a_id, b_id, judgement, judged_by, judged_at from entity_pairs
     where domain_id = $1 and id = any($2::uuid[])`,
    [domainId, ids],
  )
}

/** These subjects, and all that judgements of `same` connect with them. */
export async function selectJudgedSame(db: Queryable, domainId: string, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    `with recursive same (id) as (
       select unnest($2::uuid[])
       union
       select p.other from same s cross join lateral (
         select b_id as other from entity_pairs where domain_id = $1 and a_id = s.id and judgement = 'same'
         union all
         select a_id from entity_pairs where domain_id = $1 and b_id = s.id and judgement = 'same'
       ) p
     )
     select id from same`,
    [domainId, ids],
  )
  return rows.map(({ id }) => id)
}

export async function updateChosen(
  tx: Transaction,
  domainId: string,
  heads: { id: string; at: string | null }[],
): Promise<void> {
  await tx.query(
    `update entities e set chosen_at = n.at from unnest($2::uuid[], $3::timestamptz[]) as n (id, at)
     where e.domain_id = $1 and e.id = n.id`,
    [domainId, heads.map(({ id }) => id), heads.map(({ at }) => at)],
  )
}

export async function insertMadeEntity(
  tx: Transaction,
  domainId: string,
  entity: { id: string; key: string; kind: string; split_from: string | null },
): Promise<void> {
  const { id, key, kind, split_from } = entity
  await tx.query(
    `insert into entities (domain_id, id, key, kind, is_made, split_from, split_at, is_shown, doc, name_sort, confidence,
       relationship_count, evidence_count, source_count, created_at, updated_at)
     values ($1, $2, $3, $4, true, $5, case when $5::uuid is null then null else $6::timestamptz end, false, '{}', '', 0,
       0, 0, 0, $6, $6)`,
    [domainId, id, key, kind, split_from, tx.now],
  )
}
