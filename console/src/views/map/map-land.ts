import { geoMercator, geoPath } from 'd3-geo'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'

// The land, drawn from a file that comes with the console: no request leaves the origin.

type World = Topology<{ countries: GeometryCollection<{ name: string }>; land: GeometryCollection }>

/** The world is this wide before it is zoomed. */
export const worldSize = 1000

export const projection = geoMercator()
  .scale(worldSize / (2 * Math.PI))
  .translate([worldSize / 2, worldSize / 2])

export interface Land {
  land: Path2D
  borders: Path2D
  /** Names of countries, where they stand, and how wide each may be. */
  countries: { name: string; x: number; y: number; width: number }[]
}

/** Paths are made once; zooming and moving only transforms them. */
function pathsOf(world: World): Land {
  // d3 cuts shapes that cross the antimeridian, so nothing is done about it here.
  const draw = geoPath(projection)
  const borders = mesh(world, world.objects.countries, (a, b) => a !== b)
  const countries = feature(world, world.objects.countries).features.map((country) => {
    const [[left], [right]] = draw.bounds(country)
    const [x, y] = draw.centroid(country)
    return { name: country.properties.name, x, y, width: right - left }
  })
  return {
    countries,
    land: new Path2D(draw(feature(world, world.objects.land)) ?? ''),
    borders: new Path2D(draw(borders) ?? ''),
  }
}

const loaded = new Map<string, Promise<Land>>()

/** The borders of the world: coarse at first, and fine, which is a file seven times as large, when the map is zoomed. */
export function loadLand(detail: 'coarse' | 'fine'): Promise<Land> {
  const known = loaded.get(detail)
  if (known) return known
  const world = detail === 'fine' ? import('world-atlas/countries-50m.json') : import('world-atlas/countries-110m.json')
  const land = world.then((module) => pathsOf(module.default as unknown as World))
  loaded.set(detail, land)
  land.catch(() => loaded.delete(detail))
  return land
}
