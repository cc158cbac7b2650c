import type { TextToken } from '../../../language/sentences/sentences.ts'
import { allWords } from '../../../language/word-lists.ts'
import { plainWord } from './name-words.ts'

// Streets that are called after people, or written like one: `Willy Brandt Straße`, `rue Victor Hugo`, `Otto Steig 4`.

const after = allWords('streets')
const afterWithNumber = allWords('streets-with-number')
const before = allWords('streets-before')
const beforeWithNumber = allWords('streets-before-with-number')

/** A longer number is a year or a postcode. */
const houseNumber = /^\d{1,3}[a-z]?$/i
/** What stands behind a house number: `Otto Steig 4, Kiel`; but `Otto Ring 4 Tore`. */
const behindNumber = /^[,;.|()–—-]$/

/** Whether the words from `from` to before `to` are a street, or the person that a street is called after. */
export function isStreet(tokens: TextToken[], from: number, to: number): boolean {
  const word = (at: number) => plainWord(tokens[at]?.text ?? '')
  const isNumbered = (at: number) =>
    houseNumber.test(word(at)) && (tokens[at + 1] === undefined || behindNumber.test(tokens[at + 1]?.text ?? ''))
  const [first, last, next] = [word(from - 1), word(to - 1), word(to)]
  if (after.has(last) || after.has(next) || before.has(first)) return true
  const hasNumberBefore = houseNumber.test(word(from - 1))
  if (afterWithNumber.has(last)) return hasNumberBefore || isNumbered(to)
  if (afterWithNumber.has(next)) return hasNumberBefore || isNumbered(to + 1)
  return beforeWithNumber.has(first) && (houseNumber.test(word(from - 2)) || isNumbered(to))
}
