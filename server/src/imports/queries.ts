import type { ImportFormat, ImportStatus } from '@polegraph/contract/graph/imports.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { storableJson } from '../platform/db/storable-json.ts'
import type { FileLayout } from './read/raw-row.ts'

export interface RowFailure {
  row: number | null
  error: string
}

/** What a file did to the graph. */
export interface ImportOutcome {
  entities_new: number
  entities_matched: number
  pairs_waiting: number
  relationships: number
}

export interface ImportRow {
  id: string
  name: string
  format: ImportFormat
  status: ImportStatus
  key: string | null
  hash: string | null
  layout: FileLayout
  bytes: number
  rows: number
  rows_done: number
  rows_failed: number
  errors: RowFailure[]
  outcome: ImportOutcome | null
  created_by: string
  created_at: string
  finished_at: string | null
}

const columns = `id, name, format, status, key, hash, layout, bytes, rows, rows_done, rows_failed, errors, outcome, created_by, created_at,
  finished_at`

/** `receiving` is an upload under way, which is listed too. */
export function selectImports(db: Queryable, domainId: string, before: string | undefined, limit: number) {
  return db.query<ImportRow>(
    `select ${columns} from imports where domain_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [domainId, before ?? null, limit],
  )
}

export async function selectImport(db: Queryable, domainId: string, id: string): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(`select ${columns} from imports where domain_id = $1 and id = $2`, [
    domainId,
    id,
  ])
  return row
}

export async function selectImportByKey(db: Queryable, domainId: string, key: string): Promise<ImportRow | undefined> {
  const [row] = await db.query<ImportRow>(`select ${columns} from imports where domain_id = $1 and key = $2`, [
    domainId,
    key,
  ])
  return row
}

export async function selectOpenCount(tx: Transaction, domainId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*) as count from imports
     where domain_id = $1 and status in ('receiving', 'queued', 'running', 'taking_back')`,
    [domainId],
  )
  return row?.count ?? 0
}

export interface NewImport {
  id: string
  name: string
  format: ImportFormat
  key: string | null
  created_by: string
}

/** False when another import has the key. */
export async function insertImport(tx: Transaction, domainId: string, one: NewImport): Promise<boolean> {
  const rows = await tx.query(
    `insert into imports (domain_id, id, name, format, status, key, layout, created_by, created_at, updated_at)
     values ($1, $2, $3, $4, 'receiving', $5, '{}', $6, $7, $7) on conflict (domain_id, key) where key is not null do nothing returning id`,
    [domainId, one.id, one.name, one.format, one.key, one.created_by, tx.now],
  )
  return rows.length === 1
}

export interface NewPart {
  id: string
  stage: 1 | 2
  seq: number
  text: string
  row_starts: number[]
  row_numbers: number[]
}

export async function insertPart(tx: Transaction, domainId: string, importId: string, part: NewPart): Promise<void> {
  await tx.query(
    `insert into import_parts (domain_id, id, import_id, stage, seq, text, row_starts, row_numbers)
     values ($1, $2, $3, $4, $5, $6, $7::integer[], $8::integer[])`,
    [domainId, part.id, importId, part.stage, part.seq, part.text, part.row_starts, part.row_numbers],
  )
  await tx.query('update imports set updated_at = $3 where domain_id = $1 and id = $2', [domainId, importId, tx.now])
}

/** The file is here as a whole. False when somebody has taken it back meanwhile. */
export async function updateReceived(
  tx: Transaction,
  domainId: string,
  id: string,
  file: { layout: FileLayout; hash: string; bytes: number; rows: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update imports set status = 'queued', layout = $3, hash = $4, bytes = $5, rows = $6, updated_at = $7
     where domain_id = $1 and id = $2 and status = 'receiving' returning id`,
    [domainId, id, storableJson(file.layout), file.hash, file.bytes, file.rows, tx.now],
  )
  return rows.length === 1
}

export async function deleteImport(db: Queryable, domainId: string, id: string): Promise<void> {
  await db.query('delete from imports where domain_id = $1 and id = $2', [domainId, id])
}

export type NextImport = Pick<ImportRow, 'id' | 'name' | 'format' | 'status' | 'layout' | 'errors' | 'created_at'>

/** The oldest import of a domain that something is to be done for. */
export async function selectNextImport(tx: Transaction, domainId: string): Promise<NextImport | undefined> {
  const [row] = await tx.query<NextImport>(
    `select id, name, format, status, layout, errors, created_at from imports
     where domain_id = $1 and status in ('queued', 'running', 'taking_back') order by id limit 1`,
    [domainId],
  )
  return row
}

export interface PartRow {
  id: string
  text: string
  row_starts: number[]
  row_numbers: number[]
}

/** The first part that is written already, or is not. */
export async function selectNextPart(tx: Transaction, domainId: string, importId: string, isWritten: boolean) {
  const [row] = await tx.query<PartRow>(
    `select id, text, row_starts, row_numbers from import_parts
     where domain_id = $1 and import_id = $2 and is_written = $3 order by stage, seq limit 1`,
    [domainId, importId, isWritten],
  )
  return row
}

export async function updatePartWritten(tx: Transaction, domainId: string, id: string, isWritten: boolean) {
  await tx.query('update import_parts set is_written = $3 where domain_id = $1 and id = $2', [domainId, id, isWritten])
}

export async function updateImportProgress(
  tx: Transaction,
  domainId: string,
  id: string,
  { done, failed, errors }: { done: number; failed: number; errors: RowFailure[] },
): Promise<void> {
  await tx.query(
    `update imports set status = 'running', rows_done = rows_done + $3, rows_failed = rows_failed + $4, errors = $5,
       failures = 0, updated_at = $6
     where domain_id = $1 and id = $2`,
    [domainId, id, done, failed, storableJson(errors), tx.now],
  )
}

export async function updateImportEnded(
  tx: Transaction,
  domainId: string,
  id: string,
  status: 'finished' | 'taken_back',
  outcome: ImportOutcome | null,
): Promise<void> {
  await tx.query(
    `update imports set status = $3, outcome = $4, finished_at = $5, updated_at = $5 where domain_id = $1 and id = $2`,
    [domainId, id, status, outcome && JSON.stringify(outcome), tx.now],
  )
}

/** Nobody else has its key any more: the same file may come again. */
export async function updateTakingBack(tx: Transaction, domainId: string, id: string): Promise<void> {
  await tx.query(
    `update imports set status = 'taking_back', key = null, failures = 0, finished_at = null, updated_at = $3
     where domain_id = $1 and id = $2`,
    [domainId, id, tx.now],
  )
}

/** Writing the next part failed once more; too often, and the import has failed. */
export async function updateFailing(
  db: Queryable,
  domainId: string,
  id: string,
  most: number,
  now: Date,
): Promise<void> {
  await db.query(
    `update imports set failures = failures + 1, updated_at = $4,
       status = case when failures + 1 >= $3 then 'failed' else status end,
       finished_at = case when failures + 1 >= $3 then $4::timestamptz end,
       errors = case when failures + 1 >= $3 then errors || $5::jsonb else errors end
     where domain_id = $1 and id = $2 and status in ('queued', 'running', 'taking_back')`,
    [domainId, id, most, now, JSON.stringify([{ row: null, error: 'internal error; the log of the service has it' }])],
  )
}

export interface KnownRef {
  ref: string
  kind: string
  name: string
  external_ids: Record<string, string>
}

export async function insertRefs(tx: Transaction, domainId: string, importId: string, refs: KnownRef[]): Promise<void> {
  await tx.query(
    `insert into import_refs (domain_id, import_id, ref, kind, name, external_ids)
     select $1::uuid, $2::uuid, n.ref, n.kind, n.name, n.external_ids
     from jsonb_to_recordset($3::jsonb) as n (ref text, kind text, name text, external_ids jsonb)
     on conflict (domain_id, import_id, ref) do nothing`,
    [domainId, importId, storableJson(refs)],
  )
}

export function selectRefs(tx: Transaction, domainId: string, importId: string, refs: string[]): Promise<KnownRef[]> {
  return tx.query<KnownRef>(
    `select ref, kind, name, external_ids from import_refs
     where domain_id = $1 and import_id = $2 and ref = any($3::text[])`,
    [domainId, importId, refs],
  )
}

/**
 * What the import has done so far. An entity is new where it stands on nothing but the file, and no person made it. `$3` is when
 * the import began.
 */
export async function selectOutcome(
  tx: Transaction,
  domainId: string,
  id: string,
  since: string | Date,
): Promise<ImportOutcome> {
  const [row] = await tx.query<ImportOutcome>(
    `with stated as materialized (
       select c.entity_id, c.relationship_id from import_parts p
       join claims c on c.domain_id = $1 and c.page_id = p.id and c.retracted_at is null
       where p.domain_id = $1 and p.import_id = $2),
     heads as materialized (
       select coalesce(e.merged_into, e.id) as id, count(*) as n
       from stated s join entities e on e.domain_id = $1 and e.id = s.entity_id group by 1),
     shown as materialized (
       select h.id, h.n < e.evidence_count or e.is_made or e.doc -> 'pinned' <> '[]' as is_matched
       from heads h join entities e on e.domain_id = $1 and e.id = h.id where e.is_shown)
     select (select count(*) from shown where not is_matched) as entities_new,
       (select count(*) from shown where is_matched) as entities_matched,
       (select count(*) from entity_pairs d
        where d.domain_id = $1 and d.decision = 'unsure' and d.judgement is null and d.created_at >= $3
          and (d.a_id in (select entity_id from stated) or d.b_id in (select entity_id from stated))) as pairs_waiting,
       (select count(distinct coalesce(r.merged_into, r.id)) from stated s
        join relationships r on r.domain_id = $1 and r.id = s.relationship_id) as relationships`,
    [domainId, id, since],
  )
  return row as ImportOutcome
}

export async function deleteTakenBack(db: Queryable, domainId: string, before: Date): Promise<void> {
  await db.query(`delete from imports where domain_id = $1 and status = 'taken_back' and finished_at < $2`, [
    domainId,
    before,
  ])
}

export async function deleteUploadsBefore(db: Queryable, domainId: string, before: Date): Promise<void> {
  await db.query(`delete from imports where domain_id = $1 and status = 'receiving' and updated_at < $2`, [
    domainId,
    before,
  ])
}
