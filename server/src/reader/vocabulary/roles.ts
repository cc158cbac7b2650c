import { allWords, anyOf, wordsByLanguage } from '../../language/word-lists.ts'

// Roles that people have, in the texts beside their names.

const rolesOf = wordsByLanguage('roles')
const roleMax = 120
const verb = new RegExp(`(?<![\\p{L}-])(?:${anyOf(allWords('verbs'))})(?![\\p{L}-])`, 'u')
const wordsOfSentence = 8

export const isRoleWord = (word: string): boolean => rolesOf(null).has(word)

const moreRoles = wordsByLanguage('roles-in-sentences')

/** The same in sentences of one language, where a word of another may mean something else; there more words are roles. */
export const isRoleIn = (language: string | null, word: string): boolean =>
  rolesOf(language).has(word) || moreRoles(language).has(word)

/** Whether one of the words is a role: `Vice President, Finance`, `Apotheker in Rovereto`. */
export function hasRole(text: string): boolean {
  return (
    text.length <= roleMax &&
    !isSentence(text) &&
    text
      .toLowerCase()
      // `V.P.`
      .replace(/(?<=\p{L})\.(?=\p{L}(?:\.|$))/gu, '')
      .split(/[^\p{L}\p{M}-]+/u)
      .some(isRoleWord)
  )
}

/** Whether a text says something of somebody, as a sentence does and a name does not. */
export const hasVerb = (text: string): boolean => verb.test(text)

/** `Ada is a programmer at Google.` tells of a role and is none. */
function isSentence(text: string): boolean {
  return verb.test(text) || (text.split(/\s+/).length > wordsOfSentence && /\p{Ll}[.!?]\s+\p{Lu}/u.test(text))
}
