import type { Queryable } from '../platform/db/database.ts'

export interface CrawlQueueState {
  queued: number
  running: number
  oldest_queued_at: string | null
}

/**
 * What waits in all domains that crawl, from existing counters: runs, held hosts, and since when hosts have had work.
 * Counting the pages themselves would take longer the longer the queue is.
 */
export async function crawlQueueState(db: Queryable, now: Date): Promise<CrawlQueueState> {
  const runs = await db.query<{ domain_id: string; pending: number }>(
    `select r.domain_id, r.pages_total - r.pages_done as pending from runs r
     join domains d on d.id = r.domain_id and d.crawl_state = 'running' and d.archived_at is null
     join projects p on p.id = d.project_id and p.archived_at is null
     where r.status = 'running'`,
  )
  const [row] = await db.query<{ running: number; oldest_queued_at: string | null }>(
    `select (select count(*) from crawl_hosts h where h.holder is not null and h.due_at > $1) as running,
       (select min(l.due_at) from crawl_lanes l where l.domain_id = any($2::uuid[]) and l.due_at <= $1)
         as oldest_queued_at`,
    [now, runs.map(({ domain_id }) => domain_id)],
  )
  const pending = runs.reduce((sum, run) => sum + run.pending, 0)
  const { running = 0, oldest_queued_at = null } = row ?? {}
  return { queued: Math.max(0, pending - running), running, oldest_queued_at }
}
