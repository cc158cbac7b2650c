import { allPhrases, allWords, anyOf, readWords } from '../../../language/word-lists.ts'

// Words that separate names from other words and one kind of name from another, in lower case.

/** A word as the lists here write it: in lower case, without the dot of an abbreviation. */
export function plainWord(word: string): string {
  const lower = word.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** Stand before the name of a person and are not part of it. */
export const titles = allWords('titles')
/** Titles that are given names as well. */
export const givenTitles = allWords('titles-as-given-names')
/** A name with one of these before it is always a person's. */
export const personalTitles = allWords('titles-of-people')
/** Stand behind the name of a person. */
export const nameSuffixes = allWords('name-suffixes')

/** Roles before `of`, which are not names. */
export const roleHeads = allWords('roles-before-of')

/** Roles that end no name of an organization or a place, unlike `Guardian` or `Economist`. */
export const offices = allWords('offices')
/** Offices that stand before their field: `VP Fundraising`. */
export const officesBeforeFields = allWords('offices-before-fields')

export const legalForms = readWords('legal-forms', 'pages')
/** Legal forms that are no other word. */
export const sureForms = readWords('legal-forms', 'pages-alone')

/** Head nouns of organizations, as the last word or before `of`. */
export const organizationHeads = allWords('organization-heads')
/** Head nouns that are never a last name. */
export const surelyObjects = allWords('organization-heads-of-no-person')
/** Endings of compounds with the same meaning: `Innenministerium`. */
export const organizationEnding = new RegExp(`(?:${anyOf(allWords('organization-endings'))})s?$`)

/** Head nouns of events, as the last word or before `of`. */
export const eventHeads = allWords('event-heads')
/** Head nouns that name organizations as often, and so need a year or an ordinal. */
export const doubtfulEvents = allWords('doubtful-event-heads')

/** Words beside a head noun that do not make it a name. */
export const plainEventWords = allWords('plain-event-words')
const noEvents = allPhrases('no-events')

/** Whether the words name no event: they end like something else (`Western Conference`), or are plain (`Annual Conference`). */
export function isNoEvent(words: string[]): boolean {
  const lower = words.map((word) => word.toLowerCase())
  return (
    lower.some((_, at) => noEvents.has(lower.slice(at).join(' '))) ||
    (lower.length > 1 && lower.slice(0, -1).every((word) => plainEventWords.has(word)))
  )
}
/** Articles before the name of an organization, in lower case. */
export const articlesOfOrganizations = allWords('articles-of-organizations')
/** Small words inside the name of an event, and inside that of an organization. */
export const eventJoiners = allWords('event-joiners')
export const nameJoiners = allWords('name-joiners')
/** Stand behind the head noun of an organization: `Ministry of Finance`. */
export const headJoiners = allWords('head-joiners')

export const calendarWords = allWords('calendar')
export const languageWords = allWords('languages')
export const currencyWords = allWords('currencies')
/** Words that pages capitalise without being names. */
export const pageWords = allWords('page-words')

const particles = allWords('particles')

/** Whether a word may stand inside a person's name without a capital: `von`, `de`. */
export const isParticle = (word: string): boolean => particles.has(word)

/** A part of a pattern that fits the particles. */
export const anyParticle = anyOf(particles)

const longEvents = allWords('long-events')

/** Whether an event lasts for years: a war, a pandemic. */
export const lastsLong = (name: string): boolean =>
  name.split(/[\s-]/).some((word) => longEvents.has(word.toLowerCase()))
