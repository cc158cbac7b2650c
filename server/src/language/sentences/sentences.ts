import { allWords, anyOf } from '../word-lists.ts'
import { closingAbbreviations, numberAbbreviations, openAbbreviations } from './abbreviations.ts'
import { endsSentence, isEndMark } from './sentence-ends.ts'

// Splits running text into words and sentences with their offsets. Made for scripts with spaces between words; in
// others it produces long tokens, in which no name is found.

export interface TextToken {
  text: string
  /** UTF-16 offsets. */
  start: number
  end: number
}

/** Longer sentences are cut: they are tables and lists in plain text. */
const sentenceTokens = 250
/** Short forms of verbs, and the genitive: `'s`, `'ll`. */
const clitics = anyOf(allWords('clitics'))

/**
 * Addresses, account names, initials and abbreviations with their dots, words with hyphens and apostrophes, numbers.
 */
const tokenPattern = new RegExp(
  `(?:https?:\\/\\/|www\\.)\\S+|[@#][\\p{L}\\p{N}_]+|(?:\\p{L}\\.){2,}|['’](?:${clitics}|t)(?![\\p{L}\\p{N}])|` +
    `[\\p{L}\\p{M}\\p{N}]+(?:[-‐‑'’.,:](?=[\\p{L}\\p{N}])[\\p{L}\\p{M}\\p{N}]+)*|[^\\s]`,
  'iuy',
)

const clitic = new RegExp(`['’](?:${clitics})$`, 'i')
const isNumber = /^\p{N}[\p{N}.,:]*$/u

/** The sentences between two offsets of a text. */
export function readSentences(text: string, start = 0, end = text.length): TextToken[][] {
  const sentences: TextToken[][] = []
  let sentence: TextToken[] = []
  const close = () => {
    if (sentence.length > 0) sentences.push(sentence)
    sentence = []
  }
  const tokens = readTokens(text, start, end)
  let before: TextToken | undefined
  for (const token of tokens) {
    if (before && sentence.length > 0 && isBetween(text, before, token)) close()
    sentence.push(token)
    before = token
    if (sentence.length === sentenceTokens) close()
  }
  close()
  return sentences
}

export function readTokens(text: string, start = 0, end = text.length): TextToken[] {
  const tokens: TextToken[] = []
  const part = start === 0 && end === text.length ? text : text.slice(start, end)
  let at = 0
  while (at < part.length) {
    const code = part.charCodeAt(at)
    const plain = code < 128 ? plainEnd(part, at, asciiKinds[code] as number) : 0
    if (plain > at) {
      if (code === dot) addDot(tokens, text, start + at)
      else tokens.push({ text: part.slice(at, plain), start: start + at, end: start + plain })
      at = plain
      continue
    }
    tokenPattern.lastIndex = at
    const found = code < 128 && asciiKinds[code] === blank ? null : tokenPattern.exec(part)
    if (found?.[0] === '.') addDot(tokens, text, start + at)
    else if (found) addToken(tokens, found[0], text, start + at)
    at += found ? found[0].length : 1
  }
  return tokens
}

/**
 * The end of the token at `at`, if it needs no pattern: most are plain words before a space or before a mark and a
 * space, or single marks. 0 for all others.
 */
function plainEnd(text: string, at: number, kind: number): number {
  if (kind === mark || kind === joiner) return at + 1
  if (kind !== letter) return 0
  let end = at + 1
  while (kindAt(text, end) === letter) end++
  const next = kindAt(text, end)
  if (next === joiner) return kindAt(text, end + 1) === blank ? end : 0
  return next === beyond || next === opener ? 0 : end
}

const dot = 46
const [mark, letter, blank, joiner, opener, beyond] = [0, 1, 2, 3, 4, 5] as const
/** Joiners connect words; an apostrophe, `@` and `#` may also begin a token of several characters. */
const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code)
  if (/[a-z0-9]/i.test(char)) return letter
  if (/\s/.test(char)) return blank
  if (/[-.,:]/.test(char)) return joiner
  return /['@#]/.test(char) ? opener : mark
})

function kindAt(text: string, at: number): number {
  if (at >= text.length) return blank
  const code = text.charCodeAt(at)
  return code < 128 ? (asciiKinds[code] as number) : beyond
}

/** Splits tokens that the pattern matches too long, such as `Berg's` or `said.Then`. */
function addToken(tokens: TextToken[], token: string, text: string, at: number): void {
  if (token.length > 2 && /[.,:]/.test(token) && !isNumber.test(token) && /^\p{L}/u.test(token) && !isWhole(token)) {
    let from = 0
    for (const piece of token.split(/(?<=[.,:])|(?=[.,:])/)) {
      if (piece === '.') addDot(tokens, text, at + from)
      else addWord(tokens, piece, at + from)
      from += piece.length
    }
    return
  }
  addWord(tokens, token, at)
}

/** The dot of an abbreviation belongs to it. */
function addDot(tokens: TextToken[], text: string, at: number): void {
  const before = tokens.at(-1)
  if (before && before.end === at && takesDot(before.text, text, at)) {
    before.text += '.'
    before.end++
  } else tokens.push({ text: '.', start: at, end: at + 1 })
}

function addWord(tokens: TextToken[], text: string, start: number): void {
  const tail = text.length > 2 ? clitic.exec(text) : null
  if (!tail) {
    tokens.push({ text, start, end: start + text.length })
    return
  }
  const cut = start + tail.index
  tokens.push({ text: text.slice(0, tail.index), start, end: cut })
  tokens.push({ text: text.slice(tail.index), start: cut, end: start + text.length })
}

/** Whether a token stays whole: addresses, names of hosts and files (`example.org`), initials. */
function isWhole(text: string): boolean {
  if (/^(?:https?:\/\/|www\.)/i.test(text)) return true
  return /^[\p{Ll}\p{N}-]+(?:\.[\p{Ll}\p{N}-]+)+$/u.test(text) || /^(?:\p{L}\.)+/u.test(text)
}

function takesDot(word: string, text: string, at: number): boolean {
  if (word.length === 1) return /\p{Lu}/u.test(word)
  const lower = word.toLowerCase()
  if (openAbbreviations.has(lower) || closingAbbreviations.has(lower)) return true
  return numberAbbreviations.has(lower) && /^\s{0,2}\p{N}/u.test(text.slice(at + 1, at + 4))
}

function isBetween(text: string, before: TextToken, token: TextToken): boolean {
  if (hasLineEnd(text, before.end, token.start)) return true
  return isEndMark(text.charCodeAt(before.end - 1)) && endsSentence(text, before.end, token.start)
}

function hasLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) return true
  return false
}
