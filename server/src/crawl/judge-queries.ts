import type { StoredPage } from '../gate/stored-verdict.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { PageMode, PageStatus } from '../queue/claimed-page.ts'
import type { PageErrorCode } from './page-ending.ts'
import type { PageState } from './page-queries.ts'

export interface JudgedRow extends StoredPage {
  id: string
  status: 'extracted' | 'irrelevant'
  error_code: PageErrorCode | null
  gate_version: number
}

/** Pages that the gate has kept or dropped. Queued pages are judged when they are read. */
export function selectJudgedPages(
  db: Queryable,
  domainId: string,
  after: string | undefined,
  limit: number,
): Promise<JudgedRow[]> {
  return db.query<JudgedRow>(
    `select p.id, p.url, p.status, p.error_code, coalesce(p.gate_version, 1) as gate_version, p.title, p.language,
       t.text, t.blocks
     from pages p
     left join page_texts t on t.domain_id = $1 and t.page_id = p.id and p.read_at is not null
     where p.domain_id = $1 and (p.status = 'extracted' or p.status = 'irrelevant' and p.error_code in ('gate', 'off_topic'))
       and ($2::uuid is null or p.id > $2)
     order by p.id limit $3`,
    [domainId, after ?? null, limit],
  )
}

export interface DroppedPage extends PageState {
  run_id: string | null
  before: { status: PageStatus; last_mode: PageMode | null }
}

/** Marks the pages as irrelevant. The caller retracts their claims. */
export async function updatePagesDropped(
  tx: Transaction,
  domainId: string,
  pages: { id: string; error: string; version: number }[],
): Promise<DroppedPage[]> {
  const rows = await tx.query<Omit<DroppedPage, 'before'>>(
    `update pages p set status = 'irrelevant', error = n.error, error_code = 'gate',
       read_status = 'irrelevant', read_error = n.error, read_error_code = 'gate',
       gate_version = n.version
     from jsonb_to_recordset($2::jsonb) as n (id uuid, error text, version integer)
     where p.domain_id = $1 and p.id = n.id and p.status = 'extracted'
     returning p.id, p.url, p.host, p.status, p.last_mode, p.error, p.error_code, p.run_id`,
    [domainId, JSON.stringify(pages)],
  )
  return rows.map((row) => ({ ...row, before: { status: 'extracted', last_mode: row.last_mode } }))
}

/** Forgets the validators and hashes of these pages, so that their next fetch is read in full. */
export async function updatePagesForgotten(tx: Transaction, domainId: string, ids: string[]): Promise<void> {
  await tx.query(
    `update pages set etag = null, last_modified = null, bytes_hash = null, content_hash = null
     where domain_id = $1 and id = any($2::uuid[])`,
    [domainId, ids],
  )
}

export async function updatePagesKept(
  tx: Transaction,
  domainId: string,
  ids: string[],
  version: number,
): Promise<void> {
  await tx.query('update pages set gate_version = $3 where domain_id = $1 and id = any($2::uuid[])', [
    domainId,
    ids,
    version,
  ])
}
