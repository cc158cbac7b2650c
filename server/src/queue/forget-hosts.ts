import { holdForCrawl } from '../domains/domains.ts'
import { inBites } from '../platform/db/bites.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { deleteHostsAskedBefore, deleteLanesServedBefore } from './retention-queries.ts'

/** Deletes lanes of a domain that have no pages and were last served before a time. */
export async function forgetLanes(db: Database, domainId: string, before: Date, stopping: AbortSignal): Promise<void> {
  const forgetBite = async (tx: Transaction, limit: number) =>
    (await holdForCrawl(tx, domainId)) && deleteLanesServedBefore(tx, domainId, before, limit)
  await inBites(db, forgetBite, stopping)
}

/** Deletes hosts that no domain has a lane on and whose last request was before a time. */
export async function forgetHosts(db: Database, before: Date, stopping: AbortSignal): Promise<void> {
  await inBites(db, (tx, limit) => deleteHostsAskedBefore(tx, before, limit), stopping)
}
