import { compareDays } from '../dates/date-point.ts'
import { parseEdtf } from '../dates/parse-edtf.ts'

export type DateAgreement = 'day' | 'year' | 'slip' | 'far' | 'unknown'

const shape = /^(-?\d{4})(?:-?(\d\d))?(?:-?(\d\d))?[~?%]?(?:T.*)?$/

interface Parts {
  year: string
  month?: string
  day?: string
}

/**
 * How two dates of birth or death agree. A slip is one wrong digit, or day and month swapped. Impossible dates are
 * compared as well, because they are slips themselves.
 */
export function compareDates(a: string, b: string): DateAgreement {
  const partsA = readParts(a)
  const partsB = readParts(b)
  if (!partsA || !partsB) return 'unknown'
  if (partsA.month === undefined || partsB.month === undefined) return compareYears(partsA, partsB)
  if (partsA.day === undefined || partsB.day === undefined) {
    if (partsA.year !== partsB.year) return compareYears(partsA, partsB)
    return partsA.month === partsB.month ? 'year' : 'slip'
  }
  const daysDiffer = `${partsA.month}${partsA.day}` !== `${partsB.month}${partsB.day}`
  // A date of which only the year is known is often written as 1 January.
  if (partsA.year === partsB.year) {
    if (!daysDiffer) return isFirst(partsA) ? 'year' : 'day'
    return isFirst(partsA) || isFirst(partsB) ? 'year' : sameYear(partsA, partsB)
  }
  if (daysDiffer && yearsApart(partsA, partsB) > slipYears) return 'far'
  const most = isDate(partsA) && isDate(partsB) ? 1 : 2
  return differingDigits(digitsOf(partsA), digitsOf(partsB)) <= most ? 'slip' : 'far'
}

/** A slip moves a year no further than this, unless day and month agree: a grandson has another birthday. */
const slipYears = 10

const yearsApart = (a: Parts, b: Parts) => Math.abs(Number(a.year) - Number(b.year))

function readParts(text: string): Parts | undefined {
  const [, year, month, day] = shape.exec(text.trim()) ?? []
  if (year === undefined) return undefined
  // Zeros mean unknown.
  if (month === '00') return { year }
  return { year, month, day: day === '00' ? undefined : day }
}

function compareYears(a: Parts, b: Parts): DateAgreement {
  if (a.year === b.year) return 'year'
  return differingDigits(a.year, b.year) === 1 && yearsApart(a, b) <= slipYears ? 'slip' : 'far'
}

function sameYear(a: Parts, b: Parts): DateAgreement {
  const isTurned = a.month === b.day && a.day === b.month
  const most = isDate(a) && isDate(b) ? 1 : 3
  return isTurned || differingDigits(digitsOf(a), digitsOf(b)) <= most ? 'slip' : 'far'
}

/** Whether month and day are in range. */
function isDate({ month = '01', day = '01' }: Parts): boolean {
  return month >= '01' && month <= '12' && day >= '01' && day <= '31'
}

function isFirst({ month, day }: Parts): boolean {
  return month === '01' && day === '01'
}

function digitsOf({ year, month, day }: Parts): string {
  return `${year}${month}${day}`
}

function differingDigits(a: string, b: string): number {
  if (a.length !== b.length) return a.length
  let count = 0
  for (let at = 0; at < a.length; at++) if (a[at] !== b[at]) count++
  return count
}

/** Whether some day fits both dates; undefined if one of them is not a date. */
export function overlap(a: string, b: string): boolean | undefined {
  const whenA = parseEdtf(a)
  const whenB = parseEdtf(b)
  if (!whenA || !whenB) return undefined
  const isBefore = (end: string | null, start: string | null) =>
    end !== null && start !== null && compareDays(end, start) < 0
  return !isBefore(whenA.end, whenB.start) && !isBefore(whenB.end, whenA.start)
}
