import type { Clock } from '../../src/platform/clock.ts'

/** The time of a play, which is moved on when nothing else happens, and that of each of its processes. */
export class PlayClock {
  #aheadMs = 0

  now(): Date {
    return new Date(Date.now() + this.#aheadMs)
  }

  advance(ms: number): void {
    this.#aheadMs += ms
  }

  /** The clock of a process, which may be wrong. */
  of(wrong: { ms: number }): Clock {
    return { now: () => new Date(this.now().getTime() + wrong.ms) }
  }
}
