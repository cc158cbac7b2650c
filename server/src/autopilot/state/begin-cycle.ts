import { startPlan } from '../../plans/plans.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { AutopilotParts } from './autopilot-parts.ts'
import { selectPiloted, selectUnderWay } from './queries.ts'
import type { TakenAutopilot } from './record.ts'

/** How many pages the domain may have at the end of a cycle: each cycle has an equal share of the page budget. */
export function pagesAfter(
  cycle: number,
  { max_cycles }: Pick<TakenAutopilot, 'max_cycles'>,
  maxPages: number,
): number {
  return Math.ceil((maxPages * cycle) / max_cycles)
}

export interface BegunCycle {
  /** Undefined while another plan of the domain is under way. */
  plan_id: string | undefined
  /** Pages that are left to queue in this cycle. */
  pages: number
}

/** Starts a plan for what is left of the cycle's pages. The caller holds the domain. */
export async function beginCycle(
  parts: AutopilotParts,
  tx: Transaction,
  taken: TakenAutopilot,
  cycle: number,
): Promise<BegunCycle> {
  const { domain_id } = taken
  const { max_pages = 0, page_count = 0 } = (await selectPiloted(tx, domain_id)) ?? {}
  const pages = Math.max(0, pagesAfter(cycle, taken, max_pages) - page_count)
  if ((await selectUnderWay(tx, domain_id)).has_plan) return { plan_id: undefined, pages }
  return { plan_id: await startPlan(parts, tx, domain_id, { page_limit: pages }), pages }
}
