import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../platform/clock.ts'
import { ComeLater, LeaseLost } from './lease-errors.ts'
import { crawlDelayMaxMs, longestWaitMs } from './politeness.ts'
import type { HostRelease } from './queries.ts'

// Politeness towards one host, while this worker holds it: at least the delay lies between two requests, counted from
// sending the first. No other worker may send to the host in that time, so the time of the last request, stored when
// the host is released, is all that others need.

/** How often the clock is checked. */
const lookMs = 200

export class HostLease {
  readonly host: string
  /** The claim that the lease belongs to. */
  readonly holder: string
  readonly #clock: Clock
  readonly #delayMs: number
  readonly #hasStopped: () => boolean
  #crawlDelayMs: number
  #nextRequestAt: number
  /** Time of the last request under this lease. */
  #lastSentAt: number | undefined
  #leaseEnds: number
  #hasAnswered: boolean | null = null

  constructor(
    claim: { host: string; holder: string; next_request_at: string; crawl_delay_ms: number },
    options: { clock: Clock; delay_ms: number; lease_ends: Date; hasStopped: () => boolean },
  ) {
    this.host = claim.host
    this.holder = claim.holder
    this.#clock = options.clock
    this.#delayMs = options.delay_ms
    this.#hasStopped = options.hasStopped
    this.#crawlDelayMs = claim.crawl_delay_ms
    this.#nextRequestAt = Date.parse(claim.next_request_at)
    this.#leaseEnds = options.lease_ends.getTime()
  }

  extend(leaseEnds: Date): void {
    this.#leaseEnds = leaseEnds.getTime()
  }

  /**
   * Resolves when the next request may be sent; throws LeaseLost when none may, because somebody stopped the crawl or
   * the lease has run out. After a redirect (`hop` > 0) it waits longer: a page that went back to
   * the queue would begin anew, and come no further the next time.
   */
  async wait(signal: AbortSignal, { hop }: { hop: number }): Promise<void> {
    const most = hop > 0 ? crawlDelayMaxMs : longestWaitMs
    for (;;) {
      const now = this.#clock.now().getTime()
      if (now >= this.#leaseEnds || this.#hasStopped()) throw new LeaseLost()
      const left = this.#nextRequestAt - now
      if (left <= 0) return
      if (left > most) throw new ComeLater(new Date(this.#nextRequestAt))
      await sleep(Math.min(left, lookMs), undefined, { signal })
    }
  }

  noteSent(): void {
    this.#lastSentAt = this.#clock.now().getTime()
    this.#nextRequestAt = this.#lastSentAt + Math.max(this.#delayMs, this.#crawlDelayMs)
  }

  noteAnswer(hasAnswered: boolean): void {
    this.#hasAnswered = hasAnswered
  }

  /** The host could not be reached at the last request. */
  get is_failing(): boolean {
    return this.#hasAnswered === false
  }

  /** Leaves the host alone for this long. */
  rest(ms: number): void {
    this.#nextRequestAt = Math.max(this.#nextRequestAt, this.#clock.now().getTime() + ms)
  }

  setCrawlDelay(seconds: number | null | undefined): void {
    this.#crawlDelayMs = Math.min(Math.round((seconds ?? 0) * 1000), crawlDelayMaxMs)
    // The last request may have been the one for robots.txt.
    if (this.#lastSentAt !== undefined) this.rest(this.#lastSentAt + this.#crawlDelayMs - this.#clock.now().getTime())
  }

  toRelease(): HostRelease {
    return {
      host: this.host,
      holder: this.holder,
      next_request_at: new Date(this.#nextRequestAt),
      crawl_delay_ms: this.#crawlDelayMs,
      has_answered: this.#hasAnswered,
    }
  }
}
