import { Cache } from '../../platform/cache.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { pageTurns } from '../../platform/turns.ts'
import type { HostLeases } from '../../queue/host-leases.ts'
import { robotsRestMaxMs } from '../../queue/politeness.ts'
import { canonicalUrl } from '../../web/address/canonical-url.ts'
import type { Fetcher } from '../../web/fetch/fetcher.ts'
import type { Robots } from '../../web/robots/robots.ts'
import { fetchRobots, robotsOf } from '../../web/robots/robots-files.ts'
import { GiveUp, isHostFailure, TryAgain } from './page-errors.ts'
import { selectRobotsFile, upsertRobotsFile } from './robots-queries.ts'

// Caches the robots.txt of crawled sites: fetched once a day, for all domains and processes.

const keptMs = 24 * 3_600_000
/** A site that answers with an error (5xx) may recover soon. */
const errorKeptMs = 10 * 60_000

interface Entry {
  robots: Robots
  status: number
  expires_at: number
}

export class RobotsCache {
  readonly #db: Database
  readonly #clock: Clock
  readonly #fetcher: Fetcher
  readonly #entries = new Cache<Entry>('robots', ({ robots }) => robots.bytes)

  constructor(options: { db: Database; clock: Clock; fetcher: Fetcher }) {
    this.#db = options.db
    this.#clock = options.clock
    this.#fetcher = options.fetcher
  }

  /**
   * Throws GiveUp when robots.txt disallows the address, or when it cannot be fetched. A sitemap that the file names may be
   * read, whatever its rules say.
   */
  async check(url: string, leases: HostLeases, signal: AbortSignal, { is_sitemap = false } = {}): Promise<void> {
    const { origin, host } = new URL(url)
    const entry = this.#recall(origin) ?? (await this.#load(origin)) ?? (await this.#ask(origin, leases, signal))
    this.#entries.set(origin, entry)
    const lease = await leases.of(host)
    lease.setCrawlDelay(entry.robots.crawl_delay)
    if (entry.status >= 500) {
      throw new GiveUp('skipped', {
        code: 'robots_unavailable',
        text: `robots.txt answers HTTP ${entry.status}: nothing may be read`,
      })
    }
    if (!entry.robots.isAllowed(url) && !(is_sitemap && isNamed(entry.robots, url))) {
      throw new GiveUp('skipped', { code: 'robots_disallowed', text: 'robots.txt disallows it' })
    }
  }

  /** Whether a robots.txt in memory disallows the address. Makes no request. */
  isKnownDisallowed(url: string): boolean {
    const entry = this.#recall(originOf(url))
    return entry !== undefined && !entry.robots.isAllowed(url)
  }

  #recall(origin: string): Entry | undefined {
    const entry = this.#entries.get(origin)
    return entry && entry.expires_at > this.#clock.now().getTime() ? entry : undefined
  }

  async #load(origin: string): Promise<Entry | undefined> {
    const row = await selectRobotsFile(this.#db, origin, this.#clock.now())
    // Half a megabyte of rules takes milliseconds to parse, and many files may come at once.
    if (row) await pageTurns.take()
    return (
      row && {
        robots: robotsOf(row, this.#fetcher.user_agent),
        status: row.status,
        expires_at: Date.parse(row.expires_at),
      }
    )
  }

  async #ask(origin: string, leases: HostLeases, signal: AbortSignal): Promise<Entry> {
    const own = await leases.of(new URL(origin).host)
    const file = await fetchRobots(this.#fetcher, origin, {
      signal,
      beforeRequest: async (url, hop) => (await leases.ask(new URL(url).host, { hop })).wait(signal, { hop }),
      onSent: (url) => leases.noteSent(new URL(url).host),
    })
    if (file.status === 'unreachable') {
      const reason = file.failure?.message ?? 'no answer'
      if (isHostFailure(file.failure)) throw file.failure
      const error = { code: 'robots_unavailable', text: `robots.txt could not be read: ${reason}` } as const
      if (file.failure?.is_transient) throw new TryAgain(error)
      throw new GiveUp('failed', error)
    }
    own.noteAnswer(true)
    if (file.retry_after_ms !== null) own.rest(Math.min(file.retry_after_ms, robotsRestMaxMs))
    // A 429 says nothing about what may be read, so it counts as a 503.
    const status = file.status === 429 ? 503 : file.status
    const kept = status >= 500 ? errorKeptMs : keptMs
    const expires_at = new Date(file.fetched_at.getTime() + kept)
    await upsertRobotsFile(this.#db, { origin, status, body: file.body, fetched_at: file.fetched_at, expires_at })
    await pageTurns.take()
    return {
      robots: robotsOf({ status, body: file.body }, this.#fetcher.user_agent),
      status,
      expires_at: expires_at.getTime(),
    }
  }
}

const isNamed = ({ sitemaps }: Robots, url: string) => sitemaps.some((named) => canonicalUrl(named) === url)

/** The origin of a canonical address, without parsing it: pages have many links. */
function originOf(url: string): string {
  const end = url.indexOf('/', url.indexOf('//') + 2)
  return end < 0 ? url : url.slice(0, end)
}
