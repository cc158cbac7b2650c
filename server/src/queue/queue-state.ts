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
  const [row] = await db.query<{ pending: number; running: number; oldest_queued_at: string | null }>(
    `with crawling as (
       select d.id from runs r
       join domains d on d.id = r.domain_id and d.crawl_state = 'running' and d.archived_at is null
       join projects p on p.id = d.project_id and p.archived_at is null
       where r.status = 'running'
     )
     select
       (select coalesce(sum(r.pages_total - r.pages_done), 0)::integer from runs r join crawling c on c.id = r.domain_id
        where r.status = 'running') as pending,
       (select count(*) from crawl_hosts h where h.holder is not null and h.due_at > $1) as running,
       (select min(l.due_at) from crawl_lanes l join crawling c on c.id = l.domain_id
        where l.due_at <= $1) as oldest_queued_at`,
    [now],
  )
  const { pending = 0, running = 0, oldest_queued_at = null } = row ?? {}
  return { queued: Math.max(0, pending - running), running, oldest_queued_at }
}
