import type { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../graph/memory/search/search.ts'
import { listEntities } from '../graph/read/entities/entity-list.ts'
import { getMap } from '../graph/read/views/map.ts'
import { getTimeline } from '../graph/read/views/timeline.ts'
import type { EntityDoc } from '../graph/store/facts/documents.ts'
import type { ViewReaders } from './public-views.ts'

// The views of the graph, with the fields of an entity that the public may see. Fields that are not named here stay
// private. No answer depends on relationships or sources: neither which entities are shown, nor their order, nor a count.

export function createViewReaders(indexes: GraphIndexes): ViewReaders {
  const ignores_relationships = true
  const findNames = findNamesBy(indexes, { ignores_relationships })
  return {
    graph: async (db, moment, query) => {
      const { entities, total } = await listEntities(db, findNames, moment, query)
      const omitted = total - entities.length
      return { nodes: entities.map(toPublic), truncated: omitted > 0, omitted }
    },
    timeline: async (db, moment, query) => {
      const { items, bucket, buckets, undated, next_cursor } = await getTimeline(db, moment, query)
      return { items: items.map(toPublic), bucket, buckets, undated, next_cursor }
    },
    map: async (db, moment, query) => {
      const { features, truncated, unlocated } = await getMap(db, moment, { ...query, ignores_relationships })
      const shown = features.map(({ id, geometry, properties }) => ({
        type: 'Feature',
        id,
        geometry,
        properties: toPublic(properties),
      }))
      return { type: 'FeatureCollection', features: shown, truncated, unlocated }
    },
    search: async (db, moment, query) => {
      const { entities } = await listEntities(db, findNames, moment, query)
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
