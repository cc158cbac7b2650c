import type { TextToken } from '../../../language/sentences/sentences.ts'
import { allPhrases, allWords, readWords } from '../../../language/word-lists.ts'
import { isGiven, isSurname, type WordTable } from '../tagger/word-table.ts'
import { legalForms, organizationHeads, plainWord } from './name-words.ts'

// Phrases of plain words that headings, buttons and lists write with capitals, as names are written.

/** Kinds of files, by which links to them are called. */
export const fileFormats = readWords('web', 'file-formats')

/** Words up to this frequency rank are mostly no names. */
const commonRank = 3
const longWord = 6

/** Whether all words are common and none is known as a name: `Trademark Contacts`; but `Sen Song` is somebody. */
export function isPlainPhrase(words: string[], table: WordTable): boolean {
  const isPlain = (word: string) => {
    const rank = table.rankOf(word)
    return rank > 0 && rank <= commonRank && (table.flagsOf(word) & (isGiven | isSurname)) === 0
  }
  return words.some(({ length }) => length >= longWord) && words.every(isPlain)
}

const disciplines = allWords('disciplines')

/** `Filologia Romanza`, behind `laurea in`, as places are. */
export const isDiscipline = ([first = '']: string[]): boolean => disciplines.has(plainWord(first))

const terms = [...allPhrases('terms')].map((term) => term.split(' '))

/**
 * Whether the words from `from` to before `to` end with a term, or begin one that goes on in the next word: `Artificial
 * Neural Network`, `Lightning` of `Lightning talks`. A word for an organization before it makes it a name.
 */
export function isTermAt(tokens: TextToken[], from: number, to: number): boolean {
  const word = (at: number) => plainWord(tokens[at]?.text ?? '')
  return terms.some((term) =>
    [to, to + 1].some((end) => {
      const start = end - term.length
      if (start < from || !term.every((part, at) => word(start + at) === part)) return false
      return !tokens.slice(from, start).some(({ text }) => isOfOrganizations(plainWord(text)))
    }),
  )
}

const isOfOrganizations = (word: string) => organizationHeads.has(word) || legalForms.has(word)
