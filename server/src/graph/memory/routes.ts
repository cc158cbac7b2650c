import type { graphSearchRoutes } from '@polegraph/contract/graph/graph-search.ts'
import type { Clock } from '../../platform/clock.ts'
import { fail } from '../../platform/http/errors.ts'
import type { Handlers } from '../../platform/http/handlers.ts'
import { momentsOf } from '../read/routes.ts'
import type { GraphIndexes } from './load/graph-indexes.ts'
import { search } from './search/search.ts'
import { drawGraph, listNeighbors, listPaths } from './walk/subgraphs.ts'

export interface GraphSearchParts {
  clock: Clock
  indexes: GraphIndexes
}

export function graphSearchHandlers({ clock, indexes }: GraphSearchParts): Handlers<typeof graphSearchRoutes> {
  const { at, ofEntity } = momentsOf(clock)
  return {
    listNeighbors: {
      read: async (call) =>
        (await listNeighbors(call.db, indexes, at(call), call.params.entityId, call.query)) ??
        ofEntity(call, () => Promise.reject(fail('entity_not_found'))),
    },
    findPaths: { read: (call) => listPaths(call.db, indexes, at(call), call.query) },
    getGraph: { read: (call) => drawGraph(call.db, indexes, at(call), call.query) },
    search: { read: (call) => search(call.db, indexes, at(call), call.query) },
  }
}
