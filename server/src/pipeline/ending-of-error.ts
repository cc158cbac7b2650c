import { CallStopped, OverBudget } from '../budget/pay-call.ts'
import type { LaterEnding, RefusedEnding, UnreadableEnding } from '../crawl/page-ending.ts'
import { pauseForModel } from '../crawl/runs.ts'
import { noLinks } from '../frontier/links/found-link.ts'
import { ModelFailed } from '../model/model-failed.ts'
import { DatabaseUnavailable } from '../platform/db/database.ts'
import { ComeLater, LeaseLost } from '../queue/lease-errors.ts'
import { ParseFailed } from '../reader/read-page/parse-job.ts'
import { FetchFailed } from '../web/fetch/fetch-failure.ts'
import { AnswerUnusable } from './agentic/read-with-model.ts'
import { GiveUp, isHostFailure, TryAgain } from './parts/page-errors.ts'
import type { ClaimedWork, ModelWork, PageParts, PageWork } from './parts/page-work.ts'
import { nextModelTry, nextTry } from './retry-times.ts'

// Turns an error into the ending of its page, by the type of the error.
//
//   GiveUp                             | refused, with its own status and error
//   ComeLater, LeaseLost               | later: the host is busy, or another worker holds it
//   FetchFailed, TryAgain              | later up to two times, then refused as failed
//   ParseFailed, AnswerUnusable        | unreadable: failed in this run; after `limits.dead_after` runs a dead letter
//   ModelFailed                        | later while the model may come back, then unreadable; a refused key pauses
//                                        the domain
//   OverBudget                         | later; the domain is paused, unless reservations may still be released
//   CallStopped                        | later: the crawl was paused, cancelled or archived
//   DatabaseUnavailable                | later
//   anything else                      | while fetching: later (the worker stops, for example);
//                                        after a model was asked: unreadable, because asking again may cost

type BadEnding = RefusedEnding | UnreadableEnding | LaterEnding

export function endingOfError(parts: PageParts, work: PageWork, error: unknown): Promise<BadEnding> | BadEnding {
  return work.type === 'claimed' ? endingOfFetch(parts, work, error) : endingOfModel(parts, work, error)
}

function endingOfFetch({ clock, log }: PageParts, { page, leases }: ClaimedWork, error: unknown): BadEnding {
  const now = clock.now()
  if (error instanceof GiveUp) {
    const links = error.link ? { found: [error.link], seen: 0 } : noLinks
    return { type: 'refused', status: error.status, error: error.error, links, is_gone: error.is_gone }
  }
  if (error instanceof ComeLater) return later(error.at)
  if (error instanceof LeaseLost) return later(now)
  if (error instanceof ParseFailed) return unreadable('unreadable', error.message)
  if (error instanceof FetchFailed || error instanceof TryAgain) {
    if (isHostFailure(error)) leases.noteAnswer(false)
    const isTransient = error instanceof TryAgain || error.is_transient
    const asked = error instanceof TryAgain ? error.after_ms : null
    const due_at = isTransient ? nextTry(now, page.fetch_failures, asked) : undefined
    if (due_at) return later(due_at, 'fetch')
    const why = error instanceof TryAgain ? error.error : { code: error.kind, text: error.message }
    return { type: 'refused', status: 'failed', error: why, links: noLinks, is_gone: false }
  }
  log.warn({ err: error, url: page.url }, 'the work on a page was broken off')
  return later(new Date(now.getTime() + brokenOffMs))
}

async function endingOfModel(parts: PageParts, { page }: ModelWork, error: unknown): Promise<BadEnding> {
  const { log, clock } = parts
  const after = (ms: number) => later(new Date(clock.now().getTime() + ms))
  if (error instanceof OverBudget) {
    if (error.reserved > 0) return after(heldBudgetMs)
    await pauseForBudget(parts, page.domain_id, error)
    return after(0)
  }
  if (error instanceof CallStopped) return after(0)
  if (error instanceof DatabaseUnavailable) return after(brokenOffMs)
  if (error instanceof ModelFailed && error.kind === 'refused_key') {
    await pauseForKey(parts, page.domain_id, error)
    return after(0)
  }
  if (error instanceof ModelFailed) {
    const due_at = nextModelTry(clock.now(), page.model_failures, error)
    if (due_at) return later(due_at, error.kind === 'aborted' ? null : 'model')
    return unreadable('model_failed', error.message)
  }
  if (error instanceof AnswerUnusable) return unreadable('answer_unusable', error.message)
  log.error({ err: error, url: page.url }, 'reading a page failed')
  return unreadable('reading_failed', 'reading failed')
}

const brokenOffMs = 1_000
/** Calls under way have paid or released their reservations by then. */
const heldBudgetMs = 120_000

const later = (due_at: Date, failure: LaterEnding['failure'] = null): LaterEnding => ({
  type: 'later',
  due_at,
  failure,
})

const unreadable = (code: UnreadableEnding['error']['code'], text: string): UnreadableEnding => ({
  type: 'unreadable',
  error: { code, text },
})

/** Pages are not taken again until the cap is raised or the month ends. */
async function pauseForBudget(
  parts: PageParts,
  domainId: string,
  { spend, cap, of, needed }: OverBudget,
): Promise<void> {
  const whose = of === 'domain' ? '' : `of the ${of} `
  const reason =
    `the monthly spend cap ${whose}of $${dollars(cap)} is reached: $${dollars(spend)} is spent, ` +
    `and the next call may cost up to $${dollars(needed)}`
  await pauseDomain(parts, domainId, { reason, by: 'budget', budget: { spend, cap } })
}

const dollars = (usd: number) => usd.toFixed(usd < 1 ? 4 : 2)

/** A key that is refused for one page is refused for all of them. */
async function pauseForKey(parts: PageParts, domainId: string, error: ModelFailed): Promise<void> {
  await pauseDomain(parts, domainId, { reason: `the model cannot be used: ${error.message}`, by: 'model' })
}

async function pauseDomain(
  { db, events, log }: PageParts,
  domain_id: string,
  pause: Parameters<typeof pauseForModel>[3],
): Promise<void> {
  try {
    const isPaused = await db.transaction((tx) => pauseForModel(tx, events, domain_id, pause))
    if (isPaused) log.warn({ domain_id, reason: pause.reason }, 'the crawl of a domain is paused')
  } catch (error) {
    log.warn({ err: error, domain_id }, 'a domain was not paused')
  }
}
