import type { TextToken } from '../../../language/sentences/sentences.ts'
import { allWords, readWords } from '../../../language/word-lists.ts'
import { plainWord } from './name-words.ts'

// Things that are written like organizations, and are none: licences, programming languages, versions of products,
// titles of works.

const licences = allWords('licences')
const programmingLanguages = readWords('web', 'programming-languages')

const documents = allWords('documents')
const acts = allWords('acts')

/** Whether a name that ends so is a paper, a rule or an act. */
export const isDocumentWord = (word: string) => documents.has(word)

/** Whether a line that begins so names something to do. */
export const isActWord = (word: string) => acts.has(word)

export const isProgrammingLanguage = (word: string) => programmingLanguages.has(word)

const version = /^v?\d+(?:\.(?:\d+|x))+$/
const opening = /^["“„«‘‹]$/
const closing = /^["”“»’›]$/

/** Whether the words from `from` to before `to` name such a thing. */
export function isNoOrganization(tokens: TextToken[], from: number, to: number): boolean {
  const word = (at: number) => tokens[at]?.text ?? ''
  const words = tokens.slice(from, to).map(({ text }) => plainWord(text))
  const last = words.at(-1) ?? ''
  if (words.some((one) => licences.has(one))) return true
  if (words.length === 1 && programmingLanguages.has(last)) return true
  if (version.test(last) || version.test(word(to))) return true
  // A title stands in quotation marks; so does a nickname, which is no organization either.
  return opening.test(word(from - 1)) && closing.test(word(to))
}
