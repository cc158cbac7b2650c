import { settlePages } from '../crawl/settle-pages.ts'
import type { EventLog } from '../events/event-log.ts'
import type { SeenLinks } from '../frontier/seen-links.ts'
import type { Clock } from '../platform/clock.ts'
import { type Database, DatabaseUnavailable } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { releaseHosts } from '../queue/host-holding.ts'
import type { HostTurn } from '../queue/host-lease.ts'
import type { Processed } from './process-page.ts'

// Writes what has come out of pages, many in one transaction: while one batch is being written the next one gathers.

const gatherMs = 10
const batchMax = 64

export interface Finished {
  outcomes: Processed[]
  /** The host that is let go of when they are written. */
  turn?: HostTurn
  /** Called when they are written, or given up. */
  done(): void
}

export class Settler {
  readonly #db: Database
  readonly #clock: Clock
  readonly #log: Log
  readonly #events: EventLog
  readonly #seen: SeenLinks
  readonly #holder: string
  #waiting: Finished[] = []
  #writing: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(options: {
    db: Database
    clock: Clock
    log: Log
    events: EventLog
    seen: SeenLinks
    holder: string
  }) {
    this.#db = options.db
    this.#clock = options.clock
    this.#log = options.log
    this.#events = options.events
    this.#seen = options.seen
    this.#holder = options.holder
  }

  add(finished: Finished): void {
    this.#waiting.push(finished)
    if (this.#waiting.length >= batchMax) this.#begin()
    else this.#timer ??= setTimeout(() => this.#begin(), gatherMs)
  }

  /** Settles when all that was added is written. */
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
      batch.flatMap(({ outcomes }) => outcomes),
      ({ page }) => page.domain_id,
    )
    for (const [domainId, outcomes] of byDomain) await this.#settle(domainId, outcomes)
    try {
      const releases = batch.flatMap(({ turn }) => turn?.toRelease() ?? [])
      if (releases.length > 0) await releaseHosts(this.#db, this.#holder, this.#clock.now(), releases)
    } catch (error) {
      // They are free again when their leases end.
      this.#log.warn({ err: error }, 'hosts were not released')
    }
  }

  async #settle(domainId: string, outcomes: Processed[]): Promise<void> {
    try {
      await this.#db.transaction((tx) => settlePages(tx, this.#events, domainId, outcomes))
      for (const outcome of outcomes) {
        if (outcome.type === 'read')
          this.#seen.add(
            domainId,
            outcome.links.map(({ url }) => url),
          )
      }
    } catch (error) {
      if (error instanceof DatabaseUnavailable) {
        // The pages are taken again when their leases end.
        this.#log.warn({ err: error, domain_id: domainId, pages: outcomes.length }, 'pages were not written')
        return
      }
      await this.#settleOneByOne(domainId, outcomes, error)
    }
  }

  /** One page that the database refuses must not hold up the others, nor come back for ever. */
  async #settleOneByOne(domainId: string, outcomes: Processed[], cause: unknown): Promise<void> {
    const [outcome] = outcomes
    if (outcome && outcomes.length === 1) {
      this.#log.error({ err: cause, domain_id: domainId, url: outcome.page.url }, 'a page could not be written')
      const { page, fetched_at } = outcome
      const failed: Processed = { page, fetched_at, type: 'not_readable', error: 'could not be stored', links_seen: 0 }
      await this.#db
        .transaction((tx) => settlePages(tx, this.#events, domainId, [failed]))
        .catch((error) => this.#log.error({ err: error, url: page.url }, 'a page could not be given up'))
      return
    }
    for (const one of outcomes) await this.#settle(domainId, [one])
  }
}
