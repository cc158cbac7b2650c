import { limits } from '@polegraph/contract/limits.ts'
import { DomainCrawl } from '../crawl/domain-crawl.ts'
import { appendActivity, type EventLog } from '../events/event-log.ts'
import { endPicked } from '../frontier/ranking/take-best.ts'
import type { Database, Transaction } from '../platform/db/database.ts'
import { type StepParts, type StepRows, type StepTimes, takeSteps } from '../platform/take-steps.ts'
import { closeWork, isWorkDue, openWork, takeWork } from '../waiting/waiting-work.ts'
import type { SearchProvider } from '../web/search/search-provider.ts'
import { chooseBatch, leftOf } from './choose-batch.ts'
import { describeEnd, type EndCounts } from './describe.ts'
import {
  hasRead,
  lockPlanTaken,
  type PlanEnd,
  type PlannedDomain,
  selectNextStep,
  selectPlanCounts,
  selectPlannedDomain,
  type TakenPlan,
  updatePlanEnded,
  updatePlanLease,
  updatePlanPutBack,
  updatePlanSearched,
  updatePlanStep,
  updatePlanTaken,
} from './queries.ts'
import { searchGaps } from './search-gaps.ts'

// Takes the steps of plans. A plan leads the crawl of its domain from the moment it is made: the crawl follows no link by
// itself, and its run stays open.
//
//   queued   | a process takes the first step                       | running
//   running  | few of its pages are left to read, and there is room | running; the best links are queued
//   running  | enough was read to tell what the graph lacks         | running; the web is searched for it, once
//   running  | no page is left to read, and nothing to queue        | finished; the run ends
//   running  | its run is cancelled                                 | failed, with the sentence
//   running  | paused or archived                                   | failed; one of an autopilot waits, and leads on
//   running  | a step fails by a fault of the service               | running; failed after the third time

export interface PlannerParts extends StepParts {
  db: Database
  events: EventLog
  search: SearchProvider
}

const attemptsMax = 3
const retryMs = 10_000
/** How long pages are waited for before the plan looks again. */
const lookMs = 200
const stuckMs = 2_000
/** The schedule finds a plan that waits for a resume. */
const stoppedMs = 30_000
const soonMs = 10_000
/** A graph of fewer pages or entities does not show yet what it lacks, so nothing is searched for. */
const pagesBeforeSearch = 10
const entitiesBeforeSearch = 10

/** The plan cannot go on; the message says why to a user. */
class PlanStopped extends Error {}

/** The plan goes on when the crawl does. */
class PlanWaits extends Error {}

/** Another process has taken the plan, or it is gone: nothing of this step is written. */
class StepLost extends Error {}

/** Why a plan failed that nobody stopped. */
export const faultSentence = 'It was interrupted three times by faults of the service.'
const stopped = 'The run was cancelled.'

export class Planner {
  readonly #parts: PlannerParts
  readonly #rows: StepRows<TakenPlan>

  constructor(parts: PlannerParts) {
    const { db } = parts
    this.#parts = parts
    this.#rows = {
      name: 'plan',
      take: (times: StepTimes) =>
        takeWork(db, 'plan', times, { take: (tx, id) => updatePlanTaken(tx, id, times), next: selectNextStep }),
      extend: (taken, leaseEnds) => updatePlanLease(db, taken, leaseEnds),
      isAnyLeft: () => isWorkDue(db, 'plan', new Date(parts.clock.now().getTime() + soonMs)),
      step: (taken, signal) => this.#step(taken, signal),
    }
  }

  /** Takes steps until all plans are over, for two minutes at most. */
  run(): Promise<void> {
    return takeSteps(this.#rows, this.#parts)
  }

  async #step(taken: TakenPlan, signal: AbortSignal): Promise<void> {
    const { db, stopping } = this.#parts
    try {
      if (taken.attempts >= attemptsMax) throw new PlanStopped(faultSentence)
      const domain = await this.#requireGoing(taken)
      const isTelling =
        domain.entity_count >= entitiesBeforeSearch && (await hasRead(db, taken.domain_id, pagesBeforeSearch))
      const maySearch = !taken.has_searched && domain.page_count < domain.max_pages && leftOf(taken) > 0
      if (maySearch && isTelling) await this.#search(taken, domain, signal)
      else if (!(await this.#feed(taken, domain))) {
        if (maySearch) await this.#search(taken, domain, signal)
        else await this.#end(taken, (counts) => ({ status: 'finished', notes: describeEnd(counts), ...counts }))
      }
    } catch (error) {
      if (stopping.aborted) await this.#putBack(taken, 0, false)
      else if (signal.aborted || error instanceof StepLost) return
      else if (error instanceof PlanWaits) await this.#putBack(taken, stoppedMs, false)
      else await this.#fail(taken, error)
    }
  }

  async #fail(taken: TakenPlan, error: unknown): Promise<void> {
    const { log } = this.#parts
    try {
      if (!(error instanceof PlanStopped)) throw error
      await this.#end(taken, () => ({ status: 'failed', notes: error.message, result: null }))
    } catch (fault) {
      log.warn({ err: fault, domain_id: taken.domain_id }, 'a step of a plan failed')
      await this.#putBack(taken, retryMs, true)
    }
  }

  #putBack(taken: TakenPlan, afterMs: number, counts: boolean): Promise<void> {
    const { db, clock } = this.#parts
    const dueAt = new Date(clock.now().getTime() + afterMs)
    return db.transaction(async (tx) => {
      await updatePlanPutBack(tx, taken, dueAt, counts)
      await openWork(tx, 'plan', taken.domain_id, dueAt)
    })
  }

  async #requireGoing({ domain_id, id, page_limit }: TakenPlan): Promise<PlannedDomain> {
    const domain = await selectPlannedDomain(this.#parts.db, domain_id)
    if (!domain) throw new StepLost()
    if (domain.plan_id !== id) throw new PlanStopped(stopped)
    if (!domain.is_archived && !domain.is_paused) return domain
    if (page_limit !== null) throw new PlanWaits()
    if (domain.is_archived) throw new PlanStopped('The domain or its project is archived.')
    throw new PlanStopped('The crawl of the domain is paused: resume it and plan again.')
  }

  /** Queues the best links when few pages are left to read. False when there is nothing more to do. */
  async #feed(taken: TakenPlan, domain: PlannedDomain): Promise<boolean> {
    const { db, events, clock } = this.#parts
    const choice = await chooseBatch(db, taken, domain)
    return db.transaction(async (tx) => {
      const crawl = await this.#hold(tx, taken)
      const { selected, rejected } = (await choice?.take(crawl)) ?? { selected: [], rejected: 0 }
      if (choice && selected.length === 0 && rejected === 0 && crawl.pending === 0) return false
      // Nothing may be taken until some page is done, and ranking all links again costs most.
      const isStuck = choice !== undefined && selected.length === 0
      const due_at = new Date(clock.now().getTime() + (isStuck ? stuckMs : lookMs))
      const step = { due_at, selected, rejected, entities_before: domain.entity_count }
      await updatePlanStep(tx, taken, step, limits.plan_selected)
      await openWork(tx, 'plan', taken.domain_id, due_at)
      await crawl.commit(events)
      const [best] = selected
      if (best) await this.#note(tx, taken, 'select', `${selected.length} links, first ${best.url}: ${best.reason}`)
      return true
    })
  }

  async #search(taken: TakenPlan, domain: PlannedDomain, signal: AbortSignal): Promise<void> {
    const { db, events, search } = this.#parts
    const { searches, failure, add } = await searchGaps(
      { db, search, requireGoing: () => this.#requireGoing(taken) },
      taken,
      domain,
      signal,
    )
    await db.transaction(async (tx) => {
      const crawl = await this.#hold(tx, taken)
      const added = await add(crawl, leftOf(taken))
      await updatePlanSearched(tx, taken, { searches, failure, ...added })
      await openWork(tx, 'plan', taken.domain_id, tx.now)
      await crawl.commit(events)
      for (const { query, gap, found } of searches) {
        await this.#note(tx, taken, 'search', `for ${gap}: "${query}" found ${found}`)
      }
      if (failure !== null) await this.#note(tx, taken, 'search', `failed: ${failure}`)
    })
  }

  /** The crawl of the domain, which the plan still leads. */
  async #hold(tx: Transaction, taken: TakenPlan): Promise<DomainCrawl> {
    const crawl = await DomainCrawl.hold(tx, taken.domain_id)
    if (!crawl || !(await lockPlanTaken(tx, taken))) throw new StepLost()
    if (crawl.plan_id !== taken.id) throw new PlanStopped(stopped)
    // The next step finds out what is to be done about it.
    if (crawl.archived || crawl.state === 'paused') throw new PlanWaits()
    return crawl
  }

  /** Ends the plan, and with it the run when no page is left. */
  async #end(taken: TakenPlan, endOf: (counts: EndCounts) => PlanEnd): Promise<void> {
    const { db, events } = this.#parts
    await db.transaction(async (tx) => {
      const crawl = await DomainCrawl.hold(tx, taken.domain_id)
      if (!crawl || !(await lockPlanTaken(tx, taken))) return
      const counts = await selectPlanCounts(tx, taken)
      const waiting = await endPicked(crawl)
      const { enqueued, rejected, entities_added, search_failure } = counts
      const result = { pages: Math.max(0, enqueued - crawl.pending), entities_added, rejected, waiting }
      const is_spent = leftOf({ ...taken, enqueued }) === 0
      const end = endOf({ enqueued, has_room: crawl.room > 0, is_spent, result, search_failure })
      await updatePlanEnded(tx, taken, end)
      await closeWork(tx, 'plan', taken.domain_id)
      if (crawl.plan_id === taken.id) crawl.endLead()
      if (waiting > 0) crawl.noteLinksWait(crawl.room === 0 ? 'budget' : 'planned')
      await crawl.commit(events)
      await this.#note(tx, taken, end.status === 'finished' ? 'finish' : 'fail', end.notes)
    })
  }

  #note(tx: Transaction, taken: TakenPlan, action: string, detail: string): Promise<void> {
    return appendActivity(tx, taken.project_id, taken.domain_id, { agent: 'planner', action, subject: null, detail })
  }
}
