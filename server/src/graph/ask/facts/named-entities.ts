import { baseOfKind } from '../../../facts/kinds.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { editDistance } from '../../../resolution/names/edit-distance.ts'
import type { FindNames } from '../../read/entities/find-names.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import type { AskedFact } from '../question/asked-fact.ts'
import type { Question } from '../question/question.ts'
import { contentWords, foldWord, splitWords, WordSet } from '../question/words.ts'
import { type KnownEntity, selectMeantEntities } from './queries.ts'

// Which entities a question means. A fact about another one would be a wrong answer, so similar names are not enough: a
// question has the whole name, but for typing errors, or of a person the surname.

export interface MeantEntity extends KnownEntity {
  /** Words of the question that the name does not have; the evidence must have them. */
  left: string[]
}

const namesTried = 6
const hitsPerName = 8
/** Talks about a subject; many have its word in their names. */
const topicHits = 40
const leastScore = 0.5
/** More than so many of one name: nobody knows which is meant. */
const mostOfName = 8

/** Longer words may have one letter wrong, much longer ones two. */
const wordsWithError = 5
const wordsWithErrors = 9
/** A surname alone comes behind every whole name, however it is spelled. */
const mostErrors = 9

/** The entities that a question names, all of them equally well. */
export async function findNamed(
  db: Queryable,
  find_names: FindNames,
  moment: Moment,
  fact: AskedFact,
  { names }: Question,
): Promise<MeantEntity[]> {
  const ids = await findIds(
    db,
    find_names,
    moment,
    [fact.telling.join(' '), fact.written.join(' '), ...names],
    hitsPerName,
  )
  const entities = await selectMeantEntities(db, moment, ids)
  const asked = fact.written.map(foldWord)
  const matched = entities.flatMap((entity) => {
    const match = bestMatch(entity, asked, fact.telling)
    return match ? [{ entity, ...match }] : []
  })
  const [best] = matched.sort(byMatch)
  if (!best) return []
  const meant = matched.filter((match) => byMatch(best, match) === 0)
  return meant.length > mostOfName ? [] : meant.map(({ entity, left }) => ({ ...entity, left }))
}

/** Events with the subject in their names. */
export async function findAbout(
  db: Queryable,
  find_names: FindNames,
  moment: Moment,
  { telling }: AskedFact,
): Promise<MeantEntity[]> {
  if (telling.length === 0) return []
  const ids = await findIds(db, find_names, moment, [telling.join(' ')], topicHits)
  const entities = await selectMeantEntities(db, moment, ids)
  const isAbout = ({ kind, name }: KnownEntity) => {
    const words = new WordSet(name)
    return baseOfKind(kind) === 'event' && telling.every((word) => words.hasName(word))
  }
  return entities.filter(isAbout).map((entity) => ({ ...entity, left: [] }))
}

async function findIds(db: Queryable, find_names: FindNames, moment: Moment, names: string[], hits: number) {
  const ids = new Set<string>()
  for (const name of new Set(names.filter((one) => one !== '').slice(0, namesTried))) {
    const found = await find_names(db, moment, name)
    for (const { id, score } of found.slice(0, hits)) if (score >= leastScore) ids.add(id)
  }
  return [...ids]
}

interface Match {
  /** 0 where the question has the whole name, more where letters differ or a given name is missing. */
  errors: number
  /** How many words of the name follow each other in the question, small ones too. */
  whole: number
  left: string[]
}

function bestMatch({ kind, name, aliases }: KnownEntity, asked: string[], telling: string[]): Match | undefined {
  const matches = [name, ...aliases].flatMap((one) => {
    const match = matchName(one, asked, telling) ?? matchSurname(kind, one, telling)
    return match ? [match] : []
  })
  return matches.sort(byMatch)[0]
}

const byMatch = (a: Match, b: Match) => a.errors - b.errors || a.left.length - b.left.length || b.whole - a.whole

/** Whether the question has all words of a name. */
function matchName(name: string, asked: string[], telling: string[]): Match | undefined {
  const words = contentWords(name)
  if (words.length === 0) return undefined
  const free = [...asked]
  let errors = 0
  for (const word of words) {
    const at = closest(word, free)
    // The year of a conference goes without saying, where there is one of the name.
    const isEdition = at === undefined && /^\p{N}+$/u.test(word) && words.length > 2
    if (at === undefined && !isEdition) return undefined
    if (at === undefined) continue
    if (free[at] !== word) errors++
    free.splice(at, 1)
  }
  const left = telling.filter((word) => free.includes(word))
  // `Karl Lindholm` is not the Astrid who is called Lindholm too.
  if (words.length === 1 && left.some((word) => !/^\p{N}+$/u.test(word))) return undefined
  const parts = splitWords(name)
    .map(foldWord)
    .filter((part) => !/^\p{N}+$/u.test(part) || asked.includes(part))
  const isWhole = ` ${asked.join(' ')} `.includes(` ${parts.join(' ')} `)
  return { errors, left, whole: isWhole ? parts.length : 0 }
}

function closest(word: string, asked: string[]): number | undefined {
  const same = asked.findIndex((one) => one === word || one === `${word}s`)
  if (same >= 0) return same
  const most = word.length >= wordsWithErrors ? 2 : word.length >= wordsWithError ? 1 : 0
  if (most === 0 || /\p{N}/u.test(word)) return undefined
  const near = asked.findIndex((one) => one.length >= wordsWithError && editDistance(one, word, most) <= most)
  return near < 0 ? undefined : near
}

/** `Holm` means Jonas Holm where nobody else is called so. */
function matchSurname(kind: string, name: string, telling: string[]): Match | undefined {
  const words = contentWords(name)
  const surname = words.at(-1) as string
  if (baseOfKind(kind) !== 'person' || words.length < 2 || !telling.includes(surname)) return undefined
  return telling.every((word) => words.includes(word)) ? { errors: mostErrors, left: [], whole: 1 } : undefined
}
