import type { When } from '../../reader/claims.ts'
import { findDates } from '../../reader/dates/find-dates.ts'
import { parseDate } from '../../reader/dates/parse-date.ts'
import type { QuoteFinder } from '../../reader/quotes.ts'

// Whether a page knows of a date that a model has read from it. Years must stand on the page; days and months must be
// among its dates, or only the year is kept.

export class PageDates {
  readonly #finder: QuoteFinder
  readonly #published: number
  #known: Set<string> | undefined

  constructor(finder: QuoteFinder, publishedAt: string | null) {
    this.#finder = finder
    this.#published = Number(publishedAt?.slice(0, 4))
  }

  /** The date as far as the page says it. */
  check(when: When): When | undefined {
    const ends = when.edtf.split('/')
    if (!ends.every((end) => this.#saysYear(end))) return undefined
    if (ends.every((end) => this.#saysDay(end))) return when
    return parseDate(ends.map((end) => end.replace(/^(-?\d{4})-.*$/, '$1')).join('/'))
  }

  #saysYear(end: string): boolean {
    const [, digits = '', open = ''] = /^-?0*(\d*)(X*)/.exec(end) ?? []
    if (digits === '' || this.#isRecent(digits)) return true
    // A century is counted from one to the next: 18XX is the 19th.
    const isCentury = open.length >= 2 && this.#finder.hasDigits(String(Number(digits) + 1))
    return isCentury || this.#finder.hasDigits(digits)
  }

  /** "Last May" has no year of its own, but the date of the page does. */
  #isRecent(year: string): boolean {
    return Math.abs(Number(year) - this.#published) <= 1
  }

  #saysDay(end: string): boolean {
    const day = /^-?\d{4}-\d\d(?:-\d\d)?/.exec(end)?.[0]
    if (day === undefined) return true
    const year = day.replace(/^(-?\d+).*$/, '$1')
    if (this.#isRecent(year) && !this.#finder.hasDigits(year)) return true
    this.#known ??= this.#datesOfPage()
    return this.#known.has(day)
  }

  /** Each also as its month. */
  #datesOfPage(): Set<string> {
    const known = new Set<string>()
    for (const { when } of findDates(this.#finder.text)) {
      for (const end of when.edtf.split('/')) {
        const [day, month] = /^(-?\d{4}-\d\d)(?:-\d\d)?/.exec(end) ?? []
        if (day !== undefined && month !== undefined) known.add(day).add(month)
      }
    }
    return known
  }
}
