import { limits } from '@polegraph/contract/limits.ts'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { polegraph } from '../../../shared/service/client.ts'
import { filtersOf, wordsOf } from '../../../views/explore-search.ts'
import type { DrawnEdge, DrawnGraph, DrawnNode } from '../../../views/graph/graph-shape.ts'
import { type Groups, overviewOf } from '../../../views/graph/groups/groups.ts'
import { useGroups } from '../../../views/graph/groups/use-groups.ts'
import { shortId } from '../../../views/graph/layout/kept-places.ts'
import { useFacet } from '../filters/facets.ts'
import { useExplore } from '../use-explore.ts'
import { openedIn } from './opened.ts'
import { useShownPath } from './use-paths.ts'

/** So many entities are drawn at first. */
export const firstShown = 150
/** Larger graphs begin with their communities. */
const overviewFrom = 1000
const builtIn = new Set(['group', 'same'])

/** The steps by which a graph is looked at: all communities, one of them, or hubs with their neighbours. */
export type DrawnLevel = 'groups' | 'group' | 'near'

/** What is drawn: communities, or hubs with their neighbours and what was added to them, without what is hidden. */
export function useDrawnGraph() {
  const { domainId, search } = useExplore()
  const level = useLevel()
  const filters = filtersOf(search)
  const attributes = [search.color, search.size].filter((key) => key !== undefined && !builtIn.has(key)) as string[]
  const fields = {
    ...filters,
    sample: 'neighborhoods' as const,
    ...(attributes.length > 0 && { attributes }),
    limit: level === 'near' ? (search.show ?? firstShown) : limits.graph_max,
  }
  const base = useQuery({
    queryKey: ['d', domainId, 'graph', 'drawn', fields],
    queryFn: ({ signal }) => polegraph.graph.get(domainId, fields, { signal }),
    placeholderData: keepPreviousData,
    enabled: level !== undefined,
  })
  const groups = useGroups(level === 'near' ? undefined : base.data)
  const neighbours = useNeighbours({ ...filters, attributes })
  const path = useShownPath()
  const chosen = useMemo(() => {
    if (level === 'near' || !base.data || !groups) return level === 'near' ? base.data : undefined
    if (level === 'groups') return overviewOf(base.data, groups)
    return partOf(base.data, new Set(groupOf(search.group, groups)))
  }, [level, base.data, groups, search.group])
  const graph = useMemo(
    () =>
      level === 'groups'
        ? chosen
        : withAll(chosen, { added: neighbours.data, path, hide: search.hide, only: search.only }),
    [level, chosen, neighbours.data, path, search.hide, search.only],
  )
  return { level, graph, base, fields, path, neighbours }
}

/** The step of which the address speaks; without one, large graphs begin with their communities. */
export function useLevel(): DrawnLevel | undefined {
  const { domainId, search } = useExplore()
  const { data } = useFacet(domainId, search.as_of ? { as_of: search.as_of } : {}, 'kind')
  if (search.group) return 'group'
  const isNear = [search.at, search.open, search.only, search.show, search.path_to, search.q].some(Boolean)
  if (search.level === 'near' || isNear) return 'near'
  if (search.level === 'groups') return 'groups'
  return data && (data.total > overviewFrom ? 'groups' : 'near')
}

function useNeighbours({ kind, type, as_of, attributes }: ReturnType<typeof filtersOf> & { attributes: string[] }) {
  const { domainId, search } = useExplore()
  return useQueries({
    queries: openedIn(search).map((one) => {
      const query = {
        ...{ kind, as_of, type: one.type ? [one.type] : type },
        ...(attributes.length > 0 && { attributes }),
        // One more, because the answer contains the entity itself.
        limit: Math.min(one.limit + 1, limits.list_max),
      }
      return {
        queryKey: ['d', domainId, 'graph', 'neighbours', one.id, query],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          polegraph.entities.listNeighbors(domainId, one.id, query, { signal }),
      }
    }),
    combine: combined,
  })
}

function combined<Data>(results: { data: Data | undefined; error: Error | null; isPending: boolean }[]) {
  return {
    data: results.map(({ data }) => data),
    error: results.find(({ error }) => error)?.error ?? undefined,
    isPending: results.some(({ isPending }) => isPending),
  }
}

/** The members of the community around a hub; where it has another hub by now, of the one that the entity is in. */
function groupOf(hub: string | undefined, { all, of }: Groups): string[] {
  return all[of.get(hub ?? '') ?? -1]?.members.map(({ id }) => id) ?? []
}

function partOf(graph: DrawnGraph, members: ReadonlySet<string>): DrawnGraph {
  return {
    nodes: graph.nodes.filter(({ id }) => members.has(id)),
    edges: graph.edges.filter(({ from, to }) => members.has(from) && members.has(to)),
  }
}

interface Added {
  added: (DrawnGraph | undefined)[]
  path: DrawnGraph | undefined
  hide: string | undefined
  only: string | undefined
}

/** What is drawn with what was added, without what is hidden. Of a path nothing is hidden. */
function withAll(chosen: DrawnGraph | undefined, { added, path, ...search }: Added): DrawnGraph | undefined {
  if (!chosen) return undefined
  const hidden = new Set(wordsOf(search.hide).map(shortId))
  const only = search.only ? new Set(wordsOf(search.only).map(shortId)) : undefined
  const onPath = new Set(path?.nodes.map(({ id }) => id))
  const isShown = (id: string) => onPath.has(id) || (!hidden.has(shortId(id)) && (!only || only.has(shortId(id))))
  const nodes = new Map<string, DrawnNode>()
  const edges = new Map<string, DrawnEdge>()
  for (const part of [path, chosen, ...added]) {
    for (const node of part?.nodes ?? []) if (isShown(node.id)) nodes.set(node.id, node)
    for (const edge of part?.edges ?? []) if (isShown(edge.from) && isShown(edge.to)) edges.set(edge.id, edge)
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] }
}
