import { baseOfKind } from '../facts/kinds.ts'
import type { GateRules } from '../gate/judge.ts'
import { cutText } from '../language/cut-text.ts'

// The words to search for, by rules alone: from what the domain says about itself, in the languages of its gate.

export interface SearchSubject {
  name: string
  description: string
  ontology: string[]
  rules: Pick<GateRules, 'about' | 'include_terms' | 'languages'>
}

export interface WordsQuery {
  words: string
  language?: string
}

const queriesMax = 6
const wordsMax = 12
const lettersMax = 150
/** Terms of the gate in one query. */
const termsTogether = 3
const topicsMax = 12

/** The best first. None when the domain says nothing that has letters or digits. */
export function queriesFor({ name, description, ontology, rules }: SearchSubject): WordsQuery[] {
  const { about = '', include_terms = [], languages = [] } = rules
  const ownKinds = ontology.filter((kind) => baseOfKind(kind) === undefined)
  const lines = [
    name,
    `${name} ${include_terms.slice(0, termsTogether).join(' ')}`,
    about,
    description,
    ...ownKinds.map((kind) => `${name} ${kind}`),
  ]
  const different = new Map(lines.map((line) => plainWords(line)).map((words) => [words.toLowerCase(), words]))
  different.delete('')
  const queries = [...different.values()].flatMap((words): WordsQuery[] =>
    languages.length === 0 ? [{ words }] : languages.map((language) => ({ words, language })),
  )
  return queries.slice(0, queriesMax)
}

export const nameQuery = ({ words, language }: WordsQuery) =>
  language === undefined ? words : `${words} (${language})`

/** Words of which a page about the subject has some. */
export function topicsOf({ name, ontology, rules }: SearchSubject): string[] {
  const words = plainWords(name)
    .split(' ')
    .filter((word) => word !== '')
  const telling = words.filter((word) => word.length > 3 || !/^[\p{Script=Latin}\p{N}]+$/u.test(word))
  const ownKinds = ontology.filter((kind) => baseOfKind(kind) === undefined).map(plainWords)
  const topics = [...(telling.length > 0 ? telling : words), ...(rules.include_terms ?? []), ...ownKinds]
  return [...new Set(topics)].filter((topic) => topic !== '').slice(0, topicsMax)
}

/** Letters and digits, without signs that a search engine could take for operators. */
function plainWords(text: string): string {
  const words = cutText(text, 10 * lettersMax)
    .replace(/[^\p{L}\p{N}\p{M}'’.&-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}\p{M}])['’.&-]+|['’.&-]+(?![\p{L}\p{N}\p{M}])/gu, ' ')
    // Signs that only change the look of an emoji.
    .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
  return cutText(words.slice(0, wordsMax).join(' '), lettersMax).trim()
}
