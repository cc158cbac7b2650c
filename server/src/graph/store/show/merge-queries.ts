import type { Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import { isMachineIn } from '../facts/machine.ts'

// The log of merges.

export interface NewMerge {
  id: string
  merge_id: string
  target_id: string
  source_id: string
  score: number
  reasons: string[]
  against: string[]
}

export async function insertMerges(tx: Transaction, domainId: string, by: string, merges: NewMerge[]): Promise<void> {
  await tx.query(
    `insert into merges (domain_id, id, merge_id, target_id, source_id, score, reasons, against, merged_by, merged_at)
     select $1::uuid, n.id, n.merge_id, n.target_id, n.source_id, n.score, n.reasons, n.against, $2::text, $3::timestamptz
     from jsonb_to_recordset($4::jsonb) as n (id uuid, merge_id uuid, target_id uuid, source_id uuid, score double precision,
       reasons text[], against text[])`,
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

/** The merges that moved the subjects of these on when they ended, and still hold. */
export function selectMergesAt(tx: Transaction, domainId: string, ended: LoggedMerge[]): Promise<LoggedMerge[]> {
  return tx.query<LoggedMerge>(
    `select m.merge_id, m.target_id, m.source_id, m.merged_by, m.merged_at, m.reverted_at
     from unnest($2::uuid[], $3::timestamptz[]) as n (source_id, at)
     join merges m on m.domain_id = $1 and m.source_id = n.source_id and m.merged_at = n.at and m.reverted_at is null
     order by m.source_id, m.merged_at desc, m.id limit 1`,
    [domainId, ended.map(({ source_id }) => source_id), ended.map(({ reverted_at }) => reverted_at)],
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
