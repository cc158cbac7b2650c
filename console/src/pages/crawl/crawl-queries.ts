import { queryOptions, useQuery } from '@tanstack/react-query'
import { useList } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'
import { domainQuery } from '../../shared/service/domain.ts'
import { useMayWrite } from '../../shared/service/session.ts'

export const useSources = (domainId: string) =>
  useList({
    key: ['d', domainId, 'sources'],
    page: (from, options) => polegraph.sources.list(domainId, { limit: 100, ...from }, options),
    items: ({ sources }) => sources,
  })

export const importsKey = (domainId: string) => ['d', domainId, 'imports']

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
