import { limits } from '@polegraph/contract/limits.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatPercent, formatWords } from '../format/format.ts'
import { useList } from '../lists/use-list.ts'
import { polegraph } from '../service/client.ts'
import { throttle, useDomainEvents } from '../service/live.tsx'
import type { Watch } from '../service/types.ts'

export const watchesKey = (domainId: string) => ['d', domainId, 'watches']

/** All watches: a domain has at most a hundred. */
export const useWatches = (domainId: string) =>
  useList({
    key: watchesKey(domainId),
    page: (from, options) => polegraph.watches.list(domainId, { limit: limits.watches_max, ...from }, options),
    items: ({ watches }) => watches,
  })

/** How many news of all watches the person has not seen; asked again while pages are read. */
export function useUnseen(domainId: string): number {
  const queries = useQueryClient()
  const refresh = useRef<ReturnType<typeof throttle>>(undefined)
  useEffect(() => {
    const made = throttle(() => void queries.invalidateQueries({ queryKey: watchesKey(domainId) }), 30_000)
    refresh.current = made
    return () => made.cancel()
  }, [queries, domainId])
  useDomainEvents(({ type }) => {
    if (type === 'page.update' || type === 'crawl.finished') refresh.current?.soon()
  })
  const { items = [] } = useWatches(domainId)
  return items.reduce((sum, { unseen }) => sum + unseen.count, 0)
}

/** The watches of a graph that is not open; undefined until they are known. */
export function useWatchesOf(domainId: string, isOn: boolean): Watch[] | undefined {
  const { data } = useQuery({
    queryKey: [...watchesKey(domainId), 'of home'],
    queryFn: ({ signal }) => polegraph.watches.list(domainId, { limit: limits.watches_max }, { signal, retries: 0 }),
    enabled: isOn,
    staleTime: 60_000,
  })
  return data?.watches
}

export type SavedSearch = NonNullable<Watch['query']>

/** The search or the entities of a watch, in words. */
export function watchedWords({ query, entity_ids }: Pick<Watch, 'query' | 'entity_ids'>): string {
  if (!query) return entity_ids?.length === 1 ? 'One entity' : `${entity_ids?.length ?? 0} entities`
  const { q, kinds, types, certainty, host, min_confidence, attributes } = query
  return [
    q && `“${q}”`,
    kinds?.map(formatWords).join(', '),
    types && `with the relationship ${types.map(formatWords).join(' or ')}`,
    certainty && `of which something is ${certainty.join(' or ')}`,
    host && `on ${host}`,
    min_confidence !== undefined && `at least ${formatPercent(min_confidence)} sure`,
    ...Object.entries(attributes ?? {}).map(([name, value]) => `${formatWords(name)} ${value}`),
  ]
    .filter(Boolean)
    .join('; ')
}
