import { holdForCrawl } from '../../domains/domains.ts'
import type { EventLog } from '../../events/event-log.ts'
import type { JudgedCrawl } from '../../gate/gate.ts'
import type { Job, Jobs } from '../../platform/jobs/jobs.ts'
import { announceStop } from '../../projects/stops.ts'
import { type JudgingParts, judgeStoredPages } from './judge-stored.ts'

export const judgeJob = 'judge-pages'

export const judgedCrawlBy = (jobs: Pick<Jobs, 'enqueue'>): JudgedCrawl => ({
  hold: async (tx, domainId) => {
    await holdForCrawl(tx, domainId)
  },
  judgeAnew: async (tx, domainId) => {
    await jobs.enqueue(tx, judgeJob, { domain_id: domainId })
    await announceStop(tx, domainId)
  },
})

export function judgePagesJob(parts: JudgingParts & { events: EventLog }): Job {
  return { retries: 5, run: (data) => judgeStoredPages(parts, (data as { domain_id: string }).domain_id) }
}
