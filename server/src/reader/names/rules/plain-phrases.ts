import type { TextToken } from '../../../language/sentences/sentences.ts'
import { allPhrases, allWords, readWords } from '../../../language/word-lists.ts'
import { isGiven, isSurname, type WordTable } from '../tagger/word-table.ts'
import { legalForms, organizationHeads, pageWords, plainWord } from './name-words.ts'

// Phrases of plain words that headings, buttons and lists write with capitals, as names are written.

/** Kinds of files, by which links to them are called. */
export const fileFormats = readWords('web', 'file-formats')

/** Programs that are called by their names alone, and are no company's. */
export const programs = readWords('web', 'programs')

/** Words up to this frequency rank are mostly no names. */
const commonRank = 3
const longWord = 6

/** Whether all words are common and none is known as a name: `Trademark Contacts`; but `Sen Song` is somebody. */
export function isPlainPhrase(words: string[], table: WordTable): boolean {
  const isPlain = (word: string) => {
    const rank = table.rankOf(word)
    const isCommon = (rank > 0 && rank <= commonRank) || pageWords.has(plainWord(word))
    return isCommon && (table.flagsOf(word) & (isGiven | isSurname)) === 0
  }
  return words.some(({ length }) => length >= longWord) && words.every(isPlain)
}

const disciplines = allWords('disciplines')

/** `Filologia Romanza`, behind `laurea in`, as places are. */
export const isDiscipline = ([first = '']: string[]): boolean => disciplines.has(plainWord(first))

const products = allWords('products')

/** Whether the word before a name says that it is a thing: `the software Elan`. */
export const isProductWord = (word: string): boolean => products.has(word)

/** By their last words. */
const terms = Map.groupBy(
  [...allPhrases('terms')].map((term) => term.split(' ')),
  (term) => term.at(-1) ?? '',
)

/**
 * Whether the words from `from` to before `to` end with a term, or begin one that goes on in the next word: `Artificial
 * Neural Network`, `Lightning` of `Lightning talks`. A word for an organization before it makes it a name.
 */
export function isTermAt(tokens: TextToken[], from: number, to: number): boolean {
  const words = tokens.slice(from, to + 1).map(({ text }) => text)
  return endsWithTerm(words.slice(0, to - from)) || endsWithTerm(words)
}

export function endsWithTerm(words: string[]): boolean {
  const ending = terms.get(plainWord(words.at(-1) ?? ''))
  if (!ending) return false
  const plain = words.map(plainWord)
  return ending.some((term) => {
    const start = plain.length - term.length
    return (
      start >= 0 &&
      term.every((part, at) => plain[start + at] === part) &&
      !plain.slice(0, start).some((word) => organizationHeads.has(word) || legalForms.has(word))
    )
  })
}
