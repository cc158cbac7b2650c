import type { scorecard } from '@polegraph/contract/crawl/scorecard.ts'
import type { z } from 'zod'
import type { Queryable } from '../platform/db/database.ts'
import { type GraphMetrics, selectMetrics } from './queries.ts'

// Scores a graph from plain counts. docs/scorecard.md explains the formulas.

type Scorecard = z.output<typeof scorecard>
type Components = Scorecard['components']

/** The number of entities that counts as complete. */
const wholeGraph = 1000

const weights: Record<keyof Components, number> = {
  coverage: 0.2,
  precision: 0.25,
  connectivity: 0.15,
  corroboration: 0.15,
  facets: 0.15,
  diversity: 0.1,
}

export async function getScorecard(db: Queryable, domainId: string): Promise<{ scorecard: Scorecard }> {
  return { scorecard: scoreGraph(await selectMetrics(db, domainId)) }
}

export function scoreGraph({ host_shares, ontology, ...metrics }: GraphMetrics): Scorecard {
  const components = componentsOf({ host_shares, ontology, ...metrics })
  const names = Object.keys(weights) as (keyof Components)[]
  const score = names.reduce((sum, name) => sum + components[name] * weights[name], 0)
  return { score: tenths(score), components, metrics }
}

function componentsOf(graph: GraphMetrics): Components {
  const { entities } = graph
  if (entities === 0) {
    return { coverage: 0, precision: 0, connectivity: 0, corroboration: 0, facets: 0, diversity: 0 }
  }
  const share = (count: number) => count / entities
  const kinds = graph.ontology.filter((kind) => (graph.entities_by_kind[kind] ?? 0) > 0).length
  const size = Math.min(1, Math.log1p(entities) / Math.log1p(wholeGraph))
  const described =
    graph.with_summary + graph.with_attributes + graph.with_when + graph.with_where + graph.with_identifier
  const kindShares = Object.values(graph.entities_by_kind).map(share)
  return {
    coverage: percent((kinds / graph.ontology.length + size) / 2),
    precision: percent(graph.mean_confidence * (1 - share(graph.pending_duplicates))),
    connectivity: percent(share(graph.connected)),
    corroboration: percent(share(graph.corroborated) + share(graph.repeated) / 2),
    facets: percent(share(described) / 5),
    diversity: percent((spread(graph.host_shares) + evenness(kindShares, graph.ontology.length)) / 2),
  }
}

/** The probability that two random pieces of evidence are of different hosts. */
const spread = (shares: number[]) => 1 - shares.reduce((sum, share) => sum + share * share, 0)

/** The same for kinds, relative to the highest possible value for that many kinds. */
const evenness = (shares: number[], kinds: number) => (kinds < 2 ? 1 : Math.min(1, spread(shares) / (1 - 1 / kinds)))

const tenths = (value: number) => Math.round(value * 10) / 10
const percent = (ratio: number) => tenths(Math.min(1, Math.max(0, ratio)) * 100)
