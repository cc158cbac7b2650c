import { readLines } from '../../language/word-lists.ts'

// Words for countries in names of organizations and places, in several languages.

const wordOf = new Map<string, string>()
for (const line of readLines('country-words')) {
  const [first = '', ...others] = line.split(' ')
  for (const word of others) wordOf.set(word, first)
}

const phraseOf = new Map<string, string[]>()
for (const line of readLines('country-words', 'phrases')) {
  const [name = '', others = ''] = line.split(': ')
  for (const phrase of others.split(' | ')) phraseOf.set(phrase, name.split(' '))
}
const longest = Math.max(...[...phraseOf.keys()].map((phrase) => phrase.split(' ').length))
/** The first words of the phrases: most names have none of them. */
const starts = new Set([...phraseOf.keys()].map((phrase) => phrase.split(' ')[0]))

const nameOfLetters = new Map(readLines('country-words', 'letters').map((line) => line.split(': ') as [string, string]))
const letters = new RegExp(
  `(?<![\\p{L}\\p{N}.])(?:${[...nameOfLetters.keys()].map((name) => [...name].join('\\.?')).join('|')})(\\.?)(?!\\.?[\\p{L}\\p{N}])`,
  'gu',
)

/** `deutschland` is germany; any other word is itself. */
export function countryWord(token: string): string {
  return wordOf.get(token) ?? token
}

/** `united states of america` is united states. */
export function countryPhrases(tokens: string[]): string[] {
  if (!tokens.some((token) => starts.has(token))) return tokens
  const replaced: string[] = []
  for (let at = 0; at < tokens.length; ) {
    let size = Math.min(longest, tokens.length - at)
    while (size > 0 && !phraseOf.has(tokens.slice(at, at + size).join(' '))) size--
    replaced.push(
      ...(size > 0 ? (phraseOf.get(tokens.slice(at, at + size).join(' ')) as string[]) : [tokens[at] as string]),
    )
    at += Math.max(size, 1)
  }
  return replaced
}

/** `U.S. Navy` is United States Navy. In a name of capitals only, letters without dots may be a word: TOYS R US. */
export function writeOutLetters(name: string): string {
  return name.replace(letters, (found, _dot, at: number) => {
    const isWord = !found.includes('.') && at > 0 && !/\p{Ll}/u.test(name)
    return isWord ? found : (nameOfLetters.get(found.replaceAll('.', '')) as string)
  })
}
