import { wordsInOrder } from './word-lists.ts'

/** The names of months and their abbreviations, with their number. */
export const months = wordsInOrder('months')
