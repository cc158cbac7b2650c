import { byteOrderMark, utf16WithoutMark } from './charset.ts'
import { findSignature, isHtmlStart, rootElement } from './content-signatures.ts'

// Decides what a body is, a small version of the WHATWG's MIME sniffing: a plausible header is believed, otherwise the
// bytes decide.

export interface ContentType {
  kind: 'html' | 'text' | 'other'
  /** The type to report for a page that is not read. */
  type: string
}

/** As many bytes as browsers look at. */
const lookAtBytes = 1445

/** Types that servers send when they do not know. */
const saysNothing = new Set([
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
  'unknown/unknown',
  'application/x-unknown',
  'application/force-download',
  'application/x-force-download',
  'application/download',
  'application/x-download',
])

/** Texts that are read, as they are or by their parts (reader/documents/). */
const textTypes = new Set([
  'text/plain',
  'text/markdown',
  'text/x-markdown',
  'text/csv',
  'application/csv',
  'text/tab-separated-values',
  'application/json',
  'application/ld+json',
  'text/json',
])

export function sniffContentType(header: string | null, body: Uint8Array): ContentType {
  const type = essenceOf(header)
  if (type === undefined || saysNothing.has(type)) return sniff(body, type)
  const isHtml = type === 'text/html' || type === 'application/xhtml+xml'
  if (isHtml) return believe('html', type, body)
  if (textTypes.has(type)) return believe('text', type, body)
  if (type === 'text/xml' || type === 'application/xml') return { kind: xmlKind(body), type }
  return { kind: 'other', type }
}

/** The last valid type: repeated headers are joined by a comma. */
function essenceOf(header: string | null): string | undefined {
  const types = (header ?? '').split(',').flatMap((part) => {
    const essence = part.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    return /^[a-z0-9!#$&^_.+-]{1,100}\/[a-z0-9!#$&^_.+-]{1,100}$/.test(essence) ? [essence] : []
  })
  return types.at(-1)
}

/** Believes a header that declares text, unless the bytes cannot be text. */
function believe(kind: 'html' | 'text', type: string, body: Uint8Array): ContentType {
  const head = headOf(body)
  const found = findSignature(body)
  if (found) return { kind: 'other', type: found }
  if (isBinary(head)) return { kind: 'other', type: 'application/octet-stream' }
  if (kind === 'html' && isJson(body)) return { kind: 'other', type: 'application/json' }
  return { kind, type }
}

function sniff(body: Uint8Array, type: string | undefined): ContentType {
  const found = findSignature(body)
  if (found) return { kind: 'other', type: found }
  const head = headOf(body)
  if (isHtmlStart(head)) return { kind: 'html', type: 'text/html' }
  if (isBinary(head)) return { kind: 'other', type: type ?? 'application/octet-stream' }
  if (head.trimStart().startsWith('<?xml')) return { kind: xmlKind(body), type: 'application/xml' }
  if (isJson(body)) return { kind: 'other', type: 'application/json' }
  return { kind: 'text', type: 'text/plain' }
}

function xmlKind(body: Uint8Array): 'html' | 'other' {
  return rootElement(headOf(body)) === 'html' ? 'html' : 'other'
}

/** The beginning as one character per byte, or decoded if it is UTF-16. */
function headOf(body: Uint8Array): string {
  const bytes = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 2 * lookAtBytes))
  const utf16 = byteOrderMark(body) ?? utf16WithoutMark(body)
  if (utf16 === 'utf-16le' || utf16 === 'utf-16be') return new TextDecoder(utf16).decode(bytes).slice(0, lookAtBytes)
  return bytes.toString('latin1', utf16 === 'utf-8' ? 3 : 0, lookAtBytes)
}

/** A page may contain a stray NUL; of random bytes a tenth do not occur in text. */
function isBinary(head: string): boolean {
  let count = 0
  for (let at = 0; at < head.length; at++) {
    const code = head.charCodeAt(at)
    if (code <= 0x08 || code === 0x0b || (code >= 0x0e && code <= 0x1a) || (code >= 0x1c && code <= 0x1f)) count++
  }
  return count > 1 && count * 50 > head.length
}

/** Checks both ends: no HTML page begins and ends like this. */
function isJson(body: Uint8Array): boolean {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.length)
  const start = bytes.toString('latin1', 0, 64).trimStart()
  const end = bytes.toString('latin1', Math.max(0, bytes.length - 64)).trimEnd()
  return /^(?:\{\s*(?:"|\}$)|\[\s*(?:[{["\]\d-]|true|false|null))/.test(start) && /[}\]]$/.test(end)
}
