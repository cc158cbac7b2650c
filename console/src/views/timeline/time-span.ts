import { formatYears } from '../../shared/format/format-when.ts'
import type { Timeline } from '../../shared/service/types.ts'

// The buckets of a histogram: where each ends, and what it is called.

export type BucketSize = Timeline['bucket']
export type Bucket = Timeline['buckets'][number]

export interface TimeSpan {
  from: string | undefined
  to: string | undefined
}

const years: Partial<Record<BucketSize, number>> = { year: 1, decade: 10, century: 100 }
const month = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' })
const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** The first and the last day of a bucket. */
export function spanOf({ start }: Bucket, size: BucketSize): { from: string; to: string } {
  const date = dateOf(start)
  const count = years[size]
  if (Number.isNaN(date.getTime())) return { from: start, to: start }
  if (count) date.setUTCFullYear(date.getUTCFullYear() + count)
  else if (size === 'month') date.setUTCMonth(date.getUTCMonth() + 1)
  else date.setUTCDate(date.getUTCDate() + (size === 'week' ? 7 : 1))
  date.setUTCDate(date.getUTCDate() - 1)
  return { from: start, to: dayOf(date) }
}

/** The format of Date has six digits for years before our era, that of the service four. */
const dateOf = (text: string) => new Date(`${text.replace(/^-(?=\d{4}-)/, '-00')}T00:00:00Z`)
const dayOf = (date: Date) => date.toISOString().replace(/T.*$/, '').replace(/^-00/, '-').replace(/^\+00/, '')

export function bucketName({ start }: Bucket, size: BucketSize): string {
  const year = Number.parseInt(start, 10)
  if (size === 'decade' && year > 0) return `${year}s`
  const count = years[size]
  if (count) return formatYears(year, year + count - 1)
  const date = dateOf(start)
  if (Number.isNaN(date.getTime())) return start
  if (size === 'month') return month.format(date)
  return size === 'week' ? `Week of ${day.format(date)}` : day.format(date)
}

/** Buckets without gaps between the first and the last, so that the distance of bars is that of times. */
export function withGaps(buckets: Bucket[], size: BucketSize): Bucket[] {
  const counts = new Map(buckets.map(({ start, count }) => [start, count]))
  const last = buckets.at(-1)?.start
  const filled: Bucket[] = []
  for (let start = buckets[0]?.start; start !== undefined && last !== undefined && filled.length < 1000; ) {
    filled.push({ start, count: counts.get(start) ?? 0 })
    if (start === last) return filled
    const next = dateOf(spanOf({ start, count: 0 }, size).to)
    if (Number.isNaN(next.getTime())) break
    next.setUTCDate(next.getUTCDate() + 1)
    start = dayOf(next)
  }
  // Calendars that do not add up, such as years before our era: the bars stand side by side.
  return buckets
}
