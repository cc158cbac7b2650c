import { readWords } from '../../../language/word-lists.ts'

// Folded words that carry no meaning by themselves, in the languages of most questions.

export type Wanted = 'who' | 'when' | 'where'

/** Question words, by what they ask for. */
export const questionWords: Record<Wanted, ReadonlySet<string>> = {
  who: readWords('stop-words', 'who'),
  when: readWords('stop-words', 'when'),
  where: readWords('stop-words', 'where'),
}

/** Words that address the service and not the graph, such as `show` or `explain`. */
export const requestWords = readWords('stop-words', 'requests')

/** Words that negate a statement. */
export const negations = readWords('negations', 'answers')

export const stopWords: ReadonlySet<string> = new Set([
  ...Object.values(questionWords).flatMap((words) => [...words]),
  ...negations,
  ...readWords('stop-words', 'english'),
  ...readWords('stop-words', 'german'),
  ...readWords('stop-words', 'romance-and-dutch'),
])
