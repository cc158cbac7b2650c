import { readWords } from './word-lists.ts'

/** Abbreviations that keep their dot and do not end a sentence. */
export const abbreviations = readWords('abbreviations')
