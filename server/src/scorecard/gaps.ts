import type { scorecard } from '@polegraph/contract/crawl/scorecard.ts'
import type { z } from 'zod'

// Kinds and facets of which a graph has little.

type Scorecard = z.output<typeof scorecard>

/** Fewer entities say nothing about what is missing. */
const entitiesLeast = 10
/** A kind is scarce below this part of an even share. */
const scarceShare = 0.25

/** Kinds of the ontology with far fewer entities than others, the scarcest first. */
export function scarceKinds(ontology: string[], counts: Map<string, number>): string[] {
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  if (total < entitiesLeast) return []
  const few = (scarceShare * total) / ontology.length
  const countOf = (kind: string) => counts.get(kind) ?? 0
  return ontology.filter((kind) => countOf(kind) < few).sort((one, other) => countOf(one) - countOf(other))
}

interface FacetCounts {
  entities: number
  with_summary: number
  with_when: number
  with_where: number
  with_identifier: number
}

const facetShare = 0.1

/** Facets that few entities have. */
export function scarceFacets({ entities, ...counts }: FacetCounts): string[] {
  if (entities < entitiesLeast) return []
  return [
    counts.with_when < facetShare * entities && 'when',
    counts.with_where < facetShare * entities && 'where',
    counts.with_summary < facetShare * entities && 'summary',
    counts.with_identifier < facetShare * entities && 'identifier',
  ].filter((facet) => facet !== false)
}

const facetWords: Record<string, string> = {
  when: 'a date',
  where: 'a place on the map',
  summary: 'a summary',
  identifier: 'an identifier or address of their own',
}
const weak = 40
/** With fewer entities than this, shares of them say nothing. */
const tellingEntities = 10

/** What a graph has little of, in sentences. */
export function describeGaps(
  ontology: string[],
  { components, metrics }: Pick<Scorecard, 'components' | 'metrics'>,
): string[] {
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
