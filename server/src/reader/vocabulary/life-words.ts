import { allPhrases, allWords, anyOf } from '../../language/word-lists.ts'

// Words around the dates of a life, as parts of patterns.

export const anyBorn = anyOf(allPhrases('born'))
export const anyDied = anyOf(allPhrases('died'))
/** Before a day or a time: `on`, `am`. */
export const anyBeforeDay = anyOf(allWords('before-days'))
/** Between a day and the place of a birth or a death: `in`, `à`. */
export const anyInPlace = anyOf(allWords('in-place'))
