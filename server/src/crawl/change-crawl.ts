import { holdForCrawl } from '../domains/domains.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { DomainCrawl } from './domain-crawl.ts'

/** Runs one change of a domain's crawl: holds the domain, changes it, and writes the counters and events. */
export async function changeCrawl<Result>(
  tx: Transaction,
  events: EventLog,
  domainId: string,
  change: (crawl: DomainCrawl) => Promise<Result>,
): Promise<Result> {
  const crawl = await DomainCrawl.hold(tx, domainId)
  if (!crawl) throw fail('domain_not_found')
  const result = await change(crawl)
  await crawl.commit(events)
  return result
}

/** For work that would fetch at once: in a paused domain it could only fail. Holds the domain. */
export async function requireCrawling(tx: Transaction, domainId: string): Promise<void> {
  if ((await holdForCrawl(tx, domainId))?.crawl_state === 'paused') throw fail('domain_paused')
}
