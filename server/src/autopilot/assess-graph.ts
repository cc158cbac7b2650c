import { countOf } from '../language/count-of.ts'
import { describeGaps } from '../scorecard/gaps.ts'
import { getScorecard } from '../scorecard/scorecard.ts'
import type { AutopilotParts, Write } from './state/autopilot-parts.ts'
import { beginCycle } from './state/begin-cycle.ts'
import type { PilotedDomain, Report, TakenAutopilot } from './state/record.ts'

// The last stages of a cycle: the graph is assessed by its scorecard, and grows as long as that makes it better.

export async function assessGraph(_parts: AutopilotParts, taken: TakenAutopilot): Promise<Write> {
  return async (tx, domain) => {
    const { scorecard } = await getScorecard(tx, taken.domain_id)
    const { score, components } = scorecard
    const gaps = describeGaps(domain.ontology, scorecard)
    const last_report: Report = { score, components, gaps, ...decide(taken, domain, score) }
    const parts = Object.entries(components).map(([name, value]) => `${name} ${value}`)
    const note = `score ${score} (${parts.join(', ')}), ${countOf(scorecard.metrics.entities, 'entity', 'entities')}`
    return { to: 'grow', last_report, note }
  }
}

export async function growGraph(parts: AutopilotParts, taken: TakenAutopilot): Promise<Write> {
  return async (tx) => {
    const { decision, reason = '' } = taken.last_report ?? {}
    if (decision !== 'grow') return { to: 'steady', note: reason }
    const cycle = taken.cycle + 1
    const { plan_id, pages } = await beginCycle(parts, tx, taken, cycle)
    const note = `${reason} Cycle ${cycle} may add ${countOf(pages, 'page')}.`
    return { to: 'crawling', cycle, note, ...(plan_id && { work_id: plan_id }) }
  }
}

function decide(
  { cycle, max_cycles, last_report }: TakenAutopilot,
  { max_pages, page_count }: PilotedDomain,
  score: number,
): Pick<Report, 'decision' | 'reason'> {
  const before = last_report?.score ?? 0
  const change = `The score ${score > before ? 'rose' : score < before ? 'fell' : 'stayed'} ${
    score === before ? `at ${score}` : `from ${before} to ${score}`
  } in cycle ${cycle} of ${max_cycles}`
  if (score <= before) return { decision: 'steady', reason: `${change}: another cycle would add little.` }
  if (cycle >= max_cycles) return { decision: 'steady', reason: `${change}, and no cycle is left.` }
  if (page_count >= max_pages) {
    return { decision: 'steady', reason: `${change}, and the page budget of ${max_pages} is used up.` }
  }
  return { decision: 'grow', reason: `${change}: the graph grows.` }
}
