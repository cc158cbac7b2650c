import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { leaseMs } from './claim-pages.ts'
import { borrowHost, releaseHosts } from './host-holding.ts'
import { HostTurn } from './host-lease.ts'
import { ComeLater } from './lease-errors.ts'

/**
 * A host that somebody else has is asked for again after this, and a moment more: pages of two hosts that each lead to
 * the other would else meet for ever.
 */
const busyMs = 1_000
const busyMoreMs = 1_000

/** The hosts that the work on a page may send to: its own, and those that redirects lead to. */
export class Turns {
  readonly own: HostTurn
  readonly #db: Database
  readonly #clock: Clock
  readonly #holder: string
  readonly #delayMs: number
  readonly #borrowed = new Map<string, HostTurn>()

  constructor(own: HostTurn, options: { db: Database; clock: Clock; holder: string; delay_ms: number }) {
    this.own = own
    this.#db = options.db
    this.#clock = options.clock
    this.#holder = options.holder
    this.#delayMs = options.delay_ms
  }

  async of(host: string): Promise<HostTurn> {
    if (host === this.own.host) return this.own
    const known = this.#borrowed.get(host)
    if (known) return known
    const now = this.#clock.now()
    const lease_ends = new Date(now.getTime() + leaseMs)
    const row = await borrowHost(this.#db, this.#holder, { now, lease_ends, delay_ms: this.#delayMs }, host)
    if (!row) throw new ComeLater(new Date(now.getTime() + busyMs + Math.random() * busyMoreMs))
    const claim = { host, next_request_at: new Date(row.next_request_at), crawl_delay_ms: row.crawl_delay_ms }
    const turn = new HostTurn(claim, { clock: this.#clock, delay_ms: this.#delayMs, lease_ends })
    this.#borrowed.set(host, turn)
    return turn
  }

  noteSent(host: string): void {
    if (host === this.own.host) this.own.noteSent()
    else this.#borrowed.get(host)?.noteSent()
  }

  get borrowed(): HostTurn[] {
    return [...this.#borrowed.values()]
  }

  async giveBackBorrowed(): Promise<void> {
    if (this.#borrowed.size === 0) return
    const releases = this.borrowed.map((turn) => turn.toRelease())
    this.#borrowed.clear()
    await releaseHosts(this.#db, this.#holder, this.#clock.now(), releases)
  }
}
