import type { Clock } from '../platform/clock.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import type { SharedState } from '../platform/metrics.ts'
import { crawlQueueState } from '../queue/queue-state.ts'
import { selectModelUsage } from './queries.ts'

/** For metrics, which must be answered when the database cannot be reached, too. */
export async function sharedState(db: Queryable, jobs: Jobs, clock: Clock): Promise<SharedState | undefined> {
  try {
    const now = clock.now()
    const [waiting, crawl, model_usage] = await Promise.all([
      jobs.state(),
      crawlQueueState(db, now),
      selectModelUsage(db, now),
    ])
    const times = [waiting.oldest_queued_at, crawl.oldest_queued_at].flatMap((time) => (time ? Date.parse(time) : []))
    return {
      queued: { pages: crawl.queued, jobs: waiting.queued },
      oldest_queued_seconds: times.length === 0 ? 0 : Math.max(0, now.getTime() - Math.min(...times)) / 1000,
      hosts_held: crawl.running,
      model_usage,
    }
  } catch {
    return undefined
  }
}
