import { isModifier, isRoot, overflowGroup } from '../traps/address-groups.ts'
import type { SiteGroups } from '../traps/site-groups.ts'
import { allowance, type GroupRecord, isDoubted, probe, sample, saysMuch } from '../traps/trap-score.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import { selectWaitingGroups, type TakeBounds, updateFrontierTaken } from './queries.ts'

// Chooses the links that become pages, while the domain has room for pages:
//
//   at once            | links of groups that are not doubted; of an unknown group the first two, to see what it is
//   when nothing else  | 1. links of groups whose pages say something of their own, wherever they were found
//   is left, in order  | 2. parameters of which nothing was read yet; then a few links of each group that grows and has
//                      |    said little so far, the deepest first: they show soonest whether it ends; with them lists
//                      |    of such groups; then parameters that many pages have; then groups with a trap score
//                      | 3. links found on pages that said nothing new, in doubted groups that have ended
//                      | 4. a few links of groups that were found nowhere but in groups without an end, to see what they say
//                      | 5. addresses whose plainer ones could not be read
//   never              | links of groups that are held back, and what their pages led to, unless that says something
//
// A link that was found on a page that says something new does not wait for the group of that page. While a plan leads
// the crawl, it alone chooses (take-best.ts).

export interface WaitingGroup {
  key: string
  host: string
}

/** A group, with the group that its links wait for, if any. */
interface FoundGroup extends WaitingGroup {
  found_in: string | null
}

interface OpenGroup {
  key: string
  count: number
  is_deep: boolean
  is_modifier: boolean
}

/** Takes the links of these groups that may be taken at once. */
export async function takeLinks(crawl: FrontierCrawl, groups: SiteGroups, waiting: WaitingGroup[]): Promise<number> {
  return crawl.is_led ? 0 : (await takeSure(crawl, groups, waiting, crawl.room)).length
}

async function takeSure(
  crawl: FrontierCrawl,
  groups: SiteGroups,
  waiting: WaitingGroup[],
  limit: number,
): Promise<string[]> {
  if (crawl.room === 0 || waiting.length === 0) return []
  const open = sureGroups(groups, waiting)
  return open.length === 0
    ? []
    : take(crawl, groups, open, { blocked: await groups.doubtedKeys(), waits: 'all', limit })
}

/**
 * Takes what may be taken of all links. When no page of the run is under way, that includes links that had to wait.
 * Returns how many were taken; if none, why the links that are left wait.
 */
export async function takeWaiting(
  crawl: FrontierCrawl,
  groups: SiteGroups,
): Promise<{ taken: number; waits: string | null }> {
  if (crawl.is_led) return { taken: 0, waits: null }
  const { taken, waits } = await takeOthers(crawl, groups, crawl.room)
  return { taken: taken.length, waits }
}

/** Takes links for a plan, which leads the crawl: at most so many. Returns their addresses. */
export async function takeOthers(
  crawl: FrontierCrawl,
  groups: SiteGroups,
  most: number,
): Promise<{ taken: string[]; waits: string | null }> {
  const { tx, domain_id, max_depth } = crawl
  const waiting = await selectWaitingGroups(tx, domain_id, max_depth)
  if (waiting.length === 0) return { taken: [], waits: null }
  if (crawl.room === 0) return { taken: [], waits: 'budget' }
  const hosts = [...new Set(waiting.map(({ host }) => host))]
  await groups.load([...waiting.map(({ key }) => key), ...hosts.map(overflowGroup)], hosts)
  if (crawl.pending > 0) return { taken: await takeSure(crawl, groups, waiting, most), waits: null }
  groups.noteAllSettled()
  const doubted = await groups.doubtedKeys()
  await groups.load(doubted, [])
  const left = new Set(waiting.flatMap(({ key, host }) => groups.sharing(key, host).map((group) => group.key)))
  const sure = sureGroups(groups, waiting)
  const [unproven = [], ...scored] = doubtedGroups(groups, waiting)
  // Parameters of which nothing was read yet may be those of a list that leads to all pages.
  const strangers = waiting.filter(({ key, host }) => groups.answering(key, host).settled === 0)
  const telling = waiting.filter(({ key, host }) => groups.sharing(key, host).every(saysMuch))
  const endless = doubted.filter((key) => groups.isCutOff(key, max_depth))
  const goingOn = [...new Set([...endless, ...doubted.filter((key) => left.has(key))])]
  const passes: [OpenGroup[], Pick<TakeBounds, 'blocked' | 'waits'>][] = [
    [sure, { blocked: doubted, waits: 'all' }],
    [sureGroups(groups, telling), { blocked: [], waits: 'all' }],
    [sureGroups(groups, strangers), { blocked: doubted, waits: 'plainer' }],
    [unproven, { blocked: [], waits: 'all' }],
    [sure, { blocked: doubted, waits: 'plainer' }],
    [unproven, { blocked: [], waits: 'plainer' }],
    [sureGroups(groups, strangers), { blocked: doubted, waits: 'none' }],
    ...scored.map((open): (typeof passes)[number] => [open, { blocked: endless, waits: 'plainer' }]),
    [sure, { blocked: goingOn, waits: 'plainer' }],
    [sampledGroups(groups, waiting), { blocked: [], waits: 'plainer' }],
    [sure, { blocked: goingOn, waits: 'none' }],
    [[unproven, ...scored].flat(), { blocked: endless, waits: 'none' }],
  ]
  for (const [open, bounds] of passes) {
    const taken = await take(crawl, groups, open, { ...bounds, limit: most })
    if (taken.length > 0) return { taken, waits: null }
  }
  return { taken: [], waits: describeHeld(groups, waiting) }
}

function describeHeld(groups: SiteGroups, waiting: (WaitingGroup & { found_in: string | null; links: number })[]) {
  const held = new Map<string, number>()
  for (const { key, host, found_in, links } of waiting) {
    const doubted = groups.sharing(key, host).find(isDoubted)
    const holder = doubted?.key ?? found_in ?? key
    held.set(holder, (held.get(holder) ?? 0) + links)
  }
  const [first, ...others] = [...held].sort(([, a], [, b]) => b - a)
  if (!first) return null
  const n = [...held.values()].reduce((sum, links) => sum + links, 0)
  return `${n} ${n === 1 ? 'link' : 'links'} held back: group ${first[0]}${others.length > 0 ? ` and ${others.length} more` : ''}`
}

function sureGroups(groups: SiteGroups, waiting: WaitingGroup[]): OpenGroup[] {
  const sure = waiting.filter(({ key, host }) => !groups.sharing(key, host).some(isDoubted))
  return openGroups(groups, sure, allowance)
}

/** Groups of which too little was read to know what they say. */
function sampledGroups(groups: SiteGroups, waiting: WaitingGroup[]): OpenGroup[] {
  const sure = waiting.filter(({ key, host }) => !groups.sharing(key, host).some(isDoubted))
  return openGroups(groups, sure, sample)
}

/** Lists of records and groups without a score, then those with the lowest score, those with equal scores together. */
function doubtedGroups(groups: SiteGroups, waiting: FoundGroup[]): OpenGroup[][] {
  const tried = waiting.filter(({ key, host }) => {
    const sharing = groups.sharing(key, host)
    return sharing.some(isDoubted) && !sharing.some((group) => groups.isHeld(group))
  })
  const lists = listsOfRecords(groups, tried)
  const byScore = Map.groupBy(tried, ({ key, host }) => {
    if (lists.has(groups.answering(key, host).key)) return 0
    return Math.max(...groups.sharing(key, host).map(({ trap_score }) => trap_score))
  })
  const scores = new Set([0, ...[...byScore.keys()].sort((a, b) => a - b)])
  return [...scores].map((score) => openGroups(groups, byScore.get(score) ?? [], probe))
}

/**
 * The groups whose pages led to others that have something to say and wait all the same. A list shows many of those at
 * once; they may lead from one to the next, in a chain that reaches max_depth before it reaches them all.
 */
function listsOfRecords(groups: SiteGroups, waiting: FoundGroup[]): Set<string> {
  const lists = new Set<string>()
  for (const { key, host, found_in } of waiting) {
    if (found_in === null || key === found_in || key.includes('?') || isRoot(key)) continue
    if (groups.sharing(key, host).every(saysMuch)) lists.add(found_in)
  }
  return lists
}

function openGroups(groups: SiteGroups, waiting: WaitingGroup[], countOf: (group: GroupRecord) => number): OpenGroup[] {
  const hostOf = new Map(waiting.map(({ key, host }) => [key, host]))
  const left = new Map<string, number>()
  return [...hostOf].flatMap(([key, host]) => {
    const sharing = groups.sharing(key, host)
    const count = Math.min(...sharing.map((group) => left.get(group.key) ?? countOf(group)), manyLinks)
    if (count <= 0) return []
    // Groups that answer together share what one may give.
    for (const group of sharing) left.set(group.key, (left.get(group.key) ?? countOf(group)) - count)
    return [{ key, count, is_deep: sharing.some(isDoubted), is_modifier: isModifier(key) }]
  })
}

/** Stands for all links of a group. */
const manyLinks = 1_000_000_000

async function take(
  crawl: FrontierCrawl,
  groups: SiteGroups,
  open: OpenGroup[],
  bounds: Pick<TakeBounds, 'blocked' | 'waits' | 'limit'>,
): Promise<string[]> {
  if (open.length === 0) return []
  const { tx, domain_id, max_depth, room } = crawl
  const limit = Math.min(room, bounds.limit)
  const taken = await updateFrontierTaken(tx, domain_id, open, { ...bounds, max_depth, limit })
  if (taken.length === 0) return []
  const added = new Set((await crawl.addPages(taken)).map(({ url }) => url))
  for (const { url, group_key, host } of taken) {
    if (!added.has(url)) continue
    for (const group of groups.sharing(group_key, host)) {
      group.open++
      groups.touch(group)
    }
  }
  return [...added]
}
