import { cutText } from '../platform/cut-text.ts'
import { type AddressGroup, groupOf, overflowGroup } from './address-groups.ts'
import type { DomainCrawl } from './domain-crawl.ts'
import {
  allowance,
  familyMax,
  firstPages,
  isSuspect,
  newcomerPages,
  newcomersFirst,
  noteSettled,
  noteSettledInFamily,
  novelPerNewcomer,
  type Worth,
} from './group-credit.ts'
import {
  type FrontierLink,
  insertFrontier,
  selectLargeGroups,
  selectSourceHosts,
  selectWaitingGroups,
  updateFrontierTaken,
} from './link-queries.ts'
import type { ClaimedPage, FoundLink } from './outcome.ts'
import type { SiteGroups } from './site-groups.ts'

// What becomes of links. All that are new go to the frontier; of those that the crawl may follow, each group gives as
// many pages as it has earned (group-credit.ts), nearest to a source first, while there is room in the budget.

/** A page that was settled, as far as its group learns from it. */
export interface LinkingPage {
  page: Pick<ClaimedPage, 'url' | 'depth' | 'source_id' | 'source_host'> & { group_key: string }
  links: FoundLink[]
  /** Links that this process has seen in the domain before, left out of `links`. */
  links_seen: number
  /** Undefined when it says nothing of its group: it was read before. */
  worth: Worth | undefined
}

interface GroupName {
  key: string
  host: string
}

/** A name that so many addresses share is no accident: it need not wait for the credit of newcomers. */
const sharedName = 6
const linkTextMax = 200
/** A frontier this large is no help to anyone. */
const frontierMax = (maxPages: number) => Math.max(5_000, 10 * maxPages)

/** Puts the links of settled pages into the frontier, and lets their groups learn. Says which groups may give pages. */
export async function noteLinks(crawl: DomainCrawl, groups: SiteGroups, pages: LinkingPage[]): Promise<GroupName[]> {
  const { tx, domain_id } = crawl
  const addresses = new Map<string, AddressGroup>()
  for (const { links } of pages) for (const { url } of links) if (!addresses.has(url)) addresses.set(url, groupOf(url))
  const found = [...addresses.values()]
  const hosts = new Set(found.map(({ host }) => host))
  const keys = new Set(found.flatMap(({ key, folded_key }) => [key, folded_key]))
  for (const { page } of pages) keys.add(page.group_key).add(groupOf(page.url).key)
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
  for (const linking of pages) learn(crawl, groups, linking, { rows, inserted })
  const open = new Map(pages.map(({ page }) => [page.group_key, groupOf(page.url).host]))
  for (const { is_followed, group_key, host } of rows.values()) if (is_followed) open.set(group_key, host)
  return [...open].map(([key, host]) => ({ key, host }))
}

/**
 * Groups that have a name of their own: there are some already, or several links that share it. A name that nothing
 * else has says nothing, and every page of a maze has one.
 */
function namedKeys(groups: SiteGroups, found: AddressGroup[]): Set<string> {
  const named = new Set<string>()
  const once = new Set<string>()
  for (const { key } of found) {
    if (once.has(key) || groups.get(key)) named.add(key)
    once.add(key)
  }
  return named
}

async function insertWithinBounds(crawl: DomainCrawl, links: FrontierLink[]): Promise<Set<string>> {
  if (links.length === 0) return new Set()
  const left = frontierMax(crawl.max_pages) - crawl.links
  if (left <= 0) return new Set()
  const inserted = await insertFrontier(crawl.tx, crawl.domain_id, links.slice(0, left))
  crawl.noteLinksAdded(inserted.size)
  return inserted
}

interface NotedLinks {
  rows: Map<string, FrontierLink>
  inserted: Set<string>
}

function learn(
  crawl: DomainCrawl,
  groups: SiteGroups,
  { page, links, links_seen, worth }: LinkingPage,
  { rows, inserted }: NotedLinks,
): void {
  if (worth === undefined) return
  const own = groupOf(page.url)
  const group = groups.take(page.group_key, own.host)
  const count = { known: links_seen, fresh: 0, opened: 0 }
  for (const { url } of links) {
    const row = rows.get(url)
    if (row?.is_followed && inserted.has(url)) count.opened++
    if (row?.group_key !== page.group_key) continue
    if (inserted.has(url)) count.fresh++
    else count.known++
  }
  const creditMax = groups.isNewcomer(group.key, group.host)
    ? newcomersFirst(crawl.max_pages)
    : familyMax(crawl.max_pages)
  for (const family of groups.familiesOf(group)) {
    noteSettledInFamily(family, group, worth, count, creditMax)
    groups.touch(family)
  }
  noteSettled(group, worth, count, crawl.max_pages)
  groups.touch(group)
  if (worth !== 'novel' || group.novel % novelPerNewcomer !== 0) return
  const newcomers = groups.newcomersOf(group.host)
  newcomers.credit++
  groups.touch(newcomers)
}

/**
 * Makes pages of the links that may be taken now. Without `keys`, of all groups: then nothing is under way any more,
 * and no address waits for its plainer one.
 */
export async function takeLinks(crawl: DomainCrawl, groups: SiteGroups, keys?: GroupName[]): Promise<number> {
  if (crawl.room === 0) return 0
  const { tx, domain_id, max_depth } = crawl
  const open = await openGroups(crawl, groups, keys ?? (await loadWaitingGroups(crawl, groups)))
  if (open.length === 0) return 0
  const bounds = { max_depth, limit: crawl.room, is_last: keys === undefined }
  const taken = await updateFrontierTaken(tx, domain_id, open, bounds)
  if (taken.length === 0) return 0
  for (const { group_key, host } of taken) {
    const group = groups.take(group_key, host)
    for (const one of [group, ...groups.familiesOf(group)]) {
      one.credit--
      groups.touch(one)
    }
  }
  return (await crawl.addPages(taken)).length
}

/** How many links each group may give now, of its own credit and of that of its families. */
async function openGroups({ tx, domain_id, max_pages }: DomainCrawl, groups: SiteGroups, keys: GroupName[]) {
  const left = new Map<string, number>()
  const open = ({ key, host }: GroupName, isTrusted: boolean) => {
    const group = groups.take(key, host)
    const sharing = isTrusted ? [group] : [group, ...groups.familiesOf(group)]
    const credits = sharing.map((one) => left.get(one.key) ?? allowance(one))
    const underWay = firstPages(max_pages) - group.credit
    const most = groups.isNewcomer(key, host) ? newcomerPages - underWay : Number.POSITIVE_INFINITY
    const count = Math.min(...credits, most)
    if (count <= 0) return []
    for (const [index, one] of sharing.entries()) left.set(one.key, (credits[index] as number) - count)
    return [{ key, count, is_deep: isSuspect(group) }]
  }
  const opened = keys.flatMap((name) => open(name, false))
  const isOpen = new Set(opened.map(({ key }) => key))
  const shut = keys.filter(({ key, host }) => !isOpen.has(key) && groups.isNewcomer(key, host))
  if (shut.length === 0) return opened
  const names = shut.map(({ key }) => key)
  const large = await selectLargeGroups(tx, domain_id, names, sharedName)
  return [...opened, ...shut.filter(({ key }) => large.has(key)).flatMap((name) => open(name, true))]
}

async function loadWaitingGroups(crawl: DomainCrawl, groups: SiteGroups) {
  const waiting = await selectWaitingGroups(crawl.tx, crawl.domain_id, crawl.max_depth)
  const hosts = [...new Set(waiting.map(({ host }) => host))]
  await groups.load([...waiting.map(({ key }) => key), ...hosts.map(overflowGroup)], hosts)
  return waiting
}
