import { readWords } from '../../language/word-lists.ts'

// Folded words that say nothing by themselves, in the languages that most questions are asked in.

export type Wanted = 'who' | 'when' | 'where'

/** What a question asks for by its words. */
export const questionWords: Record<Wanted, ReadonlySet<string>> = {
  who: readWords('stop-words', 'who'),
  when: readWords('stop-words', 'when'),
  where: readWords('stop-words', 'where'),
}

/** What is asked of us, and not of the graph. */
export const requestWords = readWords('stop-words', 'requests')

/** These turn a statement around. */
export const negations = readWords('negations', 'answers')

export const stopWords: ReadonlySet<string> = new Set([
  ...Object.values(questionWords).flatMap((words) => [...words]),
  ...negations,
  ...readWords('stop-words', 'english'),
  ...readWords('stop-words', 'german'),
  ...readWords('stop-words', 'romance-and-dutch'),
])
