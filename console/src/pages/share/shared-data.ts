import { limits } from '@polegraph/contract/limits.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useList } from '../../shared/lists/use-list.ts'
import { polegraph } from '../../shared/service/client.ts'
import { sharedDomainQuery } from '../../shared/service/shared-domain.ts'
import { publicFilters, useShare } from './use-share.ts'

// The data of a share link, view by view.

/** Asks for the link again when a view of it is gone: it may have been revoked, and then the page says so. */
export function useAskAgain(isViewGone: boolean): void {
  const { shareToken } = useShare()
  const queries = useQueryClient()
  useEffect(() => {
    if (isViewGone) void queries.invalidateQueries(sharedDomainQuery(shareToken))
  }, [isViewGone, shareToken, queries])
}

export function useSharedGraph(enabled: boolean) {
  const { shareToken, search } = useShare()
  const fields = { ...publicFilters(search), limit: search.show ?? 300 }
  return useQuery({
    queryKey: ['s', shareToken, 'graph', fields],
    queryFn: ({ signal }) => polegraph.public.getGraph(shareToken, fields, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

/** An entity with its neighbours. */
export function useSharedAround(id: string | undefined, enabled: boolean) {
  const { shareToken } = useShare()
  const fields = { seed: id ?? '', limit: 100 }
  return useQuery({
    queryKey: ['s', shareToken, 'graph', fields],
    queryFn: ({ signal }) => polegraph.public.getGraph(shareToken, fields, { signal }),
    enabled: enabled && id !== undefined,
  })
}

export function useSharedTimeline(enabled: boolean) {
  const { shareToken, search } = useShare()
  const fields = publicFilters(search)
  return useList({
    key: ['s', shareToken, 'timeline', fields],
    page: (from, options) => polegraph.public.getTimeline(shareToken, { ...fields, limit: 100, ...from }, options),
    items: ({ items }) => items,
    keepsLast: true,
    enabled,
  })
}

export function useSharedMap(enabled: boolean) {
  const { shareToken, search } = useShare()
  const fields = { ...publicFilters(search), limit: limits.map_max }
  return useQuery({
    queryKey: ['s', shareToken, 'map', fields],
    queryFn: ({ signal }) => polegraph.public.getMap(shareToken, fields, { signal }),
    placeholderData: keepPreviousData,
    enabled,
  })
}

export function useSharedSearch(enabled: boolean) {
  const { shareToken, search } = useShare()
  const { kind } = publicFilters(search)
  const fields = { q: search.q ?? '', kind, limit: 50 }
  return useQuery({
    queryKey: ['s', shareToken, 'search', fields],
    queryFn: ({ signal }) => polegraph.public.search(shareToken, fields, { signal }),
    placeholderData: keepPreviousData,
    enabled: enabled && fields.q !== '',
  })
}
