import { readWords } from '../../../language/word-lists.ts'

// Words that tell names from other words, and kinds of names from each other, in lower case.

/** As the words here are written: in lower case, without the dot of an abbreviation. */
export function plainWord(word: string): string {
  const lower = word.toLowerCase()
  return lower.endsWith('.') ? lower.slice(0, -1) : lower
}

/** In front of the name of a person, and no part of it. */
export const titles = readWords('titles', 'pages')
/** Titles that are given names as well. */
export const givenTitles = readWords('titles', 'pages-given-names')
/** A name that begins so is a person, whoever reads it. */
export const personalTitles = readWords('titles', 'pages-people')
/** Behind the name of a person. */
export const nameSuffixes = readWords('titles', 'pages-suffixes')

/** Before `of`: what somebody is, and nobody's name. */
export const roleHeads = readWords('role-words')

export const legalForms = readWords('legal-forms', 'pages')

/** The word that says what an organization is, as its last word or before `of`. */
export const organizationHeads = readWords('organization-words', 'heads')
/** Heads that no person has as a last name. */
export const surelyObjects = readWords('organization-words', 'heads-of-no-person')
/** Ends of German words that say the same: `Innenministerium`. */
export const germanOrganization = new RegExp(
  `(?:${[...readWords('organization-words', 'german-endings')].join('|')})s?$`,
)

/** What has one of these as its last word, or before `of`, happens. */
export const eventHeads = readWords('event-words', 'heads')
/** Heads that are organizations as often, and so need a year or a number. */
export const doubtfulEvents = readWords('event-words', 'doubtful-heads')

export const calendarWords = readWords('no-names', 'calendar')
export const languageWords = readWords('no-names', 'languages')
export const currencyWords = readWords('no-names', 'currencies')
/** Capitalised in pages without being names. */
export const pageWords = readWords('no-names', 'pages')
