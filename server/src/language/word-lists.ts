import { readdirSync, readFileSync } from 'node:fs'

// Word lists are data: words/<file>.txt holds lists that are the same everywhere, and words/languages/ has a file for each
// language. A line that begins with `#` is a comment, a line `[list]` begins a list; a file with a single list has no such
// line. Lists are read once, when the module that owns them is loaded.

const folder = new URL('./words/', import.meta.url)
const files = new Map<string, Map<string, string[]>>()

/** The words of a list, separated by white space. */
export const readWords = (file: string, list = ''): ReadonlySet<string> => new Set(readLines(file, list).flatMap(split))

/** The phrases of a list, separated by ` | `. */
export const readPhrases = (file: string, list = ''): ReadonlySet<string> =>
  new Set(readLines(file, list).flatMap(splitPhrases))

/** The lines of a list. */
export function readLines(file: string, list = ''): string[] {
  const lines = listsOf(file).get(list)
  if (!lines || lines.length === 0) throw new Error(`the word list ${file}.txt has no words${list && ` in [${list}]`}`)
  return lines
}

/** The lists of a file, by name. */
export const listsIn = (file: string): [list: string, lines: string[]][] =>
  [...listsOf(file)].filter(([, lines]) => lines.length > 0)

const split = (line: string) => line.split(/\s+/)

/** An empty phrase would fit everything. */
function splitPhrases(line: string): string[] {
  const phrases = line.split(' | ')
  if (phrases.some((phrase) => phrase.trim() === '' || phrase.endsWith(' |')))
    throw new Error(`a word list has a line with an empty phrase: ${line}`)
  return phrases
}

/** The words of a list in all languages. */
export const allWords = (list: string): ReadonlySet<string> => new Set(allLines(list).flatMap(split))

/** The phrases of a list in all languages. */
export const allPhrases = (list: string): ReadonlySet<string> => new Set(allLines(list).flatMap(splitPhrases))

/** The lines of a list in all languages. */
export const allLines = (list: string): string[] => [...linesByLanguage(list).values()].flat()

const languages = readdirSync(new URL('languages/', folder))
  .filter((file) => file.endsWith('.txt'))
  .map((file) => file.replace('.txt', ''))
  .sort()

/** The words of a list by language: a small word of one may say something else in another. */
export const wordsByLanguage = (list: string): OfLanguage => ofLanguage(list, split)

/** The phrases of a list by language. */
export const phrasesByLanguage = (list: string): OfLanguage => ofLanguage(list, splitPhrases)

/** `de` of `de-AT`: lists are by language, and pages say their country too. */
export function languageOfTag(tag: string | null): string {
  // Asked for each word of a page, in one language.
  if (tag !== last.tag) last = { tag, language: /^[a-z]+/i.exec(tag ?? '')?.[0].toLowerCase() ?? '' }
  return last.language
}

let last: { tag: string | null; language: string } = { tag: null, language: '' }

/** Of a language that has no such list, or is not known, the words of all. */
type OfLanguage = (language: string | null) => ReadonlySet<string>

function ofLanguage(list: string, splitLine: (line: string) => string[]): OfLanguage {
  const lines = linesByLanguage(list)
  const known = new Map([...lines].map(([language, some]) => [language, new Set(some.flatMap(splitLine))]))
  const all = new Set([...lines.values()].flat().flatMap(splitLine))
  return (language) => known.get(languageOfTag(language)) ?? all
}

/** The lines of a list, by language. */
export function linesByLanguage(list: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const language of languages) {
    const lines = listsOf(`languages/${language}`).get(list)
    if (lines) found.set(language, lines)
  }
  if (found.size === 0) throw new Error(`no language has the word list ${list}`)
  return found
}

/** The words of a list by their place in the order that each language gives: `one uno | two dos`, from one on. */
export function wordsInOrder(list: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>()
  for (const line of allLines(list)) {
    for (const [at, names] of line.split(' | ').entries()) for (const name of split(names)) words.set(name, at + 1)
  }
  return words
}

/** The part of a pattern that fits each of the words, which may be patterns themselves; the longest is tried first. */
export const anyOf = (words: Iterable<string>): string => [...words].sort((a, b) => b.length - a.length).join('|')

function listsOf(file: string): Map<string, string[]> {
  const known = files.get(file)
  if (known) return known
  const lists = parseWordLists(readText(file))
  files.set(file, lists)
  return lists
}

function readText(file: string): string {
  try {
    return readFileSync(new URL(`${file}.txt`, folder), 'utf8')
  } catch (cause) {
    throw new Error(`the word list ${file}.txt cannot be read`, { cause })
  }
}

/** The lines of each list, by name. */
export function parseWordLists(text: string): Map<string, string[]> {
  let lines: string[] = []
  const lists = new Map([['', lines]])
  for (const line of text.split('\n').map((raw) => raw.trim())) {
    if (line === '' || line.startsWith('#')) continue
    const heading = /^\[(.+)\]$/.exec(line)?.[1]
    if (heading === undefined) lines.push(line)
    else {
      if (lists.has(heading)) throw new Error(`a word list has [${heading}] twice`)
      lines = []
      lists.set(heading, lines)
    }
  }
  return lists
}
