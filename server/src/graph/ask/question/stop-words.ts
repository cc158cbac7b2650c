import { allWords, linesByLanguage } from '../../../language/word-lists.ts'

// Folded words that carry no meaning by themselves, in the languages of most questions.

export type Wanted = 'who' | 'when' | 'where'

const asking: Record<Wanted, Map<string, string[]>> = {
  who: linesByLanguage('who'),
  when: linesByLanguage('when'),
  where: linesByLanguage('where'),
}
const wordsOf = (lines: string[]) => lines.flatMap((line) => line.split(/\s+/))
const allOf = (wanted: Wanted): ReadonlySet<string> => new Set([...asking[wanted].values()].flatMap(wordsOf))

/** Question words, by what they ask for. */
export const questionWords: Record<Wanted, ReadonlySet<string>> = {
  who: allOf('who'),
  when: allOf('when'),
  where: allOf('where'),
}

/** The languages that have a question word; `which` asks for things of a named sort. */
export const askingLanguages: Record<Wanted | 'which', ReadonlyMap<string, string[]>> = {
  who: languagesOf(asking.who),
  when: languagesOf(asking.when),
  where: languagesOf(asking.where),
  which: languagesOf(linesByLanguage('which')),
}

function languagesOf(lists: Map<string, string[]>): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [language, lines] of lists)
    for (const word of wordsOf(lines)) found.set(word, [...(found.get(word) ?? []), language])
  return found
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
