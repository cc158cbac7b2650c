import { Cache } from '../../platform/cache.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { RepeatedBlocks } from '../../reader/blocks/site-blocks.ts'
import { selectCommonBlocks } from '../traps/queries.ts'
import { SiteGroups } from '../traps/site-groups.ts'
import { takeWaiting } from './follow-links.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import {
  selectFrontierCounts,
  updateFrontierCrawled,
  updateFrontierFollowed,
  updateFrontierPlanned,
} from './queries.ts'
import { listWaitingGroups } from './waiting-links.ts'

const frontierStatuses = ['candidate', 'planned', 'crawled', 'rejected'] as const

export async function getFrontier(db: Queryable, domainId: string) {
  const counts = new Map((await selectFrontierCounts(db, domainId)).map(({ status, n }) => [status, n]))
  const frontier = frontierStatuses.map((status) => ({ status, n: counts.get(status) ?? 0 }))
  return { frontier, groups: await listWaitingGroups(db, domainId) }
}

/** Links to these hosts, found before a source was there, may be followed from now on. */
export async function followLinksTo({ tx, domain_id }: FrontierCrawl, hosts: string[]): Promise<void> {
  if (hosts.length > 0) await updateFrontierFollowed(tx, domain_id, hosts)
}

/** Links that became pages without being taken from the frontier. */
export async function noteCrawled({ tx, domain_id }: FrontierCrawl, urls: string[]): Promise<void> {
  if (urls.length > 0) await updateFrontierCrawled(tx, domain_id, urls)
}

/** Links whose pages were given up before they were read: the next `crawl` takes them. */
export async function notePlanned({ tx, domain_id }: FrontierCrawl, urls: string[]): Promise<void> {
  if (urls.length > 0) await updateFrontierPlanned(tx, domain_id, urls)
}

/** Queues the links that wait only for room or depth. */
export async function takeWaitingLinks(crawl: FrontierCrawl): Promise<number> {
  const groups = new SiteGroups(crawl)
  const { taken } = await takeWaiting(crawl, groups)
  await groups.write(crawl.tx)
  return taken
}

/** Repeated blocks by domain and host, cached once they are final: reading them for each page was an eighth of all statements. */
const finalBlocks = new Cache<RepeatedBlocks>('final_blocks', ({ bytes }) => bytes)

/** Blocks that stand on many pages of a host: no page of the host says them. */
export async function repeatedBlocksOf(db: Queryable, domainId: string, host: string): Promise<RepeatedBlocks> {
  const key = `${domainId} ${host}`
  const known = finalBlocks.get(key)
  if (known) return known
  const blocks = RepeatedBlocks.of(await selectCommonBlocks(db, domainId, host))
  if (blocks.is_final) finalBlocks.set(key, blocks)
  return blocks
}
