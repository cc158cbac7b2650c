import { groupsPerHost, newcomersKey, overflowGroup, pathFamily } from './address-groups.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import { isNewcomer, isProven, newGroup, type Waste, wasteMax } from './group-budget.ts'
import { type GroupRow, type SiteRow, selectGroups, selectSites, upsertGroups, upsertSites } from './queries.ts'

/** What a domain knows of groups of addresses and of their sites, inside one transaction: read once, written once. */
export class SiteGroups {
  readonly #crawl: FrontierCrawl
  readonly #groups = new Map<string, GroupRow>()
  readonly #sites = new Map<string, SiteRow>()
  /** Groups that are not in the database. */
  readonly #fresh = new Set<string>()
  readonly #changedGroups = new Set<string>()
  readonly #changedSites = new Set<string>()

  constructor(crawl: FrontierCrawl) {
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
      this.#sites.set(host, {
        ...{ host, is_landing: false, common_blocks: null, groups: 0 },
        ...{ wasted: 0, novel: 0, text_sketch: null },
      })
    }
  }

  /** Undefined when nothing was taken of it yet. */
  get(key: string): GroupRow | undefined {
    return this.#fresh.has(key) ? undefined : this.#groups.get(key)
  }

  /** The group of a key, or the one for all others when the host has too many. It is written when it is touched. */
  take(key: string, host: string): GroupRow {
    const known = this.#groups.get(key)
    if (known) return known
    const site = this.#sites.get(host)
    if (site && site.groups >= groupsPerHost && key !== overflowGroup(host)) return this.take(overflowGroup(host), host)
    const row: GroupRow = { ...newGroup(key), host, text_sketch: null }
    this.#groups.set(key, row)
    this.#fresh.add(key)
    return row
  }

  /** The larger groups whose budget counts as well, until the group is proven. */
  familiesOf(group: GroupRow): GroupRow[] {
    const { key, host } = group
    const path = isProven(group) ? undefined : pathFamily(key)
    const families = path === undefined ? [] : [path]
    // What stands at the root of a site is the site.
    if (isNewcomer(group) && (key.includes('?') || !key.startsWith(`${host}/*`))) families.push(newcomersKey(key))
    return families.map((family) => this.take(family, host))
  }

  wasteOf(host: string): Waste {
    const { wasted = 0, novel = 0 } = this.#sites.get(host) ?? {}
    const max = wasteMax(this.#crawl.max_pages, novel)
    return { max, left: max - wasted }
  }

  /** Nothing of the domain is under way: what a cancelled run took, for one, was never settled. */
  noteAllSettled(): void {
    for (const group of this.#groups.values()) group.open = 0
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
  return [...new Set(keys.flatMap((key) => [key, newcomersKey(key), pathFamily(key) ?? []].flat()))]
}
