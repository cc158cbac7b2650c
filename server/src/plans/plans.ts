import { limits } from '@polegraph/contract/limits.ts'
import { changeCrawl } from '../crawl/change-crawl.ts'
import type { EventLog } from '../events/event-log.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import type { Jobs } from '../platform/jobs/jobs.ts'
import { openWork } from '../waiting/waiting-work.ts'
import type { Plan } from './plan.ts'
import { deleteOldPlans, insertPlan, selectPlan, selectPlans } from './queries.ts'

export const planJob = 'plan-frontier'

export interface StartPlanParts {
  jobs: Pick<Jobs, 'enqueue'>
  events: EventLog
}

/** Returns the id of the plan. It leads the crawl at once: no link is followed before its first step. */
export async function startPlan(
  { jobs, events }: StartPlanParts,
  tx: Transaction,
  domainId: string,
  options: { page_limit: number | null },
): Promise<string> {
  const id = newId()
  await changeCrawl(tx, events, domainId, async (crawl) => {
    if (!(await insertPlan(tx, domainId, { id, ...options }))) throw fail('plan_running')
    crawl.lead(id)
  })
  await openWork(tx, 'plan', domainId, tx.now)
  await deleteOldPlans(tx, domainId, limits.plans)
  await jobs.enqueue(tx, planJob, {})
  return id
}

export async function listPlans(db: Queryable, domainId: string) {
  return { plans: await selectPlans(db, domainId, limits.plans) }
}

export function findPlan(db: Queryable, domainId: string, id: string): Promise<Plan | undefined> {
  return selectPlan(db, domainId, id)
}
