import type { PageEnding } from '../crawl/page-ending.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import type { ModelWork } from './parts/page-work.ts'

// Pages that wait for a model or are being read by one. Their hosts are released, so they hold up nobody; their leases
// are renewed like those of all pages under way.

/** Calls to the model at the same time. */
const callsMax = 8
/** With more pages than this waiting, nothing is fetched: they are held in memory. */
const waitingMax = 24

export class ReadingPool {
  readonly #read: (work: ModelWork) => Promise<PageEnding>
  readonly #done: (ending: PageEnding) => void
  readonly #waiting: ModelWork[] = []
  readonly #reading = new Set<ModelWork>()
  #isStopped = false

  constructor(read: (work: ModelWork) => Promise<PageEnding>, done: (ending: PageEnding) => void) {
    this.#read = read
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

  /** False once the pool is stopped. */
  add(work: ModelWork): boolean {
    if (this.#isStopped) return false
    this.#waiting.push(work)
    this.#next()
    return true
  }

  /** Begins no further calls. Returns the pages that waited. */
  stop(): ModelWork[] {
    this.#isStopped = true
    return this.#waiting.splice(0)
  }

  #next(): void {
    while (this.#reading.size < callsMax) {
      const work = this.#waiting.shift()
      if (!work) return
      this.#reading.add(work)
      void this.#read(work).then((ending) => {
        this.#reading.delete(work)
        this.#done(ending)
        this.#next()
      })
    }
  }
}
