import type { ClaimedPage } from '../queue/claimed-page.ts'
import type { Processed, ProcessedLater } from './process-page.ts'

// Pages that wait for a model or are being read by one. They are done with their hosts, so nobody else waits for them;
// their leases are kept like those of all pages under way.

/** Calls to the model at the same time. */
const callsMax = 8
/** With more than this nothing is fetched that could not be read soon: what waits is held in memory. */
const waitingMax = 24

export class ReadingPool {
  readonly #signal: AbortSignal
  readonly #done: (processed: Processed) => void
  readonly #waiting: ProcessedLater[] = []
  readonly #reading = new Set<ProcessedLater>()
  #isStopped = false

  constructor(signal: AbortSignal, done: (processed: Processed) => void) {
    this.#signal = signal
    this.#done = done
  }

  get isFull(): boolean {
    return this.#waiting.length >= waitingMax
  }

  get size(): number {
    return this.#waiting.length + this.#reading.size
  }

  get pages(): ClaimedPage[] {
    return [...this.#waiting, ...this.#reading].map(({ page }) => page)
  }

  /** False when nothing is begun any more. */
  add(later: ProcessedLater): boolean {
    if (this.#isStopped) return false
    this.#waiting.push(later)
    this.#next()
    return true
  }

  /** Nothing more is begun; says what waited. */
  stop(): ClaimedPage[] {
    this.#isStopped = true
    return this.#waiting.splice(0).map(({ page }) => page)
  }

  #next(): void {
    while (this.#reading.size < callsMax) {
      const later = this.#waiting.shift()
      if (!later) return
      this.#reading.add(later)
      void later.finish(this.#signal).then((processed) => {
        this.#reading.delete(later)
        this.#done(processed)
        this.#next()
      })
    }
  }
}
