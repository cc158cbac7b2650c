import type { DomainCrawl } from '../crawl/domain-crawl.ts'
import { topicsOf } from '../discovery/explore/search-words.ts'
import { rankLinks } from '../frontier/ranking/rank-links.ts'
import { rankableLinks, rejectDeadGroups, takeBest } from '../frontier/ranking/take-best.ts'
import { publishedVersion } from '../gate/gate.ts'
import type { Database } from '../platform/db/database.ts'
import { scarceKinds } from '../scorecard/gaps.ts'
import type { SelectedLink } from './plan.ts'
import { type PlannedDomain, selectKindCounts, selectSeenPages, type TakenPlan } from './queries.ts'
import { foundMost } from './search-gaps.ts'

// Ranks the links that wait, outside of any transaction, and takes the best of them inside one.

/** The last pages that are learned from. */
const seenMost = 300
/** Batches are small, so that each is chosen with what the last one taught, and large enough to keep all hosts busy. */
const batchLeast = 8
const batchMost = 40

export interface Choice {
  /** Queues the best links. The caller holds the domain. */
  take(crawl: DomainCrawl): Promise<{ selected: SelectedLink[]; rejected: number }>
}

/** How many more pages the plan may queue. */
export const leftOf = ({ page_limit, enqueued }: Pick<TakenPlan, 'page_limit' | 'enqueued'>) =>
  Math.max(0, (page_limit ?? Number.MAX_SAFE_INTEGER) - enqueued)

/** Pages that are left for what the searches find, until they were made. */
const keptForSearch = (maxPages: number) => Math.min(foundMost, Math.floor(maxPages / 10))

const nothing: Choice = { take: async () => ({ selected: [], rejected: 0 }) }

/**
 * Links are chosen when half a batch is left to read, so that the crawl does not stand still meanwhile. Undefined while more
 * is left.
 */
export async function chooseBatch(db: Database, taken: TakenPlan, domain: PlannedDomain): Promise<Choice | undefined> {
  const { domain_id, page_limit } = taken
  const { max_pages, max_depth, page_count, pending } = domain
  const batch = Math.min(batchMost, Math.max(batchLeast, Math.ceil((page_limit ?? max_pages) / 12)))
  const left = Math.min(leftOf(taken), max_pages - page_count)
  const count = Math.min(batch, taken.has_searched ? left : left - keptForSearch(max_pages))
  if (pending > batch / 2) return undefined
  if (count <= 0) return nothing
  const { rules } = await publishedVersion(db, domain_id)
  const counts = await selectKindCounts(db, domain_id)
  const wanted = {
    terms: topicsOf({ ...domain, rules }),
    scarce_kinds: scarceKinds(domain.ontology, counts),
  }
  const seen = await selectSeenPages(db, domain_id, seenMost)
  const links = await rankableLinks({ tx: db, domain_id, max_pages, max_depth })
  const ranked = await rankLinks(seen, links, wanted)
  const byUrl = new Map(links.map((link) => [link.url, link]))
  const reasons = new Map(ranked.map(({ url, reason }) => [url, reason]))
  return {
    take: async (crawl) => {
      const rejected = await rejectDeadGroups(crawl)
      const urls = await takeBest(
        crawl,
        ranked.flatMap(({ url, worth }) => {
          const link = byUrl.get(url)
          return link ? [{ ...link, worth }] : []
        }),
        count,
      )
      return {
        selected: urls.map((url) => ({ url, reason: reasons.get(url) ?? 'taken in the order of the crawl' })),
        rejected,
      }
    },
  }
}
