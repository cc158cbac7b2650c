// Kinds and facets of which a graph has little.

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
