import { isPlaceLookalike } from './common-words.ts'
import type { PlaceTable } from './place-table.ts'

/** A country, or a first-level division of one; `seat` is the row of the place that represents it. */
export interface Area {
  country: string
  division: number | null
  seat: number | null
}

export function isWithin(inner: Area, outer: Area): boolean {
  return inner.country === outer.country && (outer.division === null || inner.division === outer.division)
}

/** The possible meanings of the words around a place's name: lists of areas, in one of which the place lies. */
export class PlaceAreas {
  readonly #table: PlaceTable

  constructor(table: PlaceTable) {
    this.#table = table
  }

  ofPlace(row: number): Area {
    return { country: this.#table.countryOf(row), division: this.#table.divisionOf(row), seat: row }
  }

  ofRegionAt(at: number): Area {
    const { division, seat } = this.#table.header.regions[at] as { division: number; seat: number | null }
    return { country: this.#table.countryOfDivision(division), division, seat }
  }

  ofCountryAt(at: number): Area {
    const { code, seat } = this.#table.header.countries[at] as { code: string; seat: number | null }
    return { country: code, division: null, seat }
  }

  /** A country by name or code. */
  ofCountry(text: string | undefined): Area[] {
    const name = text?.trim() ?? ''
    if (name === '') return []
    const coded = this.#table.countryByCode(codeOf(name.toUpperCase()))
    if (coded !== undefined) return [this.ofCountryAt(coded)]
    const { countries, regions } = this.#table.lookUp(name)
    // `addressCountry: England`.
    if (countries.length === 0) return regions.map((at) => this.ofRegionAt(at))
    return countries.map((at) => this.ofCountryAt(at))
  }

  /** A region by name or code; its meaning may depend on the country. An unknown region excludes nothing. */
  ofRegion(text: string | undefined, country?: string): Area[] {
    const name = text?.replace(aroundRegions, '').trim() ?? ''
    if (name === '') return []
    const named = this.#table.lookUp(name).regions
    const regions = (named.length > 0 ? named : this.#coded(name)).map((at) => this.ofRegionAt(at))
    const outer = this.ofCountry(country)
    return outer.length === 0 ? regions : regions.filter((region) => outer.some((area) => isWithin(region, area)))
  }

  /** Lower case is tried as well: `il`. */
  #coded(name: string): number[] {
    const written = this.#table.regionsByCode(codeOf(name))
    return written.length > 0 ? written : this.#table.regionsByCode(codeOf(name.toUpperCase()))
  }

  /** `TX`, `CA`, `DE`: regions first, because countries are seldom written this way. */
  ofCode(text: string): Area[] {
    const code = codeOf(text)
    const country = this.#table.countryByCode(code)
    const regions = this.#table.regionsByCode(code).map((at) => this.ofRegionAt(at))
    return country === undefined ? regions : [...regions, this.ofCountryAt(country)]
  }

  /** Regions and countries by name or code as written. */
  ofName(name: string): Area[] {
    const { regions, countries } = this.#table.lookUp(name)
    return [
      ...regions.map((at) => this.ofRegionAt(at)),
      ...countries.map((at) => this.ofCountryAt(at)),
      ...this.ofCode(name),
    ]
  }

  /** A part of an address behind the place: a region, a country or a city. */
  ofPart(name: string): Area[] {
    const areas = this.ofName(name)
    if (areas.length > 0) return areas
    if (isPlaceLookalike(name)) return []
    const meanings = this.#table.lookUp(name)
    const rows = [...meanings.places, ...meanings.otherwise].filter((row) => this.#table.isKnown(row))
    return rows.map((row) => this.ofPlace(row))
  }
}

/** `State of Illinois`, `US-IL`, `Illinois (IL)`. */
const aroundRegions = /^\s*(?:(?:State|Province|Canton) of |[A-Z]{2}-(?=[A-Z\d]{1,3}\s*$))|\([^()]*\)\s*$/gi

/** Codes are upper case: `us` is a word. */
function codeOf(text: string): string {
  return text.replace(/[.\s]/g, '')
}
