import { readWords } from '../../../language/word-lists.ts'

// Words that separate names from other words and one kind of name from another, in lower case.

/** A word as the lists here write it: in lower case, without the dot of an abbreviation. */
export function plainWord(word: string): string {
  const lower = word.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** Stand before the name of a person and are not part of it. */
export const titles = readWords('titles', 'pages')
/** Titles that are given names as well. */
export const givenTitles = readWords('titles', 'pages-given-names')
/** A name with one of these before it is always a person's. */
export const personalTitles = readWords('titles', 'pages-people')
/** Stand behind the name of a person. */
export const nameSuffixes = readWords('titles', 'pages-suffixes')

/** Roles before `of`, which are not names. */
export const roleHeads = readWords('role-words', 'before-of')

/** Roles that end no name of an organization or a place, unlike `Guardian` or `Economist`. */
export const offices = readWords('role-words', 'offices')

export const legalForms = readWords('legal-forms', 'pages')
/** Legal forms that are no other word. */
export const sureForms = readWords('legal-forms', 'pages-alone')

/** Head nouns of organizations, as the last word or before `of`. */
export const organizationHeads = readWords('organization-words', 'heads')
/** Head nouns that are never a last name. */
export const surelyObjects = readWords('organization-words', 'heads-of-no-person')
/** Endings of German compounds with the same meaning: `Innenministerium`. */
export const germanOrganization = new RegExp(
  `(?:${[...readWords('organization-words', 'german-endings')].join('|')})s?$`,
)

/** Head nouns of events, as the last word or before `of`. */
export const eventHeads = readWords('event-words', 'heads')
/** Head nouns that name organizations as often, and so need a year or an ordinal. */
export const doubtfulEvents = readWords('event-words', 'doubtful-heads')

export const calendarWords = readWords('no-names', 'calendar')
export const languageWords = readWords('no-names', 'languages')
export const currencyWords = readWords('no-names', 'currencies')
/** Words that pages capitalise without being names. */
export const pageWords = readWords('no-names', 'pages')
