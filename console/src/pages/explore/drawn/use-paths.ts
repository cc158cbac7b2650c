import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { polegraph } from '../../../shared/service/client.ts'
import { useExplore } from '../use-explore.ts'

/** The longest path that is looked for. */
export const maxSteps = 4

export function usePathQuery() {
  const { domainId, search } = useExplore()
  const { path_from: from = '', path_to: to = '', as_of } = search
  const fields = { from, to, max_depth: maxSteps, limit: 10, ...(as_of && { as_of }) }
  const query = useQuery({
    queryKey: ['d', domainId, 'graph', 'paths', fields],
    queryFn: ({ signal }) => polegraph.graph.findPaths(domainId, fields, { signal }),
    enabled: from !== '' && to !== '' && from !== to,
  })
  return { ...query, fields }
}

/** The path that is shown. */
export function useShownPath() {
  const { search } = useExplore()
  const { data } = usePathQuery()
  const paths = search.path_from && search.path_to ? data?.paths : undefined
  const path = paths?.[Math.min(search.path_n ?? 0, paths.length - 1)]
  return useMemo(
    () =>
      path && {
        ...path,
        ids: {
          nodes: new Set(path.nodes.map(({ id }) => id)) as ReadonlySet<string>,
          edges: new Set(path.edges.map(({ id }) => id)) as ReadonlySet<string>,
        },
      },
    [path],
  )
}
