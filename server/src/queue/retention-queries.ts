import type { Transaction } from '../platform/db/database.ts'

/**
 * Deletes lanes of a domain on hosts where none of its pages is queued. The caller holds the domain, so nobody queues a
 * page meanwhile. `due_at` does not matter: a closed lane may still have one.
 */
export async function deleteLanesServedBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const busy = await tx.query<{ host: string }>(
    `select distinct host from pages where domain_id = $1 and status = 'queued'`,
    [domainId],
  )
  const rows = await tx.query(
    `delete from crawl_lanes where domain_id = $1 and host = any(array(
       select l.host from crawl_lanes l
       where l.domain_id = $1 and l.served_at < $2 and l.host <> all($4::text[])
       order by l.host limit $3)) returning 1`,
    [domainId, before, limit, busy.map(({ host }) => host)],
  )
  return rows.length
}

/**
 * Deletes hosts without a holder, without lanes, and without a request since a time. A host that is opened meanwhile is due
 * when its row can be locked, so it stays.
 */
export async function deleteHostsAskedBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from crawl_hosts where due_at is null and holder is null and host = any(array(
       select h.host from crawl_hosts h where h.due_at is null and h.holder is null and h.next_request_at < $1
         and not exists (select from crawl_lanes l where l.host = h.host)
       order by h.host limit $2)) returning 1`,
    [before, limit],
  )
  return rows.length
}
