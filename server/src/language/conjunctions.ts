import { allWords } from './word-lists.ts'

/** Words that join two names or two ends: `and`, `und`. */
export const conjunctions = allWords('conjunctions')
