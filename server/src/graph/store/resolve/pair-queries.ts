import type { Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { Decision } from '../../../resolution/profile.ts'

export interface PairRow {
  id: string
  a_id: string
  b_id: string
  decision: Decision
  score: number
  reasons: string[]
  against: string[]
  is_by_name: boolean
  judgement: Decision | null
}

export function selectPairs(tx: Transaction, domainId: string, ids: string[]): Promise<PairRow[]> {
  return tx.query<PairRow>(
    `select id, a_id, b_id, decision, score, reasons, against, is_by_name, judgement from entity_pairs
     where domain_id = $1 and a_id = any($2::uuid[])
     union
     select id, a_id, b_id, decision, score, reasons, against, is_by_name, judgement from entity_pairs
     where domain_id = $1 and b_id = any($2::uuid[])`,
    [domainId, ids],
  )
}

export async function upsertPairs(tx: Transaction, domainId: string, pairs: PairRow[]): Promise<void> {
  await tx.query(
    `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, against, is_by_name, created_at)
     select $1::uuid, n.id, n.a_id, n.b_id, n.decision, n.score, n.reasons, n.against, n.is_by_name, $2::timestamptz
     from jsonb_to_recordset($3::jsonb) as n (id uuid, a_id uuid, b_id uuid, decision text, score double precision,
       reasons text[], against text[], is_by_name boolean)
     on conflict (domain_id, a_id, b_id) do update set
       decision = excluded.decision, score = excluded.score, reasons = excluded.reasons, against = excluded.against,
       is_by_name = excluded.is_by_name, held_by = null`,
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
  ids: string[],
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
    [domainId, ids, most],
  )
  return rows.map(({ id }) => id)
}

export type ComponentPair = Pick<PairRow, 'id' | 'a_id' | 'b_id' | 'decision' | 'judgement'> & {
  held_by: string | null
  is_of_model: boolean
}

/** The pairs of these subjects that are the same, or that somebody has judged. */
export function selectComponentPairs(tx: Transaction, domainId: string, ids: string[]) {
  return tx.query<ComponentPair>(
    `select id, a_id, b_id, decision, judgement, held_by, coalesce(starts_with(judged_by, 'model:'), false) as is_of_model from entity_pairs
     where domain_id = $1 and a_id = any($2::uuid[]) and (judgement is not null or decision = 'same')`,
    [domainId, ids],
  )
}

/** Sets why pairs that are called the same are not merged; null for those that are. */
export async function updateHeldBy(
  tx: Transaction,
  domainId: string,
  pairs: { id: string; held_by: string | null }[],
): Promise<void> {
  await tx.query(
    `update entity_pairs p set held_by = n.held_by from unnest($2::uuid[], $3::text[]) as n (id, held_by)
     where p.domain_id = $1 and p.id = n.id`,
    [domainId, pairs.map(({ id }) => id), pairs.map(({ held_by }) => held_by)],
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
