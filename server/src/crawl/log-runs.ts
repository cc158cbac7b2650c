import type { Follower } from '../events/event-log.ts'
import type { Log } from '../platform/log.ts'

/** Writes a line when a run begins and one when it ends, from the events that clients see too. */
export function logRuns(log: Log): Follower {
  return async (_tx, domain_id, events) => {
    const queued = events.filter(({ type, payload }) => type === 'page.update' && payload.status === 'queued').length
    for (const { type, payload } of events) {
      if (type !== 'run.update') continue
      const { run_id, status, ...counters } = payload
      // The transaction that begins a run queues all of its pages.
      const begins = status === 'running' && payload.pages_done === 0 && payload.pages_total === queued
      if (begins) log.info({ domain_id, run_id, pages_total: payload.pages_total }, 'crawl began')
      if (status !== 'running') log.info({ domain_id, run_id, status, ...counters }, 'crawl ended')
    }
  }
}
