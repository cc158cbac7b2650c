import type { Precision, When } from '../facts/claim.ts'

// Turns the parts of a date into EDTF and its first and last day. Years are astronomical: 1 BC is 0, 44 BC is -43. Days
// are ISO 8601 with four-digit years; years before 0 have a minus sign, as in EDTF.

/** A single date, not an interval. */
export interface DatePoint {
  precision: Precision
  /** The first year of a decade, century or millennium. */
  year: number
  month?: number
  day?: number
  /** EDTF: 21 to 24 for seasons, 33 to 36 for quarters. */
  part?: number
  /** `T10:00:00+02:00` */
  clock?: string
  /** `~` for approximate, `?` for uncertain. */
  mark?: string
}

const yearsOf: Partial<Record<Precision, number>> = { decade: 10, century: 100, millennium: 1000 }

export function isDay(year: number, month: number, day: number): boolean {
  return month >= 1 && month <= 12 && day >= 1 && day <= lengthOf(year, month)
}

function lengthOf(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

export function pad(value: number, digits = 2): string {
  return String(value).padStart(digits, '0')
}

export function writeYear(year: number): string {
  return year < 0 ? `-${pad(-year, 4)}` : pad(year, 4)
}

const writeDay = (year: number, month: number, day: number) => `${writeYear(year)}-${pad(month)}-${pad(day)}`

export function pointToWhen(point: DatePoint): When {
  const [start, end] = boundsOf(point)
  return { edtf: writePoint(point), start, end, precision: point.precision }
}

function writePoint(point: DatePoint): string {
  const { year, month, day, part, clock, mark = '' } = point
  if (point.precision in yearsOf) return writeYears(year, yearsOf[point.precision] as number)
  // Seasons, quarters and times cannot be qualified.
  if (part !== undefined) return `${writeYear(year)}-${part}`
  if (month === undefined) return `${writeYear(year)}${mark}`
  if (day === undefined) return `${writeYear(year)}-${pad(month)}${mark}`
  return clock === undefined ? `${writeDay(year, month, day)}${mark}` : `${writeDay(year, month, day)}${clock}`
}

/** `199X`, or an interval where digits cannot express it: the 440s BC are the years -448 to -439. */
function writeYears(first: number, count: number): string {
  const last = first + count - 1
  const zeros = String(count).length - 1
  const mask = 'X'.repeat(zeros)
  if (first >= 0) return pad(first / count, 4 - zeros) + mask
  return -last % count === 0 && last !== 0
    ? `-${pad(-last / count, 4 - zeros)}${mask}`
    : `${writeYear(first)}/${writeYear(last)}`
}

/**
 * Bounds that cover both calendar and astronomical seasons of the northern hemisphere; a winter may begin or end the
 * year.
 */
const partBounds: Record<number, [first: string, last: string]> = {
  21: ['03-01', '06-21'],
  22: ['06-01', '09-23'],
  23: ['09-01', '12-21'],
  24: ['01-01', '03-20'],
  33: ['01-01', '03-31'],
  34: ['04-01', '06-30'],
  35: ['07-01', '09-30'],
  36: ['10-01', '12-31'],
}

function boundsOf({ precision, year, month, day, part }: DatePoint): [start: string, end: string] {
  const bounds = part === undefined ? undefined : partBounds[part]
  if (bounds)
    return [
      `${writeYear(year)}-${bounds[0]}`,
      `${writeYear(part === 24 ? Math.min(year + 1, 9999) : year)}-${bounds[1]}`,
    ]
  if (month !== undefined) return [writeDay(year, month, day ?? 1), writeDay(year, month, day ?? lengthOf(year, month))]
  const last = year + (yearsOf[precision] ?? 1) - 1
  // There was no year 0: a span that begins with it begins in the year 1.
  return [writeDay(year === 0 && last > 0 ? 1 : year, 1, 1), writeDay(last, 12, 31)]
}

const ranks: Precision[] = ['time', 'day', 'month', 'quarter', 'season', 'year', 'decade', 'century', 'millennium']

/** An interval; null is an open end. Undefined if it would end before it begins. */
export function intervalOf(from: When | null, to: When | null): When | undefined {
  const known = [from, to].filter((when) => when !== null)
  const [start, end] = [from?.start ?? null, to?.end ?? null]
  if (start === null && end === null) return undefined
  if (start !== null && end !== null && compareDays(start, end) > 0) return undefined
  if (from && to && (from.edtf === to.edtf || start === end)) return from
  const precision = known.map((when) => when.precision).toSorted((a, b) => ranks.indexOf(b) - ranks.indexOf(a))[0]
  // `1990-05/1990` would end where it begins, so it is written in days.
  const nested = start !== null && to?.start && end !== null && compareDays(start, to.start) >= 0
  const edtf = `${from ? endpointOf(from, 0) : '..'}/${to ? endpointOf(to, 1) : '..'}`
  return { edtf: nested ? `${start}/${end}` : edtf, start, end, precision: precision as Precision }
}

/** The EDTF of one end of an interval. Seasons and quarters are not allowed there; their first and last months are. */
function endpointOf(when: When, side: 0 | 1): string {
  const ends = when.edtf.split('/')
  const text = ends[ends.length === 1 ? 0 : side] as string
  if (!/-(?:2[1-4]|3[3-6])$/.test(text) || /-\d\d-\d\d$/.test(text)) return text
  return ((side === 0 ? when.start : when.end) as string).replace(/-\d\d$/, '')
}

/** Compares ISO days, including years before 0, whose digits sort the other way round. */
export function compareDays(a: string, b: string): number {
  const number = (day: string) => {
    const [, sign, year, month, date] = /^(-?)(\d{4})-(\d\d)-(\d\d)/.exec(day) as RegExpExecArray
    return Number(`${sign}${year}`) * 372 + Number(month) * 31 + Number(date)
  }
  return number(a) - number(b)
}
