import type { EventLog } from '../events/event-log.ts'
import type { EnqueueJudging } from '../gate/gate.ts'
import type { Database } from '../platform/db/database.ts'
import type { Job, Jobs } from '../platform/jobs/jobs.ts'
import { judgeStoredPages } from './judge-stored.ts'

export const judgeJob = 'judge-pages'

export const judgeAnewBy =
  (jobs: Jobs): EnqueueJudging =>
  (tx, domainId) =>
    jobs.enqueue(tx, judgeJob, { domain_id: domainId })

export function judgePagesJob(db: Database, events: EventLog): Job {
  return { retries: 5, run: (data) => judgeStoredPages(db, events, (data as { domain_id: string }).domain_id) }
}
