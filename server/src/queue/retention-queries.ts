import type { Transaction } from '../platform/db/database.ts'

/**
 * Lanes of a domain on hosts where nothing of it is queued, and nothing was taken since. The caller holds the domain, so
 * nobody queues a page meanwhile. A closed lane may still say that something is due.
 */
export async function deleteLanesServedBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await tx.query(
    `delete from crawl_lanes where domain_id = $1 and host = any(array(
       select l.host from crawl_lanes l where l.domain_id = $1 and l.served_at < $2
         and not exists (select from pages p where p.domain_id = $1 and p.host = l.host and p.status = 'queued')
       order by l.host limit $3)) returning 1`,
    [domainId, before, limit],
  )
  return rows.length
}

/**
 * Hosts that nobody holds or has asked anything since, and that no domain has a lane on. Whoever opens a host locks its
 * row: it is then due, and stays.
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
