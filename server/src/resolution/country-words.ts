import { readLines } from '../language/word-lists.ts'

// Words for countries in names of organizations, in several languages.

const wordOf = new Map<string, string>()
for (const line of readLines('country-words')) {
  const [first = '', ...others] = line.split(' ')
  for (const word of others) wordOf.set(word, first)
}

/** `deutschland` is germany; any other word is itself. */
export function countryWord(token: string): string {
  return wordOf.get(token) ?? token
}
