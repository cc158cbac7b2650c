import type { PlaceHint, Where } from '../facts/claim.ts'
import { splitAddress } from './address-parts.ts'
import { isPlaceLookalike } from './common-words.ts'
import { countryOfHost } from './country-of-host.ts'
import { followingWords } from './following-words.ts'
import { type Area, isWithin, PlaceAreas } from './place-areas.ts'
import { PlaceTable } from './place-table.ts'

/** Where a page is at home. It decides between places of the same name and excludes none. */
export interface PlaceContext {
  /** ISO 3166-1 alpha-2. */
  country?: string
  /** The region of the country, where that is known. */
  division?: number
  /** Known from the address of the page alone, so a far larger place of the same name is meant all the same. */
  is_weak?: boolean
}

interface Question {
  /** The place must lie in one area of each list. */
  within: Area[][]
  context: PlaceContext
  /** The page says that it is a town, so a country of that name is not meant. */
  city: boolean
  /** The page names an unknown area: only a place that clearly outranks its namesakes is accepted. */
  vague: boolean
}

/** A city with the name of a region is meant if it has at least this population: Hamburg, New York, Quebec. */
const largeCity = 500_000
/** A capital is meant, unless a place of the same name has this many times its population: Victoria, Hamilton. */
const outnumbered = 10

/** With an unknown area, a place is accepted if it has this many times the population of its namesakes. */
const outstanding = 3

/**
 * A place is meant by its own name, unless another with that alternative name has this many times its population: Roma.
 * So is one in the home country, unless one abroad is so much larger: Vienna.
 */
const farLarger = 50

/** How many towns of one name are kept, each in another country. */
const othersMax = 8

/** A town of the stated name within this distance of the stated coordinates is the one that is meant. */
const nearKm = 30

export interface Town {
  name: string
  country: string
  lat: number
  lon: number
  place_id: string
  population: number
}

let loading: Promise<Places> | undefined

/**
 * Looks up places by what pages say about them. A name is only looked up as a whole: no part of it is taken for a
 * place.
 */
export class Places {
  readonly #table: PlaceTable
  readonly #areas: PlaceAreas

  constructor(table: PlaceTable) {
    this.#table = table
    this.#areas = new PlaceAreas(table)
  }

  /** Loaded once per process, however many callers ask. */
  static load(): Promise<Places> {
    loading ??= PlaceTable.read().then(
      (table) => new Places(table),
      (error: unknown) => {
        loading = undefined
        throw error
      },
    )
    return loading
  }

  find(hint: PlaceHint, context: PlaceContext = {}): Where | undefined {
    if (!isPoint(hint)) return this.#findNamed(hint, context)
    const { lat, lon } = hint
    const near = this.#table.around(hint, nearKm)
    const { places, otherwise } = this.#table.lookUp(hint.locality ?? hint.name ?? '')
    const row = hasText(hint.street) ? undefined : near.find((row) => places.includes(row) || otherwise.includes(row))
    const stated = this.#areas.ofCountry(hint.country)[0]?.country
    const place_id = row === undefined ? null : `geonames:${this.#table.idOf(row)}`
    return { lat, lon, precision: 'point', country: stated ?? this.#countryAt(row, near), place_id }
  }

  /**
   * Where the towns of a page are, if most of them are in one country or one region; else the country of the page's
   * address.
   */
  homeOf(hints: PlaceHint[], host: string | null): PlaceContext {
    const names = new Map(hints.map((hint) => [hint.name ?? hint.locality ?? '', hint]))
    const areas = [...names.values()].flatMap((hint) => this.#areaOf(hint) ?? [])
    const country = commonest(areas.map((area) => area.country))
    if (country === undefined) {
      const ending = countryOfHost(host, this.#table)
      return ending === undefined ? {} : { country: ending, is_weak: true }
    }
    const division = commonest(areas.flatMap((area) => (area.country === country ? (area.division ?? []) : [])))
    return division === undefined ? { country } : { country, division }
  }

  /** The area of a town; without anything stated, of the town that its name means most often. */
  #areaOf(hint: PlaceHint): Area | undefined {
    const id = this.find(hint)?.place_id
    const row = id ? this.#table.rowOf(Number(id.slice('geonames:'.length))) : undefined
    return row === undefined ? undefined : this.#areas.ofPlace(row)
  }

  /** Towns of the name in other countries than the one that was found, the largest first. */
  othersOf(name: string, { country }: Where): Where[] {
    const { places, otherwise } = this.#table.lookUp(name)
    const countries = new Set([...places, ...otherwise].map((row) => this.#table.countryOf(row)))
    if (country !== null) countries.delete(country)
    return [...countries].slice(0, othersMax).flatMap((home) => {
      const found = this.find({ name }, { country: home })
      return found?.precision === 'city' && found.country === home ? [found] : []
    })
  }

  /** Whether everybody takes the name for this town: a capital or a large city. */
  isFamous({ place_id }: Where): boolean {
    const row = place_id === null ? undefined : this.#table.rowOf(Number(place_id.slice('geonames:'.length)))
    return row !== undefined && this.#outweighs(row)
  }

  /** By the id that a page gives: `2950159` is Berlin. */
  findById(geonames: string): Where | undefined {
    const row = /^\d{1,10}$/.test(geonames) ? this.#table.rowOf(Number(geonames)) : undefined
    return row === undefined ? undefined : this.#placeAt(row)
  }

  /** The country of a town, or the one that all towns around have. */
  #countryAt(row: number | undefined, near: number[]): string | null {
    if (row !== undefined) return this.#table.countryOf(row)
    const countries = new Set(near.map((one) => this.#table.countryOf(one)))
    return countries.size === 1 ? ([...countries][0] as string) : null
  }

  /** A name with the area that the sentence names behind it, if there is such a town: `Springfield, Illinois`. */
  readHint(name: string, sentence: string): PlaceHint {
    for (const words of followingWords(name, sentence)) {
      for (const { division } of this.#areas.ofName(words)) {
        const hint: PlaceHint = division === null ? { name, country: words } : { name, region: words }
        if (this.#findNamed(hint, {})?.precision === 'city') return hint
      }
    }
    return { name }
  }

  /**
   * The id of the town or country that was found by this name: `geonames:2950159`, `iso3166:DE`. Undefined where the
   * name may also mean something larger or smaller: Oklahoma, Long Island.
   */
  idOf(name: string, { precision, country, place_id }: Where): string | undefined {
    const { places, otherwise, regions, countries } = this.#table.lookUp(name)
    if (precision === 'country') return countries.length > 0 && regions.length === 0 ? `iso3166:${country}` : undefined
    const row = [...places, ...otherwise].find((at) => `geonames:${this.#table.idOf(at)}` === place_id)
    if (precision !== 'city' || row === undefined) return undefined
    if (regions.length > 0 && !this.#table.isCapital(row)) return undefined
    return places.includes(row) || (places.length === 0 && this.#outweighs(row)) ? (place_id as string) : undefined
  }

  /** Towns of this name in any language, then those whose own name begins with it. */
  search(text: string, limit: number): Town[] {
    const { places, otherwise } = this.#table.lookUp(text)
    const named = [...places, ...otherwise].slice(0, limit).map((row) => ({ row, name: undefined }))
    const towns = new Map<number, Town>()
    for (const { row, name } of [...named, ...this.#table.startingWith(text, limit)]) {
      if (towns.has(row)) continue
      const id = this.#table.idOf(row)
      const [country, population] = [this.#table.countryOf(row), this.#table.populationOf(row)]
      const known = name ?? this.#table.nameOf(id) ?? text
      towns.set(row, { name: known, country, ...this.#table.pointOf(row), place_id: `geonames:${id}`, population })
    }
    return [...towns.values()].slice(0, limit)
  }

  /** `Berlin` for `geonames:2950159`. */
  nameOf(placeId: string): string | undefined {
    const id = /^geonames:(\d{1,10})$/.exec(placeId)?.[1]
    return id === undefined ? undefined : this.#table.nameOf(Number(id))
  }

  #findNamed(hint: PlaceHint, context: PlaceContext): Where | undefined {
    const region = this.#areas.ofRegion(hint.region, hint.country)
    const within = [region, this.#areas.ofCountry(hint.country)].filter((areas) => areas.length > 0)
    const town = hint.locality ?? hint.name ?? ''
    const vague = hasText(hint.region) && region.length === 0 && !speaksOf(hint.region, town)
    if (hasText(hint.locality)) {
      const found = this.#findAddress(hint.locality, { within, context, city: true, vague })
      if (found) return found.precision === 'city' && hasText(hint.street) ? { ...found, precision: 'address' } : found
      // Not looked up by name: something in an unknown town may share its name with another town.
    } else if (hasText(hint.name)) {
      const found = this.#findAddress(hint.name, { within, context, city: false, vague })
      if (found) return found
    }
    const area = within[0]?.[0]
    return area && this.#whereOf(area)
  }

  /** Tries the parts between commas from the left, each within those that follow it. */
  #findAddress(text: string, question: Question): Where | undefined {
    const parts = splitAddress(text)
    for (const [at, { name }] of parts.entries()) {
      const rest = parts.slice(at + 1).map((part) => this.#areas.ofPart(part.name))
      const within = [...rest, ...question.within].filter((areas) => areas.length > 0)
      const vague =
        question.vague || rest.some((areas, n) => areas.length === 0 && !speaksOf(parts[at + 1 + n]?.name ?? '', name))
      const found =
        this.#findName(name, { ...question, within, vague }) ?? (at > 0 ? this.#findCode(name, within) : undefined)
      if (!found) continue
      const housed = found.precision === 'city' && parts.slice(0, at).some(({ numbered }) => numbered)
      return housed ? { ...found, precision: 'address' } : found
    }
    return undefined
  }

  /** A code behind a comma: `Nowhere Hall, TX`. */
  #findCode(name: string, within: Area[][]): Where | undefined {
    const area = this.#areas.ofCode(name).find((area) => fits(area, within))
    return area && this.#whereOf(area)
  }

  #findName(name: string, { within, context, city, vague }: Question): Where | undefined {
    // `us` is a word, `US` is not.
    if (/^[a-z]{1,3}$/.test(name)) return undefined
    // `WA` and `OSS` are codes and short for something, and not Wa in Ghana.
    const isShort = /^\p{Lu}{2,3}$/u.test(name) && !city
    const isAlone = within.length === 0
    if (isAlone && isPlaceLookalike(name)) return undefined
    const meanings = this.#table.lookUp(name)
    // A small place is meant where the page is about its country.
    const isHome = (row: number) => context.is_weak !== true && this.#table.countryOf(row) === context.country
    const standing = (rows: number[]) =>
      rows.filter((row) => (isAlone ? this.#table.isKnown(row) || isHome(row) : fits(this.#areas.ofPlace(row), within)))
    const [named, otherwise] = isShort ? [[], []] : [standing(meanings.places), standing(meanings.otherwise)]
    const chosen = this.#choose(named, otherwise, context)
    const row = vague && chosen !== undefined && !this.#standsOut(chosen, named) ? undefined : chosen
    const regions = meanings.regions
      .map((region) => this.#areas.ofRegionAt(region))
      .filter((area) => fits(area, within))
    const countries = meanings.countries
      .map((country) => this.#areas.ofCountryAt(country))
      .filter((area) => fits(area, within))
    const home = (area: Area) => area.country === context.country
    if (row !== undefined && city) return this.#placeAt(row)
    // `Georgia` on an American page.
    const region = regions.find(home) ?? (countries.length === 0 ? regions[0] : undefined)
    if (region && !(row !== undefined && this.#outweighs(row))) return this.#whereOf(region)
    if (countries[0]) return this.#whereOf(countries[0])
    return row === undefined ? undefined : this.#placeAt(row)
  }

  #standsOut(row: number, named: number[]): boolean {
    const population = this.#table.populationOf(row)
    return named.every((other) => other === row || this.#table.populationOf(other) * outstanding < population)
  }

  #outweighs(row: number): boolean {
    return this.#table.isCapital(row) || this.#table.populationOf(row) >= largeCity
  }

  /** Chooses among fitting places, largest first: those in the home region or country, then capitals, then the largest. */
  #choose(named: number[], otherwise: number[], context: PlaceContext): number | undefined {
    const leading = (isHome: (row: number) => boolean) =>
      [this.#leading(named.filter(isHome)), this.#leading(otherwise.filter(isHome))] as const
    const all = leading(() => true)
    const [largest = 0] = all
      .map((row) => (row === undefined ? 0 : this.#table.populationOf(row)))
      .sort((a, b) => b - a)
    const most = context.is_weak === true ? outnumbered : farLarger
    const homes = [
      leading((row) => context.division !== undefined && this.#table.divisionOf(row) === context.division),
      leading((row) => this.#table.countryOf(row) === context.country),
    ]
    const home = homes.find((rows) =>
      rows.some((row) => row !== undefined && this.#table.populationOf(row) * most >= largest),
    )
    const [own, other] = home ?? all
    if (own === undefined || other === undefined) return own ?? other
    return this.#table.populationOf(other) > this.#table.populationOf(own) * farLarger ? other : own
  }

  #leading(rows: number[]): number | undefined {
    const largest = rows[0]
    const capital = rows.find((row) => this.#table.isCapital(row))
    if (largest === undefined || capital === undefined) return largest
    return this.#table.populationOf(capital) * outnumbered > this.#table.populationOf(largest) ? capital : largest
  }

  #placeAt(row: number): Where {
    const { lat, lon } = this.#table.pointOf(row)
    return {
      lat,
      lon,
      precision: 'city',
      country: this.#table.countryOf(row),
      place_id: `geonames:${this.#table.idOf(row)}`,
    }
  }

  /** A region or a country, with the coordinates of its seat. */
  #whereOf({ country, seat, division }: Area): Where {
    const point = seat === null ? { lat: null, lon: null } : this.#table.pointOf(seat)
    return { ...point, precision: division === null ? 'country' : 'region', country, place_id: null }
  }
}

/** At least this many towns tell where a page is at home, and this share of them agrees. */
const leastPlaces = 3
const leastShare = 0.6

function commonest<Value>(values: Value[]): Value | undefined {
  const counts = Map.groupBy(values, (value) => value)
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length)
  return most && most[1].length >= Math.max(leastPlaces, leastShare * values.length) ? most[0] : undefined
}

/** Programs write 0, 0 for unknown coordinates. */
function isPoint(hint: PlaceHint): hint is PlaceHint & { lat: number; lon: number } {
  const { lat, lon } = hint
  if (typeof lat !== 'number' || typeof lon !== 'number') return false
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 && (lat !== 0 || lon !== 0)
}

function fits(area: Area, within: Area[][]): boolean {
  return within.every((alternatives) => alternatives.some((outer) => isWithin(area, outer)))
}

/** Whether the area is named after the town: Oxfordshire and Oxford. */
function speaksOf(area: string, town: string): boolean {
  return town !== '' && area.toLowerCase().includes(town.trim().toLowerCase())
}

function hasText(text: string | undefined): text is string {
  return text !== undefined && text.trim() !== ''
}
