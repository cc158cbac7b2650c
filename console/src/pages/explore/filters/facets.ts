import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { polegraph } from '../../../shared/service/client.ts'
import type { Filters } from '../../../views/explore-search.ts'

/** How many entities have each value, among those that the other filters leave. */
export function useFacet(domainId: string, filters: Filters, name: 'kind' | 'type' | 'host') {
  const { [name]: _own, ...others } = filters
  return useQuery({
    queryKey: ['d', domainId, 'graph', 'facet', name, others],
    queryFn: async ({ signal }) => {
      const { facets, total } = await polegraph.entities.list(
        domainId,
        { ...others, facets: [name], limit: 1 },
        { signal },
      )
      return { counts: facets?.[name] ?? [], total }
    },
    placeholderData: keepPreviousData,
  })
}
