import { useList } from '../../shared/lists/use-list.ts'
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
  const list = useList({
    key: ['d', domainId, 'graph', 'timeline', fields],
    page: (from, options) => polegraph.graph.getTimeline(domainId, { ...fields, limit: 100, ...from }, options),
    items: ({ items }) => items,
    keepsLast: true,
  })
  const [first] = list.pages
  if (list.error && !first) return <Problem error={list.error} onRetry={list.retry} />
  if (!first) return <WaitingView />
  return (
    <TimelineView
      items={list.items ?? []}
      bucket={first.bucket}
      buckets={first.buckets}
      undated={first.undated}
      from={search.from}
      to={search.to}
      at={search.at}
      onChoose={(id) => change({ at: id, tool: undefined })}
      onZoom={(span) => change(span)}
      hasMore={list.hasMore}
      onMore={list.more}
      tools={<AsCall call="graph.getTimeline" ids={[domainId]} fields={fields} />}
    />
  )
}
