import { takeDueDomain } from '../../domains/domains.ts'
import type { DueRecrawl } from '../../domains/recrawl-times.ts'
import type { EventLog } from '../../events/event-log.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { Log } from '../../platform/log.ts'
import { takeDueSource } from '../../sources/sources.ts'
import { DomainCrawl } from '../domain-crawl.ts'
import { type ScheduledPages, selectMedianUrgency, selectUrgent } from './queries.ts'
import { shareOf } from './urgency.ts'

// Begins the runs of schedules that are due. The next time of a schedule is written by the transaction that begins its
// run, and the row is locked until then: however many processes look, and whenever one is killed, a time that is due
// begins one run or, where the crawl is running already, none.

export interface ScheduleParts {
  db: Database
  events: EventLog
  log: Log
  stopping: AbortSignal
  /** Refuses what a call to crawl again would be refused for. */
  requirePages(tx: Transaction, projectId: string): Promise<void>
}

/** Pages for each transaction, as of a recrawl that somebody calls for. */
const batch = 5_000

type Take = (tx: Transaction) => Promise<(DueRecrawl & { source_id?: string }) | undefined>

export async function startDueRecrawls(parts: ScheduleParts): Promise<void> {
  const takes: Take[] = [takeDueDomain, takeDueSource]
  for (const take of takes) {
    while (!parts.stopping.aborted) {
      const begun = await parts.db.transaction((tx) => beginDue(parts, tx, take))
      if (!begun) break
      if (begun.run) await queueRest(parts, begun.run)
    }
  }
}

interface BegunRun {
  scheduled: ScheduledPages
  run_id: string
  /** The time by which the pages were chosen. */
  at: Date
  median: number
  left: number
  is_tie: boolean
  after: string | undefined
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
  const scheduled = { domain_id, source_id, every }
  const { pages, median } = await selectMedianUrgency(tx, scheduled, tx.now)
  if (median === null) return {}
  const chosen = { scheduled, at: tx.now, median, left: shareOf(pages), is_tie: false, after: undefined }
  const rest = await queueBatch(crawl, chosen)
  const run_id = crawl.run_id
  await crawl.commit(parts.events)
  return rest && run_id !== undefined ? { run: { ...rest, run_id } } : {}
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

/** Queues the next of the chosen pages, the most urgent half of all; undefined when none is left. */
async function queueBatch<Chosen extends Omit<BegunRun, 'run_id'>>(
  crawl: DomainCrawl,
  chosen: Chosen,
): Promise<Chosen | undefined> {
  const { scheduled, at, median, is_tie, after } = chosen
  const limit = Math.min(batch, chosen.left)
  const ids = await selectUrgent(crawl.tx, scheduled, { at, urgency: median, is_tie, after, limit })
  await crawl.requeue(ids)
  const left = chosen.left - ids.length
  if (left === 0) return undefined
  if (ids.length === limit) return { ...chosen, left, after: ids.at(-1) }
  // Of pages that are equally urgent, the first ones.
  return is_tie ? undefined : queueBatch(crawl, { ...chosen, left, is_tie: true, after: undefined })
}

/** What a killed process leaves of it is more urgent the next time. */
async function queueRest({ db, events, stopping }: ScheduleParts, begun: BegunRun): Promise<void> {
  for (let rest: BegunRun | undefined = begun; rest && !stopping.aborted; ) {
    const chosen: BegunRun = rest
    rest = await db.transaction(async (tx) => {
      const crawl = await DomainCrawl.hold(tx, chosen.scheduled.domain_id)
      if (!crawl || crawl.archived || crawl.run_id !== chosen.run_id) return undefined
      const next = await queueBatch(crawl, chosen)
      await crawl.commit(events)
      return next
    })
  }
}
