import { baseOfKind } from '../../facts/kinds.ts'
import { cutText } from '../../language/cut-text.ts'
import { readLines } from '../../language/word-lists.ts'
import { plainWords, type SearchSubject, type WordsQuery } from './search-words.ts'

// Searches for what a graph has little of: the subject, with words that pages with such a kind or facet are found by.

export interface Gaps {
  /** Kinds of the ontology, the scarcest first. */
  kinds: string[]
  /** Facets as the scorecard names them, such as `with_when`; the prefix may be left out. */
  facets: string[]
}

export interface GapQuery extends WordsQuery {
  /** The kind or facet, as it was given. */
  gap: string
}

const queriesMax = 3
/** The subject is cut before the words for the gap are. */
const subjectWordsMax = 8
const subjectLettersMax = 100

const byLanguage = (lines: string[]) =>
  new Map(lines.map((line) => line.split(': ', 2) as [language: string, words: string]))

const kindWords = {
  person: byLanguage(readLines('gap-words', 'person')),
  object: byLanguage(readLines('gap-words', 'object')),
  location: byLanguage(readLines('gap-words', 'location')),
  event: byLanguage(readLines('gap-words', 'event')),
}

const facetWords = new Map([
  ['when', byLanguage(readLines('gap-words', 'when'))],
  ['where', byLanguage(readLines('gap-words', 'where'))],
  ['summary', byLanguage(readLines('gap-words', 'summary'))],
  ['attributes', byLanguage(readLines('gap-words', 'attributes'))],
  ['identifier', byLanguage(readLines('gap-words', 'identifier'))],
])

/** Each gap in the first language of the gate, kinds and facets in turn; then in the next language. */
export function gapQueries(subject: SearchSubject, gaps: Gaps): GapQuery[] {
  const { about = '', include_terms = [], languages = [] } = subject.rules
  const [first] = [subject.name, include_terms.join(' '), about, subject.description].map(plainWords).filter(Boolean)
  if (first === undefined) return []
  const name = cutText(first.split(' ').slice(0, subjectWordsMax).join(' '), subjectLettersMax)
  const places = Array.from({ length: Math.max(gaps.kinds.length, gaps.facets.length) }, (_, n) => n)
  const inTurn = places.flatMap((n) => [
    ...gaps.kinds.slice(n, n + 1).map((gap) => ({ gap, wordsIn: wordsOfKind(gap) })),
    ...gaps.facets.slice(n, n + 1).map((gap) => ({ gap, wordsIn: wordsOfFacet(gap) })),
  ])
  const queries = (languages.length > 0 ? languages : [undefined]).flatMap((language) =>
    inTurn.flatMap(({ gap, wordsIn }): GapQuery[] => {
      const more = plainWords(wordsIn(language ?? languageByScript(name)))
      return more === '' ? [] : [{ words: `${name} ${more}`, ...(language && { language }), gap }]
    }),
  )
  const different = Map.groupBy(queries, ({ words, language }) => `${language} ${words.toLowerCase()}`)
  return [...different.values()].flatMap((same) => same.slice(0, 1)).slice(0, queriesMax)
}

/** Base kinds have words; the domain's own kinds, and all in other languages, are searched for by their name. */
function wordsOfKind(kind: string): (language: string) => string {
  const base = baseOfKind(kind)
  return (language) => (base && kindWords[base].get(language)) ?? kind
}

function wordsOfFacet(facet: string): (language: string) => string {
  const words = facetWords.get(facet.replace(/^with_/, ''))
  return (language) => words?.get(language) ?? words?.get('en') ?? ''
}

/** For a gate without languages: the words should at least be in the script of the subject. */
function languageByScript(text: string): string {
  return scripts.find(([, pattern]) => pattern.test(text))?.[0] ?? 'en'
}

const scripts: [language: string, pattern: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
  ['ko', /\p{Script=Hangul}/u],
  ['uk', /[іїєґ]/iu],
  ['ru', /\p{Script=Cyrillic}/u],
  ['el', /\p{Script=Greek}/u],
  ['ar', /\p{Script=Arabic}/u],
]
