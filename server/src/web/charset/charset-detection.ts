import { createRequire } from 'node:module'

// Guesses the encoding of text that is not UTF-8 and declares none. It looks at words, not at markup: tags are ASCII in
// every encoding we know and would dominate the sample.

type Chardet = typeof import('chardet')

/** Loaded on first use, because few pages need it. */
let chardet: Chardet | undefined
const load = () => {
  chardet ??= createRequire(import.meta.url)('chardet') as Chardet
  return chardet
}

/** Enough for a reliable result; detection time grows with it. */
const sampleBytes = 4 * 1024
/** The detector's confidence for arbitrary text is around 10. */
const sureConfidence = 25

export interface Detected {
  charset: string
  isSure: boolean
}

export function detectCharset(body: Uint8Array): Detected | undefined {
  const sample = wordsOf(body)
  const best = load()
    .analyse(sample)
    .find(({ name }) => isPossible(name))
  return best && { charset: best.name, isSure: best.confidence >= sureConfidence }
}

/** Excludes UTF-8, which was checked before, and encodings that cannot be decoded. */
function isPossible(name: string): boolean {
  return !/^(?:utf-|ascii|iso-2022-(?:kr|cn))/i.test(name)
}

/** The bytes outside of tags, up to the size of the sample. */
function wordsOf(body: Uint8Array): Uint8Array {
  const sample = Buffer.alloc(sampleBytes)
  let size = 0
  let inTag = false
  for (let at = 0; at < body.length && size < sampleBytes; at++) {
    const byte = body[at] as number
    if (byte === 0x3c) inTag = isTagStart(body[at + 1])
    else if (byte === 0x3e && inTag) {
      inTag = false
      sample[size++] = 0x20
    } else if (!inTag) sample[size++] = byte
  }
  return sample.subarray(0, size)
}

function isTagStart(byte: number | undefined): boolean {
  if (byte === undefined) return false
  const lower = byte | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || byte === 0x2f || byte === 0x21 || byte === 0x3f
}
