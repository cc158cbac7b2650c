import { isCapitalised } from '../../../language/capitals.ts'
import { allWords, languageOfTag, linesByLanguage, wordsByLanguage } from '../../../language/word-lists.ts'
import { isRoleWordOf } from '../../vocabulary/roles.ts'

// The words of clauses that tell of an event without a name, in the languages that have them.

const headLines = linesByLanguage('unnamed-event-heads')
const heads = wordsByLanguage('unnamed-event-heads')
const endings = allWords('unnamed-event-endings')
const alikeInPlural = wordsByLanguage('event-heads-alike-in-plural')
const articles = wordsByLanguage('articles-of-one')
const articlesOfSeveral = wordsByLanguage('articles-of-several')
const verbs = wordsByLanguage('verbs-of-taking-part')
const small = wordsByLanguage('small-words-beside-events')
const joiners = wordsByLanguage('before-participants')
const beforeOrganizations = wordsByLanguage('before-organizations-of-people')
const beforePlaces = wordsByLanguage('before-places-of-events')
const beforeDays = wordsByLanguage('before-event-days')
const moreRoles = wordsByLanguage('roles-in-sentences')
const weekdays = allWords('weekdays')
const notHeld = wordsByLanguage('not-held')
const saying = wordsByLanguage('verbs-of-saying')

/** The least of a German compound before its head: `Gerichtsverhandlung`. */
const prefixLeast = 3

export const readsUnnamedEvents = (language: string | null): boolean => headLines.has(languageOfTag(language))

/** Whether a word is a head noun in the singular; in German the end of a compound is one too. */
export const isUnnamedHead = (word: string, language: string | null): boolean => headOf(word, language) !== undefined

function headOf(word: string, language: string | null): string | undefined {
  const lower = word.toLowerCase()
  const list = heads(language)
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
  words.every((word) => !notHeld(language).has(word.toLowerCase()) && !saying(language).has(word.toLowerCase()))

/** Whether a word may stand in the clause besides names and the day. */
export function isInClause(word: string, language: string | null): boolean {
  const lower = word.toLowerCase()
  const isListed = [small, articles, verbs, moreRoles].some((list) => list(language).has(lower))
  return isListed || isMark(word) || isRoleWordOf(lower, language)
}

const isMark = (word: string) => word === ',' || word === '(' || word === ')' || /^['’]s?$/.test(word)

/** `on`, `Saturday,`; not `by 4 May`. */
export const leadsToDay = (word: string, language: string | null): boolean =>
  isMark(word) || beforeDays(language).has(word.toLowerCase()) || weekdays.has(word.toLowerCase())

export function joinsParticipants(language: string | null) {
  return {
    isVerb: (word: string) => verbs(language).has(word.toLowerCase()),
    isJoiner: (lower: string) => joiners(language).has(lower),
    leadsToOwner: (lower: string) => beforeOrganizations(language).has(lower),
    isBeforePlace: (lower: string) => beforePlaces(language).has(lower),
  }
}
