import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { PageMode, PageStatus } from '../queue/claimed-page.ts'
import type { StoredBlocks } from '../reader/blocks/stored-blocks.ts'
import type { PageErrorCode } from './page-ending.ts'

export interface PageRow {
  id: string
  url: string
  depth: number
  status: PageStatus
  last_mode: PageMode | null
  mode_reason: string | null
  error: string | null
  error_code: PageErrorCode | null
  source_host: string
  run_id: string | null
  fetched_at: string | null
}

export interface PageFilter {
  status?: PageStatus | undefined
  /** A part of the address. */
  q?: string | undefined
  /** Without a port, any port of it. */
  host?: string | undefined
}

const columns = `id, url, depth, status, last_mode, mode_reason, error, error_code, source_host, run_id, fetched_at`

export async function selectPage(db: Queryable, domainId: string, id: string): Promise<PageRow | undefined> {
  const [row] = await db.query<PageRow>(`select ${columns} from pages where domain_id = $1 and id = $2`, [domainId, id])
  return row
}

export function selectPages(
  db: Queryable,
  domainId: string,
  { status, q, host, limit, offset }: PageFilter & { limit: number; offset: number },
): Promise<PageRow[]> {
  return db.query<PageRow>(
    `select ${columns} from pages
     where domain_id = $1 and ($2::text is null or status = $2)
       and ($3::text is null or strpos(lower(url), lower($3)) > 0)
       and ($4::text is null or host = $4 or starts_with(host, $4 || ':'))
     order by id limit $5 offset $6`,
    [domainId, status ?? null, q ?? null, host ?? null, limit, offset],
  )
}

/** Pages of the newest run first, and within a run those fetched last; pages that could not be fetched have no time. */
export function selectFailedPages(db: Queryable, domainId: string, limit: number) {
  return db.query<Pick<PageRow, 'id' | 'url' | 'depth' | 'error' | 'error_code' | 'fetched_at' | 'source_host'>>(
    `select id, url, depth, error, error_code, fetched_at, source_host from pages where domain_id = $1 and status = 'failed'
     order by run_id desc nulls last, fetched_at desc nulls last, id desc limit $2`,
    [domainId, limit],
  )
}

/** Those of these pages that failed. */
export async function selectFailedOf(tx: Transaction, domainId: string, pageIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from pages where domain_id = $1 and id = any($2::uuid[]) and status = 'failed'`,
    [domainId, pageIds],
  )
  return rows.map(({ id }) => id)
}

/**
 * Failed pages, those of the oldest run first, so that no page is starved. Pages with an open or discarded dead letter
 * are left out, unless they were read since.
 */
export async function selectFailedIds(tx: Transaction, domainId: string, limit: number): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select p.id from pages p where p.domain_id = $1 and p.status = 'failed'
       and (p.extraction_failures = 0 or not exists (
         select from dead_letters d where d.domain_id = $1 and d.page_id = p.id and d.status in ('open', 'discarded')
       ))
     order by p.run_id nulls first, p.id limit $2`,
    [domainId, limit],
  )
  return rows.map(({ id }) => id)
}

export async function selectExtractedIds(
  tx: Transaction,
  domainId: string,
  options: { after: string | undefined; limit: number },
): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select id from pages where domain_id = $1 and status = 'extracted' and ($2::uuid is null or id > $2)
     order by id limit $3`,
    [domainId, options.after ?? null, options.limit],
  )
  return rows.map(({ id }) => id)
}

export async function selectBlocks(db: Queryable, domainId: string, pageId: string): Promise<StoredBlocks | undefined> {
  const [row] = await db.query<{ blocks: StoredBlocks }>(
    'select blocks from page_texts where domain_id = $1 and page_id = $2',
    [domainId, pageId],
  )
  return row?.blocks
}

/** Pages of one template that a model has read, the latest first. */
export function selectAgenticTexts(
  db: Queryable,
  domainId: string,
  { template, but, limit }: { template: string; but: string; limit: number },
) {
  return db.query<{ page_id: string; text: string; blocks: StoredBlocks }>(
    `select t.page_id, t.text, t.blocks from pages p
     join page_texts t on t.domain_id = p.domain_id and t.page_id = p.id
     where p.domain_id = $1 and p.group_key = $2 and p.read_mode = 'agentic' and p.page_starts is null and p.id <> $3
       and p.status in ('extracted', 'queued')
     order by p.read_at desc limit $4`,
    [domainId, template, but, limit],
  )
}
