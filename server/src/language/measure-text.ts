// Measures that need to look at every character of a text. All texts of a page are measured in one go, because reading
// characters from a typed array is several times faster than from strings.

export interface TextMeasure {
  /** 64 bits in hex. */
  hash: string
  /** In scripts without spaces, two characters count as one word. */
  words: number
  /** Full stops and other signs that may end a sentence. */
  sentence_ends: number
  commas: number
  digits: number
  capitals: number
  /** Bits of `marks`. */
  marks: number
}

/** Characters that are frequent in navigation. */
export const marks = { copyright: 1, separator: 2, line_end: 4, at_sign: 8 } as const

/** The measure of a text that is not measured yet. */
export const unmeasured: Readonly<TextMeasure> = {
  hash: '',
  words: 0,
  sentence_ends: 0,
  commas: 0,
  digits: 0,
  capitals: 0,
  marks: 0,
}

export function measureTexts(texts: string[]): TextMeasure[] {
  const codes = codesOf(texts.join(''))
  const hashes = new DataView(new ArrayBuffer(8 * texts.length))
  const measures: TextMeasure[] = []
  let start = 0
  for (let at = 0; at < texts.length; at++) {
    const end = start + (texts[at] as string).length
    measures.push(measureRange(codes, start, end, hashes, 8 * at))
    start = end
  }
  const hex = Buffer.from(hashes.buffer).toString('hex')
  for (let at = 0; at < texts.length; at++) (measures[at] as TextMeasure).hash = hex.slice(16 * at, 16 * at + 16)
  return measures
}

export function hashText(text: string): string {
  return (measureTexts([text])[0] as TextMeasure).hash
}

/** Longer texts are rare and allocate their own buffer. */
const scratchChars = 1 << 17
const scratch = Buffer.alloc(2 * scratchChars)

/** The UTF-16 code units of a text; valid until the next call. */
function codesOf(text: string): Uint16Array {
  const buffer = text.length <= scratchChars ? scratch : Buffer.alloc(2 * text.length)
  buffer.write(text, 'utf16le')
  return new Uint16Array(buffer.buffer, buffer.byteOffset, text.length)
}

// The kind of a character is a byte: its class, whether it belongs to a word, whether the word continues behind it, and
// in the upper half the bits of `marks`.
const other = 0
const stop = 1
const comma = 2
const goesOn = 4
const isWord = 8
const ideograph = isWord
const letter = isWord | goesOn
const digit = letter | 1
const capital = letter | 2
const markShift = 4

const kinds = new Uint8Array(0x10000).fill(letter)
kinds.fill(other, 0x2000, 0x3040).fill(ideograph, 0x3040, 0xa000)
kinds.fill(capital, 0x391, 0x3aa).fill(capital, 0x410, 0x430)
for (let code = 0; code < 0x100; code++) {
  const character = String.fromCharCode(code)
  if (/\p{Lu}/u.test(character)) kinds[code] = capital
  else kinds[code] = /[\p{L}_']/u.test(character) ? letter : other
}
for (const [characters, kind] of [
  ['0123456789', digit],
  ['.!?…。！？', stop],
  [',;:、，', comma],
  ['’', letter],
  ['©', marks.copyright << markShift],
  ['|»›→', marks.separator << markShift],
  ['\n', marks.line_end << markShift],
  ['@', marks.at_sign << markShift],
] as const) {
  for (const character of characters) kinds[character.charCodeAt(0)] = kind
}

/** Counts of several kinds are packed into one number; chunks are short enough for none to overflow. */
const countBits = 6
const chunk = 2 ** countBits - 1
const counts = new Int32Array(0x100)
for (const [at, kind] of [digit, capital, stop, comma, ideograph].entries()) counts[kind] = 1 << (countBits * at)

/** Measures a range without branches, which text makes hard to predict. Also writes the hash: two of 32 bits, mixed. */
function measureRange(codes: Uint16Array, start: number, end: number, hashes: DataView, hashAt: number): TextMeasure {
  const measure: TextMeasure = { ...unmeasured }
  let h1 = 0xdeadbeef
  let h2 = 0x41c6ce57
  let words = 0
  let inWord = 0
  let found = 0
  let dense = 0
  for (let at = start; at < end; ) {
    let sums = 0
    for (const until = Math.min(end, at + chunk); at < until; at++) {
      const code = codes[at] as number
      h1 = Math.imul(h1 ^ code, 2654435761)
      h2 = Math.imul(h2 ^ code, 1597334677)
      const kind = kinds[code] as number
      sums += counts[kind] as number
      words += (kind >>> 3) & ~inWord & 1
      inWord = kind >>> 2
      found |= kind
    }
    measure.digits += sums & chunk
    measure.capitals += (sums >>> countBits) & chunk
    measure.sentence_ends += (sums >>> (2 * countBits)) & chunk
    measure.commas += (sums >>> (3 * countBits)) & chunk
    dense += (sums >>> (4 * countBits)) & chunk
  }
  measure.words = words - Math.floor(dense / 2)
  measure.marks = found >>> markShift
  writeHash(h1 ^ (end - start), h2 ^ (end - start), hashes, hashAt)
  return measure
}

function writeHash(first: number, second: number, hashes: DataView, at: number): void {
  const h1 = Math.imul(first ^ (first >>> 16), 2246822507) ^ Math.imul(second ^ (second >>> 13), 3266489909)
  const h2 = Math.imul(second ^ (second >>> 16), 2246822507) ^ Math.imul(h1 ^ (h1 >>> 13), 3266489909)
  hashes.setInt32(at, h2)
  hashes.setInt32(at + 4, h1)
}
