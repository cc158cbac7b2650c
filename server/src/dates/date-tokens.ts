// Splits a text into the tokens of the date grammar.

export interface Token {
  kind: 'number' | 'word' | 'mark'
  /** In lower case. */
  text: string
  start: number
  end: number
  /** The token follows the previous one without a space. */
  tight: boolean
}

const letter = /[\p{L}\p{M}]/u
const space = /\s/
const ideographs = '年月日'

/** One pass over the text: the class of each character alone decides where a token ends. */
export function readDateTokens(text: string): Token[] {
  const tokens: Token[] = []
  let last = -1
  let at = 0
  while (at < text.length) {
    const start = at
    const kind = kindAt(text, at++)
    if (kind === 'space') continue
    if (kind !== 'mark' && !ideographs.includes(text[start] as string)) {
      while (at < text.length && kindAt(text, at) === kind && !ideographs.includes(text[at] as string)) at++
    }
    const part = text.slice(start, at)
    tokens.push({ kind, text: kind === 'word' ? part.toLowerCase() : part, start, end: at, tight: start === last })
    last = at
  }
  return tokens
}

/** Surrogates are marks: no word of a date contains them. */
function kindAt(text: string, at: number): Token['kind'] | 'space' {
  const code = text.charCodeAt(at)
  if (code < 0x80) {
    if (code >= 48 && code <= 57) return 'number'
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90)) return 'word'
    return code === 32 || (code >= 9 && code <= 13) ? 'space' : 'mark'
  }
  const character = text[at] as string
  return letter.test(character) ? 'word' : space.test(character) ? 'space' : 'mark'
}

/** A whole number of at most `digits` digits, or -1. */
export function numberOfToken(token: Token | undefined, digits: number): number {
  return token?.kind === 'number' && token.text.length <= digits ? Number(token.text) : -1
}

export function isDateMark(token: Token | undefined, marks: string): boolean {
  return token?.kind === 'mark' && marks.includes(token.text)
}

export function isWord(token: Token | undefined, words: { has(word: string): boolean }): boolean {
  return token?.kind === 'word' && words.has(token.text)
}

export const dashes = '-‐‑‒–—−'
