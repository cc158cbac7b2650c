import type { Queryable } from '../../../platform/db/database.ts'
import { queryList } from '../../../platform/http/keyset.ts'
import { type EntityFilter, passes } from '../entities/entity-filter.ts'
import { entityColumns, type ShownEntityRow, toEntity } from '../entities/entity-rows.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'

export interface MapQuery extends EntityFilter {
  bbox?: [west: number, south: number, east: number, north: number] | undefined
  limit: number
  /** For the public, who must not see from an order how things hang together. */
  ignores_relationships?: boolean
}

type PlacedRow = ShownEntityRow & { lat: number; lon: number }

/** GeoJSON, the best connected entities first; the oldest where relationships must not tell. */
export async function getMap(db: Queryable, moment: Moment, query: MapQuery) {
  const at = new GraphAt(moment)
  const placed = `from ${at.entities} e
    where ${passes(at, query)} and e.lat is not null and e.lon is not null and ${inside(at, query.bbox)}`
  const counted = query.ignores_relationships ? `(select e.id, 0 as n ${placed})` : at.connectionsOf(placed)
  const { rows, is_cut } = await queryList<PlacedRow>(
    db,
    `select ${entityColumns(at)}, e.lat, e.lon
     from (select d.id, d.n from ${counted} d order by d.n desc, d.id limit ${at.add(query.limit + 1)}) d
     join ${at.entities} e on e.id = d.id order by d.n desc, e.id`,
    at.values,
  )
  return {
    type: 'FeatureCollection' as const,
    features: rows.slice(0, query.limit).map(({ lat, lon, ...row }) => ({
      type: 'Feature' as const,
      id: row.id,
      geometry: { type: 'Point' as const, coordinates: [lon, lat] as [number, number] },
      properties: toEntity(row),
    })),
    truncated: is_cut || rows.length > query.limit,
    unlocated: await countUnlocated(db, moment, query),
  }
}

function inside(at: GraphAt, bbox: MapQuery['bbox']): string {
  if (!bbox) return 'true'
  const [west, south, east, north] = bbox.map((degrees) => `${at.add(degrees)}::double precision`)
  const isAcross = bbox[0] > bbox[2]
  const lon = isAcross ? `(e.lon >= ${west} or e.lon <= ${east})` : `e.lon between ${west} and ${east}`
  return `e.lat between ${south} and ${north} and ${lon}`
}

async function countUnlocated(db: Queryable, moment: Moment, query: MapQuery): Promise<number> {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ count: number }>(
    `select count(*) from ${at.entities} e where ${passes(at, query)} and (e.lat is null or e.lon is null)`,
    at.values,
  )
  return row?.count ?? 0
}
