import { LRUCache } from 'lru-cache'

const domainsMax = 32
const linksMax = 20_000
/** Retention deletes old links from the frontier: after this time they can be added again. */
const keptMs = 24 * 3_600_000

/** Links that this process has put into a domain's frontier before: putting them there again would change nothing. */
export class SeenLinks {
  readonly #domains = new LRUCache<string, Set<string>>({ max: domainsMax, ttl: keptMs, noUpdateTTL: true })

  has(domainId: string, url: string): boolean {
    return this.#domains.get(domainId)?.has(url) ?? false
  }

  add(domainId: string, urls: Iterable<string>): void {
    const known = this.#domains.get(domainId) ?? new Set()
    // Forgetting costs a statement that finds nothing new.
    if (known.size >= linksMax) known.clear()
    for (const url of urls) known.add(url)
    this.#domains.set(domainId, known)
  }
}
