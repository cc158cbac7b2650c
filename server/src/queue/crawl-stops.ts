import { LRUCache } from 'lru-cache'
import { type CacheUse, cachedEntryBytes } from '../platform/cache-use.ts'

// Tells pages that were claimed before their domain or project was stopped from those that were claimed after it. Stops
// are counted; a page carries the count from before its claim.

/** For some 8,000 stops. A stop matters only as long as pages from before it are under way. */
const keptBytes = 2 * 1024 * 1024

export class CrawlStops {
  #count = 0
  /** The count before which pages of all domains are stopped: notices may have been missed. */
  #allBefore = 0
  readonly #last = new LRUCache<string, number>({
    maxSize: keptBytes,
    sizeCalculation: (_count, id) => 2 * id.length + cachedEntryBytes,
  })

  get use(): CacheUse {
    return { bytes: this.#last.calculatedSize, max_bytes: keptBytes }
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
