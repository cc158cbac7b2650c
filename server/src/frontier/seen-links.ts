import { LRUCache } from 'lru-cache'

const domainsMax = 32
const linksMax = 20_000
/** Retention deletes old links from the frontier: after this time they can be added again. */
const keptMs = 24 * 3_600_000

interface Seen {
  urls: Set<string>
  since: number
}

/** Links that this process has put into a domain's frontier before: putting them there again would change nothing. */
export class SeenLinks {
  readonly #domains = new LRUCache<string, Seen>({ max: domainsMax })

  has(domainId: string, url: string): boolean {
    return this.#domains.get(domainId)?.urls.has(url) ?? false
  }

  add(domainId: string, urls: Iterable<string>): void {
    const known = this.#domains.get(domainId)
    // Forgetting costs a statement that finds nothing new.
    const isKept = known && known.urls.size < linksMax && performance.now() - known.since < keptMs
    const seen = isKept ? known : { urls: new Set<string>(), since: performance.now() }
    for (const url of urls) seen.urls.add(url)
    if (!isKept) this.#domains.set(domainId, seen)
  }
}
