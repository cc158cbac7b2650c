import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { lowerBound } from '../language/lower-bound.ts'
import { foldPlaceName, hashPlaceName } from './fold-place-name.ts'
import { kmBetween, kmOfDegree, type Point } from './km-between.ts'
import { decodePlaces, degree, otherName, type PlaceColumns, type PlaceHeader } from './place-file.ts'

/** No name is longer. */
const maxLength = 100
const knownFrom = 15_000
const unpack = promisify(zstdDecompress)
/** The event loop handles each piece. */
const pieceBytes = 1024 * 1024
const file = resolve(import.meta.dirname, '../../data/places.bin.zst')

/** The possible meanings of a name. Rows are sorted by population. */
export interface Meanings {
  /** Places with this as their own name, and places with it as an alternative name. */
  places: number[]
  otherwise: number[]
  countries: number[]
  regions: number[]
}

/** The places in memory as columns of numbers: about 7 MB, without an object per place. */
export class PlaceTable {
  readonly header: PlaceHeader
  readonly #columns: PlaceColumns
  readonly #capitals: Set<number>
  readonly #countryOfDivision: string[]
  readonly #countriesByCode = new Map<string, number>()

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    const { header, columns } = decodePlaces(bytes)
    this.header = header
    this.#columns = columns
    this.#capitals = new Set(header.capitals)
    this.#countryOfDivision = header.divisions.map((division) => division.slice(0, 2))
    for (const [at, { code, code3 }] of header.countries.entries()) {
      this.#countriesByCode.set(code, at).set(code3, at)
    }
    // Not part of ISO 3166, but widely used.
    this.#countriesByCode.set('UK', this.#countriesByCode.get('GB') as number)
  }

  static async read(): Promise<PlaceTable> {
    return new PlaceTable(await unpack(await readFile(file), { chunkSize: pieceBytes }))
  }

  lookUp(name: string): Meanings {
    const meanings: Meanings = { places: [], otherwise: [], countries: [], regions: [] }
    const folded = name.length > maxLength ? '' : foldPlaceName(name)
    if (folded === '') return meanings
    const { places, countries, names } = this.header
    const { hashes, checks, targetsLow, targetsHigh } = this.#columns
    const { hash, check } = hashPlaceName(folded)
    for (let at = lowerBound(hashes, hash); at < names && hashes[at] === hash; at++) {
      if (checks[at] !== check) continue
      const high = targetsHigh[at] as number
      const target = ((high & ~otherName) << 16) | (targetsLow[at] as number)
      if (target < places) (high & otherName ? meanings.otherwise : meanings.places).push(target)
      else if (target < places + countries.length) meanings.countries.push(target - places)
      else meanings.regions.push(target - places - countries.length)
    }
    return meanings
  }

  /** `DE`, `DEU`, `UK`. */
  countryByCode(code: string): number | undefined {
    return this.#countriesByCode.get(code)
  }

  /** `TX`, `Tex`, `ON`: regions of several countries may share a code. */
  regionsByCode(code: string): number[] {
    return this.header.regions.flatMap((region, at) => (region.codes.includes(code) ? [at] : []))
  }

  countryOfDivision(division: number): string {
    return this.#countryOfDivision[division] as string
  }

  divisionOf(row: number): number {
    return this.#columns.divisions[row] as number
  }

  countryOf(row: number): string {
    return this.countryOfDivision(this.divisionOf(row))
  }

  populationOf(row: number): number {
    return this.#columns.populations[row] as number
  }

  isCapital(row: number): boolean {
    return this.#capitals.has(row)
  }

  /** Whether the name alone may mean this place: almost every name has a small place somewhere. */
  isKnown(row: number): boolean {
    return this.isCapital(row) || this.populationOf(row) >= knownFrom
  }

  pointOf(row: number): Point {
    return { lat: (this.#columns.lats[row] as number) / degree, lon: (this.#columns.lons[row] as number) / degree }
  }

  idOf(row: number): number {
    return this.#columns.ids[row] as number
  }

  /** The row of a GeoNames id. */
  rowOf(id: number): number | undefined {
    const row = this.#columns.ids.indexOf(id)
    return row === -1 ? undefined : row
  }

  /** The rows within some kilometres of a point, in the order of the table. */
  around({ lat, lon }: Point, km: number): number[] {
    const { lats, lons } = this.#columns
    const [centre, height] = [lat * degree, (km / kmOfDegree) * degree]
    const found: number[] = []
    for (let row = 0; row < lats.length; row++) {
      if (Math.abs((lats[row] as number) - centre) > height) continue
      if (kmBetween({ lat, lon }, { lat: (lats[row] as number) / degree, lon: (lons[row] as number) / degree }) <= km) {
        found.push(row)
      }
    }
    return found
  }

  /** Rows whose own name begins with this, the largest first. A linear scan that reads no name which begins with another letter. */
  startingWith(text: string, limit: number): { row: number; name: string }[] {
    const folded = foldPlaceName(text)
    if (folded === '') return []
    const { nameLengths, nameBytes } = this.#columns
    const [lower, upper] = [folded, folded.toUpperCase()].map((one) => Buffer.from(one)[0])
    const found: { row: number; name: string }[] = []
    let start = 0
    for (let row = 0; row < nameLengths.length && found.length < limit; row++) {
      const end = start + (nameLengths[row] as number)
      const first = nameBytes[start]
      // Names that begin with a letter beyond ASCII may fold to any.
      if (first === lower || first === upper || (first as number) > 127) {
        const name = Buffer.from(nameBytes.subarray(start, end)).toString('utf8')
        if (foldPlaceName(name).startsWith(folded)) found.push({ row, name })
      }
      start = end
    }
    return found
  }

  /** The name of a GeoNames id. A linear scan that takes some microseconds. */
  nameOf(id: number): string | undefined {
    const row = this.rowOf(id)
    if (row === undefined) return undefined
    const { nameLengths, nameBytes } = this.#columns
    let start = 0
    for (let at = 0; at < row; at++) start += nameLengths[at] as number
    return Buffer.from(nameBytes.subarray(start, start + (nameLengths[row] as number))).toString('utf8')
  }
}
