import { abbreviations } from './abbreviations.ts'
import { isCapitalised } from './capitals.ts'

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

/**
 * Addresses, account names, initials and abbreviations with their dots, words with hyphens and apostrophes, numbers.
 */
const tokenPattern =
  /(?:https?:\/\/|www\.)\S+|[@#][\p{L}\p{N}_]+|(?:\p{L}\.){2,}|['’](?:s|re|ve|ll|d|m|t)(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:[-‐‑'’.,:](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*|[^\s]/iuy

const clitic = /['’](?:s|re|ve|ll|d|m)$/i
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
    if (before && sentence.length > 0 && (hasLineEnd(text, before.end, token.start) || isEnd(before, token))) close()
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
      if (code === dot) addToken(tokens, '.', start + at)
      else tokens.push({ text: part.slice(at, plain), start: start + at, end: start + plain })
      at = plain
      continue
    }
    tokenPattern.lastIndex = at
    const found = code < 128 && asciiKinds[code] === blank ? null : tokenPattern.exec(part)
    if (found) addToken(tokens, found[0], start + at)
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

/**
 * Splits tokens that the pattern matches too long, such as `Berg's` or `said.Then`, and attaches the dot of an
 * abbreviation.
 */
function addToken(tokens: TextToken[], text: string, at: number): void {
  const before = tokens.at(-1)
  if (text === '.' && before && before.end === at && takesDot(before.text)) {
    before.text += '.'
    before.end++
    return
  }
  if (text.length > 2 && /[.,:]/.test(text) && !isNumber.test(text) && /^\p{L}/u.test(text) && !isWhole(text)) {
    let from = 0
    for (const piece of text.split(/(?<=[.,:])|(?=[.,:])/)) {
      addWord(tokens, piece, at + from)
      from += piece.length
    }
    return
  }
  addWord(tokens, text, at)
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

function takesDot(word: string): boolean {
  if (word.length === 1) return /\p{Lu}/u.test(word)
  return abbreviations.has(word.toLowerCase())
}

function hasLineEnd(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (text.charCodeAt(at) === 10) return true
  return false
}

/**
 * Whether a sentence ends between two tokens: behind a full stop or the like, before a possible start. Abbreviations
 * keep their dot and end none.
 */
function isEnd(before: TextToken, token: TextToken): boolean {
  if (!/^[.!?…。！？]+$/.test(before.text)) return false
  if (token.start === before.end && !isCapitalised(token.text)) return false
  return /^[\p{Lu}\p{Lo}\p{N}"'“„«‘([¿¡]/u.test(token.text)
}
