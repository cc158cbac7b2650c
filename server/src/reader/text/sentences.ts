import { abbreviations } from './name-words.ts'

// Words and sentences of a running text, with their offsets. It is made for text with spaces between words; of any other
// script it makes long words, which no name is found in.

export interface TextToken {
  text: string
  /** UTF-16 offsets. */
  start: number
  end: number
}

/** Longer sentences are tables and lists that nobody has taken apart. */
const sentenceTokens = 250

/** Addresses, names of accounts, initials and abbreviations with their dots, words with hyphens and apostrophes, numbers. */
const tokenPattern =
  /(?:https?:\/\/|www\.)\S+|[@#][\p{L}\p{N}_]+|(?:\p{L}\.){2,}|['’](?:s|re|ve|ll|d|m|t)(?![\p{L}\p{N}])|[\p{L}\p{M}\p{N}]+(?:[-‐‑'’.,:](?=[\p{L}\p{N}])[\p{L}\p{M}\p{N}]+)*|[^\s]/giu

const clitic = /['’](?:s|re|ve|ll|d|m)$/i
const isNumber = /^\p{N}[\p{N}.,:]*$/u

/** The sentences of a stretch of text. */
export function readSentences(text: string, start = 0, end = text.length): TextToken[][] {
  const sentences: TextToken[][] = []
  let sentence: TextToken[] = []
  const close = () => {
    if (sentence.length > 0) sentences.push(sentence)
    sentence = []
  }
  const tokens = readTokens(text, start, end)
  for (const [at, token] of tokens.entries()) {
    const before = tokens[at - 1]
    if (before && sentence.length > 0 && (hasLineEnd(text, before.end, token.start) || isEnd(before, token))) close()
    sentence.push(token)
    if (sentence.length === sentenceTokens) close()
  }
  close()
  return sentences
}

export function readTokens(text: string, start = 0, end = text.length): TextToken[] {
  const tokens: TextToken[] = []
  const part = start === 0 && end === text.length ? text : text.slice(start, end)
  for (const match of part.matchAll(tokenPattern)) addToken(tokens, match[0], start + match.index)
  return tokens
}

/** Takes apart what the pattern holds together too long: `Berg's`, `said.Then`; and gives abbreviations their dot. */
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

/** Addresses, names of hosts and files (`example.org`) and initials. */
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

/** Behind a mark that ends sentences, before something that begins one. Abbreviations keep their dot and end none. */
function isEnd(before: TextToken, token: TextToken): boolean {
  if (token.start === before.end && !/^\p{Lu}/u.test(token.text)) return false
  if (!/^[.!?…。！？]+$/.test(before.text)) return false
  return /^[\p{Lu}\p{Lo}\p{N}"'“„«‘([¿¡]/u.test(token.text)
}
