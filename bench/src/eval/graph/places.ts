import { foldName } from '../../../../server/src/language/fold-name.ts'
import { kmBetween } from '../../../../server/src/places/km-between.ts'
import { PlaceTable } from '../../../../server/src/places/place-table.ts'
import type { Row } from '../../measurement.ts'
import type { GoldName } from '../../sites/own-site.ts'
import { type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { continentOf } from './continents.ts'
import { type Entity, readEntities } from './graphs.ts'
import { crawlWholeSites, wholeSites } from './whole-sites.ts'

// Towns whose coordinates are known, on whole sites: whether the graph puts them on the right continent, and near where
// they are. A town that the graph does not have, or puts nowhere, is counted apart.

const nearKm = 50

interface Located extends Entity {
  where: { lat: number | null; lon: number | null; country: string | null } | null
}

export const places: Evaluation = {
  name: 'places',
  describe: 'towns of whole sites: put somewhere, on the right continent, within 50 km',
  async run({ corpus, progress }) {
    const table = await PlaceTable.read()
    const sites = wholeSites(corpus).filter(({ gold }) => gold.locations.some(({ geo }) => geo))
    const rows = await crawlWholeSites(sites, async ({ host, gold }, domain, key) => {
      progress(host)
      return rowsOf(host, gold.locations, (await readEntities(domain, key)) as Located[], table)
    })
    return rows.flat()
  },
}

function rowsOf(host: string, towns: GoldName[], entities: Located[], table: PlaceTable): Row[] {
  const [placed, continents, near] = [new Score(), new Score(), new Score()]
  const named = new Map<string, Located[]>()
  for (const entity of entities) {
    if (entity.kind !== 'location') continue
    for (const name of new Set([entity.name, ...entity.aliases].map(foldName))) {
      named.set(name, [...(named.get(name) ?? []), entity])
    }
  }
  for (const { name, geo } of towns) {
    const [lat, lon] = (geo ?? '').split(' ').map(Number)
    if (lat === undefined || lon === undefined) continue
    const found = (named.get(foldName(name)) ?? []).flatMap(({ where }) =>
      where && where.lat !== null && where.lon !== null ? [{ ...where, lat: where.lat, lon: where.lon }] : [],
    )
    placed.add(name, found.length > 0)
    const right = continentOf(countryAt({ lat, lon }, table))
    for (const where of found) {
      const country = where.country ?? countryAt(where, table)
      continents.add(`${name} (${country})`, continentOf(country) === right)
      near.add(`${name} (${country})`, kmBetween({ lat, lon }, where) <= nearKm)
    }
  }
  return [
    ...scoreRow(`${host}, towns put somewhere`, { ours: placed }),
    ...scoreRow(`${host}, on the right continent`, { ours: continents, least: 100 }),
    ...scoreRow(`${host}, within ${nearKm} km`, { ours: near }),
  ]
}

/** The country of the nearest place. */
function countryAt(point: { lat: number; lon: number }, table: PlaceTable): string {
  for (const km of [20, 100, 500, 5000]) {
    const near = table.around(point, km).map((row) => ({ row, away: kmBetween(point, table.pointOf(row)) }))
    const [nearest] = near.sort((a, b) => a.away - b.away)
    if (nearest) return table.countryOf(nearest.row)
  }
  return ''
}
