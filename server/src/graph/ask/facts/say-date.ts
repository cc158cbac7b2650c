import { parseEdtf } from '../../../dates/parse-edtf.ts'
import type { When } from '../../../facts/claim.ts'

// A date as people of a language write it. What is vague is not said: the words of the page say it better.

type Precision = 'day' | 'month' | 'year'

const parts: Record<Precision, Intl.DateTimeFormatOptions> = {
  day: { day: 'numeric', month: 'long', year: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  year: { year: 'numeric' },
}
/** Where a language has several orders, the one that most of those who write it have. */
const dayFirst = new Map([['en', 'en-GB']])
/** `1858`, `1858-03`, `1858-03-14`, without marks for what is uncertain. */
const plainDate = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/

export interface SaidDate {
  text: string
  /** The numbers that the evidence must have. */
  numbers: string[]
}

export function sayDate(date: string | When, language: string): SaidDate | undefined {
  const edtf = typeof date === 'string' ? parseEdtf(date)?.edtf : date.edtf
  const ends = edtf?.split('/').map((end) => sayPoint(end, language)) ?? []
  const said = ends.flatMap((end) => end ?? [])
  if (said.length === 0 || said.length !== ends.length) return undefined
  return { text: said.map(({ text }) => text).join(' – '), numbers: said.flatMap(({ numbers }) => numbers) }
}

function sayPoint(text: string, language: string): SaidDate | undefined {
  const [, year, month, day] = plainDate.exec(text) ?? []
  // Days of months that are no months are seasons and quarters.
  if (year === undefined || Number(month ?? 1) > 12) return undefined
  const precision: Precision = day !== undefined ? 'day' : month !== undefined ? 'month' : 'year'
  const time = new Date(0)
  time.setUTCFullYear(Number(year), Number(month ?? 1) - 1, Number(day ?? 1))
  const formatted = new Intl.DateTimeFormat(dayFirst.get(language) ?? language, {
    ...parts[precision],
    timeZone: 'UTC',
  }).format(time)
  return { text: formatted, numbers: [year, ...(day === undefined ? [] : [day])].map((digits) => `${Number(digits)}`) }
}
