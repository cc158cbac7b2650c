import { wordsByLanguage } from '../../language/word-lists.ts'

// Words that stand for somebody or something that is named elsewhere.

const [people, things] = [wordsByLanguage('pronouns-of-people'), wordsByLanguage('pronouns-of-things')]

/** What a word in lower case stands for. */
export function pronounOf(word: string, language: string | null): 'person' | 'object' | undefined {
  if (people(language).has(word)) return 'person'
  return things(language).has(word) ? 'object' : undefined
}
