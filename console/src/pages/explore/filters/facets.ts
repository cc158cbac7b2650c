import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { polegraph } from '../../../shared/service/client.ts'
import type { Filters } from '../../../views/explore-search.ts'

/** How many entities have each value, among those that the other filters leave. */
export function facetQuery(domainId: string, filters: Filters, name: 'kind' | 'type' | 'host') {
  const { [name]: _own, ...others } = filters
  return queryOptions({
    queryKey: ['d', domainId, 'graph', 'facet', name, others],
    queryFn: async ({ signal }) => {
      const { facets, total } = await polegraph.entities.list(
        domainId,
        { ...others, facets: [name], limit: 1 },
        { signal },
      )
      return { counts: facets?.[name] ?? [], total }
    },
  })
}

export const useFacet = (...asked: Parameters<typeof facetQuery>) =>
  useQuery({ ...facetQuery(...asked), placeholderData: keepPreviousData })
