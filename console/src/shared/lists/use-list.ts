import { infiniteQueryOptions, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A list of the service: how a page of it is asked for, and where its items are in an answer. */
export interface ListQuery<Answer, Item> {
  key: QueryKey
  page: (from: { cursor?: string }, options: { signal: AbortSignal }) => PromiseLike<Answer>
  items: (answer: Answer) => Item[]
  /** After how long it is asked for again; `false` where nothing changes by itself. */
  everyMs?: (items: Item[]) => number | false
  /** While another filter is asked for, what the last one found stays. */
  keepsLast?: boolean
  /** It may have many pages: coming back to the browser's tab does not ask for all of them again. */
  isLong?: boolean
  enabled?: boolean
}

/** How its pages are asked for, also before it is shown. */
export const pagesOf = <Answer extends object, Item>({ key, page }: ListQuery<Answer, Item>) =>
  infiniteQueryOptions({
    queryKey: key,
    queryFn: async ({ signal, pageParam }) => page(pageParam ? { cursor: pageParam } : {}, { signal }),
    initialPageParam: '',
    getNextPageParam: (answer: Answer & { next_cursor?: string | null }) => answer.next_cursor,
  })

/** Reads a list page by page: `next_cursor` of an answer leads to the next page, and without one there is no more. */
export function useList<Answer extends object, Item>(query: ListQuery<Answer, Item>) {
  const itemsOf = (pages: Answer[]) => pages.flatMap(query.items)
  const found = useInfiniteQuery({
    ...pagesOf(query),
    refetchInterval: ({ state }) => query.everyMs?.(itemsOf(state.data?.pages ?? [])) ?? false,
    ...(query.keepsLast && { placeholderData: keepPreviousData }),
    refetchOnWindowFocus: !query.isLong,
    enabled: query.enabled ?? true,
  })
  const { data, error, isFetching, refetch, hasNextPage, fetchNextPage, isFetchNextPageError } = found
  return {
    /** Undefined until the first page has come. */
    items: data && itemsOf(data.pages),
    pages: data?.pages ?? [],
    error,
    isFetching,
    isLoadingMore: found.isFetchingNextPage,
    hasMore: hasNextPage,
    /** Asks for the next page, unless one is on its way or did not come. */
    more: () => {
      if (hasNextPage && !isFetching && !error) void fetchNextPage()
    },
    refetch: () => void refetch(),
    /** Asks again for what did not come. */
    retry: () => void (isFetchNextPageError ? fetchNextPage() : refetch()),
  }
}

export type List<Item> = Omit<ReturnType<typeof useList<object, Item>>, 'pages'>
