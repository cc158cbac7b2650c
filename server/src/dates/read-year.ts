import type { DatePoint } from './date-point.ts'
import { dashes, isDateMark, isWord, numberOfToken, type Token } from './date-tokens.ts'
import {
  centuryWords,
  decadeEndings,
  leadingCenturyWords,
  millenniumWords,
  ordinalEndings,
  ordinals,
  romanNumber,
} from './date-words.ts'

// Years and longer periods. Every function reads from a token on, looks ahead a few tokens at most, and returns where
// it ended.

export interface Read<Value> {
  value: Value
  /** The index of the token behind it. */
  next: number
}

/** Numbers that are years without an era. */
export const plainYears = { first: 1000, last: 9999 }

const before = new Set(['bc', 'bce'])
const after = new Set(['ad', 'ce'])
/** Eras of several words with marks between them: `v. Chr.`, `av. J.-C.`, `a.C.`. */
const longEras: { words: string[]; before: boolean }[] = [
  { words: ['v', 'chr'], before: true },
  { words: ['n', 'chr'], before: false },
  { words: ['av', 'j', 'c'], before: true },
  { words: ['ap', 'j', 'c'], before: false },
  { words: ['a', 'c'], before: true },
  { words: ['d', 'c'], before: false },
  { words: ['b', 'c', 'e'], before: true },
  { words: ['b', 'c'], before: true },
  { words: ['a', 'd'], before: false },
]

/** Reads an era: before or after the year 1. */
export function readEra(tokens: Token[], at: number): Read<'before' | 'after'> | undefined {
  if (isWord(tokens[at], before)) return { value: 'before', next: at + 1 }
  if (isWord(tokens[at], after)) return { value: 'after', next: at + 1 }
  for (const era of longEras) {
    let next = at
    const fits = era.words.every((word, index) => {
      while (index > 0 && next < at + 6 && isDateMark(tokens[next], `.${dashes}`)) next++
      // A single letter counts only with its dot.
      if (tokens[next]?.text !== word || (word.length === 1 && !isDateMark(tokens[next + 1], '.'))) return false
      next++
      return true
    })
    if (fits) return { value: era.before ? 'before' : 'after', next: isDateMark(tokens[next], '.') ? next + 1 : next }
  }
  return undefined
}

/** A year with four digits, or with an era. */
export function readYear(tokens: Token[], at: number): Read<number> | undefined {
  const token = tokens[at]
  if (isWord(token, after)) {
    const year = numberOfToken(tokens[at + 1], 4)
    return year > 0 ? { value: year, next: at + 2 } : undefined
  }
  const year = numberOfToken(token, 4)
  if (year <= 0) return undefined
  const era = readEra(tokens, at + 1)
  if (era) return { value: era.value === 'before' ? 1 - year : year, next: era.next }
  return token?.text.length === 4 ? { value: year, next: at + 1 } : undefined
}

/** `1990s`, `1990's`, `1990er Jahre`. The 1800s are a century and the 2000s a decade, as most people mean it. */
export function readDecade(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const year = numberOfToken(tokens[at], 4)
  if (year < 10 || year % 10 !== 0) return undefined
  let next = at + 1
  if (isDateMark(tokens[next], "'’") && tokens[next]?.tight) next++
  // `1900-es`, `1990er-Jahre`
  if (!isWord(tokens[next], decadeEndings) || !tokens[next]?.tight) return undefined
  next++
  if (isDateMark(tokens[next], dashes) && isWord(tokens[next + 1], jahre)) next++
  if (isWord(tokens[next], jahre)) next++
  const era = readEra(tokens, next)
  if (tokens[at]?.text.length !== 4 && !era) return undefined
  const precision = year % 100 === 0 && year < 2000 ? 'century' : 'decade'
  const length = precision === 'century' ? 100 : 10
  const first = era?.value === 'before' ? 2 - year - length : year
  return { value: { precision, year: first }, next: era?.next ?? next }
}

const jahre = new Set(['jahre', 'jahren'])

/** `19th century`, `19. Jahrhundert`, `XIXe siècle`, `siglo XIX`, `eighteenth century`, `2nd millennium BC`. */
export function readCentury(tokens: Token[], at: number): Read<DatePoint> | undefined {
  const leading = isWord(tokens[at], leadingCenturyWords)
  const ordinal = leading ? readRoman(tokens, at + 1) : (readOrdinal(tokens, at) ?? readRoman(tokens, at))
  if (!ordinal || ordinal.value < 1 || ordinal.value > 99) return undefined
  let next = ordinal.next
  let precision: 'century' | 'millennium' = 'century'
  if (!leading) {
    if (isDateMark(tokens[next], dashes)) next++
    if (isWord(tokens[next], millenniumWords)) precision = 'millennium'
    else if (!isWord(tokens[next], centuryWords)) return undefined
    next++
    if (isDateMark(tokens[next], '.') && tokens[next - 1]?.text.startsWith('jh')) next++
  }
  const length = precision === 'century' ? 100 : 1000
  const era = readEra(tokens, next)
  const year = era?.value === 'before' ? 1 - ordinal.value * length : (ordinal.value - 1) * length
  if (year < -9999 || year > 9999) return undefined
  return { value: { precision, year }, next: era?.next ?? next }
}

function readRoman(tokens: Token[], at: number): Read<number> | undefined {
  const value = romanNumber(tokens[at]?.text ?? '')
  return value > 0 ? { value, next: at + 1 } : undefined
}

/** `19th`, `19.`, `nineteenth`, `twenty-first`. */
export function readOrdinal(tokens: Token[], at: number): Read<number> | undefined {
  const token = tokens[at]
  if (token?.kind === 'word') {
    if (token.text === 'twenty' && isDateMark(tokens[at + 1], dashes) && tokens[at + 2]?.text === 'first') {
      return { value: 21, next: at + 3 }
    }
    const value = ordinals.get(token.text)
    return value === undefined ? undefined : { value, next: at + 1 }
  }
  const value = numberOfToken(token, 2)
  if (value < 1) return undefined
  const end = tokens[at + 1]
  if ((isWord(end, ordinalEndings) && end?.tight) || (isDateMark(end, '.°') && end?.tight))
    return { value, next: at + 2 }
  return undefined
}
