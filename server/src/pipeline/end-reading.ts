import { OverBudget } from '../budget/pay-call.ts'
import { pauseForBudget } from '../crawl/runs.ts'
import { ModelFailed } from '../model/model.ts'
import { DatabaseUnavailable } from '../platform/db/database.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import { AnswerUnusable } from './agentic/read-with-model.ts'
import { nextModelTry } from './page-errors.ts'
import type { Ending, PageParts } from './process-page.ts'

/** After a model was asked. What went wrong may cost again, so it is not tried for ever. */
export async function endReadingBadly(parts: PageParts, page: ClaimedPage, error: unknown): Promise<Ending> {
  const { log, clock } = parts
  const links_seen = 0
  const later = (ms: number): Ending => {
    return { type: 'later', due_at: new Date(clock.now().getTime() + ms), failure: null, links_seen }
  }
  if (error instanceof OverBudget) {
    // Others hold what is left: some of it comes free, or is booked.
    if (error.reserved > 0) return later(heldBudgetMs)
    // Until the cap is raised or the month is over it is not taken again.
    await pauseDomain(parts, page, error).catch((failed) => log.warn({ err: failed }, 'a domain was not paused'))
    return later(0)
  }
  if (error instanceof DatabaseUnavailable) return later(1_000)
  if (error instanceof ModelFailed) {
    const due_at = nextModelTry(clock.now(), page.model_failures, error)
    if (due_at) return { type: 'later', due_at, failure: error.kind === 'aborted' ? null : 'model', links_seen }
  }
  if (error instanceof ModelFailed || error instanceof AnswerUnusable) {
    return { type: 'not_readable', error: error.message, links_seen }
  }
  log.error({ err: error, url: page.url }, 'reading a page failed')
  return { type: 'not_readable', error: 'reading failed', links_seen }
}

const heldBudgetMs = 120_000

async function pauseDomain({ db, events, log }: PageParts, { domain_id }: ClaimedPage, hit: OverBudget): Promise<void> {
  const { spend, cap } = hit
  log.warn({ domain_id, spend, cap }, 'the monthly spend cap is reached: the domain is paused')
  await db.transaction((tx) => pauseForBudget(tx, events, domain_id, { spend, cap }))
}
