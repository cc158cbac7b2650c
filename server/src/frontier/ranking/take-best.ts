import type { Queryable } from '../../platform/db/database.ts'
import { takeOthers } from '../links/follow-links.ts'
import type { FrontierCrawl } from '../links/frontier-crawl.ts'
import {
  countWaiting,
  type RankableLink,
  selectDeadGroups,
  selectRankable,
  updateFrontierPicked,
  updateGroupsRejected,
  updatePickedCrawled,
} from '../links/plan-queries.ts'
import type { TakenLink } from '../links/queries.ts'
import { isModifier, overflowGroup } from '../traps/address-groups.ts'
import type { GroupRow } from '../traps/queries.ts'
import { SiteGroups } from '../traps/site-groups.ts'
import { allowance, isDoubted } from '../traps/trap-score.ts'

// Takes links in the order of a ranking. The same caution holds as for links that the crawl follows by itself: of an
// unknown group only the first two are taken, and doubted ones when nothing else is left. But a doubted group gives links
// in their turn that are expected to name entities, as long as it is not held back: what it gave says more about it than
// that it grows.

/** The most links that are ranked at once: those that were found first. */
const rankedMost = 5_000

/**
 * The links that a plan ranks: those that the crawl would take at once. Addresses that may only show the same page in
 * another way, and what pages led to that said nothing new, are not among them.
 */
export async function rankableLinks(
  crawl: Pick<FrontierCrawl, 'domain_id' | 'max_pages' | 'max_depth'> & { tx: Queryable },
): Promise<RankableLink[]> {
  const { tx, domain_id, max_depth } = crawl
  const links = await selectRankable(tx, domain_id, max_depth, rankedMost)
  const doubted = new Set(await new SiteGroups(crawl).doubtedKeys())
  return links.filter(
    ({ group_key, found_in, doubt }) =>
      !isModifier(group_key) && (doubt === 0 || found_in === null || !doubted.has(found_in)),
  )
}

interface RankedRow extends RankableLink {
  /** Entities to expect, about. */
  worth: number
}

/**
 * Queues the first of these links that may be taken, at most so many. When none may, and no page is left to read, takes
 * what the crawl would take by itself. Returns their addresses.
 */
export async function takeBest(crawl: FrontierCrawl, ranked: RankedRow[], most: number): Promise<string[]> {
  const groups = new SiteGroups(crawl)
  const hosts = [...new Set(ranked.map(({ host }) => host))]
  await groups.load([...ranked.map(({ group_key }) => group_key), ...hosts.map(overflowGroup)], hosts)
  if (crawl.pending === 0) groups.noteAllSettled()
  const chosen = choose(groups, ranked, Math.min(most, crawl.room))
  const queued = await queuePicked(crawl, groups, chosen)
  const others = queued.length === 0 && crawl.pending === 0 ? (await takeOthers(crawl, groups, most)).taken : []
  await groups.write(crawl.tx)
  return [...queued, ...others]
}

/** A link that is expected to give so many entities is taken although its group is doubted. */
const rich = 1

function choose(groups: SiteGroups, ranked: RankedRow[], most: number): string[] {
  const left = new Map<string, number>()
  const leftOf = (group: GroupRow) => left.get(group.key) ?? allowance(group)
  const chosen: string[] = []
  for (const { url, host, group_key, worth } of ranked) {
    if (chosen.length >= most) break
    const sharing = groups.sharing(group_key, host)
    if (sharing.some((group) => groups.isHeld(group) || leftOf(group) <= 0)) continue
    if (worth < rich && sharing.some(isDoubted)) continue
    // Groups that answer together share what one may give.
    for (const group of sharing) left.set(group.key, leftOf(group) - 1)
    chosen.push(url)
  }
  return chosen
}

async function queuePicked(crawl: FrontierCrawl, groups: SiteGroups, urls: string[]): Promise<string[]> {
  if (urls.length === 0) return []
  const taken = new Map((await updateFrontierPicked(crawl.tx, crawl.domain_id, urls)).map((link) => [link.url, link]))
  const added = await crawl.addPages(urls.flatMap((url) => taken.get(url) ?? []))
  for (const { url } of added) {
    const { group_key, host } = taken.get(url) as TakenLink
    for (const group of groups.sharing(group_key, host)) {
      group.open++
      groups.touch(group)
    }
  }
  return added.map(({ url }) => url)
}

/** A group of which so many pages do not exist is not taken from any more. */
const deadPages = 8

/** Rejects links of groups of which no page is there; returns how many. */
export async function rejectDeadGroups({ tx, domain_id }: FrontierCrawl): Promise<number> {
  const dead = await selectDeadGroups(tx, domain_id, deadPages)
  if (dead.length === 0) return 0
  return updateGroupsRejected(tx, domain_id, dead, `none of ${deadPages} or more pages like it is there`)
}

/** Waiting links are counted up to this. */
const waitingMost = 10_000

/** Notes that no plan goes on; returns how many links wait. */
export async function endPicked({ tx, domain_id }: FrontierCrawl): Promise<number> {
  await updatePickedCrawled(tx, domain_id)
  return countWaiting(tx, domain_id, waitingMost)
}
