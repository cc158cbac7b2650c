import { baseOfKind } from '../../facts/kinds.ts'
import type { GateRules } from '../../gate/judge.ts'
import { cutText } from '../../language/cut-text.ts'

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

/** The best first; the given words, or those of the domain. None when nothing of it has letters or digits. */
export function queriesFor(subject: SearchSubject, given: string[] = []): WordsQuery[] {
  const { languages = [] } = subject.rules
  const byGiven = inLanguages(given, languages)
  return byGiven.length > 0 ? byGiven : inLanguages(linesOf(subject), languages)
}

function linesOf({ name, description, ontology, rules }: SearchSubject): string[] {
  const { about = '', include_terms = [] } = rules
  const ownKinds = ontology.filter((kind) => baseOfKind(kind) === undefined)
  return [
    name,
    `${name} ${include_terms.slice(0, termsTogether).join(' ')}`,
    about,
    description,
    ...ownKinds.map((kind) => `${name} ${kind}`),
  ]
}

function inLanguages(lines: string[], languages: string[]): WordsQuery[] {
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
    .flatMap(wordsWithin)
  const telling = words.filter((word) => word.length > 3 || !/^[\p{Script=Latin}\p{N}]+$/u.test(word))
  const ownKinds = ontology.filter((kind) => baseOfKind(kind) === undefined).map(plainWords)
  const topics = [...(telling.length > 0 ? telling : words), ...(rules.include_terms ?? []), ...ownKinds]
  return [...new Set(topics)].filter((topic) => topic !== '').slice(0, topicsMax)
}

const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u

/** The words of a phrase in a script without spaces: few pages have the whole phrase. Single characters are particles. */
function wordsWithin(phrase: string): string[] {
  if (!unspaced.test(phrase)) return [phrase]
  const segments = [...new Intl.Segmenter('und', { granularity: 'word' }).segment(phrase)].map(({ segment }) => segment)
  const words = segments.filter((segment) => segment.length > 1)
  return words.length > 0 ? words : [phrase]
}

/** Letters and digits, without signs that a search engine could take for operators. */
export function plainWords(text: string): string {
  const words = cutText(text, 10 * lettersMax)
    .replace(/[^\p{L}\p{N}\p{M}'’.&-]+/gu, ' ')
    .replace(/(?<![\p{L}\p{N}\p{M}])['’.&-]+|['’.&-]+(?![\p{L}\p{N}\p{M}])/gu, ' ')
    // Signs that only change the look of an emoji.
    .replace(/(?<![\p{L}\p{N}\p{M}])\p{M}+/gu, ' ')
    .split(' ')
    .filter((word) => word !== '')
  return cutText(words.slice(0, wordsMax).join(' '), lettersMax).trim()
}
