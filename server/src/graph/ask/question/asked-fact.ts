import type { BaseKind } from '../../../facts/claim.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import {
  type AskedPhrase,
  agentWords,
  datePhrases,
  kindPhrases,
  otherWords,
  relationPhrases,
  type SaidRelations,
} from './asked-words.ts'
import { askingLanguages, negations, requestWords, stopWords } from './stop-words.ts'
import { foldWord, splitWords } from './words.ts'

// Which fact of the graph a question asks for: `Who founded the Harbour Society?` asks for what has the relation
// founder_of to the Harbour Society. A question that cannot be read without doubt asks for none, and passages answer it.

export interface AskedFact {
  asks: 'who' | 'when' | 'where' | 'which'
  language: string
  /** The kinds of what it asks for. */
  kinds: BaseKind[]
  /** The relations that its words say; for a person's role they are left open. */
  said: SaidRelations | 'role' | undefined
  /** The date that it asks for. */
  date: string | undefined
  /** Which side of the relation the names are at; undefined where only their kinds tell. */
  names_are: 'patient' | 'agent' | undefined
  /** Folded words of the relation. */
  phrase: string[]
  /** All words that may be a name, as they are written. */
  written: string[]
  /** The folded words that a name or the evidence must have. */
  telling: string[]
}

type Asks = AskedFact['asks']

/** Question words stand at the beginning: `By whom`, `In which city`. */
const questionWordWithin = 3
const asksKinds: Record<Asks, BaseKind[]> = {
  who: ['person', 'object'],
  when: [],
  where: ['location', 'object'],
  which: ['person', 'object', 'location', 'event'],
}
/** The relations that place something, where a question says no more than `where`. */
const placed: SaidRelations = {
  relations: [{ name: 'located_in', is_inverse: false, is_loose: false, is_by_title: false }],
  is_now: false,
  is_topic: false,
}

export function readAskedFact(text: string): AskedFact | undefined {
  const written = splitWords(text)
  const words = written.map(foldWord)
  if (words.some((word) => negations.has(word))) return undefined
  const asking = findQuestionWord(words)
  if (!asking) return undefined
  const { asks, at, languages } = asking
  const ofLanguage = <Said>(phrases: AskedPhrase<Said>[]) =>
    phrases.filter(({ language }) => languages.includes(language))
  const found = asks === 'when' ? undefined : longest(written, ofLanguage(relationPhrases))
  const dated = asks === 'when' ? longest(written, ofLanguage(datePhrases)) : undefined
  if (found === 'several' || dated === 'several') return undefined
  const taken = new Set([at, ...(found?.at ?? []), ...(dated?.at ?? [])])
  // A name may have such a word as well: `Norvik Trading Company`.
  const kindWords = new Map(
    ofLanguage(kindPhrases).flatMap(({ words: [word], said }) => (typeof word === 'string' ? [[word, said]] : [])),
  )
  const kind = asks === 'which' ? words.slice(at + 1).find((word) => kindWords.has(word)) : undefined
  const kinds = kind === undefined ? asksKinds[asks] : [kindWords.get(kind) as BaseKind]
  const others = words.map((_, place) => place).filter((place) => !taken.has(place))
  const telling = others
    .map((place) => words[place] as string)
    .filter((word) => word !== '' && !stopWords.has(word) && !requestWords.has(word) && !kindWords.has(word))
  const language = found?.phrase.language ?? dated?.phrase.language ?? (languages[0] as string)
  return {
    asks,
    language,
    kinds,
    said: found?.phrase.said ?? (asks === 'where' ? placed : asks === 'who' ? 'role' : undefined),
    date: asks === 'when' ? (dated?.phrase.said ?? 'when') : undefined,
    names_are: found ? sideOf(words, asks, found.at, at) : undefined,
    phrase: (found?.phrase.words ?? []).flatMap((word) => word ?? []),
    written: others.map((place) => written[place] as string),
    telling: [...new Set(telling)],
  }
}

function findQuestionWord(words: string[]): { asks: Asks; at: number; languages: string[] } | undefined {
  for (const [at, word] of words.slice(0, questionWordWithin).entries())
    for (const asks of Object.keys(askingLanguages) as Asks[]) {
      const languages = askingLanguages[asks].get(word)
      // `What year` asks for a time.
      const next = words[at + 1] ?? ''
      if (languages && asks === 'which' && askingLanguages.when.has(next))
        return { asks: 'when', at: at + 1, languages: askingLanguages.when.get(next) as string[] }
      if (languages) return { asks, at, languages }
    }
  return undefined
}

interface FoundPhrase<Said> {
  phrase: AskedPhrase<Said>
  at: number[]
}

/** The phrase with most words; several where the question has two that have nothing to do with each other. */
function longest<Said>(written: string[], phrases: AskedPhrase<Said>[]): FoundPhrase<Said> | 'several' | undefined {
  const words = written.map(foldWord)
  const all = phrases
    .flatMap((phrase) => {
      const at = placesOf(words, phrase.words)
      return at ? [{ phrase, at }] : []
    })
    .sort((a, b) => b.at.length - a.at.length)
  // `When was the Lindholm Foundation founded?`: in names such words say nothing.
  const plain = all.filter(({ at }) => at.some((place) => !isCapitalised(written[place] as string)))
  const found = plain.length > 0 ? plain : all
  const [best] = found
  if (!best) return undefined
  const others = found.filter(({ at }) => !at.some((place) => best.at.includes(place)))
  return others.length > 0 ? 'several' : best
}

/** Where the words of a phrase stand, which follow each other but for those between its parts. */
function placesOf(words: string[], phrase: (string | null)[]): number[] | undefined {
  for (const start of words.keys()) {
    if (words[start] !== phrase[0]) continue
    const at: number[] = []
    let place = start
    const fits = phrase.every((wanted, step) => {
      if (wanted === null) {
        place = words.indexOf(phrase[step + 1] as string, place)
        return place > 0
      }
      if (words[place] !== wanted) return false
      at.push(place++)
      return true
    })
    if (fits) return at
  }
  return undefined
}

/** Whether the names of a question suffer what its phrase says of what is asked for, or do it. */
function sideOf(words: string[], asks: Asks, phrase: number[], asking: number): AskedFact['names_are'] {
  if (asks === 'where') return 'agent'
  // A phrase with the question word says itself which side is which.
  if (phrase.includes(asking)) return 'patient'
  const isAgentAsked = agentWords.has(words[asking - 1] ?? '')
  if (isAgentAsked) return 'patient'
  const last = Math.max(...phrase)
  const isBehind = agentWords.has(words[last] as string) && last === words.length - 1
  if (isBehind || words.some((word) => otherWords.has(word))) return 'agent'
  return asks === 'who' ? 'patient' : undefined
}
