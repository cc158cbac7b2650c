import { readFileSync } from 'node:fs'

// Word lists are data, in words/<file>.txt. A line that begins with `#` is a comment, a line `[list]` begins a list; a
// file with a single list has no such line. Lists are read once, when the module that owns them is loaded.

const folder = new URL('./words/', import.meta.url)
const files = new Map<string, Map<string, string[]>>()

/** The words of a list, separated by white space. */
export function readWords(file: string, list = ''): ReadonlySet<string> {
  return new Set(readLines(file, list).flatMap((line) => line.split(/\s+/)))
}

/** The phrases of a list, separated by ` | `. */
export function readPhrases(file: string, list = ''): ReadonlySet<string> {
  return new Set(readLines(file, list).flatMap((line) => line.split(' | ')))
}

/** The lines of a list. */
export function readLines(file: string, list = ''): string[] {
  const lines = listsOf(file).get(list)
  if (!lines || lines.length === 0) throw new Error(`the word list ${file}.txt has no words${list && ` in [${list}]`}`)
  return lines
}

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
