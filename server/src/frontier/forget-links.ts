import { changeCrawlState, holdForCrawl } from '../domains/domains.ts'
import { inBites } from '../platform/db/bites.ts'
import type { Database } from '../platform/db/database.ts'
import { deleteLinksDoneBefore } from './queries.ts'

/**
 * Links of a domain that became pages, or were rejected, and were found before a time. A link to a page that is there
 * makes no second one; a rejected link that is found again is judged again.
 */
export async function forgetLinks(db: Database, domainId: string, before: Date, stopping: AbortSignal): Promise<void> {
  await inBites(
    db,
    async (tx, limit) => {
      const crawl = await holdForCrawl(tx, domainId)
      if (!crawl) return undefined
      const gone = await deleteLinksDoneBefore(tx, domainId, before, limit)
      const { crawl_state } = crawl
      if (gone > 0) await changeCrawlState(tx, domainId, { crawl_state, pages_added: 0, links_added: -gone })
      return gone
    },
    stopping,
  )
}
