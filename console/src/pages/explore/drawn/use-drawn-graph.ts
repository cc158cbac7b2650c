import { limits } from '@polegraph/contract/limits.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { polegraph } from '../../../shared/service/client.ts'
import type { GraphEdge, GraphNode } from '../../../shared/service/types.ts'
import { filtersOf, wordsOf } from '../../../views/explore-search.ts'
import { useExplore } from '../use-explore.ts'
import { opened } from './expand-control.tsx'
import { useShownPath } from './use-paths.ts'

/** So many of the best connected are drawn at first. */
export const firstShown = 150

/** The graph that is drawn: the best connected, neighbours of what was opened, and the path, without what is hidden. */
export function useDrawnGraph() {
  const { domainId, search } = useExplore()
  const filters = filtersOf(search)
  const { kind, type, as_of } = filters
  const fields = { ...filters, limit: search.show ?? firstShown }
  const base = useQuery({
    queryKey: ['d', domainId, 'graph', 'drawn', fields],
    queryFn: ({ signal }) => polegraph.graph.get(domainId, fields, { signal }),
    placeholderData: keepPreviousData,
  })
  const neighbours = useQueries({
    queries: opened(search).map(({ id, limit }) => {
      // One more, because the answer contains the entity itself.
      const query = { kind, type, as_of, limit: Math.min(limit + 1, limits.list_max) }
      return {
        queryKey: ['d', domainId, 'graph', 'neighbours', id, query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          polegraph.entities.listNeighbors(domainId, id, query, { signal }),
      }
    }),
    combine: (results) => ({
      data: results.map(({ data }) => data),
      error: results.find(({ error }) => error)?.error ?? undefined,
      isPending: results.some(({ isPending }) => isPending),
    }),
  })
  const path = useShownPath()
  const graph = useMemo(() => {
    const hidden = new Set(wordsOf(search.hide))
    const nodes = new Map<string, GraphNode>()
    const edges = new Map<string, GraphEdge>()
    for (const part of [base.data, ...neighbours.data, path]) {
      for (const node of part?.nodes ?? []) if (!hidden.has(node.id)) nodes.set(node.id, node)
      for (const edge of part?.edges ?? []) if (!hidden.has(edge.from) && !hidden.has(edge.to)) edges.set(edge.id, edge)
    }
    return { nodes: [...nodes.values()], edges: [...edges.values()] }
  }, [base.data, neighbours.data, path, search.hide])
  return { graph, base, fields, path, neighbours }
}
