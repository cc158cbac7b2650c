import type { When } from '../facts/claim.ts'
import { months } from '../language/months.ts'
import { allWords } from '../language/word-lists.ts'
import { isDateMark, isWord, readDateTokens, type Token } from './date-tokens.ts'
import {
  centuriesInRoman,
  circaWords,
  leadingCenturyWords,
  ordinals,
  partWords,
  seasons,
  weekdays,
} from './date-words.ts'
import type { DateOptions } from './parse-date.ts'
import { type Expression, readExpression } from './read-expression.ts'
import type { Read } from './read-year.ts'
import { isCounted, isYearInText } from './years-in-text.ts'

export interface FoundDate {
  when: When
  /** UTF-16 offsets. */
  start: number
  end: number
}

/**
 * The dates of a running text, in order. `since`, `until` and `before` are not part of the result: the quote is the
 * date, and its meaning for a fact is left to the reader of the sentence.
 */
export function findDates(text: string, options: DateOptions = {}): FoundDate[] {
  const grammar = { language: options.language, running: true }
  const tokens = readDateTokens(text)
  const found: FoundDate[] = []
  let at = 0
  while (at < tokens.length) {
    const read = mayBegin(tokens[at] as Token, tokens[at + 1]) ? readExpression(tokens, at, grammar) : undefined
    if (read && isWhole(tokens, at, read.next) && mayBeDate(tokens, at, read)) {
      const end = (tokens[read.next - 1] as Token).end
      found.push({ when: read.value.when, start: (tokens[at] as Token).start, end })
      at = read.next
    } else {
      at++
    }
  }
  return found
}

/** A quick check: most tokens do not begin a date. */
function mayBegin(token: Token, next: Token | undefined): boolean {
  // No date has two numbers in a row, and a year beside another number is not a year.
  if (token.kind === 'number') return token.text.length <= 4 && next?.kind !== 'number'
  return token.kind === 'word' && beginnings.has(token.text)
}

const beginnings = new Set([
  ...months.keys(),
  ...seasons.keys(),
  ...ordinals.keys(),
  ...weekdays,
  ...circaWords,
  ...partWords,
  ...leadingCenturyWords,
  ...centuriesInRoman(),
  'q',
  'ad',
  'twenty',
])

/** One or two bare years may be any number, so the words around them decide. */
function mayBeDate(tokens: Token[], from: number, { value, next }: Read<Expression>): boolean {
  if (value.bare) return isYearInText(tokens, from)
  const digits = tokens[from]?.kind === 'number' && tokens[next - 1]?.kind === 'number'
  return !digits || value.when.precision !== 'year' || !isCounted(tokens, from, next)
}

/** Whether the tokens are not part of something longer: a version, an address, a number with a unit, a file name. */
function isWhole(tokens: Token[], from: number, to: number): boolean {
  const first = tokens[from] as Token
  const [before, after] = [tokens[from - 1], tokens[to]]
  if (first.tight && before && !mayTouchBefore(tokens, from)) return false
  if (isDateMark(before, '$€£¥#№')) return false
  if (after?.text === 'fox' && tokens[to - 1]?.text === 'century') return false
  if (isWord(before, versionWords) && first.kind === 'number') return false
  if (!after?.tight) return true
  if (after.kind !== 'mark') return tokens[to - 1]?.text === '日' || tokens[to - 1]?.text === '月'
  if (isDateMark(after, '%°€$£_@=&\\+')) return false
  const further = tokens[to + 1]
  return !(isDateMark(after, '.,:/-–') && further?.tight && further.kind === 'number')
}

const versionWords = allWords('version-words')

function mayTouchBefore(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1] as Token
  if (before.kind !== 'mark' || isDateMark(before, '_@=&\\+#$€£¥%~*')) return false
  // `1.2.3.2020`, `12-34-2020`, `10:30`, `1/2/2020/3`
  return !(isDateMark(before, '.,:/-‐‑') && before.tight)
}
