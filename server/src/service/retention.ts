import { forgetDeadLetters, forgetRuns } from '../crawl/forget-runs.ts'
import { domainsOlderThan } from '../domains/domains.ts'
import { forgetLinks } from '../frontier/links/forget-links.ts'
import { forgetHistory } from '../graph/store/update/forget-history.ts'
import { forgetImports, forgetUploads } from '../imports/imports.ts'
import { forgetRobotsFiles } from '../pipeline/parts/forget-robots.ts'
import type { Database } from '../platform/db/database.ts'
import { forgetHosts, forgetLanes } from '../queue/forget-hosts.ts'
import { forgetViews } from '../saved-views/saved-views.ts'
import { forgetReaders } from '../watches/watches.ts'

// Deletes what would grow for ever, one domain after the other. docs/operations.md lists what is kept for how long.

export interface RetentionParts {
  db: Database
  now: Date
  /** 0 keeps it for ever. */
  days: number
  stopping: AbortSignal
}

const dayMs = 86_400_000

/** The past of graphs and crawls: HISTORY_RETENTION_DAYS. */
export async function forgetOldHistory({ db, now, days, stopping }: RetentionParts): Promise<void> {
  if (days === 0) return
  const before = new Date(now.getTime() - days * dayMs)
  for await (const domainId of domainsOlderThan(db, before)) {
    for (const forget of [forgetHistory, forgetRuns, forgetDeadLetters]) await forget(db, domainId, before, stopping)
    await forgetImports(db, domainId, before)
    if (stopping.aborted) return
  }
}

/** What readers of watches have seen and the views that members have saved for themselves, who are gone; and uploads of killed processes. */
export async function forgetOldReaders({ db, now, stopping }: Omit<RetentionParts, 'days'>): Promise<void> {
  for await (const domainId of domainsOlderThan(db, now)) {
    if (stopping.aborted) return
    await forgetReaders(db, domainId)
    await forgetViews(db, domainId)
    await forgetUploads(db, domainId, now)
  }
}

/** Links, lanes, hosts and robots.txt files that crawls no longer need: CRAWL_RETENTION_DAYS. */
export async function forgetOldCrawls({ db, now, days, stopping }: RetentionParts): Promise<void> {
  if (days === 0) return
  const before = new Date(now.getTime() - days * dayMs)
  for await (const domainId of domainsOlderThan(db, before)) {
    for (const forget of [forgetLinks, forgetLanes]) await forget(db, domainId, before, stopping)
    if (stopping.aborted) return
  }
  await forgetHosts(db, before, stopping)
  await forgetRobotsFiles(db, before, stopping)
}
