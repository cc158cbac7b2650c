// White space as a reader sees it, and what a block of text is made of.

/** White space, no-break spaces, and characters that show nothing. Joiners stay: some scripts are written with them. */
const unfolded = /[\p{Cc}\p{Z}\u00ad\u200b\u2060\ufeff]+/gu
const invisible = /[\u00ad\u200b\u2060\ufeff]/g

/** Nothing to do for most texts, which have single spaces only. */
const untidy = /[^\x20-\x7e\xa1-\xac\xae-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u2fff\u3001-\ufefe]|\u1680| {2}/

export function foldSpace(text: string): string {
  const trimmed = text.trim()
  return untidy.test(trimmed) ? trimmed.replace(invisible, '').replace(unfolded, ' ').trim() : trimmed
}

/** Stands for a line break of the author's until the text is folded. */
export const lineBreak = '\u0001'

/** Folds what is between line breaks, and drops empty lines. */
export function foldLines(text: string): string {
  if (!text.includes(lineBreak)) return foldSpace(text)
  const lines: string[] = []
  for (const line of text.split(lineBreak)) {
    const folded = foldSpace(line)
    if (folded !== '') lines.push(folded)
  }
  return lines.join('\n')
}

/** Lines of `pre`: what is in front of a line and within it means something there, and one empty line in a row. */
export function foldPreformatted(text: string): string {
  const clean = text.replaceAll('\r\n', '\n').replace(/[^\P{Cc}\t\n]|[\u00ad\u200b\u2060\ufeff]/gu, '')
  const lines: string[] = []
  for (const line of clean.split('\n')) {
    const trimmed = line.trimEnd()
    if (trimmed !== '' || (lines.length > 0 && lines.at(-1) !== '')) lines.push(trimmed)
  }
  if (lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}

export interface TextMeasure {
  hash: string
  words: number
  /** Full stops and their like that end a sentence or could. */
  sentence_ends: number
  commas: number
  digits: number
  capitals: number
}

/**
 * Everything about a text that needs a look at each of its characters. Scripts without spaces between words count two
 * characters as one word.
 */
export function measureText(text: string): TextMeasure {
  let [h1, h2] = hashSeed
  let words = 0
  let dense = 0
  let sentenceEnds = 0
  let commas = 0
  let digits = 0
  let capitals = 0
  let inWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    h1 = Math.imul(h1 ^ code, 2654435761)
    h2 = Math.imul(h2 ^ code, 1597334677)
    const kind = code < 0x100 ? (kinds[code] as number) : kindOf(code)
    const isWord = kind >= digit
    if (isWord && !inWord) words++
    inWord = isWord && kind !== ideograph
    if (kind === digit) digits++
    else if (kind === capital) capitals++
    else if (kind === stop) sentenceEnds++
    else if (kind === comma) commas++
    else if (kind === ideograph) dense++
  }
  return {
    hash: finishHash(h1, h2, text.length),
    words: words - Math.floor(dense / 2),
    sentence_ends: sentenceEnds,
    commas,
    digits,
    capitals,
  }
}

const other = 0
const stop = 1
const comma = 2
const digit = 3
const capital = 4
const letter = 5
const ideograph = 6

const kinds = new Uint8Array(0x100)
for (let code = 0; code < 0x100; code++) {
  const character = String.fromCharCode(code)
  if (/\d/.test(character)) kinds[code] = digit
  else if (/\p{Lu}/u.test(character)) kinds[code] = capital
  else if (/[\p{L}_']/u.test(character)) kinds[code] = letter
  else if (/[.!?]/.test(character)) kinds[code] = stop
  else if (/[,;:]/.test(character)) kinds[code] = comma
}

function kindOf(code: number): number {
  if (code < 0x2000) return (code >= 0x391 && code <= 0x3a9) || (code >= 0x410 && code <= 0x42f) ? capital : letter
  if (code < 0x2e80) return code === 0x2019 ? letter : code === 0x2026 ? stop : other
  if (code < 0x3040) return code === 0x3002 ? stop : code === 0x3001 ? comma : other
  if (code < 0xa000) return ideograph
  if (code >= 0xff00 && code < 0xff66)
    return code === 0xff0c ? comma : code === 0xff01 || code === 0xff1f ? stop : letter
  return letter
}

const hashSeed: [number, number] = [0xdeadbeef, 0x41c6ce57]

function finishHash(first: number, second: number, length: number): string {
  let h1 = first ^ length
  let h2 = second ^ length
  h1 = Math.imul(h1 ^ (h1 >>> 16), 2246822507) ^ Math.imul(h2 ^ (h2 >>> 13), 3266489909)
  h2 = Math.imul(h2 ^ (h2 >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  return hex(h2) + hex(h1)
}

function hex(number: number): string {
  return ((number >>> 16) + 0x10000).toString(16).slice(1) + ((number & 0xffff) + 0x10000).toString(16).slice(1)
}

export function hashText(text: string): string {
  return measureText(text).hash
}
