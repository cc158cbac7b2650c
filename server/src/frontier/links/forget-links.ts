import { changeCrawlState, holdForCrawl } from '../../domains/domains.ts'
import { inBites } from '../../platform/db/bites.ts'
import type { Database } from '../../platform/db/database.ts'
import { deleteLinksDoneBefore } from './queries.ts'

/**
 * Deletes links of a domain that were found before a time and became pages or were rejected. When such a link is found
 * again, the page still exists and no second one is made; a rejected link is judged again.
 */
export async function forgetLinks(db: Database, domainId: string, before: Date, stopping: AbortSignal): Promise<void> {
  await inBites(
    db,
    async (tx, limit) => {
      const crawl = await holdForCrawl(tx, domainId)
      if (!crawl) return undefined
      const gone = await deleteLinksDoneBefore(tx, domainId, before, limit)
      const { crawl_state, plan_id } = crawl
      if (gone > 0) await changeCrawlState(tx, domainId, { crawl_state, plan_id, pages_added: 0, links_added: -gone })
      return gone
    },
    stopping,
  )
}
