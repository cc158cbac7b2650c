import { months } from '../language/months.ts'
import { type DatePoint, isDay } from './date-point.ts'
import { dashes, isDateMark, isWord, numberOfToken, type Token } from './date-tokens.ts'
import { articles, joiners, ordinalEndings, partWords, quarterWords, seasons, weekdays } from './date-words.ts'
import { readClock } from './read-clock.ts'
import { type Read, readCentury, readDecade, readOrdinal, readYear } from './read-year.ts'

export interface GrammarOptions {
  language?: string | null
  /** In running text eight digits are some number, and `2020 May` is two things. */
  running: boolean
}

/** A single date, not an interval. */
export function readPoint(tokens: Token[], at: number, options: GrammarOptions): Read<DatePoint> | undefined {
  const token = tokens[at]
  if (token === undefined || token.kind === 'mark') return undefined
  const day = readDay(tokens, at, options)
  if (day) return readClock(tokens, day)
  return (
    readMonth(tokens, at, options) ??
    readSeason(tokens, at) ??
    readQuarter(tokens, at) ??
    readDecade(tokens, at) ??
    readCentury(tokens, at) ??
    readPart(tokens, at) ??
    readPlainYear(tokens, at)
  )
}

function readPlainYear(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const year = readYear(tokens, at)
  return year && { value: { precision: 'year', year: year.value }, next: year.next }
}

/** `mid-1990s`, `early 19th century`, `Ende der 1990er Jahre`. */
function readPart(tokens: Token[], at: number): Read<DatePoint> | undefined {
  if (!isWord(tokens[at], partWords)) return undefined
  let next = at + 1
  if (isDateMark(tokens[next], dashes)) next++
  if (isWord(tokens[next], joiners)) next++
  if (isWord(tokens[next], articles)) next++
  return readDecade(tokens, next) ?? readCentury(tokens, next) ?? readPlainYear(tokens, next)
}

function readDay(tokens: Token[], at: number, options: GrammarOptions): Read<DatePoint> | undefined {
  if (tokens[at]?.kind === 'number') {
    return readNumeric(tokens, at, options) ?? readDayFirst(tokens, at) ?? readYearFirst(tokens, at, options)
  }
  if (!isWord(tokens[at], weekdays)) return readMonthFirst(tokens, at)
  let next = at + 1
  while (
    next < at + 4 &&
    (isDateMark(tokens[next], '.,') || isWord(tokens[next], articles) || tokens[next]?.text === 'em')
  )
    next++
  return readNumeric(tokens, next, options) ?? readDayFirst(tokens, next) ?? readMonthFirst(tokens, next)
}

/** `2020-06-05`, `2020/06/05`, `05.06.2020`, `06/05/2020`, `20200605`. */
function readNumeric(tokens: Token[], at: number, options: GrammarOptions): Read<DatePoint> | undefined {
  const first = tokens[at]
  if (first?.kind !== 'number') return undefined
  if (first.text.length === 8 && !options.running) {
    const [year, month, day] = [first.text.slice(0, 4), first.text.slice(4, 6), first.text.slice(6)].map(Number)
    return dayAt(at + 1, year as number, month as number, day as number)
  }
  const separator = tokens[at + 1]
  const [second, third] = [tokens[at + 2], tokens[at + 4]]
  if (!isDateMark(separator, './-‐‑') || tokens[at + 3]?.text !== separator?.text) return undefined
  if (!separator?.tight || !tokens[at + 3]?.tight || second?.kind !== 'number' || third?.kind !== 'number')
    return undefined
  // Spaces are allowed only behind dots: `5. 6. 2020`.
  if (separator.text !== '.' && !(second.tight && third.tight)) return undefined
  const [a, b, c] = [numberOfToken(first, 4), numberOfToken(second, 2), numberOfToken(third, 4)]
  if (first.text.length === 4 && third.text.length <= 2) return dayAt(at + 5, a, b, c)
  if (first.text.length > 2 || third.text.length !== 4) return undefined
  return readShort(at + 5, c, a, b, separator.text === '.' ? 'de' : options.language)
}

/** Decides which of two short numbers is the day: with dots the first, otherwise by language. */
function readShort(
  next: number,
  year: number,
  a: number,
  b: number,
  language: string | null | undefined,
): Read<DatePoint> | undefined {
  const dayFirst = dayAt(next, year, b, a)
  const monthFirst = dayAt(next, year, a, b)
  if (!dayFirst || !monthFirst || a === b) return dayFirst ?? monthFirst
  const tag = language?.toLowerCase().replace('_', '-') ?? ''
  if (/^en-(?:us|ph)\b/.test(tag)) return monthFirst
  // Plain `en` may be British or American: only the year is certain.
  if (tag === '' || tag === 'en') return { value: { precision: 'year', year }, next }
  return dayFirst
}

/** `5 June 2020`, `5th of June, 2020`, `5. Juni 2020`, `5 de junio de 2020`, `5-Jun-2020`. */
function readDayFirst(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const partial = readDayMonth(tokens, at)
  if (!partial) return undefined
  const year = readYear(tokens, skipToYear(tokens, partial.next))
  return year && dayAt(year.next, year.value, partial.value.month, partial.value.day)
}

export interface DayMonth {
  day: number
  month: number
}

/** `5 June`, without its year. */
export function readDayMonth(tokens: Token[], at: number): Read<DayMonth> | undefined {
  const day = numberOfToken(tokens[at], 2)
  if (day < 1 || day > 31) return undefined
  let next = readDayEnd(tokens, at)
  if (isDateMark(tokens[next], `/${dashes}`) && tokens[next]?.tight) next++
  if (isWord(tokens[next], joiners)) next++
  if (isDateMark(tokens[next], "'’")) next++
  const month = monthOf(tokens[next])
  return month === 0 ? undefined : { value: { day, month }, next: skipDot(tokens, next + 1) }
}

/** The index behind the number of a day and its ending. */
export function readDayEnd(tokens: Token[], at: number): number {
  const end = tokens[at + 1]
  return end?.tight && (isWord(end, ordinalEndings) || isDateMark(end, '.°')) ? at + 2 : at + 1
}

/** `June 5, 2020`, `May the 5th 2020`. */
function readMonthFirst(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const partial = readMonthDay(tokens, at)
  if (!partial) return undefined
  const year = readYear(tokens, skipToYear(tokens, partial.next))
  return year && dayAt(year.next, year.value, partial.value.month, partial.value.day)
}

/** `June 5`, without its year. */
export function readMonthDay(tokens: Token[], at: number): Read<DayMonth> | undefined {
  const month = monthOf(tokens[at])
  if (month === 0) return undefined
  let next = skipDot(tokens, at + 1)
  if (isWord(tokens[next], articles)) next++
  const day = numberOfToken(tokens[next], 2)
  return day < 1 || day > 31 ? undefined : { value: { month, day }, next: readDayEnd(tokens, next) }
}

/** `2020 June 5`, `2020年6月5日`. */
function readYearFirst(tokens: Token[], at: number, options: GrammarOptions): Read<DatePoint> | undefined {
  if (tokens[at]?.text.length !== 4) return undefined
  const year = numberOfToken(tokens[at], 4)
  if (tokens[at + 1]?.text === '年') {
    const day = tokens[at + 3]?.text === '月' && tokens[at + 5]?.text === '日'
    return day ? dayAt(at + 6, year, numberOfToken(tokens[at + 2], 2), numberOfToken(tokens[at + 4], 2)) : undefined
  }
  if (options.running) return undefined
  const partial = readMonthDay(tokens, isDateMark(tokens[at + 1], `,${dashes}`) ? at + 2 : at + 1)
  return partial && dayAt(partial.next, year, partial.value.month, partial.value.day)
}

/** `2020-06`, `June 2020`, `junio de 2020`, `2020年6月`. */
function readMonth(tokens: Token[], at: number, options: GrammarOptions): Read<DatePoint> | undefined {
  const named = monthOf(tokens[at])
  if (named > 0) {
    const year = readYear(tokens, skipToYear(tokens, skipDot(tokens, at + 1)))
    return year && { value: { precision: 'month', year: year.value, month: named }, next: year.next }
  }
  const year = tokens[at]?.text.length === 4 ? numberOfToken(tokens[at], 4) : -1
  if (year < 1) return undefined
  const [separator, second] = [tokens[at + 1], tokens[at + 2]]
  const month = second?.tight && second.text.length <= 2 ? numberOfToken(second, 2) : -1
  if (separator?.text === '年' && tokens[at + 3]?.text === '月') return monthAt(at + 4, year, month)
  // `2005-06` is a month in ISO 8601; in running text it means two years.
  const twoYears = options.running && month === (year + 1) % 100
  if (separator?.text === '-' && separator.tight && second?.text.length === 2 && !twoYears)
    return monthAt(at + 3, year, month)
  if (options.running) return undefined
  const behind = monthOf(tokens[isDateMark(separator, ',') ? at + 2 : at + 1])
  return monthAt(skipDot(tokens, isDateMark(separator, ',') ? at + 3 : at + 2), year, behind)
}

function monthAt(next: number, year: number, month: number): Read<DatePoint> | undefined {
  return month >= 1 && month <= 12 ? { value: { precision: 'month', year, month }, next } : undefined
}

/** `spring 2019`, `Winter 2019/20`, `été de 2019`. */
function readSeason(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const part = tokens[at]?.kind === 'word' ? seasons.get(tokens[at].text) : undefined
  if (part === undefined) return undefined
  const year = readYear(tokens, skipToYear(tokens, at + 1))
  if (!year) return undefined
  const second = tokens[year.next + 1]
  const twoYears =
    isDateMark(tokens[year.next], `/${dashes}`) && second?.tight && numberOfToken(second, 2) === (year.value + 1) % 100
  return { value: { precision: 'season', year: year.value, part }, next: twoYears ? year.next + 2 : year.next }
}

/** `Q1 2020`, `2020 Q1`, `first quarter of 2020`, `1. Quartal 2020`. */
function readQuarter(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const token = tokens[at]
  if (token?.kind === 'number' && token.text.length === 4) {
    const short = readShortQuarter(tokens, isDateMark(tokens[at + 1], '-/') ? at + 2 : at + 1)
    return short && quarterAt(short.next, numberOfToken(token, 4), short.value)
  }
  let quarter = readShortQuarter(tokens, at)
  if (!quarter) {
    const ordinal = readOrdinal(tokens, at)
    if (!ordinal || !isWord(tokens[ordinal.next], quarterWords)) return undefined
    quarter = { value: ordinal.value, next: ordinal.next + 1 }
  }
  const year = readYear(
    tokens,
    skipToYear(tokens, isDateMark(tokens[quarter.next], '/-') ? quarter.next + 1 : quarter.next),
  )
  return year && quarterAt(year.next, year.value, quarter.value)
}

function readShortQuarter(tokens: Token[], at: number): Read<number> | undefined {
  const number = tokens[at + 1]
  return tokens[at]?.text === 'q' && number?.tight ? { value: numberOfToken(number, 1), next: at + 2 } : undefined
}

function quarterAt(next: number, year: number, quarter: number): Read<DatePoint> | undefined {
  return quarter >= 1 && quarter <= 4 && year > 0
    ? { value: { precision: 'quarter', year, part: 32 + quarter }, next }
    : undefined
}

export function dayAt(next: number, year: number, month: number, day: number): Read<DatePoint> | undefined {
  return year !== 0 && year <= 9999 && isDay(year, month, day)
    ? { value: { precision: 'day', year, month, day }, next }
    : undefined
}

export function monthOf(token: Token | undefined): number {
  return token?.kind === 'word' ? (months.get(token.text) ?? 0) : 0
}

export function skipDot(tokens: Token[], at: number): number {
  return isDateMark(tokens[at], '.') && tokens[at]?.tight ? at + 1 : at
}

/** Skips what may stand between the rest of a date and its year. */
export function skipToYear(tokens: Token[], at: number): number {
  if (isDateMark(tokens[at], `,/${dashes}`) || isWord(tokens[at], joiners)) return at + 1
  return at
}
