import type { Database, Transaction } from '../../platform/db/database.ts'
import type { PageMode, PageStatus } from '../../queue/claimed-page.ts'
import type { PageErrorCode } from '../page-ending.ts'
import type { PageState } from '../page-queries.ts'

export interface JudgedRow {
  id: string
  /** Whoever reads the page again raises it: what was judged is what is stored as long as it stays. */
  fence: number
  url: string
  status: 'extracted' | 'irrelevant'
  error_code: PageErrorCode | null
  gate_version: number
  title: string | null
  language: string | null
  /** Null for a page that was dropped by its address, before it was read. */
  text_bytes: number | null
}

/** Pages that the gate has kept or dropped, without their texts. Queued pages are judged when they are read. */
export function selectJudgedPages(
  db: Database,
  domainId: string,
  after: string | undefined,
  limit: number,
  ended: AbortSignal | undefined,
): Promise<JudgedRow[]> {
  return db.query<JudgedRow>(
    `select p.id, p.fence, p.url, p.status, p.error_code, coalesce(p.gate_version, 1) as gate_version, p.title, p.language,
       octet_length(t.text) as text_bytes
     from pages p
     left join page_texts t on t.domain_id = $1 and t.page_id = p.id and p.read_at is not null
     where p.domain_id = $1 and (p.status = 'extracted' or p.status = 'irrelevant' and p.error_code in ('gate', 'off_topic'))
       and ($2::uuid is null or p.id > $2)
     order by p.id limit $3`,
    [domainId, after ?? null, limit],
    ended,
  )
}

export function selectShownTexts(
  db: Database,
  domainId: string,
  pageIds: string[],
  ended: AbortSignal | undefined,
): Promise<{ page_id: string; text: string; shown_chars: number }[]> {
  return db.query(
    'select page_id, text, shown_chars from page_texts where domain_id = $1 and page_id = any($2::uuid[])',
    [domainId, pageIds],
    ended,
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
  version: number,
  pages: { id: string; fence: number; rule: string | null; error: string }[],
): Promise<DroppedPage[]> {
  const rows = await tx.query<Omit<DroppedPage, 'before'>>(
    `update pages p set status = 'irrelevant', error = n.error, error_code = 'gate',
       read_status = 'irrelevant', read_error = n.error, read_error_code = 'gate',
       gate_version = $3, gate_rule = n.rule
     from jsonb_to_recordset($2::jsonb) as n (id uuid, fence integer, rule text, error text)
     where p.domain_id = $1 and p.id = n.id and p.fence = n.fence and p.status = 'extracted'
     returning p.id, p.url, p.host, p.status, p.last_mode, p.error, p.error_code, p.run_id`,
    [domainId, JSON.stringify(pages), version],
  )
  return rows.map((row) => ({ ...row, before: { status: 'extracted', last_mode: row.last_mode } }))
}

/** Forgets the validators and hashes of dropped pages, so that their next fetch is read in full. */
export async function updatePagesForgotten(
  tx: Transaction,
  domainId: string,
  pages: { id: string; fence: number }[],
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update pages p set etag = null, last_modified = null, bytes_hash = null, content_hash = null
     from jsonb_to_recordset($2::jsonb) as n (id uuid, fence integer)
     where p.domain_id = $1 and p.id = n.id and p.fence = n.fence and p.status = 'irrelevant'
     returning p.id`,
    [domainId, JSON.stringify(pages)],
  )
  return rows.map(({ id }) => id)
}

export async function updatePagesKept(
  tx: Transaction,
  domainId: string,
  version: number,
  pages: { id: string; fence: number; rule: string | null }[],
): Promise<void> {
  await tx.query(
    `update pages p set gate_version = $3, gate_rule = n.rule
     from jsonb_to_recordset($2::jsonb) as n (id uuid, fence integer, rule text)
     where p.domain_id = $1 and p.id = n.id and p.fence = n.fence and p.status = 'extracted'`,
    [domainId, JSON.stringify(pages), version],
  )
}
