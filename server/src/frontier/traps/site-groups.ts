import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { familyOf, groupsPerHost, overflowGroup, sketchKey } from './address-groups.ts'
import {
  type GroupRow,
  type SiteRow,
  selectDoubtedKeys,
  selectGroups,
  selectSites,
  upsertGroups,
  upsertSites,
} from './queries.ts'
import { isCutOff, isDoubted, isHeld, newGroup, siteScoreMax, variedShare } from './trap-score.ts'

/** The crawl, as far as its groups need it. To look at them without changing them, a connection is enough. */
interface ReadableCrawl {
  readonly tx: Queryable
  readonly domain_id: string
  readonly max_pages: number
}

/** What a domain knows of groups of addresses and of their sites, inside one transaction: read once, written once. */
export class SiteGroups {
  readonly #crawl: ReadableCrawl
  readonly #groups = new Map<string, GroupRow>()
  readonly #sites = new Map<string, SiteRow>()
  /** Groups that are not in the database. */
  readonly #fresh = new Set<string>()
  readonly #changedGroups = new Set<string>()
  readonly #changedSites = new Set<string>()

  constructor(crawl: ReadableCrawl) {
    this.#crawl = crawl
  }

  async load(keys: string[], hosts: string[]): Promise<void> {
    const { tx, domain_id } = this.#crawl
    const missing = [...new Set(keys.flatMap((key) => [key, sketchKey(key), familyOf(key) ?? []].flat()))].filter(
      (key) => !this.#groups.has(key),
    )
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
        ...{ trap_score: 0, novel: 0, varied: 0, text_sketch: null },
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
    const row: GroupRow = { ...newGroup(key), id: newId(), host, text_sketch: null }
    this.#groups.set(key, row)
    this.#fresh.add(key)
    return row
  }

  /**
   * The group that answers for a key. A path with parameters or a token says nothing at first: all paths with the same
   * ones answer together, until this one has said something new.
   */
  answering(key: string, host: string): GroupRow {
    const group = this.take(key, host)
    const family = group.novel === 0 ? familyOf(key) : undefined
    return family === undefined ? group : this.take(family, host)
  }

  /** All groups that must let a link go: what answers for it, and its path, which may have a hundred views of one list. */
  sharing(key: string, host: string): GroupRow[] {
    const answering = this.answering(key, host)
    return key.includes('?') ? [answering, this.take(sketchKey(key), host)] : [answering]
  }

  isHeld(group: GroupRow): boolean {
    const { trap_score = 0, novel = 0 } = this.#sites.get(group.host) ?? {}
    return isHeld(group, siteScoreMax(this.#crawl.max_pages, novel, group.key) - trap_score)
  }

  /** Whether no link of a loaded group may be taken, although the group has not ended. */
  isCutOff(key: string, maxDepth: number): boolean {
    const group = this.#groups.get(key)
    if (!group) return false
    return this.isHeld(group) || isCutOff(group, maxDepth)
  }

  /** Whether pages of a host that differ only in their data count as different: not all of a trap's budget is for them. */
  believesData(host: string): boolean {
    return (this.#sites.get(host)?.varied ?? 0) < variedShare * this.#crawl.max_pages
  }

  /** The doubted groups of the domain, with what has changed since they were written. */
  async doubtedKeys(): Promise<string[]> {
    const stored = await selectDoubtedKeys(this.#crawl.tx, this.#crawl.domain_id)
    const loaded = [...this.#groups.values()].filter(isDoubted).map(({ key }) => key)
    return [...stored.filter((key) => !this.#groups.has(key)), ...loaded]
  }

  /** Nothing of the domain is under way: what a cancelled run took, for one, was never settled. */
  noteAllSettled(): void {
    for (const group of this.#groups.values()) group.open = 0
  }

  touch({ key, host }: GroupRow): void {
    this.#changedGroups.add(key)
    if (this.#fresh.delete(key)) this.changeSite(host, { groups: (this.#sites.get(host)?.groups ?? 0) + 1 })
  }

  /** Notes that a group has changed, and with its score that of its site. */
  changeScore(group: GroupRow, change: number): void {
    this.touch(group)
    const site = this.#sites.get(group.host)
    if (site && change !== 0) this.changeSite(group.host, { trap_score: site.trap_score + change })
  }

  /** Clears a group, and lets it go on. */
  release(group: GroupRow): void {
    this.changeScore(group, -group.trap_score)
    group.trap_score = 0
    group.maze_score = 0
    group.is_released = true
  }

  /** The row of a host that was loaded. */
  site(host: string): SiteRow | undefined {
    return this.#sites.get(host)
  }

  changeSite(host: string, change: Partial<SiteRow>): void {
    const site = this.#sites.get(host)
    if (!site) return
    Object.assign(site, change)
    this.#changedSites.add(host)
  }

  async write(tx: Transaction): Promise<void> {
    const { domain_id } = this.#crawl
    const groups = [...this.#changedGroups].map((key) => this.#groups.get(key) as GroupRow)
    if (groups.length > 0) await upsertGroups(tx, domain_id, groups)
    const sites = [...this.#changedSites].map((host) => this.#sites.get(host) as SiteRow)
    if (sites.length > 0) await upsertSites(tx, domain_id, sites)
  }
}
