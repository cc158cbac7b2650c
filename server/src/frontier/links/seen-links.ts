import { Cache, type CacheUse, cacheBounds, entryBytes } from '../../platform/cache.ts'

/** A bound for each domain, so that one does not push all others out of the cache. */
const bytesPerDomain = cacheBounds.seen_links.bytes / 8
/** Retention deletes old links from the frontier: after this time they can be added again. */
const keptMs = 24 * 3_600_000

interface Seen {
  urls: Set<string>
  bytes: number
  since: number
}

/** Links that this process has put into a domain's frontier before: putting them there again would change nothing. */
export class SeenLinks {
  readonly #domains = new Cache<Seen>('seen_links', ({ bytes }) => bytes)

  get use(): CacheUse {
    return this.#domains.use
  }

  has(domainId: string, url: string): boolean {
    return this.#domains.get(domainId)?.urls.has(url) ?? false
  }

  add(domainId: string, urls: Iterable<string>): void {
    const known = this.#domains.get(domainId)
    const isKept = known && performance.now() - known.since < keptMs
    const seen = isKept ? known : { urls: new Set<string>(), bytes: entryBytes, since: performance.now() }
    for (const url of urls) {
      const bytes = 2 * url.length + setEntryBytes
      if (seen.urls.has(url)) continue
      if (seen.bytes + bytes > bytesPerDomain) {
        // Forgetting costs a statement that finds nothing new.
        seen.urls.clear()
        seen.bytes = entryBytes
      }
      seen.urls.add(url)
      seen.bytes += bytes
    }
    // The cache asks for the size of a value only when it is new.
    this.#domains.delete(domainId)
    this.#domains.set(domainId, seen)
  }
}

const setEntryBytes = 60
