// Folds what looks the same to a reader into one form, and maps it back to the original offsets.

export interface Folded {
  text: string
  /** The offset of each folded character in the original text. */
  offsets: Uint32Array
}

const same: Record<string, string> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u2032': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u00ab': '"',
  '\u00bb': '"',
  '\u2033': '"',
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '-',
  '\u2013': '-',
  '\u2014': '-',
  '\u2212': '-',
  '\ufb01': 'fi',
  '\ufb02': 'fl',
}
/** Invisible characters. */
const isInvisible = (code: number) =>
  (code >= 0x200b && code <= 0x200f) ||
  code === 0x2060 ||
  code === 0xfeff ||
  code === 0xad ||
  (code >= 0x202a && code <= 0x202e)
const isSpace = (code: number) =>
  code === 32 ||
  (code >= 9 && code <= 13) ||
  code === 0xa0 ||
  code === 0x3000 ||
  (code >= 0x2000 && code <= 0x200a) ||
  code === 0x2028 ||
  code === 0x2029 ||
  code === 0x202f

/** Combining accents. */
export const isCombiningMark = (code: number) => code >= 0x300 && code <= 0x36f

/** Lower case, white space folded to one space, plain typographic signs, no invisible characters. */
export function fold(text: string): Folded {
  const offsets = new Uint32Array(2 * text.length + 1)
  const pieces: string[] = []
  let length = 0
  let afterSpace = false
  let plainFrom = -1
  const flush = (end: number) => {
    if (plainFrom >= 0) pieces.push(text.slice(plainFrom, end))
    plainFrom = -1
  }
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) {
      flush(at)
      if (!afterSpace) {
        pieces.push(' ')
        offsets[length++] = at
      }
      afterSpace = true
      continue
    }
    if (isInvisible(code)) {
      flush(at)
      continue
    }
    afterSpace = false
    if (code < 128 && !(code >= 65 && code <= 90) && !isCombiningMark(text.charCodeAt(at + 1))) {
      if (plainFrom < 0) plainFrom = at
      offsets[length++] = at
      continue
    }
    flush(at)
    const isPair = code >= 0xd800 && code <= 0xdbff && at + 1 < text.length
    let end = at + (isPair ? 2 : 1)
    while (isCombiningMark(text.charCodeAt(end))) end++
    const char = text.slice(at, end)
    const folded = (same[char] ?? char.toLowerCase()).normalize('NFC').slice(0, 2)
    pieces.push(folded)
    for (let unit = 0; unit < folded.length; unit++) offsets[length++] = at
    at = end - 1
  }
  flush(text.length)
  return { text: pieces.join(''), offsets: offsets.subarray(0, length) }
}
