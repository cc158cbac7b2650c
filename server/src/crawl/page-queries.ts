import type { NewPage } from '../frontier/links/frontier-crawl.ts'
import { indexedChars } from '../graph/memory/search/indexed-chars.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { PageMode, PageStatus, ReadMode } from '../queue/claimed-page.ts'
import type { LaterFailure, PageError, PageErrorCode } from './page-ending.ts'

/** The state of a page that events report. */
export interface PageState {
  id: string
  url: string
  host: string
  status: PageStatus
  last_mode: PageMode | null
  error: string | null
  error_code: PageErrorCode | null
}

const state = 'p.id, p.url, p.host, p.status, p.last_mode, p.error, p.error_code'

/**
 * Leaves out addresses that exist already, as a page or as an alias of one. The source of a link may have been deleted
 * since the link was found.
 */
export function insertPages(
  tx: Transaction,
  domainId: string,
  runId: string,
  pages: (NewPage & { id: string })[],
): Promise<PageState[]> {
  return tx.query<PageState>(
    `insert into pages as p (domain_id, id, url, host, group_key, found_in, depth, source_id, source_host, status,
       run_id, created_at, due_at)
     select $1::uuid, n.id, n.url, n.host, n.group_key, n.found_in, n.depth, s.id, n.source_host, 'queued', $2::uuid,
       $3::timestamptz, $3::timestamptz
     from jsonb_to_recordset($4::jsonb) as n (id uuid, url text, host text, group_key text, found_in text,
       depth integer, source_id uuid, source_host text)
     left join sources s on s.domain_id = $1 and s.id = n.source_id
     where not exists (select from page_aliases a where a.domain_id = $1 and a.url = n.url)
     on conflict (domain_id, url) do nothing returning ${state}`,
    [domainId, runId, tx.now, JSON.stringify(pages)],
  )
}

/** The pages with these addresses, or with these aliases. */
export function selectPagesByAddress(tx: Queryable, domainId: string, urls: string[]) {
  return tx.query<{ asked: string; id: string; url: string; status: PageStatus }>(
    `select u.url as asked, p.id, p.url, p.status from unnest($2::text[]) as u (url)
     join pages p on p.domain_id = $1 and p.url = u.url
     union all
     select a.url, p.id, p.url, p.status from page_aliases a
     join pages p on p.domain_id = $1 and p.id = a.page_id where a.domain_id = $1 and a.url = any($2::text[])`,
    [domainId, urls],
  )
}

/**
 * Makes these pages the pages of a source. One that was found as a link is read in full the next time: its links are
 * now nearer to a source.
 */
export async function updatePagesRooted(
  tx: Transaction,
  domainId: string,
  roots: { page_id: string; source_id: string; source_host: string }[],
): Promise<void> {
  await tx.query(
    `update pages p set depth = 0, source_id = n.source_id, source_host = n.source_host,
       etag = case when p.depth > 0 then null else p.etag end,
       last_modified = case when p.depth > 0 then null else p.last_modified end,
       bytes_hash = case when p.depth > 0 then null else p.bytes_hash end,
       content_hash = case when p.depth > 0 then null else p.content_hash end
     from jsonb_to_recordset($2::jsonb) as n (page_id uuid, source_id uuid, source_host text)
     where p.domain_id = $1 and p.id = n.page_id and (p.depth > 0 or p.source_id is null)`,
    [domainId, JSON.stringify(roots)],
  )
}

export interface RequeuedPage extends PageState {
  before_status: PageStatus
  before_run_id: string | null
}

/** Queues pages. Those that are queued already stay as they are. */
export function updatePagesQueued(
  tx: Transaction,
  domainId: string,
  runId: string,
  pageIds: string[],
): Promise<RequeuedPage[]> {
  return tx.query<RequeuedPage>(
    `update pages p set status = 'queued', error = null, error_code = null, due_at = $4, begun = 0, fetch_failures = 0,
       model_failures = 0, run_id = $2,
       before_status = p.status, before_error = p.error, before_error_code = p.error_code, before_run_id = p.run_id
     where p.domain_id = $1 and p.id = any($3::uuid[]) and p.status <> 'queued'
     returning ${state}, p.before_status, p.before_run_id`,
    [domainId, runId, pageIds, tx.now],
  )
}

/**
 * Includes pages that are being worked on: their endings come too late to be written. A page that was read before, or
 * that had failed, becomes what it was.
 */
export function updatePagesCancelled(tx: Transaction, domainId: string, runId: string, error: PageError) {
  const isRestored = `(p.read_at is not null or p.before_status = 'failed')`
  return tx.query<PageState & { run_id: string | null }>(
    `update pages p set
       status = case when ${isRestored} then p.before_status else 'skipped' end,
       error = case when ${isRestored} then p.before_error else $3 end,
       error_code = case when ${isRestored} then p.before_error_code else $4 end,
       run_id = case when ${isRestored} then p.before_run_id else p.run_id end,
       due_at = null, fence = p.fence + 1,
       before_status = null, before_error = null, before_error_code = null, before_run_id = null
     where p.domain_id = $1 and p.run_id = $2 and p.status = 'queued'
     returning ${state}, p.run_id`,
    [domainId, runId, error.text, error.code],
  )
}

/** Pages that no run has read because theirs was cancelled, the nearest to a source first. */
export async function selectCancelledIds(tx: Transaction, domainId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from pages where domain_id = $1 and status = 'skipped' and error_code = 'run_cancelled'
     order by depth, id limit $2`,
    [domainId, limit],
  )
  return rows.map(({ id }) => id)
}

export interface SettledRow {
  id: string
  fence: number
  /** Undefined keeps the stored value. */
  status?: PageStatus | undefined
  mode?: PageMode | undefined
  error?: string | null | undefined
  error_code?: PageErrorCode | null | undefined
  url?: string | undefined
  host?: string | undefined
  group_key?: string | undefined
  fetched_at?: Date | null | undefined
  etag?: string | null | undefined
  last_modified?: string | null | undefined
  bytes_hash?: string | null | undefined
  content_hash?: string | undefined
  title?: string | null | undefined
  language?: string | null | undefined
  published_at?: string | null | undefined
  page_starts?: number[] | null | undefined
  gate_version?: number | undefined
  gate_rule?: string | null | undefined
  read_mode?: ReadMode | undefined
  mode_reason?: string | null | undefined
  claims_dropped?: number | undefined
  read_at?: Date | undefined
  is_unchanged: boolean
  is_read: boolean
  /** The page's claims are retracted. */
  is_retracted: boolean
  is_extraction_failure: boolean
}

/** Leaves out pages whose fence has moved: another worker has taken them. */
export function updatePagesSettled(tx: Transaction, domainId: string, rows: SettledRow[]) {
  return tx.query<PageState & { extraction_failures: number }>(
    `update pages p set
       status = case when o.is_unchanged then p.read_status else o.status end,
       error = case when o.is_unchanged then p.read_error else o.error end,
       error_code = case when o.is_unchanged then p.read_error_code else o.error_code end,
       last_mode = coalesce(o.mode, p.last_mode),
       url = coalesce(o.url, p.url), host = coalesce(o.host, p.host), group_key = coalesce(o.group_key, p.group_key),
       fetched_at = coalesce(o.fetched_at, p.fetched_at),
       etag = case when o.is_read or o.is_unchanged then o.etag else p.etag end,
       last_modified = case when o.is_read or o.is_unchanged then o.last_modified else p.last_modified end,
       bytes_hash = case when o.is_read or o.is_unchanged then o.bytes_hash else p.bytes_hash end,
       content_hash = coalesce(o.content_hash, p.content_hash),
       title = case when o.is_read then o.title else p.title end,
       language = case when o.is_read then o.language else p.language end,
       published_at = case when o.is_read then o.published_at else p.published_at end,
       page_starts = case when o.is_read then o.page_starts else p.page_starts end,
       read_at = case when o.is_read then coalesce(o.read_at, $3) else p.read_at end,
       read_status = case when o.is_read then o.status when o.is_retracted then null else p.read_status end,
       read_error = case when o.is_read then o.error when o.is_retracted then null else p.read_error end,
       read_error_code = case when o.is_read then o.error_code when o.is_retracted then null
         else p.read_error_code end,
       gate_version = coalesce(o.gate_version, p.gate_version),
       gate_rule = case when o.is_read then o.gate_rule else p.gate_rule end,
       read_mode = coalesce(o.read_mode, p.read_mode),
       mode_reason = case when o.is_read or o.is_unchanged then o.mode_reason else p.mode_reason end,
       claims_dropped = coalesce(o.claims_dropped, p.claims_dropped),
       extraction_failures = case when o.is_extraction_failure then p.extraction_failures + 1
         when o.is_read or o.is_unchanged then 0 else p.extraction_failures end,
       due_at = null, begun = 0,
       before_status = null, before_error = null, before_error_code = null, before_run_id = null
     from jsonb_to_recordset($2::jsonb) as o (id uuid, fence integer, status text, mode text, error text, error_code text, url text,
       host text, group_key text, fetched_at timestamptz, etag text, last_modified text, bytes_hash text,
       content_hash text, title text, language text, published_at text, page_starts integer[], gate_version integer, gate_rule text,
       read_mode text, mode_reason text, claims_dropped integer, read_at timestamptz, is_unchanged boolean,
       is_read boolean, is_retracted boolean, is_extraction_failure boolean)
     where p.domain_id = $1 and p.id = o.id and p.fence = o.fence and p.status = 'queued'
     returning ${state}, p.extraction_failures`,
    [domainId, JSON.stringify(rows), tx.now],
  )
}

export async function updatePagesLater(
  tx: Transaction,
  domainId: string,
  rows: { id: string; fence: number; due_at: Date; failure: LaterFailure }[],
): Promise<{ host: string }[]> {
  return tx.query(
    `update pages p set due_at = o.due_at, fence = p.fence + 1, begun = 0,
       fetch_failures = p.fetch_failures + case when o.failure = 'fetch' then 1 else 0 end,
       model_failures = p.model_failures + case when o.failure = 'model' then 1 else 0 end
     from jsonb_to_recordset($2::jsonb) as o (id uuid, fence integer, due_at timestamptz, failure text)
     where p.domain_id = $1 and p.id = o.id and p.fence = o.fence and p.status = 'queued'
     returning p.host`,
    [domainId, JSON.stringify(rows)],
  )
}

/** Each text is a parameter of its own: elements of an array would have to be quoted here and parsed there. */
export async function upsertPageTexts(
  tx: Transaction,
  domainId: string,
  rows: {
    id: string
    text: string
    shown_chars: number
    blocks: string
    structured: string
  }[],
): Promise<void> {
  const values: unknown[] = [domainId]
  const tuples = rows.map(({ id, text, shown_chars, blocks, structured }) => {
    const at = values.push(id, text, blocks, structured, shown_chars) - 4
    // Only what people see is found. After `<` the parser would skip text as a tag.
    const shown = `translate(left($${at + 1}, least($${at + 4}::integer, ${indexedChars})), '<', ' ')`
    return `($1, $${at}, $${at + 1}::text, to_tsvector('simple', ${shown}), $${at + 2}, $${at + 3}, $${at + 4}::integer)`
  })
  await tx.query(
    `insert into page_texts (domain_id, page_id, text, words, blocks, structured, shown_chars) values ${tuples.join(', ')}
     on conflict (domain_id, page_id) do update set text = excluded.text, shown_chars = excluded.shown_chars, words = excluded.words,
       blocks = excluded.blocks, structured = excluded.structured`,
    values,
  )
}

export async function insertAliases(
  tx: Transaction,
  domainId: string,
  aliases: { url: string; page_id: string }[],
): Promise<void> {
  await tx.query(
    `insert into page_aliases (domain_id, url, page_id)
     select distinct on (n.url) $1::uuid, n.url, n.page_id from unnest($2::text[], $3::uuid[]) as n (url, page_id)
     where not exists (select from pages p where p.domain_id = $1 and p.url = n.url)
     on conflict (domain_id, url) do update set page_id = excluded.page_id`,
    [domainId, aliases.map(({ url }) => url), aliases.map(({ page_id }) => page_id)],
  )
}

/** A page has one letter: a closed one is replaced, an open one stays. */
export async function insertDeadLetters(
  tx: Transaction,
  domainId: string,
  letters: { id: string; page_id: string; error: string; error_code: PageErrorCode | null }[],
): Promise<void> {
  await tx.query(
    `insert into dead_letters (domain_id, id, page_id, error, error_code, status, created_at)
     select $1::uuid, n.id, n.page_id, n.error, n.error_code, 'open', $2::timestamptz
     from jsonb_to_recordset($3::jsonb) as n (id uuid, page_id uuid, error text, error_code text)
     on conflict (domain_id, page_id) do update set id = excluded.id, error = excluded.error,
       error_code = excluded.error_code, status = 'open', created_at = excluded.created_at, closed_at = null
       where dead_letters.status <> 'open'`,
    [domainId, tx.now, JSON.stringify(letters)],
  )
}

/** Pages outlive the source that they were found from. */
export async function updatePagesWithoutSource(tx: Transaction, domainId: string, sourceId: string): Promise<void> {
  await tx.query('update pages set source_id = null where domain_id = $1 and source_id = $2', [domainId, sourceId])
}
