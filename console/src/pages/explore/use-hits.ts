import { limits } from '@polegraph/contract/limits.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { polegraph } from '../../shared/service/client.ts'
import { allFilters } from '../../views/explore-search.ts'
import { useExplore } from './use-explore.ts'

/**
 * What the search has found, and what passes filters that only light up: marked in all views. Undefined where nothing is looked
 * for.
 */
export function useHits(): { ids: ReadonlySet<string>; total: number } | undefined {
  const { domainId, search } = useExplore()
  const { q, lit, as_of } = search
  const filters = lit ? allFilters(search) : { ...(as_of && { as_of }) }
  const isAsked = q !== undefined || (lit !== undefined && Object.keys(allFilters(search)).length > (as_of ? 1 : 0))
  const fields = {
    ...filters,
    ...(q && { q }),
    sort: q ? ('relevance' as const) : ('connections' as const),
    limit: limits.list_max,
  }
  const { data } = useQuery({
    queryKey: ['d', domainId, 'graph', 'hits', fields],
    queryFn: async ({ signal }) => {
      const { entities, total } = await polegraph.entities.list(domainId, fields, { signal })
      return { ids: entities.map(({ id }) => id), total }
    },
    placeholderData: keepPreviousData,
    enabled: isAsked,
  })
  return useMemo(() => (isAsked && data ? { ids: new Set(data.ids), total: data.total } : undefined), [isAsked, data])
}
