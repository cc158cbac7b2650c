const domainsMax = 32
const linksMax = 20_000

/** Links that this process has put into a domain's frontier before: putting them there again would change nothing. */
export class SeenLinks {
  /** The domain that was used last comes last. */
  readonly #domains = new Map<string, Set<string>>()

  has(domainId: string, url: string): boolean {
    return this.#domains.get(domainId)?.has(url) ?? false
  }

  add(domainId: string, urls: Iterable<string>): void {
    const known = this.#domains.get(domainId) ?? new Set()
    // Forgetting costs a statement that finds nothing new.
    if (known.size >= linksMax) known.clear()
    for (const url of urls) known.add(url)
    this.#domains.delete(domainId)
    this.#domains.set(domainId, known)
    const [oldest] = this.#domains.keys()
    if (this.#domains.size > domainsMax && oldest !== undefined) this.#domains.delete(oldest)
  }
}
