import { isUtf8 } from 'node:buffer'
import { detectCharset } from './charset-detection.ts'
import { declaredInMarkup } from './charset-prescan.ts'

// Decodes bytes by the HTML rules: byte order mark, header, `<meta>`, then detection. Where a label is plainly wrong,
// the bytes win. Browsers obey the label, because a person sees the mess and the author fixes it; nobody fixes stored
// text.

export interface DecodedText {
  text: string
  /** The WHATWG name of the encoding. */
  charset: string
}

type Kind = 'html' | 'text' | 'other'

export function decodeText(body: Uint8Array, contentType: string | null, kind: Kind): DecodedText {
  const charset = charsetOf(body, contentType, kind)
  const text = charset === 'utf-8' ? decodeUtf8(body) : new TextDecoder(charset).decode(body)
  // PostgreSQL stores no NUL, and text has no use for it.
  return { text: text.includes('\0') ? text.replaceAll('\0', '') : text, charset }
}

const utf8 = new TextDecoder()
const decodeUtf8 = (body: Uint8Array) => utf8.decode(body)

function charsetOf(body: Uint8Array, contentType: string | null, kind: Kind): string {
  const marked = byteOrderMark(body)
  if (marked) return marked
  const label = labelInHeader(contentType)
  const declared = encodingOf(label) ?? (kind === 'html' ? encodingOf(declaredInMarkup(body)) : undefined)
  return declared === undefined ? detect(body) : correct(body, declared)
}

export function byteOrderMark(body: Uint8Array): string | undefined {
  const [a, b, c] = body
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8'
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined
}

/** The first label in the header: proxies append a second one. */
function labelInHeader(contentType: string | null): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType ?? '')?.[1]
}

/** The encoding of a label; undefined if it cannot be decoded. */
function encodingOf(label: string | undefined): string | undefined {
  if (label === undefined || label.length > 40) return undefined
  try {
    const { encoding } = new TextDecoder(label.trim())
    // The HTML standard maps this label to windows-1252.
    return encoding === 'x-user-defined' ? 'windows-1252' : encoding
  } catch {
    return undefined
  }
}

function detect(body: Uint8Array): string {
  return detectUnicode(body) ?? encodingOf(detectCharset(body)?.charset) ?? 'windows-1252'
}

/** Unicode encodings that are certain without guessing. */
function detectUnicode(body: Uint8Array): string | undefined {
  const utf16 = utf16WithoutMark(body)
  if (utf16) return utf16
  if (!isUtf8(body)) return undefined
  // ISO-2022-JP is all ASCII bytes, so it passes for UTF-8.
  return hasJapaneseEscapes(body) ? 'iso-2022-jp' : 'utf-8'
}

/** Corrects a declared encoding that the bytes contradict. */
function correct(body: Uint8Array, declared: string): string {
  if (declared.startsWith('utf-16')) return utf16Confirmed(body, declared)
  if (declared === 'utf-8') return detectUnicode(body) ?? correctUtf8(body)
  if (declared === 'iso-2022-jp' || !isUtf8(body)) return declared
  // Text in another encoding is rarely valid UTF-8, unless there is little of it. In two-byte encodings a few
  // characters can be (the two bytes of 通 in GBK are a letter in UTF-8); in single-byte ones hardly any.
  const needed = multiByte.has(declared) ? 4 : 1
  return multiByteCharacters(body, needed) >= needed ? 'utf-8' : declared
}

const multiByte = new Set(['gbk', 'gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'])

/** Counts the characters of valid UTF-8 beyond ASCII, up to `enough`. */
function multiByteCharacters(body: Uint8Array, enough: number): number {
  let count = 0
  for (const byte of body) if (byte >= 0xc0 && ++count === enough) break
  return count
}

/** A few invalid sequences are errors in a UTF-8 page. If most sequences are invalid, the page is not UTF-8. */
function correctUtf8(body: Uint8Array): string {
  const text = decodeUtf8(body)
  let wrong = 0
  let right = 0
  let sequences = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) {
      wrong++
      if (text.charCodeAt(at - 1) !== 0xfffd) sequences++
    } else if (code > 0x7f) right++
  }
  const isPlain = (sequences >= 3 || wrong >= 20) && wrong > right
  const found = isPlain ? detectCharset(body) : undefined
  return (found?.isSure && encodingOf(found.charset)) || 'utf-8'
}

/**
 * Detects UTF-16 without a byte order mark: in it, every other byte of markup, spaces and digits is zero; other
 * encodings have no zeros.
 */
export function utf16WithoutMark(body: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const head = body.subarray(0, 4096)
  if (head.length < 4 || !head.includes(0)) return undefined
  let even = 0
  let odd = 0
  for (let at = 0; at < head.length; at += 2) {
    if (head[at] === 0) even++
    if (head[at + 1] === 0) odd++
  }
  const zeros = Math.max(even, odd)
  if (zeros < 4 || zeros * 20 < head.length) return undefined
  if (odd > 4 * even) return 'utf-16le'
  return even > 4 * odd ? 'utf-16be' : undefined
}

/** A page that is readable as ASCII is not in UTF-16, whatever it declares. */
function utf16Confirmed(body: Uint8Array, declared: string): string {
  const found = utf16WithoutMark(body)
  if (found) return found
  const hasZeros = body.subarray(0, 4096).includes(0)
  return !hasZeros && isUtf8(body) ? 'utf-8' : declared
}

/** Finds ESC $ B or ESC $ @, which begin JIS X 0208. */
function hasJapaneseEscapes(body: Uint8Array): boolean {
  if (!body.includes(0x1b)) return false
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  return bytes.includes('\x1b$B') || bytes.includes('\x1b$@')
}
