import { baseKinds } from '../../../facts/claim.ts'
import { relationNamed } from '../../../facts/relations.ts'
import { allPhrases, allWords, linesByLanguage } from '../../../language/word-lists.ts'
import { stopWords } from './stop-words.ts'
import { foldWord } from './words.ts'

// The words by which questions ask for facts, read once.

/** A relation that a phrase says of whatever is asked for. */
export interface SaidRelation {
  name: string
  /** It leads from what the question names to what it asks for. */
  is_inverse: boolean
  /** The words of the phrase must stand in the evidence too: the relation says less than they do. */
  is_loose: boolean
  /** Only of those whose title says it. */
  is_by_title: boolean
}

export interface AskedPhrase<Said> {
  language: string
  /** Folded. Null stands for any words. */
  words: (string | null)[]
  said: Said
}

export interface SaidRelations {
  relations: SaidRelation[]
  /** What has ended is no answer. */
  is_now: boolean
  /** The name in the question is the subject of what it asks about: a talk about it. */
  is_topic: boolean
}

/** `leads:now organizer_of+ = led | headed`, as key and folded phrases. */
function phrasesOf<Said>(lists: Map<string, string[]>, read: (key: string) => Said): AskedPhrase<Said>[] {
  return [...lists].flatMap(([language, lines]) =>
    lines.flatMap((line) => {
      const [key = '', phrases = ''] = line.split(' = ')
      const said = read(key)
      return phrases.split(' | ').map((phrase) => ({
        language,
        words: phrase.split(/[\s-]+/).map((word) => (word === '…' ? null : foldWord(word))),
        said,
      }))
    }),
  )
}

function readRelations(key: string): SaidRelations {
  const names = key.replace(/:\w+/g, '').split(' ')
  const relations = names.map((written) => {
    const name = written.replace(/[<+!]/g, '')
    if (!relationNamed(name)) throw new Error(`a list of questions has the relation ${name}`)
    return {
      name,
      is_inverse: written.startsWith('<'),
      is_loose: written.endsWith('+'),
      is_by_title: written.endsWith('!'),
    }
  })
  return { relations, is_now: key.includes(':now'), is_topic: key.includes(':about') }
}

function readKind(key: string) {
  const kind = baseKinds.find((one) => one === key)
  if (!kind) throw new Error(`a list of questions has the kind ${key}`)
  return kind
}

export const relationPhrases = phrasesOf(linesByLanguage('asked-relations'), readRelations)
export const datePhrases = phrasesOf(linesByLanguage('asked-dates'), (key) => key)
export const kindPhrases = phrasesOf(linesByLanguage('asked-kinds'), readKind)

/** The words of all languages that say one of these relations, or this date: a page may have another language. */
export function wordsSaying(keys: string[]): string[] {
  const isSaid = (said: SaidRelations) => said.relations.some(({ name }) => keys.includes(name))
  const phrases = [
    ...relationPhrases.filter(({ said }) => isSaid(said)),
    ...datePhrases.filter(({ said }) => keys.includes(said)),
  ]
  return [...new Set(phrases.flatMap(({ words }) => words.flatMap((word) => word ?? [])))].filter(
    (word) => !stopWords.has(word),
  )
}

/** Words of a role that somebody has no more: `former president`. */
export const endedRoles = allWords('ended-roles')

/** Titles of those who head what they work for, folded. */
export const leaderTitles = allPhrases('asked-leaders')
/** Words of questions in which what they name does what they ask about. */
export const otherWords = allWords('asks-of-the-other')
/** Before whoever did what a question names. */
export const agentWords = allWords('by-whom')
