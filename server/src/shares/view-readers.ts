import type { GraphIndexes } from '../graph/memory/graph-indexes.ts'
import { findNamesBy, listEntitiesById } from '../graph/memory/search.ts'
import { drawGraph } from '../graph/memory/subgraphs.ts'
import { listEntities } from '../graph/read/entity-list.ts'
import { getMap } from '../graph/read/map.ts'
import { getTimeline } from '../graph/read/timeline.ts'
import type { EntityDoc } from '../graph/store/documents.ts'
import type { ViewReaders } from './public-views.ts'

// The views of the graph, with the fields of an entity that the public may see. Fields that are not named here stay
// private.

export function createViewReaders(indexes: GraphIndexes): ViewReaders {
  const findNames = findNamesBy(indexes)
  return {
    // The nodes of the private graph, without its edges.
    graph: async (db, moment, query) => {
      const { nodes, truncated, omitted } = await drawGraph(db, indexes, moment, query)
      const ids = nodes.map(({ id }) => id)
      return { nodes: (await listEntitiesById(db, moment, ids)).map(toPublic), truncated, omitted }
    },
    timeline: async (db, moment, query) => {
      const { items, bucket, buckets, undated, next_cursor } = await getTimeline(db, moment, query)
      return { items: items.map(toPublic), bucket, buckets, undated, next_cursor }
    },
    map: async (db, moment, query) => {
      const { features, truncated, unlocated } = await getMap(db, moment, query)
      const shown = features.map(({ id, geometry, properties }) => ({
        type: 'Feature',
        id,
        geometry,
        properties: toPublic(properties),
      }))
      return { type: 'FeatureCollection', features: shown, truncated, unlocated }
    },
    search: async (db, moment, query) => {
      const { entities } = await listEntities(db, findNames, moment, { ...query, sort: 'relevance' })
      return { entities: entities.map(toPublic) }
    },
  }
}

function toPublic(entity: EntityDoc & { id: string }) {
  const { id, kind, name, aliases, summary, attributes, when, where } = entity
  return {
    id,
    kind,
    name,
    aliases,
    summary,
    attributes,
    when: when && { start: when.start, end: when.end, edtf: when.edtf, precision: when.precision },
    where: where && { lat: where.lat, lon: where.lon, precision: where.precision, country: where.country },
  }
}
