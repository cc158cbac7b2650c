import { findDates } from '../../../dates/find-dates.ts'
import { isName, isNameOf } from '../../../facts/entity-names.ts'
import { isCapitalised } from '../../../language/capitals.ts'
import { allPhrases, allWords, anyOf } from '../../../language/word-lists.ts'
import { eventHeads, organizationEnding, organizationHeads, plainWord, titles } from '../../names/rules/name-words.ts'
import { isActWord, isDocumentWord } from '../../names/rules/no-organization.ts'
import { endsWithTerm } from '../../names/rules/plain-phrases.ts'
import { isLegalFormWord, isNoName } from '../../names/rules/shape-mention.ts'
import { meaningOf } from '../../vocabulary/labels.ts'
import { hasVerb, isRoleWord } from '../../vocabulary/roles.ts'
import { isSectionWord } from '../../vocabulary/sections.ts'

// Whether a value is written like a name, and like that of an organization.

export const nameMax = 90
const wordsMax = 9

/** Whether a text is written like a name: no sentence, no number, no word that only pages capitalise. */
export function isNameLike(text: string): boolean {
  if (
    text.length < 2 ||
    text.length > nameMax ||
    !isName(text) ||
    /(?:[!?…]|\.{2,})$|[{}<>=@|»«→]|\.\s/u.test(stripInitials(text))
  )
    return false
  const words = text.split(/\s+/)
  if (words.length > wordsMax || /^\P{L}*\p{Ll}/u.test(text) || !/\p{L}/u.test(text) || /[:¶]$/.test(text)) return false
  return !words.every((word) => isNoName(word) || !isCapitalised(word))
}

const initials = new RegExp(`(?<!\\p{L})(?:\\p{Lu}|e\\. ?V|k\\. ?k|${anyOf(allWords('abbreviated'))})\\.`, 'gu')
const stripInitials = (text: string) =>
  text.replace(initials, '').replace(/\p{Lu}[\p{L}.-]*\.(?=\s)/gu, (word) => (titles.has(plainWord(word)) ? '' : word))

/** Organizations may begin with a small letter, where a word in them says what they are: `k.k. Akademie`. */
export function isObjectLike(text: string): boolean {
  if (!isNameOf('object', text) || callsToAct(text) || isNoOrganization(text)) return false
  if (isNameLike(text)) return true
  const words = text.split(/\s+/)
  return words.length <= wordsMax && words.some((word) => isCapitalised(word) && isOrganizationWord(plainWord(word)))
}

/** Sentences, words over lists, dates, and what somebody is somewhere: `Professor of the University of Oslo`. */
function isNoOrganization(text: string): boolean {
  const [first = ''] = text.split(/\s+/)
  if (hasVerb(text) || isSectionWord(text) || meaningOf(text) !== undefined) return true
  // `I am a free soul.`, `Institute of ...`
  if (/(?:\.{2,}|…|\s\p{Ll}{4,}\.)$/u.test(text)) return true
  if (isRoleWord(plainWord(first)) && text.includes(' ') && !isOrganizationWord(plainWord(first))) return true
  if (isActOrPaper(text.split(/\s+/)) || endsWithTerm(text.split(/\s+/)) || /\s[-–—|]\s+(?:FY\s?)?\d{4}$/u.test(text))
    return true
  return /\d/.test(text) && findDates(text, { language: null }).some(({ when }) => when.precision === 'day')
}

const actWordsLeast = 3

/** `Change the Committee Chair`, `Other Harbour Practices and Policies`. */
export const isActOrPaper = (words: string[]) =>
  words.length >= actWordsLeast &&
  (isActWord(plainWord(words[0] as string)) || isDocumentWord(plainWord(words.at(-1) as string)))

const gatherings = allWords('gatherings')

/** `TubeGlow Lunch` is no branch of TubeGlow. */
export const isGathering = (word: string) => gatherings.has(plainWord(word)) || eventHeads.has(plainWord(word))

/** Buttons beside the logos of sponsors. */
const callToAct = new RegExp(`^(?:${anyOf(allPhrases('calls-to-act'))})(?:\\s|$)`, 'iu')

/** Whether a text says what a click on it does: `Get tickets`. */
export const callsToAct = (text: string): boolean => callToAct.test(text)

/** Whether a word of the name says that it is an organization: `University of Oslo`, `Acme GmbH`. */
export function saysOrganization(text: string): boolean {
  return text
    .split(/[\s/]+/)
    .some((word) => isCapitalised(word) && (isOrganizationWord(plainWord(word)) || isLegalFormWord(word)))
}

const isOrganizationWord = (word: string) => organizationHeads.has(word) || organizationEnding.test(word)
