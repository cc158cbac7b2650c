import { limits } from '@polegraph/contract/limits.ts'
/** The rule for the names of kinds, attributes and relationships. */
export const wordRule = `Lower-case letters, digits and underscores, at most ${limits.word_max}, beginning with a letter.`

export const isWord = (text: string) => /^[a-z][a-z0-9_]*$/.test(text) && text.length <= limits.word_max

/** A typed text as such a name: `Works for` as `works_for`. */
export const toWord = (typed: string) =>
  typed
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
