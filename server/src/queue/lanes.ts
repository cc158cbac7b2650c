import type { Transaction } from '../platform/db/database.ts'
import { selectLaneHosts, upsertHostsOpened, upsertLanesOpened } from './queries.ts'

/** Tells workers of all processes that there are pages to take. */
export const crawlChannel = 'crawl'

/**
 * Opens the lanes of a domain on hosts that its pages were queued on. A worker that holds such a host finds them when
 * it releases the host. Hosts in `asked` count as reachable again.
 */
export async function openLanes(
  tx: Transaction,
  place: { domain_id: string; project_id: string },
  hosts: Iterable<string>,
  asked: Iterable<string>,
): Promise<void> {
  const sorted = [...hosts].sort()
  if (sorted.length === 0) return
  await upsertHostsOpened(tx, sorted, [...asked])
  await upsertLanesOpened(tx, place, sorted)
  await tx.notify(crawlChannel, '')
}

/** Hosts on which pages of the domain wait. */
export function hostsWithPages(tx: Transaction, domainId: string): Promise<string[]> {
  return selectLaneHosts(tx, domainId)
}
