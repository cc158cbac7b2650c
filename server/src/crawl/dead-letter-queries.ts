import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { PageErrorCode } from './page-ending.ts'

export type DeadLetterStatus = 'open' | 'requeued' | 'discarded'

export interface DeadLetterRow {
  id: string
  url: string
  depth: number
  error: string
  error_code: PageErrorCode | null
  status: DeadLetterStatus
  created_at: string
}

export function selectDeadLetters(
  db: Queryable,
  domainId: string,
  options: { status: DeadLetterStatus | undefined; before: string | undefined; limit: number },
): Promise<DeadLetterRow[]> {
  return db.query<DeadLetterRow>(
    `select d.id, p.url, p.depth, d.error, d.error_code, d.status, d.created_at
     from dead_letters d join pages p on p.domain_id = d.domain_id and p.id = d.page_id
     where d.domain_id = $1 and ($2::text is null or d.status = $2) and ($3::uuid is null or d.id < $3)
     order by d.id desc limit $4`,
    [domainId, options.status ?? null, options.before ?? null, options.limit],
  )
}

export async function lockDeadLetter(tx: Transaction, domainId: string, id: string) {
  const [row] = await tx.query<{ page_id: string; status: DeadLetterStatus }>(
    'select page_id, status from dead_letters where domain_id = $1 and id = $2 for update',
    [domainId, id],
  )
  return row
}

/** Closes a letter. One that is closed already keeps the time at which it was closed. */
export async function updateLetterClosed(
  tx: Transaction,
  domainId: string,
  id: string,
  status: Exclude<DeadLetterStatus, 'open'>,
): Promise<boolean> {
  const rows = await tx.query(
    `update dead_letters set status = $3, closed_at = case when status = $3 then closed_at else $4 end
     where domain_id = $1 and id = $2 returning id`,
    [domainId, id, status, tx.now],
  )
  return rows.length === 1
}

/** Opens the letters of pages that left the queue as they had come, where they were closed since a time. */
export async function updateLettersReopened(
  tx: Transaction,
  domainId: string,
  pageIds: string[],
  since: string,
): Promise<void> {
  await tx.query(
    `update dead_letters d set status = 'open', closed_at = null
     where d.domain_id = $1 and d.page_id = any($2::uuid[]) and d.status = 'requeued' and d.closed_at >= $3
       and not exists (select from dead_letters o where o.domain_id = $1 and o.page_id = d.page_id and o.id > d.id)`,
    [domainId, pageIds, since],
  )
}

/** Closes the letters of pages that are in the queue again. */
export async function updateLettersRequeued(tx: Transaction, domainId: string, pageIds: string[]): Promise<void> {
  await tx.query(
    `update dead_letters set status = 'requeued', closed_at = $3
     where domain_id = $1 and page_id = any($2::uuid[]) and status = 'open'`,
    [domainId, pageIds, tx.now],
  )
}

/**
 * Deletes letters that were closed before a time. A discarded letter stays until its page was read again, because it keeps
 * the page out of a requeue of all failed pages.
 */
export async function deleteLettersClosedBefore(tx: Transaction, domainId: string, before: Date, limit: number) {
  const rows = await tx.query(
    `delete from dead_letters where domain_id = $1 and id = any(array(
       select d.id from dead_letters d join pages p on p.domain_id = $1 and p.id = d.page_id
       where d.domain_id = $1 and d.closed_at < $2 and (d.status = 'requeued' or p.extraction_failures = 0)
       order by d.closed_at limit $3)) returning 1`,
    [domainId, before, limit],
  )
  return rows.length
}
