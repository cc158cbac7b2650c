import { allWords } from '../language/word-lists.ts'
import { dashes, isDateMark, isWord, type Token } from './date-tokens.ts'

// Decides by context whether four digits in running text are a year.

const first = 1000
const last = 2100

/** A number behind these is a year, unless a unit follows. */
const leadIns = allWords('year-lead-ins')
const counters = allWords('counted-things')
const currencies = allWords('money-beside-numbers')
const numbering = allWords('numbering')
/** `a height of 1700`. */
const quantities = allWords('quantities')
const streets = allWords('streets-behind-numbers')
const leadingStreets = allWords('streets-before-names')
/** `the 1929 Wall Street crash` is no house number. */
const determiners = allWords('determiners')
/** Words that lead in places as well as years. */
const joints = allWords('joints')
const measures = allWords('measures')

/** Whether the number counts something: pages, people, telephones. */
export function isCounted(tokens: Token[], from: number, to: number): boolean {
  const [before, after] = [tokens[from - 1], tokens[to]]
  if (isWord(before, numbering) || (isDateMark(before, '.:') && isWord(tokens[from - 2], numbering))) return true
  if (isWord(before, measures) || isWord(after, counters) || isDateMark(after, '×')) return true
  if (isDateMark(after, dashes) && isWord(tokens[to + 1], counters)) return true
  if (isWord(before, currencies) || isWord(after, currencies)) return true
  // `In 1999 $5 was` is a year, `1999 €` is none.
  if (isDateMark(after, '€$£¥₹') && tokens[to + 1]?.kind !== 'number') return true
  if (before?.text === 'of' && isWord(tokens[from - 2], quantities)) return true
  // Part of a row of numbers, such as a telephone number.
  return before?.kind === 'number' || after?.kind === 'number'
}

export function isYearInText(tokens: Token[], at: number): boolean {
  const token = tokens[at] as Token
  const year = Number(token.text)
  if (token.text.length !== 4 || year < first || year > last || isCounted(tokens, at, at + 1)) return false
  if (isHouseNumber(tokens, at)) return false
  if (isWord(tokens[at - 1], leadIns)) return true
  if (isDateMark(tokens[at - 1], '([') || isDateMark(tokens[at + 1], ')]')) return true
  // Without context only common years count.
  return year >= 1400 && year <= 2050
}

/** `2020 Main Street`, `1450 rue Sherbrooke`. */
function isHouseNumber(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (isWord(before, determiners) || (isWord(before, leadIns) && !isWord(before, joints))) return false
  if (isWord(tokens[at + 1], leadingStreets)) return true
  for (let to = at + 1; to <= at + 3 && tokens[to]?.kind === 'word'; to++) {
    if (to > at + 1 && isWord(tokens[to], streets)) return true
  }
  return false
}
