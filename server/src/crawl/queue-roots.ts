import { noteCrawled } from '../frontier/links/frontier.ts'
import { groupOf } from '../frontier/traps/address-groups.ts'
import type { DomainCrawl } from './domain-crawl.ts'
import { selectPagesByAddress, updatePagesRooted } from './page-queries.ts'

/** A source, as the crawl needs it. */
export interface Root {
  id: string
  url: string
  host: string
}

/**
 * Queues the pages of sources: new ones up to `max_pages`, known ones again, also under an alias. Returns how many were
 * queued.
 */
export async function queueRoots(crawl: DomainCrawl, roots: Root[]): Promise<number> {
  if (roots.length === 0) return 0
  const { tx, domain_id } = crawl
  const urls = roots.map(({ url }) => url)
  const known = new Map<string, string>()
  for (const { asked, id } of await selectPagesByAddress(tx, domain_id, urls)) known.set(asked, id)
  const before = roots.flatMap((root) => {
    const page_id = known.get(root.url)
    return page_id === undefined ? [] : [{ page_id, source_id: root.id, source_host: root.host }]
  })
  if (before.length > 0) await updatePagesRooted(tx, domain_id, before)
  const requeued = await crawl.requeue(before.map(({ page_id }) => page_id))
  const added = await crawl.addPages(
    roots
      .filter(({ url }) => !known.has(url))
      .map(({ id, url, host }) => ({
        url,
        host,
        group_key: groupOf(url).key,
        depth: 0,
        source_id: id,
        source_host: host,
      })),
  )
  await noteCrawled(
    crawl,
    added.map(({ url }) => url),
  )
  return requeued + added.length
}
