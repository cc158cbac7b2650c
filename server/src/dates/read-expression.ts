import type { When } from '../facts/claim.ts'
import { type DatePoint, intervalOf, pointToWhen } from './date-point.ts'
import { dashes, isDateMark, isWord, numberOfToken, type Token } from './date-tokens.ts'
import { articles, circaWords, presentWords, rangeWords } from './date-words.ts'
import {
  dayAt,
  type GrammarOptions,
  monthOf,
  readDayEnd,
  readDayMonth,
  readMonthDay,
  readPoint,
  skipDot,
  skipToYear,
} from './read-point.ts'
import { type Read, readCentury, readEra, readOrdinal, readYear } from './read-year.ts'

export interface Expression {
  when: When
  /** Only the four digits of a year: in running text it may be any number. */
  bare: boolean
}

/** A date or an interval that begins at token `at`. Lookahead is bounded. */
export function readExpression(tokens: Token[], at: number, options: GrammarOptions): Read<Expression> | undefined {
  const shortened = readSharedEra(tokens, at) ?? readSharedYear(tokens, at, options)
  if (shortened) return shortened
  const first = readMarked(tokens, at, options)
  if (!first) return undefined
  const interval = readSecond(tokens, first, options)
  if (interval) return { value: { when: interval.value, bare: false }, next: interval.next }
  const bare = first.next === at + 1 && first.value.precision === 'year' && first.value.mark === undefined
  return { value: { when: pointToWhen(first.value), bare }, next: first.next }
}

/** A date with its qualifier: `c. 1850`, `1850?`. */
function readMarked(tokens: Token[], at: number, options: GrammarOptions): Read<DatePoint> | undefined {
  if (isWord(tokens[at], circaWords)) {
    const dotted = skipDot(tokens, at + 1)
    // `cerca de`. A lone letter needs its dot or must touch the year.
    const next = isWord(tokens[dotted], articles) || tokens[dotted]?.text === 'de' ? dotted + 1 : dotted
    if (tokens[at]?.text.length === 1 && next === at + 1 && !tokens[next]?.tight) return undefined
    const point = readPoint(tokens, next, options)
    return point && { value: { ...point.value, mark: '~' }, next: point.next }
  }
  const point = readPoint(tokens, at, options)
  const sign = point && tokens[point.next]
  // In running text a question mark may end the sentence.
  if (!point || !sign?.tight || !isDateMark(sign, options.running ? '~' : '~?')) return point
  return { value: { ...point.value, mark: sign.text }, next: point.next + 1 }
}

const [letterT, letterM] = [new Set(['t']), new Set(['m'])]

/** The index behind `–`, `to` or `bis`; 0 if there is none. */
function readConnector(tokens: Token[], at: number): number {
  // `1943 -- 1945`
  if (isDateMark(tokens[at], '-') && isDateMark(tokens[at + 1], '-') && tokens[at + 1]?.tight) return at + 2
  // `12 mei t/m 3 september`
  if (isWord(tokens[at], letterT) && isDateMark(tokens[at + 1], '/') && isWord(tokens[at + 2], letterM)) return at + 3
  if (isDateMark(tokens[at], `/${dashes}`) || isWord(tokens[at], rangeWords)) return at + 1
  return 0
}

/** The end of an interval. */
function readSecond(tokens: Token[], first: Read<DatePoint>, options: GrammarOptions): Read<When> | undefined {
  const next = readConnector(tokens, first.next)
  if (next === 0) return undefined
  const from = pointToWhen(first.value)
  const article = isWord(tokens[next], articles) ? next + 1 : next
  if (isWord(tokens[article], presentWords)) {
    const when = intervalOf(from, null)
    return when && { value: when, next: article + 1 }
  }
  const short = readShortYear(tokens, first, next)
  const second = short ?? readMarked(tokens, next, options)
  if (!second || !mayFollow(first.value, second.value, tokens, first.next, options)) return undefined
  const when = intervalOf(from, pointToWhen(second.value))
  return when && { value: when, next: second.next }
}

/** `1914–18`, `1999/00`; spaces are allowed only around an en dash. */
function readShortYear(tokens: Token[], first: Read<DatePoint>, next: number): Read<DatePoint> | undefined {
  const token = tokens[next]
  const value = token?.text.length === 2 ? numberOfToken(token, 2) : -1
  const { precision, year } = first.value
  if (value < 0 || precision !== 'year' || year < 1000 || isDateMark(tokens[next + 1], dashes)) return undefined
  const tight = token?.tight && tokens[first.next]?.tight
  if (!tight && !isDateMark(tokens[first.next], '–')) return undefined
  const century = year - (year % 100)
  const last = century + value > year ? century + value : value === 0 && year % 100 === 99 ? century + 100 : 0
  return last === 0 ? undefined : { value: { precision: 'year', year: last }, next: next + 1 }
}

/**
 * Whether the second date may end the interval. In running text a slash between years is a fraction or a season unless
 * the years are consecutive.
 */
function mayFollow(
  first: DatePoint,
  second: DatePoint,
  tokens: Token[],
  connector: number,
  options: GrammarOptions,
): boolean {
  if (second.year < first.year) return false
  if (first.precision === 'year' && second.precision === 'year' && second.year === first.year) return false
  if (!options.running) return true
  if (isDateMark(tokens[connector], '/')) return first.precision === second.precision && second.year === first.year + 1
  return second.year <= 2100
}

/** Intervals with one era or century for both ends: `1046–256 BC`, `116 to 118 AD`, `5th–4th century BC`. */
function readSharedEra(tokens: Token[], at: number): Read<Expression> | undefined {
  const ordinal = readOrdinal(tokens, at)
  if (ordinal) {
    const next = readConnector(tokens, ordinal.next)
    const last = next === 0 ? undefined : readCentury(tokens, next)
    const length = last?.value.precision === 'century' ? 100 : 1000
    if (!last) return undefined
    const year = last.value.year < 0 ? 1 - ordinal.value * length : (ordinal.value - 1) * length
    return Math.abs(year) > 9999 ? undefined : join({ ...last.value, year }, last)
  }
  const year = numberOfToken(tokens[at], 4)
  const next = year > 0 ? readConnector(tokens, at + 1) : 0
  const era = next === 0 ? undefined : readEra(tokens, next + 1)
  const last = era && readYear(tokens, next)
  if (!last) return undefined
  const first: DatePoint = { precision: 'year', year: era.value === 'before' ? 1 - year : year }
  return join(first, { value: { precision: 'year', year: last.value }, next: last.next })
}

/** Intervals with one year for both ends: `3–5 May 2019`, `May–June 2019`, `3 May – 5 June 2019`, `May 3–5, 2019`. */
function readSharedYear(tokens: Token[], at: number, options: GrammarOptions): Read<Expression> | undefined {
  const dayMonth = readDayMonth(tokens, at) ?? readMonthDay(tokens, at)
  if (dayMonth) {
    const next = readConnector(tokens, dayMonth.next)
    if (next === 0) return undefined
    const last = readPoint(tokens, next, options) ?? readLastDay(tokens, next, dayMonth.value.month)
    if (last?.value.precision !== 'day') return undefined
    return join(dayAt(next, last.value.year, dayMonth.value.month, dayMonth.value.day)?.value, last)
  }
  const month = monthOf(tokens[at])
  const day = numberOfToken(tokens[at], 2)
  if (month === 0 && (day < 1 || day > 31)) return undefined
  const next = readConnector(tokens, month > 0 ? skipDot(tokens, at + 1) : readDayEnd(tokens, at))
  if (next === 0) return undefined
  const last = readPoint(tokens, next, options)
  if (month > 0) {
    if (last?.value.precision !== 'month' || monthOf(tokens[next]) === 0) return undefined
    return join({ precision: 'month', year: last.value.year, month }, last)
  }
  if (last?.value.precision !== 'day' || readDayMonth(tokens, next) === undefined) return undefined
  return join(dayAt(next, last.value.year, last.value.month as number, day)?.value, last)
}

/** The `5, 2019` of `May 3–5, 2019`. */
function readLastDay(tokens: Token[], at: number, month: number): Read<DatePoint> | undefined {
  const day = numberOfToken(tokens[at], 2)
  const year = readYear(tokens, skipToYear(tokens, readDayEnd(tokens, at)))
  return year && dayAt(year.next, year.value, month, day)
}

function join(first: DatePoint | undefined, last: Read<DatePoint>): Read<Expression> | undefined {
  const when = first && intervalOf(pointToWhen(first), pointToWhen(last.value))
  return when && { value: { when, bare: false }, next: last.next }
}
