import { crawlBounds } from '../../domains/domains.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { familyOf, sketchKey } from '../traps/address-groups.ts'
import { selectGroupNames } from '../traps/queries.ts'
import { SiteGroups } from '../traps/site-groups.ts'
import { isDoubted } from '../traps/trap-score.ts'
import { takeWaiting } from './follow-links.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import { selectWaitingLinks } from './queries.ts'

// Why links wait, for people; and the call that lets a group go on.

const reasons = {
  cancelled: 'its run was cancelled: the next crawl takes it',
  outside: 'not on a host of the sources',
  deep: 'deeper than max_depth',
  full: 'max_pages reached',
  held: 'held back: the group keeps growing and says nothing new',
  doubted: 'doubted: taken when nothing else is left',
  turn: 'its turn comes',
}

interface WaitingGroup {
  id: string | null
  host: string
  pattern: string
  status: 'candidate' | 'planned'
  n: number
  reason: string
}

const groupsMost = 100

/** The links that wait, by group and reason, the most first. The id is that of the group that they wait for. */
export async function listWaitingGroups(db: Queryable, domainId: string): Promise<WaitingGroup[]> {
  const bounds = await crawlBounds(db, domainId)
  if (!bounds) return []
  const { max_depth, max_pages, page_count } = bounds
  const links = await selectWaitingLinks(db, domainId, max_depth)
  const groups = new SiteGroups({ tx: db, domain_id: domainId, max_pages })
  const keys = links.flatMap(({ key, found_in }) => (found_in === null ? [key] : [key, found_in]))
  await groups.load(keys, [...new Set(links.map(({ host }) => host))])
  const found = new Map<string, WaitingGroup>()
  for (const { key, host, found_in, status, is_followed, is_deep, reason: stored, n } of links) {
    const doubted = [...groups.sharing(key, host), ...(found_in === null ? [] : groups.sharing(found_in, host))].filter(
      isDoubted,
    )
    const held = doubted.find(
      (group) => groups.isHeld(group) || (group.key !== key && groups.isCutOff(group.key, max_depth)),
    )
    const reason = (() => {
      if (status === 'planned') return reasons.cancelled
      if (!is_followed) return stored ?? reasons.outside
      if (is_deep) return reasons.deep
      if (held) return reasons.held
      if (page_count >= max_pages) return reasons.full
      return doubted.length > 0 ? reasons.doubted : reasons.turn
    })()
    const isGroups = reason === reasons.held || reason === reasons.doubted
    const holder = isGroups ? (held ?? doubted[0]) : undefined
    const pattern = holder?.key ?? key
    const name = [pattern, status, reason].join(' ')
    const entry = found.get(name)
    if (entry) entry.n += n
    else found.set(name, { id: holder?.id ?? null, host, pattern, status, n, reason })
  }
  return [...found.values()].sort((a, b) => b.n - a.n).slice(0, groupsMost)
}

/** Lets a group go on whatever its score is, with its path and its parameters. Undefined when there is no such group. */
export async function releaseGroup(crawl: FrontierCrawl, groupId: string): Promise<number | undefined> {
  const names = await selectGroupNames(crawl.tx, crawl.domain_id)
  const named = names.find(({ id }) => id === groupId)
  if (!named) return undefined
  const own = names.filter(({ key }) => [key, sketchKey(key), familyOf(key)].includes(named.key))
  const keys = new Set([named, ...own].flatMap(({ key }) => [key, sketchKey(key), familyOf(key) ?? key]))
  const groups = new SiteGroups(crawl)
  await groups.load([...keys], [named.host])
  for (const key of keys) groups.release(groups.take(key, named.host))
  const { taken } = await takeWaiting(crawl, groups)
  await groups.write(crawl.tx)
  return taken
}
