import { readWords } from './word-lists.ts'

/** Something always follows them, so their dot never ends a sentence. */
export const openAbbreviations = readWords('abbreviations', 'open')
/** Abbreviations before a number, and words elsewhere: `No. 3`, `Jan. 3`. */
export const numberAbbreviations = readWords('abbreviations', 'before-numbers')
/** Their dot may end a sentence as well: `Acme Inc.` */
export const closingAbbreviations = readWords('abbreviations', 'closing')
/** Words that begin a sentence where they have a capital. */
export const sentenceOpeners = readWords('sentence-openers')
