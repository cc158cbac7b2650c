import { readWords } from './word-lists.ts'

/** They keep their dot and end no sentence. */
export const abbreviations = readWords('abbreviations')
