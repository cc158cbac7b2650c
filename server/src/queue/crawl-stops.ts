import { Cache, type CacheUse } from '../platform/cache.ts'

// Tells pages that were claimed before their domain or project was stopped from those that were claimed after it. Stops
// are counted; a page carries the count from before its claim.

export class CrawlStops {
  #count = 0
  /** The count before which pages of all domains are stopped: notices may have been missed. */
  #allBefore = 0
  readonly #last = new Cache<number>('stops', () => 8)

  get use(): CacheUse {
    return this.#last.use
  }

  /** To be read before pages are claimed. */
  get count(): number {
    return this.#count
  }

  note(domainOrProjectId: string): void {
    this.#last.set(domainOrProjectId, ++this.#count)
  }

  noteAll(): void {
    this.#allBefore = ++this.#count
  }

  /** Whether the page was claimed before its domain or project was stopped. */
  hasStopped({ domain_id, project_id, stops_seen }: StoppablePage): boolean {
    const last = Math.max(this.#allBefore, this.#last.get(domain_id) ?? 0, this.#last.get(project_id) ?? 0)
    return last > stops_seen
  }
}

export interface StoppablePage {
  domain_id: string
  project_id: string
  stops_seen: number
}
