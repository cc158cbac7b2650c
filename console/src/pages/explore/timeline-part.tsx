import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { AsCall } from '../../shared/page/as-call.tsx'
import { Problem } from '../../shared/page/problem.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { filtersOf } from '../../views/explore-search.ts'
import { TimelineView } from '../../views/timeline/timeline-view.tsx'
import { WaitingView } from '../../views/waiting-view.tsx'
import { useExplore } from './use-explore.ts'

/** When things were. */
export function TimelinePart() {
  const { domainId, search, change } = useExplore()
  const fields = filtersOf(search)
  const list = useInfiniteQuery({
    queryKey: ['d', domainId, 'graph', 'timeline', fields],
    queryFn: ({ signal, pageParam: cursor }) =>
      polegraph.graph.getTimeline(domainId, { ...fields, limit: 100, cursor }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  })
  const first = list.data?.pages[0]
  if (list.error && !first) return <Problem error={list.error} onRetry={() => list.refetch()} />
  if (!first) return <WaitingView />
  return (
    <TimelineView
      items={list.data?.pages.flatMap(({ items }) => items) ?? []}
      bucket={first.bucket}
      buckets={first.buckets}
      undated={first.undated}
      from={search.from}
      to={search.to}
      at={search.at}
      onChoose={(id) => change({ at: id, tool: undefined })}
      onZoom={(span) => change(span)}
      hasMore={list.hasNextPage}
      onMore={() => {
        if (!list.isFetching && !list.error) void list.fetchNextPage()
      }}
      tools={<AsCall call="graph.getTimeline" ids={[domainId]} fields={fields} />}
    />
  )
}
