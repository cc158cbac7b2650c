import { pauseForQuota } from '../crawl/runs.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import { type StoredByProject, selectCrawling, selectStored, selectStoredInAll } from './queries.ts'
import type { QuotaNumbers } from './quotas.ts'

// Crawls add pages by themselves, so what they store is counted once in a while. A project that is over its quota is
// paused, with a sentence that says why: nothing is lost, and its owner may delete something, or ask the operator.

export async function enforceStored(db: Database, events: EventLog, log: Log, numbers: QuotaNumbers): Promise<void> {
  const crawling = await selectStored(db)
  if (crawling.length === 0) return
  const inAll = overOf(await selectStoredInAll(db), { pages: numbers.pages_total, text_mb: numbers.text_mb_total })
  // When all of them have too much, the largest goes first.
  const largest = crawling.reduce((a, b) => (b.text_mb > a.text_mb ? b : a))
  for (const project of crawling) {
    const own = overOf(project, numbers)
    const over = own ?? (inAll && project === largest ? (`${inAll}_total` as const) : undefined)
    if (over) await pauseAll(db, events, log, project.project_id, `quota reached: ${over} (${numbers[over]})`)
  }
}

function overOf(stored: Omit<StoredByProject, 'project_id'>, most: { pages: number; text_mb: number }) {
  if (stored.pages >= most.pages) return 'pages'
  return stored.text_mb >= most.text_mb ? 'text_mb' : undefined
}

async function pauseAll(db: Database, events: EventLog, log: Log, projectId: string, reason: string): Promise<void> {
  for (const { id } of await selectCrawling(db, [projectId])) {
    const isPaused = await db.transaction((tx) => pauseForQuota(tx, events, id, reason))
    if (isPaused) log.warn({ project_id: projectId, domain_id: id, reason }, 'a crawl was paused')
  }
}
