import type { Pause } from '../domains/domain-settings.ts'
import { changeCrawlState, holdForCrawl } from '../domains/domains.ts'
import type { EventLog } from '../events/event-log.ts'
import type { EventEntry } from '../events/logged-event.ts'
import { noteCrawled, notePlanned } from '../frontier/links/frontier.ts'
import type { FrontierCrawl, NewPage } from '../frontier/links/frontier-crawl.ts'
import type { Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { announceStop } from '../projects/stops.ts'
import type { PageMode, PageStatus } from '../queue/claimed-page.ts'
import { hostsWithPages, openLanes } from '../queue/lanes.ts'
import { updateLettersReopened, updateLettersRequeued } from './dead-letter-queries.ts'
import type { PageError } from './page-ending.ts'
import { insertPages, type PageState, updatePagesCancelled, updatePagesQueued } from './page-queries.ts'
import { countPage, noPages, type RunCounters } from './run-counters.ts'
import { deleteRun, insertRun, type RunRow, type RunTrigger, selectActiveRun, updateRun } from './run-queries.ts'

// The crawl of one domain inside one transaction that holds the domain: other transactions that change the crawl wait.
// Changes of pages are gathered here and written by `commit`: counters, the lanes of the queue, the end of the run, and
// last the events, because they lock the event log that others want to write to.
//
//   idle, no run     | a page is queued                    | running, a run
//   running          | no page is queued any more          | idle, the run finished; unless a plan leads the crawl
//   running, led     | the plan ends                       | idle, the run finished, when no page is queued any more
//   running          | cancel                              | idle, the run cancelled
//   any              | pause, the month's cap is reached   | paused; queued pages wait, those under way are finished
//   paused           | resume                              | running, or idle when there is nothing to do

const cancelled: PageError = { code: 'run_cancelled', text: 'run cancelled' }

type CrawlState = 'idle' | 'running' | 'paused'

export class DomainCrawl implements FrontierCrawl {
  readonly tx: Transaction
  readonly domain_id: string
  readonly #project_id: string
  readonly max_depth: number
  readonly archived: boolean
  readonly #max_pages: number
  readonly #page_count: number
  readonly #crawl_state: CrawlState
  #next_state: CrawlState
  readonly #plan_id: string | null
  #next_plan: string | null
  readonly #link_count: number
  #added = 0
  #linksAdded = 0
  #entitiesAdded = 0
  #run: RunRow | undefined
  #isNewRun = false
  #isCancelled = false
  #trigger: RunTrigger = 'call'
  #refusal: string | null = null
  #pause: Pause | undefined
  #linksWait: string | null = null
  readonly #change: RunCounters = noPages()
  readonly #events: EventEntry[] = []
  /** Hosts with queued pages, and those of them that a user has just asked for. */
  readonly #hosts = new Set<string>()
  readonly #asked = new Set<string>()

  private constructor(
    tx: Transaction,
    domainId: string,
    settings: NonNullable<Awaited<ReturnType<typeof holdForCrawl>>>,
    run: RunRow | undefined,
  ) {
    this.tx = tx
    this.domain_id = domainId
    this.#project_id = settings.project_id
    this.max_depth = settings.max_depth
    this.archived = settings.archived
    this.#max_pages = settings.max_pages
    this.#page_count = settings.page_count
    this.#link_count = settings.link_count
    this.#crawl_state = settings.crawl_state
    this.#next_state = settings.crawl_state
    this.#plan_id = settings.plan_id
    this.#next_plan = settings.plan_id
    this.#run = run
  }

  /** Undefined when the domain has been deleted. */
  static async hold(tx: Transaction, domainId: string): Promise<DomainCrawl | undefined> {
    const settings = await holdForCrawl(tx, domainId)
    return settings && new DomainCrawl(tx, domainId, settings, await selectActiveRun(tx, domainId))
  }

  get max_pages(): number {
    return this.#max_pages
  }

  /** How many more pages the domain may have. */
  get room(): number {
    return Math.max(0, this.#max_pages - this.#page_count - this.#added)
  }

  get state(): CrawlState {
    return this.#next_state
  }

  /** The plan that leads the crawl: it alone chooses links, and the run stays open until it ends. */
  get plan_id(): string | null {
    return this.#next_plan
  }

  get is_led(): boolean {
    return this.#next_plan !== null
  }

  lead(planId: string): void {
    this.#next_plan = planId
  }

  /** The crawl is not led any more; the run ends when no page is left. */
  endLead(): void {
    this.#next_plan = null
  }

  /** How many links the frontier has. */
  get links(): number {
    return this.#link_count + this.#linksAdded
  }

  noteLinksAdded(count: number): void {
    this.#linksAdded += count
  }

  /** Notes why links are left that could be followed, when the run ends. */
  noteLinksWait(reason: string | null): void {
    this.#linksWait = reason
  }

  /** Counts entities that the claims of these pages added to the graph. */
  noteEntities(added: number): void {
    this.#entitiesAdded += added
  }

  /** A run that begins from here on is one of a schedule. */
  noteScheduled(): void {
    this.#trigger = 'schedule'
  }

  /** A run that may not begin stands in the list with the reason, over before its first page. */
  async refuseRun(reason: string): Promise<void> {
    await this.#openRun()
    this.#refusal = `refused: ${reason}`
    this.#isCancelled = true
  }

  get run(): RunRow | undefined {
    return this.#run
  }

  get run_id(): string | undefined {
    return this.#run?.id
  }

  /** Pages of the run that are not done, including the changes of this transaction. */
  get pending(): number {
    const { pages_total = 0, pages_done = 0 } = this.#run ?? {}
    return pages_total + this.#change.pages_total - pages_done - this.#change.pages_done
  }

  /** Adds new pages up to `max_pages`; leaves out those that exist. */
  async addPages(pages: NewPage[]): Promise<PageState[]> {
    const fitting = pages.slice(0, this.room)
    if (fitting.length === 0) return []
    const run = await this.#openRun()
    const added = await insertPages(
      this.tx,
      this.domain_id,
      run.id,
      fitting.map((page) => ({ ...page, id: newId() })),
    )
    this.#added += added.length
    const roots = new Set(fitting.flatMap(({ url, depth }) => (depth === 0 ? [url] : [])))
    for (const page of added) {
      // A link does not prove that its host can be reached again; a source asks for it.
      if (roots.has(page.url)) this.#ask(page.host)
      else this.noteQueuedOn(page.host)
      this.#note(page)
      countPage(this.#change, page, 1)
    }
    return added
  }

  /** Queues pages again. Pages that are queued already do not count. */
  async requeue(pageIds: string[]): Promise<number> {
    if (pageIds.length === 0) return 0
    const run = await this.#openRun()
    const pages = await updatePagesQueued(this.tx, this.domain_id, run.id, pageIds)
    await updateLettersRequeued(
      this.tx,
      this.domain_id,
      pages.map(({ id }) => id),
    )
    const skipped = pages.filter(({ before_status }) => before_status === 'skipped')
    await noteCrawled(
      this,
      skipped.map(({ url }) => url),
    )
    for (const page of pages) {
      this.#ask(page.host)
      this.#note(page)
      if (page.before_run_id === run.id) {
        countPage(this.#change, { status: page.before_status, last_mode: page.last_mode }, -1)
      }
      countPage(this.#change, page, 1)
    }
    return pages.length
  }

  /** Counts a page of the run as done. */
  noteSettled(page: PageState): void {
    countPage(this.#change, { status: 'queued', last_mode: null }, -1)
    countPage(this.#change, page, 1)
    this.#note(page)
  }

  /** Counts a page that was done and whose status another version of the gate has changed. */
  noteJudged(
    page: PageState & { run_id: string | null; before: { status: PageStatus; last_mode: PageMode | null } },
  ): void {
    if (this.#run && page.run_id === this.#run.id) {
      countPage(this.#change, page.before, -1)
      countPage(this.#change, page, 1)
    }
    this.#note(page)
  }

  /** Notes that pages of the domain are queued on this host. */
  noteQueuedOn(host: string): void {
    this.#hosts.add(host)
  }

  /** A crawl that is paused already keeps its reason. */
  pause(pause: Pause): void {
    if (this.#next_state === 'paused') return
    this.#next_state = 'paused'
    this.#pause = pause
  }

  noteBudgetHit(hit: { spend: number; cap: number }): void {
    this.#events.push({ type: 'budget.hit', payload: hit })
  }

  async resume(): Promise<void> {
    this.#next_state = this.#run ? 'running' : 'idle'
    for (const host of await hostsWithPages(this.tx, this.domain_id)) this.#hosts.add(host)
  }

  /** Cancels the run; returns the number of pages that were still queued. */
  async cancel(): Promise<number> {
    if (!this.#run) return 0
    const { tx, domain_id } = this
    const pages = await updatePagesCancelled(tx, domain_id, this.#run.id, cancelled)
    const failed = pages.filter(({ status }) => status === 'failed').map(({ id }) => id)
    await updateLettersReopened(tx, domain_id, failed, this.#run.started_at)
    const unread = pages.filter(({ error_code }) => error_code === cancelled.code)
    await notePlanned(
      this,
      unread.map(({ url }) => url),
    )
    for (const page of pages) {
      countPage(this.#change, { status: 'queued', last_mode: null }, -1)
      // The earlier ending of the page may belong to this run too.
      if (page.run_id === this.#run.id) countPage(this.#change, page, 1)
      this.#note(page)
    }
    this.#isCancelled = true
    this.endLead()
    return pages.length
  }

  async commit(events: EventLog): Promise<void> {
    const { tx, domain_id } = this
    const run = await this.#writeRun()
    const pause = this.#pause
    const isChanged = this.#next_state !== this.#crawl_state || this.#isPlanChanged || pause !== undefined
    if (isChanged || this.#added > 0 || this.#linksAdded > 0) {
      const counts = { pages_added: this.#added, links_added: this.#linksAdded }
      await changeCrawlState(tx, domain_id, {
        crawl_state: this.#next_state,
        pause,
        ...counts,
        plan_id: this.#next_plan,
      })
    }
    if (pause || this.#isCancelled) await announceStop(tx, domain_id)
    await openLanes(tx, { domain_id, project_id: this.#project_id }, this.#hosts, this.#asked)
    await events.append(tx, domain_id, [...this.#events, ...(run ? runEvents(run) : [])])
  }

  get #isPlanChanged(): boolean {
    return this.#next_plan !== this.#plan_id
  }

  async #openRun(): Promise<RunRow> {
    if (!this.#run) {
      const trigger = this.is_led ? 'plan' : this.#trigger
      this.#run = await insertRun(this.tx, this.domain_id, { id: newId(), trigger })
      this.#isNewRun = true
    }
    return this.#run
  }

  /** Returns the run when it has changed. */
  async #writeRun(): Promise<RunRow | undefined> {
    if (!this.#run) return undefined
    if (this.#isNewRun && this.pending === 0 && this.#refusal === null) {
      // All pages that were to be queued were queued already.
      await deleteRun(this.tx, this.domain_id, this.#run.id)
      return undefined
    }
    const isTouched =
      this.#events.length > 0 || this.#isCancelled || this.#isPlanChanged || this.#next_state !== this.#crawl_state
    if (!isTouched) return undefined
    const isOver = this.pending === 0 && !this.is_led
    const status: RunRow['status'] = this.#isCancelled ? 'cancelled' : isOver ? 'finished' : 'running'
    if (this.#next_state !== 'paused') this.#next_state = status === 'running' ? 'running' : 'idle'
    const change = { ...this.#change, entities_added: this.#entitiesAdded }
    const endReasons = {
      running: null,
      cancelled: this.#refusal ?? 'cancelled',
      finished: this.#linksWait ?? 'nothing left',
    }
    return updateRun(this.tx, this.domain_id, this.#run.id, change, { status, end_reason: endReasons[status] })
  }

  #ask(host: string): void {
    this.#hosts.add(host)
    this.#asked.add(host)
  }

  #note({ id, url, status, last_mode, error }: PageState): void {
    this.#events.push({ type: 'page.update', payload: pagePayload({ id, url, status, last_mode, error }) })
  }
}

function pagePayload(page: {
  id: string
  url: string
  status: PageStatus
  last_mode: PageMode | null
  error: string | null
}): Record<string, unknown> {
  return { url: page.url, page_id: page.id, status: page.status, mode: page.last_mode, error: page.error }
}

function runEvents({ id, ...run }: RunRow): EventEntry[] {
  const { trigger: _trigger, started_at: _started, finished_at: _finished, end_reason: _reason, ...counters } = run
  const update: EventEntry = { type: 'run.update', payload: { run_id: id, ...counters } }
  if (run.status !== 'finished') return [update]
  const data = {
    runId: id,
    run_id: id,
    pages: run.pages_done,
    unchanged: run.pages_unchanged,
    deterministic: run.pages_deterministic,
    agentic: run.pages_agentic,
    failed: run.pages_failed,
    entities_added: run.entities_added,
  }
  return [update, { type: 'crawl.finished', payload: data }]
}
