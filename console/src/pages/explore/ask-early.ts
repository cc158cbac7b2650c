import { pagesOf } from '../../shared/lists/use-list.ts'
import { queryClient } from '../../shared/service/query-client.ts'
import type { ExploreSearch } from '../../views/explore-search.ts'
import { facetQuery } from './filters/facets.ts'
import { tableList } from './table-list.ts'

/** The code of the views that draw: most of what this page needs, so it comes when it is opened. */
export const drawnViews = {
  graph: async () => ({ default: (await import('./drawn/graph-part.tsx')).GraphPart }),
  timeline: async () => ({ default: (await import('./timeline-part.tsx')).TimelinePart }),
  map: async () => ({ default: (await import('./map-part.tsx')).MapPart }),
}

/** Asks for what the page will show first, before anything of it is drawn. What fails here is asked for again there. */
export function askEarly(domainId: string, search: ExploreSearch): void {
  const { view = 'graph', as_of } = search
  void queryClient.prefetchQuery(facetQuery(domainId, as_of ? { as_of } : {}, 'kind'))
  if (view === 'table') void queryClient.prefetchInfiniteQuery(pagesOf(tableList(domainId, search)))
  else drawnViews[view]().catch(() => undefined)
}
