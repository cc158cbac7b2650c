import { limits } from '@polegraph/contract/limits.ts'
import type { Pause } from '../domains/domain-settings.ts'
import type { EventLog } from '../events/event-log.ts'
import { releaseGroup } from '../frontier/links/waiting-links.ts'
import { publishedNumber } from '../gate/gate.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { changeCrawl } from './change-crawl.ts'
import { DomainCrawl } from './domain-crawl.ts'
import { isRunActive, lockCrawling, selectRuns, updateRunUsage } from './run-queries.ts'

export async function listRuns(db: Queryable, domainId: string) {
  return { runs: await selectRuns(db, domainId, limits.runs) }
}

/**
 * Whether the crawl goes on, the run is not over, and the gate by which the page was judged is still the one published.
 * Whoever changes one of these waits until the transaction ends: after their answer nothing begins that this has allowed.
 */
export async function holdRunning(
  tx: Transaction,
  domainId: string,
  { run_id, published_version }: { run_id: string; published_version: number },
): Promise<boolean> {
  return (
    (await lockCrawling(tx, domainId)) &&
    (await isRunActive(tx, domainId, run_id)) &&
    (await publishedNumber(tx, domainId)) === published_version
  )
}

/** Adds the cost of a model call to the run. */
export function noteRunUsage(
  tx: Transaction,
  domainId: string,
  runId: string,
  usage: Parameters<typeof updateRunUsage>[3],
): Promise<void> {
  return updateRunUsage(tx, domainId, runId, usage)
}

/**
 * Pauses a crawl whose pages cannot be read by the model now: they stay queued, so that nothing is fetched in vain. False
 * when the crawl is paused already, or the domain is gone.
 */
export async function pauseForModel(
  tx: Transaction,
  events: EventLog,
  domainId: string,
  { budget, ...pause }: Pause & { budget?: { spend: number; cap: number } },
): Promise<boolean> {
  const crawl = await DomainCrawl.hold(tx, domainId)
  if (!crawl || crawl.state === 'paused') return false
  crawl.pause(pause)
  if (budget) crawl.noteBudgetHit(budget)
  await crawl.commit(events)
  return true
}

/** Pauses a crawl whose project may store no more. False when it is paused already, or the domain is gone. */
export function pauseForQuota(tx: Transaction, events: EventLog, domainId: string, reason: string): Promise<boolean> {
  return pauseForModel(tx, events, domainId, { reason, by: 'quota' })
}

export async function pauseCrawl(tx: Transaction, events: EventLog, domainId: string, by: string) {
  await changeCrawl(tx, events, domainId, async (crawl) => crawl.pause({ reason: `paused by ${by}`, by: 'caller' }))
  return { crawl_state: 'paused' as const }
}

export async function resumeCrawl(tx: Transaction, events: EventLog, domainId: string) {
  const requeued = await changeCrawl(tx, events, domainId, async (crawl) => {
    if (crawl.state !== 'paused') return 0
    await crawl.resume()
    return crawl.pending
  })
  return { crawl_state: 'running' as const, requeued }
}

export async function cancelRun(tx: Transaction, events: EventLog, domainId: string) {
  const cancelled_pages = await changeCrawl(tx, events, domainId, async (crawl) => {
    if (!crawl.run) throw fail('no_active_run')
    return crawl.cancel()
  })
  return { cancelled: true as const, cancelled_pages }
}

/** Lets a group of links that was held back go on. */
export async function releaseFrontierGroup(tx: Transaction, events: EventLog, domainId: string, groupId: string) {
  const queued = await changeCrawl(tx, events, domainId, async (crawl) => {
    const taken = await releaseGroup(crawl, groupId)
    if (taken === undefined) throw fail('group_not_found')
    return taken
  })
  return { queued }
}
