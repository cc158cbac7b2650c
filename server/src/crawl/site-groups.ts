import { familyKeys, groupsPerHost, newcomersKey, overflowGroup } from './address-groups.ts'
import type { DomainCrawl } from './domain-crawl.ts'
import { familyFirst, firstPages, isNewcomer, newcomersFirst } from './group-credit.ts'
import { type GroupRow, type SiteRow, selectGroups, selectSites, upsertGroups, upsertSites } from './link-queries.ts'

/** What a domain knows of groups of addresses and of their sites, inside one transaction: read once, written once. */
export class SiteGroups {
  readonly #crawl: DomainCrawl
  readonly #groups = new Map<string, GroupRow>()
  readonly #sites = new Map<string, SiteRow>()
  /** Groups that are not in the database. */
  readonly #fresh = new Set<string>()
  readonly #changedGroups = new Set<string>()
  readonly #changedSites = new Set<string>()

  constructor(crawl: DomainCrawl) {
    this.#crawl = crawl
  }

  async load(keys: string[], hosts: string[]): Promise<void> {
    const { tx, domain_id } = this.#crawl
    const missing = withFamilies(keys).filter((key) => !this.#groups.has(key))
    if (missing.length > 0) {
      for (const row of await selectGroups(tx, domain_id, missing)) this.#groups.set(row.key, row)
    }
    const missingHosts = hosts.filter((host) => !this.#sites.has(host))
    if (missingHosts.length === 0) return
    for (const row of await selectSites(tx, domain_id, missingHosts)) this.#sites.set(row.host, row)
    for (const host of missingHosts) {
      if (this.#sites.has(host)) continue
      this.#sites.set(host, { host, is_landing: false, common_blocks: null, groups: 0, sayings: null })
    }
  }

  /** Undefined when nothing was taken of it yet. */
  get(key: string): GroupRow | undefined {
    return this.#fresh.has(key) ? undefined : this.#groups.get(key)
  }

  /** The group of a key, or the one for all others when the host has too many. It is written when it is touched. */
  take(key: string, host: string, credit = firstPages(this.#crawl.max_pages)): GroupRow {
    const known = this.#groups.get(key)
    if (known) return known
    const site = this.#sites.get(host)
    if (site && site.groups >= groupsPerHost && key !== overflowGroup(host)) return this.take(overflowGroup(host), host)
    const row: GroupRow = {
      ...{ key, host, credit, settled: 0, novel: 0, openers: 0 },
      ...{ links: 0, links_known: 0, links_known_least: null, sayings: null },
    }
    this.#groups.set(key, row)
    this.#fresh.add(key)
    return row
  }

  /** The larger groups that it shares its credit with now. */
  familiesOf(group: GroupRow): GroupRow[] {
    const { key, host } = group
    if (this.isNewcomer(key, host)) return [this.newcomersOf(host)]
    return familyKeys(key).map((family) => this.take(family, host, familyFirst))
  }

  newcomersOf(host: string): GroupRow {
    return this.take(newcomersKey(host), host, newcomersFirst(this.#crawl.max_pages))
  }

  /** A name of which nothing is known, nor of any family of it. A site can have any number of them. */
  isNewcomer(key: string, host: string): boolean {
    return !key.startsWith(`${host}/*`) && familyKeys(key).length === 0 && isNewcomer(this.take(key, host))
  }

  touch({ key, host }: GroupRow): void {
    this.#changedGroups.add(key)
    if (this.#fresh.delete(key)) this.changeSite(host, { groups: (this.#sites.get(host)?.groups ?? 0) + 1 })
  }

  /** Of a host that was loaded. */
  site(host: string): SiteRow | undefined {
    return this.#sites.get(host)
  }

  changeSite(host: string, change: Partial<SiteRow>): void {
    const site = this.#sites.get(host)
    if (!site) return
    Object.assign(site, change)
    this.#changedSites.add(host)
  }

  async write(): Promise<void> {
    const { tx, domain_id } = this.#crawl
    const groups = [...this.#changedGroups].map((key) => this.#groups.get(key) as GroupRow)
    if (groups.length > 0) await upsertGroups(tx, domain_id, groups)
    const sites = [...this.#changedSites].map((host) => this.#sites.get(host) as SiteRow)
    if (sites.length > 0) await upsertSites(tx, domain_id, sites)
  }
}

function withFamilies(keys: string[]): string[] {
  const hosts = keys.map((key) => newcomersKey(key.slice(0, key.search(/[/?]/))))
  return [...new Set([...keys, ...keys.flatMap(familyKeys), ...hosts])]
}
