import { findDates } from '../../dates/find-dates.ts'
import { parseDate } from '../../dates/parse-date.ts'
import type { When } from '../../facts/claim.ts'
import type { QuoteFinder } from '../../facts/find-quote.ts'

// Whether a page knows of a date that a model has read from it, and where it says so. Years must stand on the page; days
// and months must be among its dates, or only the year is kept.

export interface SaidDate {
  when: When
  /** Where the page says it; empty where only the date of the page itself knows the year, as of "last May". */
  places: number[]
}

export class PageDates {
  readonly #finder: QuoteFinder
  readonly #published: number
  /** By day, by month and by what else the grammar of dates makes of it. */
  #known: Map<string, number[]> | undefined

  constructor(finder: QuoteFinder, publishedAt: string | null) {
    this.#finder = finder
    this.#published = Number(publishedAt?.slice(0, 4))
  }

  /** The date as far as the page says it. */
  find(when: When): SaidDate | undefined {
    const ends = when.edtf.split('/').filter((end) => /\d/.test(end))
    const exact = this.#findAll(ends)
    if (exact) return { when, places: exact }
    const years = parseDate(when.edtf.replace(/(-?\d{4})-[^/]*/g, '$1'))
    const places = years && this.#findAll(years.edtf.split('/').filter((end) => /\d/.test(end)))
    return years && places && { when: years, places }
  }

  /** Where the first of them stands, when all of them do. */
  #findAll(ends: string[]): number[] | undefined {
    const found = ends.map((end) => this.#placesOf(end))
    return found.every((places) => places !== undefined) ? (found[0] ?? []) : undefined
  }

  #placesOf(end: string): number[] | undefined {
    const known = this.#datesOfPage()
    const plain = end.replace(/[~?%]$/, '').replace(/T.*$/, '')
    const places = known.get(plain)
    if (places) return places
    const year = /^-?0*(\d{1,4})$/.exec(plain)?.[1]
    const numbers = year === undefined ? [] : this.#finder.places(year).map(({ start }) => start)
    if (numbers.length > 0) return numbers
    const said = /^(\d{4})(?:-\d\d)*$/.exec(plain)?.[1] ?? ''
    const isImplied = Math.abs(Number(said) - this.#published) <= 1 && this.#finder.places(said).length === 0
    return isImplied ? [] : undefined
  }

  #datesOfPage(): Map<string, number[]> {
    if (this.#known) return this.#known
    this.#known = new Map()
    for (const { when, start } of findDates(this.#finder.text)) {
      for (const end of when.edtf.split('/')) {
        const plain = end.replace(/[~?%]$/, '').replace(/T.*$/, '')
        const [, month, year] = /^((-?\d{4})-\d\d)/.exec(plain) ?? []
        for (const key of new Set([plain, month, year])) if (key) this.#note(key, start)
      }
    }
    return this.#known
  }

  #note(key: string, start: number): void {
    const places = this.#known?.get(key)
    if (places) places.push(start)
    else this.#known?.set(key, [start])
  }
}
