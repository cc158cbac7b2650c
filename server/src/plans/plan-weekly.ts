import { loadDomain } from '../domains/domains.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { type StartPlanParts, startPlan } from './plans.ts'
import { isPlanUnderWay, selectUnplanned } from './queries.ts'

const weekMs = 7 * 24 * 60 * 60_000
/** The others have their turn an hour later. */
const domainsAtOnce = 200

/** Plans the frontier of every domain that has not been planned for a week and is not archived or paused. */
export async function planWeekly(
  parts: StartPlanParts & { db: Database; clock: Clock; stopping: AbortSignal },
): Promise<void> {
  const { db, clock, stopping } = parts
  const before = new Date(clock.now().getTime() - weekMs)
  for (const { domain_id, project_id } of await selectUnplanned(db, before, domainsAtOnce)) {
    if (stopping.aborted) return
    await db.transaction(async (tx) => {
      const domain = await loadDomain(tx, project_id, domain_id, { lock: 'change' })
      if (!domain || domain.archived || (await isPlanUnderWay(tx, domain_id))) return
      await startPlan(parts, tx, domain_id, { page_limit: null })
    })
  }
}
