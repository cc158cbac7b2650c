import type { PageEnding } from '../crawl/page-ending.ts'
import type { CacheUse } from '../platform/cache.ts'
import { leavesSome, SharedSlots } from '../platform/shared-slots.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import type { ModelWork } from './parts/page-work.ts'

// Pages that wait for a model or are being read by one. Their hosts are released, so they hold up nobody; their leases
// are renewed like those of all pages under way. Calls, and the room to wait in, are shared by project.

/** Calls to the model at the same time. One project alone gets half of them. */
const callsMax = 16
/**
 * Pages that wait are held in memory. When those of a project take as much as is left, nothing more is fetched for it; pages
 * that are under way then still come.
 */
const waitingMax = 48
const waitingBytes = 64 * 1024 * 1024

export class ReadingPool {
  readonly #read: (work: ModelWork) => Promise<PageEnding>
  readonly #done: (ending: PageEnding) => void
  readonly #calls = new SharedSlots({ total: callsMax })
  readonly #waiting = new Set<ModelWork>()
  readonly #reading = new Set<ModelWork>()
  readonly #stopping = new AbortController()

  constructor(read: (work: ModelWork) => Promise<PageEnding>, done: (ending: PageEnding) => void) {
    this.#read = read
    this.#done = done
  }

  get isFull(): boolean {
    return this.#waiting.size >= waitingMax || this.use.bytes >= waitingBytes
  }

  get use(): CacheUse {
    return { bytes: bytesOf(this.#waiting), max_bytes: waitingBytes }
  }

  /** Projects that have nothing more fetched until some of their pages are read. */
  get full_projects(): string[] {
    const free = waitingMax - this.#waiting.size
    const freeBytes = waitingBytes - this.use.bytes
    const leavesRoom = (waiting: ModelWork[]) =>
      leavesSome(waiting.length, free) && leavesSome(bytesOf(waiting), freeBytes)
    const byProject = Map.groupBy(this.#waiting, ({ page }) => page.project_id)
    return [...byProject].flatMap(([id, waiting]) => (leavesRoom(waiting) ? [] : [id]))
  }

  get size(): number {
    return this.#waiting.size + this.#reading.size
  }

  get pages(): ClaimedPage[] {
    return [...this.#waiting, ...this.#reading].map(({ page }) => page)
  }

  /** False once the pool is stopped. */
  add(work: ModelWork): boolean {
    if (this.#stopping.signal.aborted) return false
    this.#waiting.add(work)
    void this.#run(work)
    return true
  }

  /** Begins no further calls. Returns the pages that waited. */
  stop(): ModelWork[] {
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    this.#stopping.abort()
    return waiting
  }

  async #run(work: ModelWork): Promise<void> {
    const call = () => {
      this.#waiting.delete(work)
      this.#reading.add(work)
      return this.#read(work)
    }
    try {
      const ending = await this.#calls.run(work.page.project_id, call, () => this.#stopping.signal)
      this.#reading.delete(work)
      this.#done(ending)
    } catch (error) {
      // The pool was stopped while the page waited.
      if (!this.#stopping.signal.aborted) throw error
    }
  }
}

/** The texts of pages are most of what is held. */
function bytesOf(works: Iterable<ModelWork>): number {
  let bytes = 0
  for (const { read } of works) {
    const { text, data, stored_blocks, structured } = read.content
    bytes += 2 * (text.length + data.length + stored_blocks.length + structured.length)
  }
  return bytes
}
