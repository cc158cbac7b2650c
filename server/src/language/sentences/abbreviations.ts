import { allWords } from '../word-lists.ts'

/** Something always follows them, so their dot never ends a sentence. */
export const openAbbreviations = allWords('open-abbreviations')
/** Abbreviations before a number, and words elsewhere: `No. 3`, `Jan. 3`. */
export const numberAbbreviations = allWords('number-abbreviations')
/** Their dot may end a sentence as well: `Acme Inc.` */
export const closingAbbreviations = allWords('closing-abbreviations')
/** Words that begin a sentence where they have a capital. */
export const sentenceOpeners = allWords('sentence-openers')
