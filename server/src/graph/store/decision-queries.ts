import type { Transaction } from '../../platform/db/database.ts'
import { storableJson } from '../../platform/db/storable-json.ts'
import { newId } from '../../platform/ids.ts'
import type { Decision } from '../../resolution/profile.ts'
import { isMachineIn } from './machine.ts'

export interface PinnedValue {
  value_key: string
  value: unknown
  set_at: string
}

/** Replaces the values that a person set for a field. */
export async function replacePins(
  tx: Transaction,
  domainId: string,
  ownerId: string,
  field: string,
  values: PinnedValue[],
): Promise<void> {
  await tx.query('delete from pins where domain_id = $1 and owner_id = $2 and field = $3', [domainId, ownerId, field])
  if (values.length === 0) return
  await tx.query(
    `insert into pins (domain_id, owner_id, field, value_key, value, set_at)
     select $1::uuid, $2::uuid, $3::text, n.value_key, coalesce(n.value, 'null'), n.set_at
     from jsonb_to_recordset($4::jsonb) as n (value_key text, value jsonb, set_at timestamptz)`,
    [domainId, ownerId, field, storableJson(values)],
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

/** Null takes a judgement back; a pair that only a person has looked at is then forgotten. */
export async function writeJudgement(
  tx: Transaction,
  domainId: string,
  [a, b]: [string, string],
  given: PairJudgement | null,
): Promise<void> {
  if (given === null) {
    await tx.query(
      `with kept as (
         update entity_pairs set judgement = null, judged_by = null, judged_at = null
         where domain_id = $1 and a_id = $2 and b_id = $3 and decision <> 'different'
       )
       delete from entity_pairs where domain_id = $1 and a_id = $2 and b_id = $3 and decision = 'different'`,
      [domainId, a, b],
    )
    return
  }
  await tx.query(
    `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, judgement, judged_by, judged_at,
       created_at)
     values ($1, $2, $3, $4, 'different', 0, '{}', $5, $6, $7, $8)
     on conflict (domain_id, a_id, b_id) do update set
       judgement = excluded.judgement, judged_by = excluded.judged_by, judged_at = excluded.judged_at`,
    [domainId, newId(), a, b, given.judgement, given.by, given.at, tx.now],
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
export function selectJudged(tx: Transaction, domainId: string, ids: string[]): Promise<JudgedPair[]> {
  return tx.query<JudgedPair>(
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
export async function selectJudgedSame(tx: Transaction, domainId: string, ids: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
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

export async function updateChosen(tx: Transaction, domainId: string, id: string, at: string | null): Promise<void> {
  await tx.query('update entities set chosen_at = $3 where domain_id = $1 and id = $2', [domainId, id, at])
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

export interface LoggedMerge {
  merge_id: string
  target_id: string
  source_id: string
  merged_by: string
  merged_at: string
  reverted_at: string | null
}

export function selectMergeRows(tx: Transaction, domainId: string, mergeId: string): Promise<LoggedMerge[]> {
  return tx.query<LoggedMerge>(
    `select merge_id, target_id, source_id, merged_by, merged_at, reverted_at from merges
     where domain_id = $1 and merge_id = $2 order by source_id`,
    [domainId, mergeId],
  )
}

/** The merges that moved these subjects on when they left an earlier one, and still hold. */
export function selectMergesAt(
  tx: Transaction,
  domainId: string,
  sourceIds: string[],
  at: string,
): Promise<LoggedMerge[]> {
  return tx.query<LoggedMerge>(
    `select merge_id, target_id, source_id, merged_by, merged_at, reverted_at from merges
     where domain_id = $1 and source_id = any($2::uuid[]) and merged_at = $3 and reverted_at is null
     order by merged_at desc, id`,
    [domainId, sourceIds, at],
  )
}

/** Merges of people into an entity since a time that still hold, the latest first. */
export function selectLaterMerges(tx: Transaction, domainId: string, targetId: string, since: string) {
  return tx.query<LoggedMerge>(
    `select merge_id, target_id, source_id, merged_by, merged_at, reverted_at from merges
     where domain_id = $1 and target_id = $2 and merged_at > $3 and reverted_at is null
       and not ${isMachineIn('merged_by')}
     order by merged_at desc, id`,
    [domainId, targetId, since],
  )
}
