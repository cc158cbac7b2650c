import { scheduledOf, takeDueDomain } from '../../domains/domains.ts'
import type { DueRecrawl } from '../../domains/recrawl-times.ts'
import type { EventLog } from '../../events/event-log.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { awayDomainsOf } from '../../platform/db/nodes.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/log.ts'
import { nextRecrawlOf, takeDueSource } from '../../sources/sources.ts'
import { dueDomains, lookAgain } from '../../waiting/waiting-work.ts'
import { DomainCrawl } from '../domain-crawl.ts'
import { selectMostUrgent } from './queries.ts'

// Begins the runs of schedules that are due. The next time of a schedule is written by the transaction that begins its
// run, and the row is locked until then: however many processes look, and whenever one is killed, a time that is due
// begins one run or, where the crawl is running already, none.

export interface ScheduleParts {
  db: Database
  clock: Clock
  events: EventLog
  log: Log
  stopping: AbortSignal
  /** Refuses what a call to crawl again would be refused for. */
  requirePages(tx: Transaction, projectId: string): Promise<void>
}

/** Pages for each transaction, as of a recrawl that somebody calls for. */
const batch = 5_000
const idBytes = 16
const noPages = Buffer.alloc(0)

type Due = DueRecrawl & { source_id?: string }
type Take = (tx: Transaction) => Promise<Due | undefined>

/** Domains with a schedule that is due, as many as are looked at in one round. */
const domainsMost = 10_000

export async function startDueRecrawls(parts: ScheduleParts): Promise<void> {
  const { db, clock, log, stopping } = parts
  const away = awayDomainsOf(db)
  const due = await dueDomains(db, 'recrawl', clock.now(), domainsMost)
  for (const domain_id of await away.gather(due, (domainIds) => scheduledOf(db, domainIds))) {
    if (stopping.aborted) return
    try {
      await away.try(domain_id, () => startDueOf(parts, domain_id))
    } catch (error) {
      // It stays due; others do not wait for it.
      log.error({ err: error, domain_id }, 'a scheduled run did not begin')
    }
  }
}

async function startDueOf(parts: ScheduleParts, domainId: string): Promise<void> {
  const { db, stopping } = parts
  for (const take of [takeDueDomain, takeDueSource]) {
    for (let isMore = true; isMore && !stopping.aborted; ) isMore = await beginNext(parts, (tx) => take(tx, domainId))
  }
  await db.transaction((tx) =>
    lookAgain(tx, 'recrawl', domainId, { now: tx.now, next: () => nextRecrawlOf(tx, domainId) }),
  )
}

async function beginNext(parts: ScheduleParts, take: Take): Promise<boolean> {
  const begun = await parts.db.transaction((tx) => beginDue(parts, tx, take))
  if (begun?.run) await queueRest(parts, begun.run)
  return begun !== undefined
}

interface BegunRun {
  domain_id: string
  run_id: string
  /** Ids of pages that are not queued yet. */
  rest: Buffer
}

/** Undefined when nothing is due; without a run where there is nothing to ask for, or it may not be asked for. */
async function beginDue(parts: ScheduleParts, tx: Transaction, take: Take): Promise<{ run?: BegunRun } | undefined> {
  const due = await take(tx)
  if (!due) return undefined
  const { domain_id, project_id, source_id = null, every } = due
  const crawl = await DomainCrawl.hold(tx, domain_id)
  // A run that goes on, or a plan that leads the crawl: the schedule comes again.
  if (!crawl || crawl.run_id !== undefined || crawl.is_led) return {}
  crawl.noteScheduled()
  const refusal = await refusalOf(parts, tx, project_id)
  if (refusal !== undefined) {
    parts.log.warn({ project_id, domain_id, source_id, reason: refusal }, 'a scheduled run may not begin')
    await crawl.refuseRun(refusal)
    await crawl.commit(parts.events)
    return {}
  }
  const ids = await selectMostUrgent(tx, { domain_id, source_id, every })
  const rest = await queueSome(crawl, ids)
  const { run_id } = crawl
  await crawl.commit(parts.events)
  return run_id === undefined ? {} : { run: { domain_id, run_id, rest } }
}

async function refusalOf(parts: ScheduleParts, tx: Transaction, projectId: string): Promise<string | undefined> {
  try {
    await parts.requirePages(tx, projectId)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

/** Queues the first of these pages; returns the others. */
async function queueSome(crawl: DomainCrawl, ids: Buffer): Promise<Buffer> {
  const hex = ids.subarray(0, batch * idBytes).toString('hex')
  await crawl.requeue(hex.match(/.{32}/g) ?? [])
  return ids.subarray(batch * idBytes)
}

/** What a killed process leaves of it is more urgent the next time. */
async function queueRest(
  { db, events, stopping }: ScheduleParts,
  { domain_id, run_id, ...run }: BegunRun,
): Promise<void> {
  for (let { rest } = run; rest.length > 0 && !stopping.aborted; ) {
    rest = await db.transaction(async (tx) => {
      const crawl = await DomainCrawl.hold(tx, domain_id)
      // The run was cancelled, or is over already.
      if (!crawl || crawl.archived || crawl.run_id !== run_id) return noPages
      const left = await queueSome(crawl, rest)
      await crawl.commit(events)
      return left
    })
  }
}
