import { cutText } from '../language/cut-text.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import { type AddressGroup, groupOf, isModifier, isRoot, overflowGroup, pathFamily } from './address-groups.ts'
import type { FoundLink } from './found-link.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import {
  allowance,
  isInDebt,
  isNewcomer,
  isUnknown,
  type Novelty,
  noteLedToNovel,
  noteSettled,
  noteSettledInFamily,
} from './group-budget.ts'
import {
  type FrontierLink,
  insertFrontier,
  selectSourceHosts,
  selectWaitingGroups,
  updateFrontierTaken,
} from './queries.ts'
import type { SiteGroups } from './site-groups.ts'

// What becomes of links. All new links go to the frontier; of those that the crawl may follow, each group gives as many
// pages as its budget allows (group-budget.ts), nearest to a source first, while the domain has room for pages.

/** A page that was settled, as far as its group learns from it. */
export interface LinkingPage {
  page: Pick<ClaimedPage, 'url' | 'depth' | 'source_id' | 'source_host' | 'group_key' | 'found_in'>
  links: FoundLink[]
  /** Links that this process has seen in the domain before, left out of `links`. */
  links_seen: number
  /** Undefined for a page that was read before: it tells nothing new about its group. */
  novelty: Novelty | undefined
}

interface WaitingGroup {
  key: string
  host: string
  /** How many links of it wait, at least. */
  links: number
}

const linkTextMax = 200
/** More links than this help nobody. */
const frontierMax = (maxPages: number) => Math.max(5_000, 10 * maxPages)

/** Puts the links of settled pages into the frontier, and lets their groups learn. Says which groups may give pages. */
export async function addLinks(
  crawl: FrontierCrawl,
  groups: SiteGroups,
  pages: LinkingPage[],
): Promise<WaitingGroup[]> {
  const { tx, domain_id } = crawl
  const addresses = new Map<string, AddressGroup>()
  for (const { links } of pages) for (const { url } of links) if (!addresses.has(url)) addresses.set(url, groupOf(url))
  const found = [...addresses.values()]
  const hosts = new Set(found.map(({ host }) => host))
  const keys = new Set(found.flatMap(({ key, folded_key }) => [key, folded_key]))
  for (const { page } of pages) {
    for (const key of [page.group_key, groupOf(page.url).key, page.found_in]) if (key !== null) keys.add(key)
  }
  for (const host of hosts) keys.add(overflowGroup(host))
  await groups.load([...keys], [...hosts])
  const followed = await selectSourceHosts(tx, domain_id, [...hosts])
  const named = namedKeys(groups, found)
  const rows = new Map<string, FrontierLink>()
  for (const { page, links } of pages) {
    for (const link of links) {
      if (rows.has(link.url)) continue
      const { key, folded_key, host, plain_url } = addresses.get(link.url) as AddressGroup
      const isOnSite = followed.has(host) || groups.site(host)?.is_landing || link.is_widened
      const isFollowed = isOnSite && !link.is_nofollow && link.rejected === undefined
      rows.set(link.url, {
        url: link.url,
        host,
        group_key: named.has(key) ? key : folded_key,
        found_in: page.group_key,
        plain_url,
        depth: page.depth + 1,
        status: link.rejected === undefined ? 'candidate' : 'rejected',
        is_followed: isFollowed,
        text: cutText(link.text, linkTextMax),
        reason: link.rejected ?? (link.is_nofollow ? 'nofollow' : null),
        source_id: page.source_id,
        source_host: page.source_host,
      })
    }
  }
  const inserted = await insertWithinBounds(crawl, [...rows.values()])
  const shown = pages.flatMap((linking) => learn(groups, linking, { rows, inserted }) ?? [])
  // Where one group of a family has shown its novelty, the next one may be tried.
  const waiting = shown.length > 0 ? await loadWaitingGroups(crawl, groups, shown) : []
  const open = new Map(waiting.map((group) => [group.key, group]))
  const add = (key: string, host: string, links: number) => {
    const group = open.get(key)
    if (!group) open.set(key, { key, host, links })
    else group.links += links
  }
  for (const { page } of pages) add(page.group_key, groupOf(page.url).host, 0)
  for (const { url, is_followed, group_key, host } of rows.values()) {
    if (is_followed && inserted.has(url)) add(group_key, host, 1)
  }
  return [...open.values()]
}

/**
 * Groups that have a name of their own: there are some already, or several links that share it. A name that nothing
 * else has says nothing, and every page of a maze has one.
 */
function namedKeys(groups: SiteGroups, found: AddressGroup[]): Set<string> {
  const counts = new Map<string, number>()
  for (const { key } of found) counts.set(key, (counts.get(key) ?? 0) + 1)
  return new Set([...counts].flatMap(([key, count]) => (count >= sharedName || groups.get(key) ? [key] : [])))
}

const sharedName = 4
/** A group of so many links is tried, whatever came of its family. */
const triedLinks = 6

async function insertWithinBounds(crawl: FrontierCrawl, links: FrontierLink[]): Promise<Set<string>> {
  if (links.length === 0) return new Set()
  const left = frontierMax(crawl.max_pages) - crawl.links
  if (left <= 0) return new Set()
  const inserted = await insertFrontier(crawl.tx, crawl.domain_id, links.slice(0, left))
  crawl.noteLinksAdded(inserted.size)
  return inserted
}

interface InsertedLinks {
  rows: Map<string, FrontierLink>
  inserted: Set<string>
}

/** Updates the group of a page. Returns the host, where other groups of a family may be tried now. */
function learn(
  groups: SiteGroups,
  { page, links, links_seen, novelty }: LinkingPage,
  { rows, inserted }: InsertedLinks,
): string | undefined {
  if (novelty === undefined) return undefined
  const { host } = groupOf(page.url)
  const group = groups.take(page.group_key, host)
  const count = { known: links_seen, fresh: 0, opened: 0 }
  for (const { url } of links) {
    const row = rows.get(url)
    if (row?.is_followed && inserted.has(url)) count.opened++
    if (row?.group_key !== page.group_key) continue
    if (inserted.has(url)) count.fresh++
    else count.known++
  }
  const families = groups.familiesOf(group)
  const wasted = noteSettled(group, novelty, count) - (novelty === 'novel' ? creditParentGroup(groups, page) : 0)
  groups.touch(group)
  for (const family of families) {
    noteSettledInFamily(family, group, novelty, count)
    // From now on it answers for itself.
    if (!groups.familiesOf(group).includes(family)) family.open = Math.max(0, family.open - group.open)
    groups.touch(family)
  }
  const site = groups.site(host)
  if (site && (wasted !== 0 || novelty === 'novel')) {
    groups.changeSite(host, { wasted: site.wasted + wasted, novel: site.novel + (novelty === 'novel' ? 1 : 0) })
  }
  return families.length > 0 ? host : undefined
}

/** The group that led to a novel page gets credit for it. Returns how much less of the site was wasted. */
function creditParentGroup(groups: SiteGroups, { group_key, found_in }: LinkingPage['page']): number {
  if (found_in === null || found_in === group_key || isRoot(found_in) || isModifier(group_key)) return 0
  let less = 0
  for (const key of [found_in, pathFamily(found_in)]) {
    const list = key === undefined ? undefined : groups.get(key)
    if (!list) continue
    const change = noteLedToNovel(list)
    if (key === found_in) less = change
    groups.touch(list)
  }
  return less
}

/**
 * Makes pages of the links that may be taken now, of some groups or of all. When nothing is under way any more, no
 * address waits for its plainer one.
 */
export async function takeLinks(crawl: FrontierCrawl, groups: SiteGroups, keys?: WaitingGroup[]): Promise<number> {
  if (crawl.room === 0) return 0
  const { tx, domain_id, max_depth } = crawl
  const waiting = keys ?? (await loadWaitingGroups(crawl, groups))
  const isLast = keys === undefined && crawl.pending === 0
  if (isLast) groups.noteAllSettled()
  const open = openGroups(groups, waiting)
  if (open.length === 0) return 0
  const bounds = { max_depth, limit: crawl.room, is_last: isLast }
  const taken = await updateFrontierTaken(tx, domain_id, open, bounds)
  if (taken.length === 0) return 0
  const added = new Set((await crawl.addPages(taken)).map(({ url }) => url))
  for (const { url, group_key, host } of taken) {
    if (!added.has(url)) continue
    const group = groups.take(group_key, host)
    for (const one of [group, ...groups.familiesOf(group)]) {
      one.open++
      groups.touch(one)
    }
  }
  return added.size
}

/** How many links each group may give now, as far as its families allow, and what the site may waste. */
function openGroups(groups: SiteGroups, keys: WaitingGroup[]) {
  const left = new Map<string, number>()
  return keys.flatMap(({ key, host, links }) => {
    const group = groups.take(key, host)
    const isTried = links >= triedLinks && isUnknown(group) && !key.includes('?')
    const sharing = isTried ? [group] : [group, ...groups.familiesOf(group)]
    const waste = groups.wasteOf(host)
    const each = sharing.map((one) => left.get(one.key) ?? allowance(one, waste))
    const isSure = sharing.every(isUnknown) || (!isNewcomer(group) && group.debt <= 0)
    const risk = left.get(host) ?? Math.ceil(waste.left)
    const count = Math.min(...each, isSure ? Number.POSITIVE_INFINITY : risk)
    if (count <= 0) return []
    for (const [index, one] of sharing.entries()) left.set(one.key, (each[index] as number) - count)
    if (!isSure) left.set(host, risk - count)
    return [{ key, count, is_deep: isInDebt(group), is_modifier: isModifier(key) }]
  })
}

async function loadWaitingGroups(crawl: FrontierCrawl, groups: SiteGroups, onHosts?: string[]) {
  const waiting = await selectWaitingGroups(crawl.tx, crawl.domain_id, crawl.max_depth, onHosts)
  const hosts = [...new Set(waiting.map(({ host }) => host))]
  await groups.load([...waiting.map(({ key }) => key), ...hosts.map(overflowGroup)], hosts)
  return waiting
}
