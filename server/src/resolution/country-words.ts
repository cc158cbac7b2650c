import { readLines } from '../language/word-lists.ts'

// Countries as organizations have them in their names, in the languages they have them in.

const wordOf = new Map<string, string>()
for (const line of readLines('country-words')) {
  const [first = '', ...others] = line.split(' ')
  for (const word of others) wordOf.set(word, first)
}

/** `deutschland` is germany; any other word is itself. */
export function countryWord(token: string): string {
  return wordOf.get(token) ?? token
}
