import { listEntities } from '../graph/read/entity-list.ts'
import type { FindNames } from '../graph/read/find-names.ts'
import { getMap } from '../graph/read/map.ts'
import { getTimeline } from '../graph/read/timeline.ts'
import type { EntityDoc } from '../graph/store/documents.ts'
import type { ViewReaders } from './public-views.ts'

// The views of the graph, with the fields of an entity that the public may see. Fields that are not named here stay
// private.

/** Finds names as the other searches do. */
export function createViewReaders(findNames: FindNames): ViewReaders {
  return {
    // Only what is found, without neighbors: they would reveal relationships.
    graph: async (db, moment, query) => {
      const { entities, total } = await listEntities(db, findNames, moment, { ...query, sort: 'connections' })
      const omitted = Math.max(0, total - entities.length)
      return { nodes: entities.map(toPublic), truncated: omitted > 0, omitted }
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
      if (query.q === undefined) return { entities: [] }
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
