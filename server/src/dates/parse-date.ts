import type { When } from '../facts/claim.ts'
import { conjunctions } from '../language/conjunctions.ts'
import { allWords } from '../language/word-lists.ts'
import { intervalOf } from './date-point.ts'
import { dashes, isDateMark, isWord, readDateTokens, type Token } from './date-tokens.ts'
import { articles, introductions, sinceWords, untilWords } from './date-words.ts'
import { parseEdtf } from './parse-edtf.ts'
import { readExpression } from './read-expression.ts'

export interface DateOptions {
  /** The page's language tag. It decides which number of 06/05/2020 is the day. */
  language?: string | null
}

/** Longer texts are not dates; they may contain one. */
const maxLength = 120

/** The date of a text that contains nothing else. */
export function parseDate(text: string, options: DateOptions = {}): When | undefined {
  const trimmed = text.length > maxLength * 4 ? '' : text.trim()
  if (trimmed === '' || trimmed.length > maxLength) return undefined
  const edtf = parseEdtf(trimmed)
  if (edtf) return edtf
  const tokens = readDateTokens(trimmed)
  const grammar = { language: options.language, running: false }
  const { at, opening } = readIntroduction(tokens)
  const first = readExpression(tokens, at, grammar)
  if (!first) return undefined
  let { when } = first.value
  let next = first.next
  if (opening === 'between') {
    const second = isWord(tokens[next], conjunctions) ? readExpression(tokens, next + 1, grammar) : undefined
    const interval = second && intervalOf(when, second.value.when)
    if (!second || !interval) return undefined
    when = interval
    next = second.next
  }
  if (!isOnlyPunctuation(tokens, next)) return undefined
  if (opening === 'since') return intervalOf(when, null)
  return opening === 'until' ? intervalOf(null, when) : when
}

/** Skips words in front of a date; some of them make it an interval. */
function readIntroduction(tokens: Token[]): { at: number; opening?: 'since' | 'until' | 'between' } {
  let opening: 'since' | 'until' | 'between' | undefined
  let at = 0
  for (; at < 6; at++) {
    const token = tokens[at]
    if (isWord(token, sinceWords)) opening = 'since'
    else if (isWord(token, untilWords)) opening = 'until'
    else if (isWord(token, between)) opening = 'between'
    else if (!isWord(token, introductions) && !isWord(token, articles) && !isDateMark(token, surrounding)) break
  }
  return { at, opening }
}

const between = allWords('between')
const surrounding = `.,;:()[]{}"'“”‘’«»*†+•·|${dashes}`

function isOnlyPunctuation(tokens: Token[], from: number): boolean {
  return tokens.slice(from).every((token) => isDateMark(token, surrounding))
}

/**
 * The span from one date to another. Without an end it is the start alone, because nothing says that it continues;
 * without a start the start is unknown, which EDTF writes `/1990`. An end before the start is taken for a mistake of
 * the page and dropped.
 */
export function spanOf(start: When | undefined, end: When | undefined): When | undefined {
  if (!start) {
    const interval = end && intervalOf(null, end)
    return interval && { ...interval, edtf: interval.edtf.replace(/^\.\./, '') }
  }
  return end ? (intervalOf(start, end) ?? start) : start
}
