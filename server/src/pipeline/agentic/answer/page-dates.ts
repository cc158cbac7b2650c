import { findDates } from '../../../dates/find-dates.ts'
import { parseDate, spanOf } from '../../../dates/parse-date.ts'
import type { When } from '../../../facts/claim.ts'
import type { QuoteFinder } from '../../../facts/find-quote.ts'
import { fieldText } from './plain-words.ts'

// Finds the dates of a model's answer on the page. The page must have the year; days and months must be among the
// page's dates, or only the year is kept.

export interface StatedDate {
  when: When
  /** Offsets of the date on the page; empty when the year is known only from the page's own date, as for "last May". */
  offsets: number[]
}

export class PageDates {
  readonly #finder: QuoteFinder
  readonly #published: number
  /** Offsets by day, by month, by year and by any other EDTF form. */
  #known: Map<string, number[]> | undefined

  constructor(finder: QuoteFinder, publishedAt: string | null) {
    this.#finder = finder
    this.#published = Number(publishedAt?.slice(0, 4))
  }

  /** The same of what a model wrote: text, or a date in parts. */
  findStated(given: string | Record<string, unknown>): StatedDate | undefined {
    const when = typeof given === 'string' ? parseDate(given) : whenOfParts(given)
    return when && this.find(when)
  }

  /** The date as precisely as the page states it. */
  find(when: When): StatedDate | undefined {
    const ends = when.edtf.split('/').filter((end) => /\d/.test(end))
    const exact = this.#findAll(ends)
    if (exact) return { when, offsets: exact }
    const years = parseDate(when.edtf.replace(/(-?\d{4})-[^/]*/g, '$1'))
    const offsets = years && this.#findAll(years.edtf.split('/').filter((end) => /\d/.test(end)))
    return years && offsets && { when: years, offsets }
  }

  /** Offsets of the first end, when the page has all ends. */
  #findAll(ends: string[]): number[] | undefined {
    const found = ends.map((end) => this.#offsetsOf(end))
    return found.every((offsets) => offsets !== undefined) ? (found[0] ?? []) : undefined
  }

  #offsetsOf(end: string): number[] | undefined {
    const known = this.#datesOfPage()
    const plain = end.replace(/[~?%]$/, '').replace(/T.*$/, '')
    const offsets = known.get(plain)
    if (offsets) return offsets
    // A number says neither that it is a year before Christ nor that there was a year 0.
    const year = /^0*([1-9]\d{0,3})$/.exec(plain)?.[1]
    const numbers = year === undefined ? [] : this.#finder.findAll(year).map(({ start }) => start)
    if (numbers.length > 0) return numbers
    const statedYear = /^(\d{4})(?:-\d\d)*$/.exec(plain)?.[1] ?? ''
    const isImplied =
      Math.abs(Number(statedYear) - this.#published) <= 1 && this.#finder.findAll(statedYear).length === 0
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
    const offsets = this.#known?.get(key)
    if (offsets) offsets.push(start)
    else this.#known?.set(key, [start])
  }
}

function whenOfParts(parts: Record<string, unknown>): When | undefined {
  const edtf = fieldText(parts.edtf ?? parts.date)
  if (edtf !== '') return parseDate(edtf)
  return spanOf(parseDate(fieldText(parts.start)), parseDate(fieldText(parts.end)))
}
