import { cutText } from '../../language/cut-text.ts'
import { groupOf, trapOf } from '../traps/address-groups.ts'
import type { FrontierCrawl } from './frontier-crawl.ts'
import { updateFrontierPicked } from './plan-queries.ts'
import { insertFrontier, selectSourceHosts } from './queries.ts'

// Links that a search has found, and no page of the domain.

export interface SearchedLink {
  url: string
  text: string
  /** Whether its page is to be read. */
  is_wanted: boolean
}

const textMax = 200

/**
 * Adds those that are new, and queues those that are wanted. Of other hosts than those of the sources only the page itself
 * is read: nothing is followed from there.
 */
export async function addFound(
  crawl: FrontierCrawl,
  links: SearchedLink[],
): Promise<{ added: string[]; queued: string[] }> {
  const { tx, domain_id, max_depth } = crawl
  const placed = links.filter(({ url }) => trapOf(url) === undefined).map((link) => ({ ...link, ...groupOf(link.url) }))
  const followed = await selectSourceHosts(tx, domain_id, [...new Set(placed.map(({ host }) => host))])
  const inserted = await insertFrontier(
    tx,
    domain_id,
    placed.map(({ url, text, host, key, plain_url }) => ({
      ...{ url, host, group_key: key, found_in: null, doubt: 0, plain_url, reason: null },
      depth: max_depth,
      status: 'candidate',
      is_followed: followed.has(host),
      text: cutText(text, textMax),
      ...{ source_id: null, source_host: host },
    })),
  )
  crawl.noteLinksAdded(inserted.size)
  const wanted = links.filter(({ url, is_wanted }) => is_wanted && inserted.has(url)).map(({ url }) => url)
  if (wanted.length === 0) return { added: [...inserted], queued: [] }
  const taken = await updateFrontierPicked(tx, domain_id, wanted.slice(0, crawl.room))
  return { added: [...inserted], queued: (await crawl.addPages(taken)).map(({ url }) => url) }
}
