import { weekdays } from '../../../dates/date-words.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import { allWords, languageOfTag, linesByLanguage, wordsByLanguage } from '../../../language/word-lists.ts'
import { isSaying } from '../../vocabulary/not-so.ts'
import { isRoleIn } from '../../vocabulary/roles.ts'
import { leadsToEventDay } from './event-days.ts'

// The words of clauses that tell of an event without a name, in the languages that have them.

const heads = new Map(
  [...linesByLanguage('unnamed-event-heads')].map(([language, lines]) => [
    language,
    new Set(lines.flatMap((line) => line.split(/\s+/))),
  ]),
)
const endings = allWords('unnamed-event-endings')
const alikeInPlural = wordsByLanguage('event-heads-alike-in-plural')
const articles = wordsByLanguage('articles-of-one')
const articlesOfSeveral = wordsByLanguage('articles-of-several')
const verbs = wordsByLanguage('verbs-of-taking-part')
const small = wordsByLanguage('small-words-beside-events')
const joiners = wordsByLanguage('before-participants')
const beforeOrganizations = wordsByLanguage('before-organizations-of-people')
const beforePlaces = wordsByLanguage('before-places-of-events')
const notHeld = wordsByLanguage('not-held')

/** The least of a German compound before its head: `Gerichtsverhandlung`. */
const prefixLeast = 3

export const readsUnnamedEvents = (language: string | null): boolean => heads.has(languageOfTag(language))

/** Whether a word is a head noun in the singular; in German the end of a compound is one too. */
export const isUnnamedHead = (word: string, language: string | null): boolean => headOf(word, language) !== undefined

function headOf(word: string, language: string | null): string | undefined {
  const lower = word.toLowerCase()
  const list = heads.get(languageOfTag(language))
  if (!list) return undefined
  if (languageOfTag(language) !== 'de') return !isCapitalised(word) && list.has(lower) ? lower : undefined
  if (!isCapitalised(word)) return undefined
  if (list.has(lower)) return lower
  for (let at = prefixLeast; at < lower.length; at++) if (endings.has(lower.slice(at))) return lower.slice(at)
  return undefined
}

/** Whether an article says that there is one such event: `die Treffen` are several. */
export function oneArticle(word: string, head: string, language: string | null): boolean {
  const lower = word.toLowerCase()
  if (!articles(language).has(lower)) return false
  return !articlesOfSeveral(language).has(lower) || !alikeInPlural(language).has(headOf(head, language) ?? '')
}

/** Whether no word says that somebody stayed away, or only claims it: `postponed`, `said`. */
export const tookPlace = (words: string[], language: string | null): boolean =>
  words.every((word) => !notHeld(language).has(word.toLowerCase()) && !isSaying(word.toLowerCase()))

/** Whether a word may stand in the clause besides names and the day. */
export function isInClause(word: string, language: string | null): boolean {
  const lower = word.toLowerCase()
  const isListed = [small, articles, verbs].some((list) => list(language).has(lower))
  return isListed || isMark(word) || isRoleIn(language, lower)
}

const isMark = (word: string) => word === ',' || word === '(' || word === ')' || /^['’]s?$/.test(word)

/** `on`, `Saturday,`; not `by 4 May`. */
export const leadsToDay = (word: string): boolean =>
  isMark(word) || leadsToEventDay(word.toLowerCase()) || weekdays.has(word.toLowerCase())

export function joinsParticipants(language: string | null) {
  return {
    isVerb: (word: string) => verbs(language).has(word.toLowerCase()),
    isJoiner: (lower: string) => joiners(language).has(lower),
    leadsToOwner: (lower: string) => beforeOrganizations(language).has(lower),
    isBeforePlace: (lower: string) => beforePlaces(language).has(lower),
  }
}
