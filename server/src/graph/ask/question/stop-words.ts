import { allWords } from '../../../language/word-lists.ts'

// Folded words that carry no meaning by themselves, in the languages of most questions.

export type Wanted = 'who' | 'when' | 'where'

/** Question words, by what they ask for. */
export const questionWords: Record<Wanted, ReadonlySet<string>> = {
  who: allWords('who'),
  when: allWords('when'),
  where: allWords('where'),
}

/** Words that address the service and not the graph, such as `show` or `explain`. */
export const requestWords = allWords('question-requests')

/** Words that negate a statement. */
export const negations = allWords('negations-in-answers')

export const stopWords: ReadonlySet<string> = new Set([
  ...Object.values(questionWords).flatMap((words) => [...words]),
  ...negations,
  ...allWords('stop-words'),
])
