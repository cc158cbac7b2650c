import type { Transaction } from '../platform/db/database.ts'
import { selectLaneHosts, upsertHostsOpened, upsertLanesOpened } from './queries.ts'

/** Tells workers of this and other processes that there is something to take. */
export const crawlChannel = 'crawl'

/**
 * Opens the lanes of a domain on hosts that its pages were queued on. A worker that holds such a host hears of it when
 * it lets go. Hosts in `asked` are believed to be reachable again.
 */
export async function openLanes(
  tx: Transaction,
  domainId: string,
  hosts: Iterable<string>,
  asked: Iterable<string>,
): Promise<void> {
  const sorted = [...hosts].sort()
  if (sorted.length === 0) return
  await upsertHostsOpened(tx, sorted, [...asked])
  await upsertLanesOpened(tx, domainId, sorted)
  await tx.notify(crawlChannel, '')
}

/** Hosts that pages of the domain wait on. */
export function hostsWithPages(tx: Transaction, domainId: string): Promise<string[]> {
  return selectLaneHosts(tx, domainId)
}
