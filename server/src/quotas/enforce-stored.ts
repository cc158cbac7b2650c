import { limits } from '@polegraph/contract/limits.ts'
import { pauseForQuota } from '../crawl/runs.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { type HoldingDomain, selectHoldings, selectTextMb } from './queries.ts'
import type { QuotaNumbers } from './quotas.ts'

// Crawls add pages by themselves, so what they store is counted once in a while. A project that is over its quota is
// paused, with a sentence that says why: nothing is lost, and its owner may delete something, or ask the operator.

/** The text of a page is never longer. */
const pageMb = limits.fetch_bytes / 1e6

export async function enforceStored(db: Database, events: EventLog, log: Log, numbers: QuotaNumbers): Promise<void> {
  const all = await selectHoldings(db)
  const crawling = [...Map.groupBy(all, ({ project_id }) => project_id)].filter(([, own]) => own.some(isCrawling))
  if (crawling.length === 0) return
  const inAll = await reached(db, all, { pages: numbers.pages_total, text_mb: numbers.text_mb_total })
  const largest = crawling.reduce((a, b) => (pagesOf(b[1]) > pagesOf(a[1]) ? b : a))
  for (const project of crawling) {
    // When all together have too much, the largest is paused first.
    const own = await reached(db, project[1], numbers)
    const over = own ?? (inAll && project === largest ? (`${inAll}_total` as const) : undefined)
    if (over) await pauseAll(db, events, log, project[1], `quota reached: ${over} (${numbers[over]})`)
  }
}

const isCrawling = ({ crawls }: HoldingDomain) => crawls
const pagesOf = (domains: HoldingDomain[]) => domains.reduce((sum, { page_count }) => sum + page_count, 0)

/** Texts are measured, a domain at a time, only where there are pages enough to reach the quota. */
async function reached(
  db: Database,
  domains: HoldingDomain[],
  most: { pages: number; text_mb: number },
): Promise<'pages' | 'text_mb' | undefined> {
  const pages = pagesOf(domains)
  if (pages >= most.pages) return 'pages'
  if (pages * pageMb < most.text_mb) return undefined
  let text = 0
  for (const { id } of domains) text += await selectTextMb(db, id)
  return text >= most.text_mb ? 'text_mb' : undefined
}

async function pauseAll(db: Database, events: EventLog, log: Log, domains: HoldingDomain[], reason: string) {
  for (const { id, project_id } of domains.filter(isCrawling)) {
    const isPaused = await db.transaction((tx) => pauseForQuota(tx, events, id, reason))
    if (isPaused) log.warn({ project_id, domain_id: id, reason }, 'a crawl was paused')
  }
}
