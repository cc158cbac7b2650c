import { resolveDue } from '../graph/store/update/resolve-due.ts'
import { faultSentence } from '../plans/planner.ts'
import { findPlan } from '../plans/plans.ts'
import type { Transaction } from '../platform/db/database.ts'
import { registerSources } from '../sources/sources.ts'
import { StageFailed } from './brief/brief.ts'
import type { AutopilotParts, Write } from './state/autopilot-parts.ts'
import { beginCycle } from './state/begin-cycle.ts'
import {
  type EndedPages,
  selectIsCancelled,
  selectPageEndings,
  selectSourceUrls,
  selectUnderWay,
} from './state/queries.ts'
import type { PilotedDomain, StepOutcome, TakenAutopilot } from './state/record.ts'

// The stage in which pages are read: a plan leads the crawl to the best links, and the stage ends with the plan and the
// run. A plan that somebody has ended is followed by another one for the rest.

const crawling = 'Reads pages, the most promising first.'

export async function followCrawl(parts: AutopilotParts, taken: TakenAutopilot, signal: AbortSignal): Promise<Write> {
  const { domain_id, work_id } = taken
  const plan = work_id === null ? undefined : await findPlan(parts.db, domain_id, work_id)
  // Entities that wait to be compared hold up the assessment, and the job that compares them begins once a minute.
  if (plan?.status === 'finished') await resolveDue(parts.db, signal, [domain_id])
  return (tx, domain) => follow(parts, tx, taken, domain)
}

async function follow(
  parts: AutopilotParts,
  tx: Transaction,
  taken: TakenAutopilot,
  domain: PilotedDomain,
): Promise<StepOutcome> {
  const { domain_id, work_id, cycle } = taken
  if (work_id === null) return begin(parts, tx, taken, domain)
  const plan = await findPlan(tx, domain_id, work_id)
  if (plan?.status === 'queued' || plan?.status === 'running') return { wait: crawling, work_id }
  const endings = await selectPageEndings(tx, domain_id)
  if (plan?.status !== 'finished') {
    if (await selectIsCancelled(tx, domain_id, taken.history.at(-1)?.started_at ?? '')) {
      throw new StageFailed('The run was cancelled. Retry goes on with the crawl.')
    }
    if (plan?.notes !== faultSentence) return begin(parts, tx, taken, domain)
    if (cycle === 1) throw new StageFailed(`The crawl could not be planned: ${plan.notes}`)
    if ((await selectUnderWay(tx, domain_id)).is_busy) return { wait: 'Waits for the last pages.', work_id }
    return { to: 'assess', note: `${describeRead(endings)} The crawl could not be planned: ${plan.notes}` }
  }
  if ((await selectUnderWay(tx, domain_id)).is_busy) return { wait: 'Waits for the last pages.', work_id }
  if (countOf(endings, 'extracted') === 0) throw new StageFailed(describeNothing(endings))
  return { to: 'assess', note: `${describeRead(endings)} ${plan.notes ?? ''}`.trim() }
}

async function begin(
  parts: AutopilotParts,
  tx: Transaction,
  taken: TakenAutopilot,
  domain: PilotedDomain,
): Promise<StepOutcome> {
  const { domain_id } = taken
  const hasRead = countOf(await selectPageEndings(tx, domain_id), 'extracted') > 0
  // After a retry: what kept the sources from being read may be gone.
  if (!hasRead) {
    const sources = await selectSourceUrls(tx, domain_id, domain.max_pages)
    await registerSources(tx, parts.events, domain_id, sources)
  }
  const { plan_id = null } = await beginCycle(parts, tx, taken, taken.cycle)
  return { wait: plan_id === null ? 'Waits for another plan of the domain.' : crawling, work_id: plan_id }
}

const countOf = (endings: EndedPages[], status: EndedPages['status']) =>
  endings.reduce((sum, ending) => sum + (ending.status === status ? ending.count : 0), 0)

const pages = (n: number) => `${n} ${n === 1 ? 'page' : 'pages'}`

function describeRead(endings: EndedPages[]): string {
  const total = endings.reduce((sum, { count }) => sum + count, 0)
  const others = (['irrelevant', 'skipped', 'failed'] as const)
    .map((status) => ({ status, count: countOf(endings, status) }))
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`)
  const rest = others.length === 0 ? '' : ` (${others.join(', ')})`
  return `Read ${countOf(endings, 'extracted')} of ${pages(total)}${rest}.`
}

const whysNamed = 3

function describeNothing(endings: EndedPages[]): string {
  const whys = endings.slice(0, whysNamed).map(({ status, error, count }) => `${pages(count)} (${error ?? status})`)
  const what = whys.length === 0 ? 'no page was queued' : whys.join(', ')
  return `Nothing could be read: ${what}. Retry asks the sources again, and those that you add.`
}
