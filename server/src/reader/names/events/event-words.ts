import { sentenceOpeners } from '../../../language/sentences/abbreviations.ts'
import { allPhrases, allWords, wordsByLanguage } from '../../../language/word-lists.ts'
import { isArticleInSentence } from '../relations/relation-patterns.ts'
import { isYear, type Sentence } from '../rules/mention.ts'
import { plainEventWords } from '../rules/name-words.ts'
import { articlesBeforeNames } from '../rules/shape-mention.ts'
import type { WordTable } from '../tagger/word-table.ts'

// The words that names of events are made of.

/** Head nouns that need no year in a name of several words, of one word and of two. */
export const sureHeads = allWords('sure-event-heads')
export const sureHeadPhrases = allPhrases('sure-event-head-phrases')
/** The last words of those of two. */
export const phraseHeads: ReadonlySet<string> = new Set(
  [...sureHeadPhrases].map((phrase) => phrase.split(' ').at(-1) ?? ''),
)
/** The same behind a place, a nation or an acronym alone. */
export const headsBehindPlaces = allWords('event-heads-behind-places')
export const lowerHeadsBehindPlaces = allWords('lower-event-heads')
/** Head nouns before the rest of the name: `Battle of Waterloo`. */
export const headsBeforeNames = wordsByLanguage('event-heads-before-names')
export const lowerHeadsBeforeNames = wordsByLanguage('lower-heads-before-names')
export const joinsEventName = wordsByLanguage('before-event-names')
/** Head nouns that are sure at the end of a compound. */
const headsInCompounds = allWords('event-heads-in-compounds')
/** Head nouns behind which an organization stands in the genitive. */
export const headsOfOrganizations = allWords('event-heads-before-organizations')

/** Words that begin a sentence before the name. */
export const eventOpeners = allWords('event-openers')

/** Whether a word opens a sentence, and is no part of a name. */
export const isOpeningWord = (lower: string) =>
  sentenceOpeners.has(lower) || articlesBeforeNames.has(lower) || isArticleInSentence(lower)
export const possessivesInEvents = allWords('event-possessives')
export const eventTails = allWords('event-tails')

const acronym = /^\p{Lu}[\p{Lu}\d]+$/u
export const isAcronym = (word: string) => acronym.test(word) && !plainEventWords.has(word.toLowerCase())

export interface EventWords {
  /** The words of a sentence. */
  words: string[]
  sentence: Sentence
  /** The main part of the tag, or null. */
  language: string | null
  table: WordTable
}

/** Token indexes of a name in its sentence. */
export interface Bounds {
  from: number
  to: number
}

/** `Milan Design Week 2018` */
export const withYearBehind = (words: string[], { from, to }: Bounds): Bounds => ({
  from,
  to: isYear(words[to] ?? '') ? to + 1 : to,
})

const phrases = Map.groupBy(
  [...allPhrases('event-phrases')].map((phrase) => phrase.split(' ')),
  ([first = '']) => first,
)

/** How many words from `at` on are the name of an event by themselves: `Zweiter Weltkrieg`. */
export function phraseAt(words: string[], at: number): number {
  const known = phrases.get((words[at] ?? '').toLowerCase()) ?? []
  const fits = (phrase: string[]) => phrase.every((word, next) => words[at + next]?.toLowerCase() === word)
  return known.reduce((most, phrase) => (phrase.length > most && fits(phrase) ? phrase.length : most), 0)
}

const tailLength = 3
/** What German words may end with that name events, by their last letters, the longest first. */
const endings = Map.groupBy(
  [...sureHeads, ...headsBehindPlaces].sort((a, b) => b.length - a.length),
  (head) => head.slice(-tailLength),
)
const prefixLeast = 2

export interface EventHead {
  /** The head noun, in lower case. */
  head: string
  /** What stands before it in one word: `G7` of `G7-Gipfel`. Empty where the word is nothing else. */
  prefix: string
  has_hyphen: boolean
  /** A name beside it makes it the name of an event; otherwise only the name of a place before it. */
  is_sure: boolean
}

/** The head noun of events that a German word is, or ends with. */
export function compoundHead(word: string): EventHead | undefined {
  const lower = word.toLowerCase()
  const head = endings.get(lower.slice(-tailLength))?.find((ending) => lower.endsWith(ending))
  if (head === undefined) return undefined
  const before = word.slice(0, word.length - head.length)
  const has_hyphen = before.endsWith('-')
  const prefix = has_hyphen ? before.slice(0, -1) : before
  const is_sure = sureHeads.has(head) || (prefix !== '' && headsInCompounds.has(head))
  // `Auswahl`, `Verlauf`
  if (prefix !== '' && (prefix.length < prefixLeast || !(has_hyphen || is_sure))) return undefined
  return { head, prefix, has_hyphen, is_sure }
}
