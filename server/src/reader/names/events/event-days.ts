import { type FoundDate, findDates } from '../../../dates/find-dates.ts'
import type { Precision, When } from '../../../facts/claim.ts'
import { months } from '../../../language/months.ts'
import { allWords } from '../../../language/word-lists.ts'
import { isDenied, saysNothing } from '../../vocabulary/not-so.ts'
import type { Mention } from '../rules/mention.ts'
import { lastsLong } from '../rules/name-words.ts'

// The day of an event, as the sentence that names it gives it: `the Harbour Festival on 4 May 2019`, `Die DMEXCO 2018 findet
// am 12. und 13. September statt`.

const held = allWords('held')
const beforeDays = allWords('before-event-days')
export const leadsToEventDay = (lower: string): boolean => beforeDays.has(lower)
const exact: ReadonlySet<Precision> = new Set(['day', 'month', 'time'])
/** Words between the name and a day beside it, besides small ones. */
const besideMax = 4
/** Words between the name and a day, with a verb among them. */
const heldMax = 12
/** The days of a month, as far as they stand before or behind it: `12. bis 13. September`. */
const daysMax = 6

export interface EventDay {
  when: When
  /** UTF-16 offsets of the date in the text of the page. */
  start: number
  end: number
}

/** The day that the sentence of a mention gives the event; `year` is in its name. */
export function eventDay(
  text: string,
  mention: Mention,
  { language, year }: { language: string | null; year: number | undefined },
): EventDay | undefined {
  const { sentence, start, end, name } = mention
  const { tokens } = sentence
  // What lasts for years has no day.
  if (lastsLong(name)) return undefined
  const from = tokens[0]?.start ?? start
  const written = text.slice(from, tokens.at(-1)?.end ?? end)
  if (!/\d/.test(written) || saysNothing(sentence, language)) return undefined
  const dates = datesIn(written, { language, year }).map((date) => ({
    when: date.when,
    start: date.start + from,
    end: date.end + from,
  }))
  const days = dates.filter((date) => exact.has(date.when.precision) && (date.end <= start || date.start >= end))
  const [day] = days
  if (!day || days.length > 1 || (year !== undefined && !day.when.edtf.includes(`${year}`))) return undefined
  const [first, last] = day.start < start ? [day.end, start] : [end, day.start]
  const between = tokens.filter((token) => token.start >= first && token.end <= last).map((token) => token.text)
  if (isDenied(between, language)) return undefined
  return isBeside(between) || isHeld(between) ? day : undefined
}

/** `Harbour Festival (4 May 2019)`, `Harbour Festival in Leeds on 4 May 2019` */
function isBeside(between: string[]): boolean {
  const words = between.filter((word) => /\p{L}/u.test(word))
  if (words.length > besideMax || between.includes(';')) return false
  const rest = words.filter((word) => !leadsToEventDay(word.toLowerCase()))
  // What is left may be a place.
  return rest.length <= 1 && rest.every((word) => /^\p{Lu}/u.test(word))
}

/** `findet in Leeds am`, `, which will be held in Leeds on` */
const isHeld = (between: string[]) =>
  between.length <= heldMax && !between.slice(1).includes(',') && between.some((word) => held.has(word.toLowerCase()))

/** The dates of a sentence; where a day lacks its year, with that of the event. */
function datesIn(
  written: string,
  { language, year }: { language: string | null; year: number | undefined },
): FoundDate[] {
  const whole = findDates(written, { language })
  if (year === undefined || whole.some(({ when }) => exact.has(when.precision))) return whole
  const words = [...written.matchAll(/[\p{L}\p{N}]+/gu)]
  const at = words.findIndex(([word]) => months.has(word.toLowerCase()))
  const month = words[at]
  if (!month) return []
  const start = words[Math.max(0, at - daysMax)]?.index ?? 0
  const end = month.index + month[0].length
  const days = /^\s+\d{1,2}(?:st|nd|rd|th)?(?:\s*[-–]\s*\d{1,2}(?!\d))?/.exec(written.slice(end))?.[0] ?? ''
  return findDates(`${written.slice(start, end)}${days} ${year}`, { language }).flatMap((date) => {
    const stop = Math.min(start + date.end, end + days.length)
    return start + date.end > end ? [{ ...date, start: start + date.start, end: stop }] : []
  })
}
