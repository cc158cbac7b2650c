import type { PageEnding } from '../crawl/page-ending.ts'
import { settlePages } from '../crawl/settle-pages.ts'
import type { EventLog } from '../events/event-log.ts'
import type { SeenLinks } from '../frontier/links/seen-links.ts'
import { type Database, DatabaseUnavailable } from '../platform/db/database.ts'
import { analyzeGrownTables } from '../platform/db/statistics.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics.ts'
import type { HostLease } from '../queue/host-lease.ts'
import type { PageQueue } from '../queue/page-queue.ts'

// Writes the endings of pages, many in one transaction: the next batch gathers while one is being written.

const gatherMs = 10
const batchMax = 64
/** After how many pages of this process the tables are first looked at; then after twice as many, at most so many more. */
const analyzeAfter = { first: 4, more: 500 }

/** Claims, links and texts of one transaction, or those of a single page: while it is written, others wait for the domain. */
const claimsMost = 800
const linksMost = 2_000
const charsMost = 4 * 1024 * 1024

/** A transaction is meant to take so long, whatever the machine: who edits the graph meanwhile waits for it. */
const meantMs = 250
const leastRoom = 0.02

/** The part of the bounds above that one transaction may fill, after one that filled `share` and took so long. */
export function roomAfter(room: number, share: number, tookMs: number): number {
  const wanted = (share * meantMs) / Math.max(tookMs, 1)
  return Math.min(1, Math.max(leastRoom, (room + wanted) / 2))
}

/** The first endings that one transaction writes, and the part of the bounds that they fill. */
export function firstPortion(endings: PageEnding[], room: number): { portion: PageEnding[]; share: number } {
  let share = 0
  for (const [at, ending] of endings.entries()) {
    const own = shareOf(ending)
    if (at > 0 && share + own > room) return { portion: endings.slice(0, at), share }
    share += own
  }
  return { portion: endings, share }
}

function shareOf(ending: PageEnding): number {
  const claims = ending.type === 'read' ? (ending.facts?.claims.length ?? 0) : 0
  const links = 'links' in ending ? (ending.links?.found.length ?? 0) : 0
  const chars = ending.type === 'read' ? ending.content.text.length + ending.content.stored_blocks.length : 0
  return claims / claimsMost + links / linksMost + chars / charsMost
}

export interface Finished {
  endings: PageEnding[]
  /** The host to release when the endings are written. */
  lease?: HostLease
  /** Called when the endings are written, or given up. */
  done(): void
}

export class PageSettler {
  readonly #db: Database
  readonly #log: Log
  readonly #events: EventLog
  readonly #seen: SeenLinks
  readonly #queue: PageQueue
  readonly #metrics: Metrics | undefined
  #waiting: Finished[] = []
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #settled = 0
  #room = 1
  #analyzeAt = analyzeAfter.first

  constructor(options: {
    db: Database
    log: Log
    events: EventLog
    seen: SeenLinks
    queue: PageQueue
    metrics?: Metrics | undefined
  }) {
    this.#db = options.db
    this.#log = options.log
    this.#events = options.events
    this.#seen = options.seen
    this.#queue = options.queue
    this.#metrics = options.metrics
  }

  add(finished: Finished): void {
    this.#waiting.push(finished)
    if (this.#waiting.length >= batchMax) this.#begin()
    else this.#timer ??= setTimeout(() => this.#begin(), gatherMs)
  }

  /** Resolves when everything that was added is written. */
  async flush(): Promise<void> {
    while (this.#waiting.length > 0 || this.#writing) {
      this.#begin()
      await this.#writing
    }
  }

  #begin(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#writing || this.#waiting.length === 0) return
    const batch = this.#waiting.splice(0, batchMax)
    this.#writing = this.#write(batch).finally(() => {
      this.#writing = undefined
      for (const { done } of batch) done()
      this.#begin()
    })
  }

  async #write(batch: Finished[]): Promise<void> {
    const byDomain = Map.groupBy(
      batch.flatMap(({ endings }) => endings),
      ({ page }) => page.domain_id,
    )
    for (const [domainId, endings] of byDomain) {
      for (let left = endings; left.length > 0; ) {
        const { portion, share } = firstPortion(left, this.#room)
        const began = performance.now()
        await this.#settle(domainId, portion)
        this.#room = roomAfter(this.#room, share, performance.now() - began)
        left = left.slice(portion.length)
      }
    }
    try {
      await this.#queue.release(batch.flatMap(({ lease }) => lease ?? []))
    } catch (error) {
      // Hosts are free again when their leases end.
      this.#log.warn({ err: error }, 'hosts were not released')
    }
    for (const { endings } of batch) this.#settled += endings.length
    if (this.#settled >= this.#analyzeAt) await this.#analyze()
  }

  /** A first crawl fills empty tables within seconds: nobody else makes statistics of them so soon. */
  async #analyze(): Promise<void> {
    this.#analyzeAt = Math.min(this.#settled * 2, this.#settled + analyzeAfter.more)
    try {
      await analyzeGrownTables(this.#db)
    } catch (error) {
      this.#log.warn({ err: error }, 'tables were not analyzed')
    }
  }

  async #settle(domainId: string, endings: PageEnding[]): Promise<void> {
    try {
      const links = await this.#db.transaction((tx) => settlePages(tx, this.#events, domainId, endings))
      this.#seen.add(domainId, links)
      for (const ending of endings) this.#count(ending)
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        // The pages are taken again when their leases end.
        this.#log.warn({ err: error, domain_id: domainId, pages: endings.length }, 'pages were not written')
        return
      }
      await this.#settleOneByOne(domainId, endings, error)
    }
  }

  #count(ending: PageEnding): void {
    if (ending.type === 'read') this.#metrics?.countPage(ending.status, ending.facts?.mode ?? null)
    else if (ending.type === 'unchanged') this.#metrics?.countPage('extracted', 'unchanged')
    else if (ending.type === 'refused') this.#metrics?.countPage(ending.status, null)
    else if (ending.type === 'unreadable') this.#metrics?.countPage('failed', null)
  }

  /**
   * Writes pages one by one, so that a page that the database refuses neither holds up the others nor comes back for
   * ever.
   */
  async #settleOneByOne(domainId: string, endings: PageEnding[], cause: unknown): Promise<void> {
    const [ending] = endings
    if (ending && endings.length === 1) {
      this.#log.error({ err: cause, domain_id: domainId, url: ending.page.url }, 'a page could not be written')
      const { page, fetched_at } = ending
      const error = { code: 'not_stored', text: 'could not be stored' } as const
      const failed: PageEnding = { page, fetched_at, type: 'unreadable', error }
      await this.#db
        .transaction((tx) => settlePages(tx, this.#events, domainId, [failed]))
        .catch((error) => this.#log.error({ err: error, url: page.url }, 'a page could not be given up'))
      return
    }
    for (const one of endings) await this.#settle(domainId, [one])
  }
}
