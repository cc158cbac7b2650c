import { useList } from '../../shared/lists/use-list.ts'
import { AsCall } from '../../shared/page/as-call.tsx'
import { polegraph } from '../../shared/service/client.ts'
import { filtersOf } from '../../views/explore-search.ts'
import { TimelineView } from '../../views/timeline/timeline-view.tsx'
import { useExplore } from './use-explore.ts'
import { useHits } from './use-hits.ts'

/** The timeline of the explore page. */
export function TimelinePart() {
  const { domainId, search, change } = useExplore()
  const hits = useHits()
  const fields = filtersOf(search)
  const list = useList({
    key: ['d', domainId, 'graph', 'timeline', fields],
    page: (from, options) => polegraph.graph.getTimeline(domainId, { ...fields, limit: 100, ...from }, options),
    items: ({ items }) => items,
    keepsLast: true,
  })
  return (
    <TimelineView
      list={list}
      from={search.from}
      to={search.to}
      at={search.at}
      lit={hits?.ids}
      onChoose={(id) => change({ at: id, tool: undefined })}
      onZoom={change}
      tools={<AsCall call="graph.getTimeline" ids={[domainId]} fields={fields} />}
    />
  )
}
