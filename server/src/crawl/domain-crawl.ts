import { changeCrawlState, holdForCrawl } from '../domains/domains.ts'
import type { EventLog } from '../events/event-log.ts'
import type { EventEntry } from '../events/logged-event.ts'
import type { FrontierCrawl, NewPage } from '../frontier/frontier-crawl.ts'
import type { Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import type { PageMode, PageStatus } from '../queue/claimed-page.ts'
import { hostsWithPages, openLanes } from '../queue/lanes.ts'
import { updateLettersRequeued } from './dead-letter-queries.ts'
import type { PageError } from './page-ending.ts'
import { insertPages, type PageState, updatePagesCancelled, updatePagesQueued } from './page-queries.ts'
import { countPage, noPages, type RunCounters } from './run-counters.ts'
import { deleteRun, insertRun, type RunRow, selectActiveRun, updateRun } from './run-queries.ts'

// The crawl of one domain inside one transaction that holds it: whoever else changes this crawl waits. What is done to
// pages is gathered here and written by `commit`: counters, the places in the queue, the end of the run, and the
// events, last, because they hold the log that others want to write to.
//
//   idle, no run     | a page is queued                    | running, a run
//   running          | no page is queued any more          | idle, the run finished
//   running          | cancel                              | idle, the run cancelled
//   any              | pause, the month's cap is reached   | paused; pages wait, what is under way ends well
//   paused           | resume                              | running, or idle when there is nothing to do

const cancelled: PageError = { code: 'run_cancelled', text: 'run cancelled' }

type CrawlState = 'idle' | 'running' | 'paused'

export class DomainCrawl implements FrontierCrawl {
  readonly tx: Transaction
  readonly domain_id: string
  readonly max_depth: number
  readonly archived: boolean
  readonly #max_pages: number
  readonly #page_count: number
  readonly #crawl_state: CrawlState
  #next_state: CrawlState
  readonly #link_count: number
  #added = 0
  #linksAdded = 0
  #entitiesAdded = 0
  #run: RunRow | undefined
  #isNewRun = false
  #isCancelled = false
  readonly #change: RunCounters = noPages()
  readonly #events: EventEntry[] = []
  /** Where pages wait, and where they were just asked for. */
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
    this.max_depth = settings.max_depth
    this.archived = settings.archived
    this.#max_pages = settings.max_pages
    this.#page_count = settings.page_count
    this.#link_count = settings.link_count
    this.#crawl_state = settings.crawl_state
    this.#next_state = settings.crawl_state
    this.#run = run
  }

  /** Undefined when the domain is gone. */
  static async hold(tx: Transaction, domainId: string): Promise<DomainCrawl | undefined> {
    const settings = await holdForCrawl(tx, domainId)
    return settings && new DomainCrawl(tx, domainId, settings, await selectActiveRun(tx, domainId))
  }

  get max_pages(): number {
    return this.#max_pages
  }

  /** How many pages there is room for. */
  get room(): number {
    return Math.max(0, this.#max_pages - this.#page_count - this.#added)
  }

  get state(): CrawlState {
    return this.#next_state
  }

  /** How many links the frontier has. */
  get links(): number {
    return this.#link_count + this.#linksAdded
  }

  noteLinksAdded(count: number): void {
    this.#linksAdded += count
  }

  /** Entities that are shown by what its pages said. */
  noteEntities(added: number): void {
    this.#entitiesAdded += added
  }

  get run(): RunRow | undefined {
    return this.#run
  }

  /** Pages of the run that are not done, as things stand in this transaction. */
  get pending(): number {
    const { pages_total = 0, pages_done = 0 } = this.#run ?? {}
    return pages_total + this.#change.pages_total - pages_done - this.#change.pages_done
  }

  /** New pages, as many as there is room for; those that are there already are left out. */
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
      // A link is no reason to believe that its host can be reached again.
      if (roots.has(page.url)) this.#ask(page.host)
      else this.noteQueuedOn(page.host)
      this.#note(page)
      countPage(this.#change, page, 1)
    }
    return added
  }

  /** Pages back into the queue. Those that are in it already do not count. */
  async requeue(pageIds: string[]): Promise<number> {
    if (pageIds.length === 0) return 0
    const run = await this.#openRun()
    const pages = await updatePagesQueued(this.tx, this.domain_id, run.id, pageIds)
    await updateLettersRequeued(
      this.tx,
      this.domain_id,
      pages.map(({ id }) => id),
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

  /** A page of the run is done. */
  noteSettled(page: PageState): void {
    countPage(this.#change, { status: 'queued', last_mode: null }, -1)
    countPage(this.#change, page, 1)
    this.#note(page)
  }

  /** The gate has changed its mind about a page that was done. */
  noteJudged(
    page: PageState & { run_id: string | null; before: { status: PageStatus; last_mode: PageMode | null } },
  ): void {
    if (this.#run && page.run_id === this.#run.id) {
      countPage(this.#change, page.before, -1)
      countPage(this.#change, page, 1)
    }
    this.#note(page)
  }

  /** Something of the domain waits on this host. */
  noteQueuedOn(host: string): void {
    this.#hosts.add(host)
  }

  pause(): void {
    this.#next_state = 'paused'
  }

  pauseForBudget({ spend, cap }: { spend: number; cap: number }): void {
    this.pause()
    this.#events.push({ type: 'budget.hit', payload: { spend, cap } })
  }

  async resume(): Promise<void> {
    this.#next_state = this.#run ? 'running' : 'idle'
    for (const host of await hostsWithPages(this.tx, this.domain_id)) this.#hosts.add(host)
  }

  /** Ends the run; says how many pages it had not come to. */
  async cancel(): Promise<number> {
    if (!this.#run) return 0
    const pages = await updatePagesCancelled(this.tx, this.domain_id, this.#run.id, cancelled)
    for (const page of pages) {
      countPage(this.#change, { status: 'queued', last_mode: null }, -1)
      // What it was before may be of this run too.
      if (page.run_id === this.#run.id) countPage(this.#change, page, 1)
      this.#note(page)
    }
    this.#isCancelled = true
    return pages.length
  }

  async commit(events: EventLog): Promise<void> {
    const { tx, domain_id } = this
    const run = await this.#writeRun()
    if (this.#next_state !== this.#crawl_state || this.#added > 0 || this.#linksAdded > 0) {
      const change = { crawl_state: this.#next_state, pages_added: this.#added, links_added: this.#linksAdded }
      await changeCrawlState(tx, domain_id, change)
    }
    await openLanes(tx, domain_id, this.#hosts, this.#asked)
    await events.append(tx, domain_id, [...this.#events, ...(run ? runEvents(run) : [])])
  }

  async #openRun(): Promise<RunRow> {
    if (!this.#run) {
      this.#run = await insertRun(this.tx, this.domain_id, newId())
      this.#isNewRun = true
    }
    return this.#run
  }

  /** The run as it is now, if anything of it has changed. */
  async #writeRun(): Promise<RunRow | undefined> {
    if (!this.#run) return undefined
    if (this.#isNewRun && this.pending === 0) {
      // All that was to be queued was there already.
      await deleteRun(this.tx, this.domain_id, this.#run.id)
      return undefined
    }
    const isTouched = this.#events.length > 0 || this.#isCancelled || this.#next_state !== this.#crawl_state
    if (!isTouched) return undefined
    const status = this.#isCancelled ? 'cancelled' : this.pending === 0 ? 'finished' : 'running'
    if (this.#next_state !== 'paused') this.#next_state = status === 'running' ? 'running' : 'idle'
    const change = { ...this.#change, entities_added: this.#entitiesAdded }
    return updateRun(this.tx, this.domain_id, this.#run.id, change, status)
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
  const { started_at: _started, finished_at: _finished, ...counters } = run
  const update: EventEntry = { type: 'run.update', payload: { run_id: id, ...counters } }
  if (run.status !== 'finished') return [update]
  const data = {
    runId: id,
    pages: run.pages_done,
    unchanged: run.pages_unchanged,
    deterministic: run.pages_deterministic,
    agentic: run.pages_agentic,
    failed: run.pages_failed,
    entities_added: run.entities_added,
  }
  return [update, { type: 'crawl.finished', payload: data }]
}
