import { cutText } from '../../language/cut-text.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import {
  type AddressGroup,
  areKin,
  groupOf,
  isModifier,
  isRoot,
  isTokenGroup,
  overflowGroup,
  prefixOf,
  sketchKey,
  tokenFamily,
} from '../traps/address-groups.ts'
import type { SiteGroups } from '../traps/site-groups.ts'
import { isTelling, type Novelty, noteLedToNovel, noteSettled, type PageLinks } from '../traps/trap-score.ts'
import type { WaitingGroup } from './follow-links.ts'
import type { FoundLink } from './found-link.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import { type FrontierLink, insertFrontier, selectDoubts, selectKnownAddresses, selectSourceHosts } from './queries.ts'

// Puts the links of settled pages into the frontier, and lets the groups of the pages learn from them.

/** A page that was settled, as far as its group learns from it. */
export interface LinkingPage {
  page: Pick<ClaimedPage, 'id' | 'url' | 'depth' | 'source_id' | 'source_host' | 'group_key' | 'found_in'>
  links: FoundLink[]
  /** Links that this process has seen in the domain before, left out of `links`. */
  links_seen: number
  /** Undefined for a page that was read before: it tells nothing new about its group. */
  novelty: Novelty | undefined
}

export interface AddedLinks {
  /** The groups that may give pages. */
  groups: WaitingGroup[]
  /** Links that nothing changes any more when they are found again. */
  known: string[]
}

const linkTextMax = 200
/** More links than this help nobody. */
const frontierMax = (maxPages: number) => Math.max(5_000, 10 * maxPages)
/** After so many pages in a row that said nothing new, all new links are of their kind: traps may change their shape. */
const longDoubt = 8

export async function addLinks(crawl: FrontierCrawl, groups: SiteGroups, pages: LinkingPage[]): Promise<AddedLinks> {
  const { tx, domain_id } = crawl
  const addresses = new Map<string, AddressGroup>()
  for (const { links } of pages) for (const { url } of links) if (!addresses.has(url)) addresses.set(url, groupOf(url))
  const found = [...addresses.values()]
  const hosts = new Set(found.map(({ host }) => host))
  const keys = new Set(found.flatMap(({ key, folded_key }) => [key, folded_key]))
  for (const { page } of pages) {
    for (const key of [page.group_key, groupOf(page.url).key, page.found_in]) if (key !== null) keys.add(key)
  }
  for (const host of hosts) for (const key of [overflowGroup(host), tokenFamily(host)]) keys.add(key)
  await groups.load([...keys], [...hosts])
  await findTokens(crawl, groups, addresses)
  const followed = await selectSourceHosts(tx, domain_id, [...hosts])
  for (const linking of pages) nameGroup(groups, linking, addresses)
  const named = namedKeys(groups, pages, addresses)
  const doubts = await doubtsOf(crawl, groups, pages)
  const rows = new Map<string, FrontierLink>()
  for (const { page, links, novelty } of pages) {
    const doubt = doubts.get(page.id) ?? 0
    const foundIn = novelty === 'novel' ? page.group_key : groups.answering(page.group_key, groupOf(page.url).host).key
    for (const link of links) {
      if ((rows.get(link.url)?.doubt ?? Number.POSITIVE_INFINITY) <= doubt) continue
      const { key, folded_key, host, plain_url } = addresses.get(link.url) as AddressGroup
      const isOnSite = followed.has(host) || groups.site(host)?.is_landing || link.is_widened
      const isFollowed = isOnSite && !link.is_nofollow && link.rejected === undefined
      const groupKey = named.has(key) ? key : folded_key
      rows.set(link.url, {
        url: link.url,
        host,
        group_key: groupKey,
        found_in: foundIn,
        // The root of a site stands for the whole site: it leads everywhere.
        doubt: isRoot(foundIn) && groupKey !== foundIn ? 0 : doubt,
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
  for (const linking of pages) {
    const doubt = doubts.get(linking.page.id) ?? 0
    learn(groups, linking, { rows, inserted, doubt, max_depth: crawl.max_depth })
  }
  const open = new Map(pages.map(({ page }) => [page.group_key, groupOf(page.url).host]))
  for (const { is_followed, group_key, host } of rows.values()) if (is_followed) open.set(group_key, host)
  return {
    groups: [...open].map(([key, host]) => ({ key, host })),
    known: [...rows.values()].flatMap(({ url, doubt }) => (doubt === 0 ? [url] : [])),
  }
}

/**
 * How many pages in a row, up to each of these pages, said nothing new. The first page of a group says something new in
 * any case, so it counts as one that did not, unless a source named it.
 */
async function doubtsOf(
  { tx, domain_id }: FrontierCrawl,
  groups: SiteGroups,
  pages: LinkingPage[],
): Promise<Map<string, number>> {
  const doubtful = pages.flatMap(({ page, links, novelty }) => {
    if (novelty === undefined || page.depth === 0 || links.length === 0) return []
    return isTelling(groups.answering(page.group_key, groupOf(page.url).host), novelty) ? [] : [page]
  })
  if (doubtful.length === 0) return new Map()
  const stored = await selectDoubts(
    tx,
    domain_id,
    doubtful.map(({ id }) => id),
  )
  return new Map(doubtful.map(({ id }) => [id, 1 + (stored.get(id) ?? 0)]))
}

/**
 * A site that puts tokens before its paths draws some that read like words. Where there are tokens, an unknown word in
 * front of an address that is known without it is one of them.
 */
async function findTokens(
  { tx, domain_id }: FrontierCrawl,
  groups: SiteGroups,
  addresses: Map<string, AddressGroup>,
): Promise<void> {
  for (const { key, host } of addresses.values()) {
    if (isTokenGroup(key) && !groups.get(tokenFamily(host))) groups.touch(groups.take(tokenFamily(host), host))
  }
  const prefixed = [...addresses].flatMap(([url, { key, host }]) => {
    const parts = groups.get(tokenFamily(host)) && !groups.get(key) ? prefixOf(url) : undefined
    return parts ? [{ url, host, ...parts }] : []
  })
  if (prefixed.length === 0) return
  const rests = prefixed.map(({ rest_url }) => rest_url)
  const known = new Set(await selectKnownAddresses(tx, domain_id, rests))
  const tokens = new Set<string>()
  for (const { rest_url, host, prefix } of prefixed) {
    if (known.has(rest_url) || addresses.has(rest_url)) tokens.add(`${host}/${prefix}`)
  }
  for (const { url, host, prefix } of prefixed) {
    if (tokens.has(`${host}/${prefix}`)) addresses.set(url, groupOf(url, prefix))
  }
}

/**
 * Groups that have a name of their own: there are some already, or several links of a page share it. A name that nothing
 * else has says nothing, and every page of a maze has one.
 */
function namedKeys(groups: SiteGroups, pages: LinkingPage[], addresses: Map<string, AddressGroup>): Set<string> {
  const named = new Set<string>()
  for (const { links } of pages) {
    const counts = new Map<string, number>()
    for (const { url } of links) {
      const { key } = addresses.get(url) as AddressGroup
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count === sharedName || groups.get(key)) named.add(key)
    }
  }
  return named
}

/** A page that links to more of its kind has given its group a name. */
function nameGroup(groups: SiteGroups, { page, links }: LinkingPage, addresses: Map<string, AddressGroup>): void {
  const { key, host } = groupOf(page.url)
  if (key === page.group_key || !links.some(({ url }) => addresses.get(url)?.key === key)) return
  for (const before of groups.sharing(page.group_key, host)) before.open = Math.max(0, before.open - 1)
  page.group_key = key
  groups.touch(groups.take(key, host))
}

const sharedName = 4

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
  doubt: number
  max_depth: number
}

/** Updates the group of a page, and the group that led to it. */
function learn(groups: SiteGroups, linking: LinkingPage, added: InsertedLinks): void {
  const { page, links, links_seen, novelty } = linking
  const { rows, inserted, doubt, max_depth } = added
  if (novelty === undefined) return
  const { host } = groupOf(page.url)
  const count: PageLinks = { depth: page.depth, known: links_seen, fresh: 0, grown: 0, is_cut: false }
  for (const { url } of links) {
    const row = rows.get(url)
    if (!row) continue
    const isFresh = inserted.has(url)
    const isOfItsKind = areKin(page.group_key, row.group_key) || doubt > longDoubt
    const isTrap = row.reason?.startsWith('trap') ?? false
    if (isFresh && (row.is_followed || isTrap) && isOfItsKind && page.depth > 0) {
      count.grown++
      count.is_cut ||= isTrap || row.depth > max_depth
    }
    if (row.group_key !== page.group_key) continue
    if (isFresh) count.fresh++
    else count.known++
  }
  const own = groups.take(page.group_key, host)
  const [group, path] = groups.sharing(page.group_key, host)
  if (group) groups.changeScore(group, noteSettled(group, novelty, count))
  if (path) {
    noteSettled(path, novelty, count)
    groups.touch(path)
  }
  // A novel page gives its group a record of its own, apart from the group that it shared one with.
  if (own !== group && novelty === 'novel') {
    own.novel++
    own.settled++
    groups.touch(own)
  }
  if (novelty !== 'novel' && novelty !== 'varied') return
  creditParentGroup(groups, page)
  const site = groups.site(host)
  if (site) groups.changeSite(host, { [novelty]: site[novelty] + 1 })
}

/** The group that led to a novel page gets credit for it. */
function creditParentGroup(groups: SiteGroups, { group_key, found_in }: LinkingPage['page']): void {
  if (found_in === null || found_in === group_key || isRoot(found_in) || isModifier(group_key)) return
  const list = groups.get(found_in)
  if (!list) return
  groups.changeScore(list, noteLedToNovel(list))
  const path = groups.get(sketchKey(found_in))
  if (!path || path === list) return
  noteLedToNovel(path)
  groups.touch(path)
}
