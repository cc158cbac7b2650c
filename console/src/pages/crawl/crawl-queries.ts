import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { polegraph } from '../../shared/service/client.ts'
import { domainQuery } from '../../shared/service/domain.ts'
import { useMayWrite } from '../../shared/service/session.ts'

export const sourcesQuery = (domainId: string) =>
  infiniteQueryOptions({
    queryKey: ['d', domainId, 'sources'],
    queryFn: ({ pageParam, signal }) => polegraph.sources.list(domainId, { limit: 100, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })

export const usageQuery = (domainId: string, months: number) =>
  queryOptions({
    queryKey: ['d', domainId, 'usage', months],
    queryFn: ({ signal }) => polegraph.domains.getUsage(domainId, { months }, { signal }),
  })

/** Whether the person may start and stop the crawl. */
export function useMayCrawl(domainId: string): boolean {
  const mayWrite = useMayWrite()
  const { data: domain } = useQuery(domainQuery(domainId))
  return mayWrite && domain?.archived === false
}

/** Asks again for all of the crawl, after something was queued or ended. */
export function useRefreshCrawl(domainId: string): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: ['d', domainId] })
}
