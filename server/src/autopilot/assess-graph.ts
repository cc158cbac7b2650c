import { countOf } from '../language/count-of.ts'
import { scarceFacets, scarceKinds } from '../plans/gaps.ts'
import { getScorecard } from '../scorecard/scorecard.ts'
import type { AutopilotParts, Write } from './state/autopilot-parts.ts'
import { beginCycle } from './state/begin-cycle.ts'
import type { PilotedDomain, Report, TakenAutopilot } from './state/record.ts'

// The last stages of a cycle: the graph is assessed by its scorecard, and grows as long as that makes it better.

type Scorecard = Awaited<ReturnType<typeof getScorecard>>['scorecard']

export async function assessGraph(_parts: AutopilotParts, taken: TakenAutopilot): Promise<Write> {
  return async (tx, domain) => {
    const { scorecard } = await getScorecard(tx, taken.domain_id)
    const { score, components } = scorecard
    const gaps = gapsOf(domain.ontology, scorecard)
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

const facetWords: Record<string, string> = {
  when: 'a date',
  where: 'a place on the map',
  summary: 'a summary',
  identifier: 'an identifier or address of their own',
}
const weak = 40
/** Of fewer entities, shares say nothing. */
const tellingEntities = 10

function gapsOf(ontology: string[], { components, metrics }: Scorecard): string[] {
  const { entities, entities_by_kind: byKind, hosts } = metrics
  if (entities === 0) return ['The graph has no entities.']
  const missing = ontology.filter((kind) => (byKind[kind] ?? 0) === 0)
  const scarce = scarceKinds(ontology, new Map(Object.entries(byKind))).filter((kind) => !missing.includes(kind))
  const of = ` of ${entities}`
  const shares =
    entities < tellingEntities
      ? []
      : [
          components.connectivity < weak && `Few entities are connected: ${metrics.connected}${of}.`,
          components.corroboration < weak && `Few entities are on more than one site: ${metrics.corroborated}${of}.`,
          components.diversity < weak && `The facts come from few sites (${hosts}), or are of few kinds.`,
        ].filter((gap) => gap !== false)
  return [
    ...missing.map((kind) => `No entity of the kind ${kind}.`),
    ...scarce.map((kind) => `Few entities of the kind ${kind}: ${byKind[kind]}${of}.`),
    ...scarceFacets(metrics).map((facet) => `Few entities have ${facetWords[facet] ?? facet}.`),
    ...shares,
  ]
}
