import type { SharedPart } from '@polegraph/contract/graph/shares.ts'
import type { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../graph/memory/search/search.ts'
import { drawGraph, type GraphQuery } from '../graph/memory/walk/subgraphs.ts'
import { type EntityQuery, listEntities, listEntitiesInOrder } from '../graph/read/entities/entity-list.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Moment } from '../graph/read/moment/graph-at.ts'
import { getMap } from '../graph/read/views/map.ts'
import { getTimeline } from '../graph/read/views/timeline.ts'
import type { EntityDoc } from '../graph/store/facts/documents.ts'
import type { Queryable } from '../platform/db/database.ts'
import type { ViewReaders } from './public-views.ts'
import { quotesOf, type SharedQuote } from './quotes.ts'

// The views of the graph, with the fields of an entity that a link shows. Fields that are not named here stay private.
// Unless the link shows relationships no answer depends on them: neither which entities are shown, nor their order, nor a
// count.

type Found = EntityDoc & { id: string }

export function createViewReaders(indexes: GraphIndexes): ViewReaders {
  const findNamesFor = (show: readonly SharedPart[]) =>
    findNamesBy(indexes, { ignores_relationships: !show.includes('relationships') })
  return {
    graph: async (db, moment, query, show) => {
      const { nodes, edges, omitted } = show.includes('relationships')
        ? await drawShared(db, indexes, moment, { ...query, depth: query.depth ?? 1 })
        : { ...(await listAlone(db, findNamesFor(show), moment, query)), edges: undefined }
      const shown = await quoted(db, moment, show, nodes, edges)
      const told = { nodes: nodes.map(shown.entity), truncated: omitted > 0, omitted }
      return edges ? { ...told, edges: edges.map(shown.edge) } : told
    },
    timeline: async (db, moment, query, show) => {
      const { items, bucket, buckets, undated, next_cursor } = await getTimeline(db, moment, query)
      const shown = await quoted(db, moment, show, items)
      return { items: items.map(shown.entity), bucket, buckets, undated, next_cursor }
    },
    map: async (db, moment, query, show) => {
      const ignores_relationships = !show.includes('relationships')
      const { features, truncated, unlocated } = await getMap(db, moment, { ...query, ignores_relationships })
      const places = features.map(({ properties }) => properties)
      const shown = await quoted(db, moment, show, places)
      const told = features.map(({ id, geometry, properties }) => ({
        type: 'Feature',
        id,
        geometry,
        properties: shown.entity(properties),
      }))
      return { type: 'FeatureCollection', features: told, truncated, unlocated }
    },
    search: async (db, moment, query, show) => {
      const { entities } = await listEntities(db, findNamesFor(show), moment, query)
      const shown = await quoted(db, moment, show, entities)
      return { entities: entities.map(shown.entity) }
    },
  }
}

async function listAlone(db: Queryable, findNames: FindNames, moment: Moment, query: EntityQuery) {
  const { entities, total } = await listEntities(db, findNames, moment, query)
  return { nodes: entities, omitted: total - entities.length }
}

interface Edge {
  id: string
  from: string
  to: string
  source: string
  target: string
  type: string
  certainty: string
}

/** As the private view, the best connected first. Entities that have just left the graph take their edges along. */
async function drawShared(db: Queryable, indexes: GraphIndexes, moment: Moment, query: GraphQuery) {
  const drawn = await drawGraph(db, indexes, moment, query)
  const ids = drawn.nodes.map(({ id }) => id)
  const nodes = await listEntitiesInOrder(db, moment, ids)
  const there = new Set(nodes.map(({ id }) => id))
  const edges: Edge[] = drawn.edges.filter(({ from, to }) => there.has(from) && there.has(to))
  return { nodes, edges, omitted: drawn.omitted + ids.length - nodes.length }
}

/** Ways to tell entities and edges with what the link shows of them. */
async function quoted(
  db: Queryable,
  moment: Moment,
  show: readonly SharedPart[],
  entities: Found[],
  edges: Edge[] = [],
) {
  const has_facts = show.includes('facts')
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  const quotes = show.includes('sources')
    ? await quotesOf(db, moment, { entities: idsOf(entities), relationships: idsOf(edges), has_facts })
    : undefined
  const ofSources = (id: string): { quotes?: SharedQuote[] } => (quotes ? { quotes: quotes.get(id) ?? [] } : {})
  return {
    entity: (entity: Found) => ({ ...(has_facts ? withFacts(entity) : alone(entity)), ...ofSources(entity.id) }),
    edge: ({ id, from, to, source, target, type, certainty }: Edge) => ({
      ...{ id, from, to, source, target, type, certainty },
      ...ofSources(id),
    }),
  }
}

function alone(entity: Found) {
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

function withFacts(entity: Found) {
  const told = alone(entity)
  const { where, external_ids, urls } = entity
  return { ...told, where: told.where && { ...told.where, place_id: where?.place_id ?? null }, external_ids, urls }
}
