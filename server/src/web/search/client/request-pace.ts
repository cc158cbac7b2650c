import { setTimeout as sleepFor } from 'node:timers/promises'
import { SearchFailed } from './search-failed.ts'

/** The passing of time; replaced in tests. */
export interface Pausing {
  /** Milliseconds since any moment; never goes back. */
  now(): number
  /** Rejects with the signal's reason. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

export const realPausing: Pausing = {
  now: () => performance.now(),
  async sleep(ms, signal) {
    try {
      await sleepFor(ms, undefined, { signal })
    } catch (error) {
      signal.throwIfAborted()
      throw error
    }
  },
}

/** Searches that would have to wait longer than this are turned away, so that nobody can queue for hours. */
const longestTurnMs = 60_000

/** Keeps requests to a provider apart. Each process keeps its own pace; the provider's 429 is the pace of all. */
export class RequestPace {
  readonly #name: string
  readonly #gapMs: number
  readonly #pausing: Pausing
  #nextAt = Number.NEGATIVE_INFINITY

  constructor(name: string, gapMs: number, pausing: Pausing) {
    this.#name = name
    this.#gapMs = gapMs
    this.#pausing = pausing
  }

  async turn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    const now = this.#pausing.now()
    const wait = Math.max(0, this.#nextAt - now)
    if (wait > longestTurnMs) {
      const message = `${this.#name} takes no more searches for now: too many wait already`
      throw new SearchFailed(message, { code: 'quota_used_up', retry_after_ms: wait })
    }
    this.#nextAt = now + wait + this.#gapMs
    if (wait > 0) await this.#pausing.sleep(wait, signal)
  }

  /** No request begins before the time is over. */
  rest(ms: number): void {
    this.#nextAt = Math.max(this.#nextAt, this.#pausing.now() + ms)
  }
}
