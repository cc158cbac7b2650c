import type { EventLog } from '../events/event-log.ts'
import type { EnqueueJudging } from '../gate/gate.ts'
import type { Job, Jobs } from '../platform/jobs/jobs.ts'
import { type JudgingParts, judgeStoredPages } from './judge-stored.ts'

export const judgeJob = 'judge-pages'

export const judgeAnewBy =
  (jobs: Pick<Jobs, 'enqueue'>): EnqueueJudging =>
  (tx, domainId) =>
    jobs.enqueue(tx, judgeJob, { domain_id: domainId })

export function judgePagesJob(parts: JudgingParts & { events: EventLog }): Job {
  return { retries: 5, run: (data) => judgeStoredPages(parts, (data as { domain_id: string }).domain_id) }
}
