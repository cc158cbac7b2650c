import { anyOf, readWords } from '../../language/word-lists.ts'

// Formats by their first bytes.

const signatures: [type: string, start: string][] = [
  ['application/pdf', '%PDF-'],
  ['application/postscript', '%!PS-Adobe-'],
  ['application/rtf', '{\\rtf'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a'],
  ['image/gif', 'GIF89a'],
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/x-icon', '\x00\x00\x01\x00'],
  ['image/tiff', 'II*\x00'],
  ['image/tiff', 'MM\x00*'],
  ['application/zip', 'PK\x03\x04'],
  ['application/zip', 'PK\x05\x06'],
  ['application/gzip', '\x1f\x8b\x08'],
  ['application/x-bzip2', 'BZh'],
  ['application/x-xz', '\xfd7zXZ\x00'],
  ['application/zstd', '\x28\xb5\x2f\xfd'],
  ['application/x-7z-compressed', "7z\xbc\xaf'\x1c"],
  ['application/vnd.rar', 'Rar!\x1a\x07'],
  ['application/msword', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['audio/mpeg', 'ID3'],
  ['audio/ogg', 'OggS\x00'],
  ['audio/flac', 'fLaC'],
  ['video/webm', '\x1aE\xdf\xa3'],
  ['font/woff', 'wOFF'],
  ['font/woff2', 'wOF2'],
  ['application/wasm', '\x00asm'],
  ['application/x-executable', '\x7fELF'],
  ['application/x-sqlite3', 'SQLite format 3\x00'],
]

/** RIFF containers, whose type follows at byte 8. */
const riffTypes: Record<string, string> = { WEBP: 'image/webp', WAVE: 'audio/wav', 'AVI ': 'video/x-msvideo' }

export function findSignature(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, 16)).toString('latin1')
  if (head.startsWith('RIFF')) return riffTypes[head.slice(8, 12)]
  if (head.slice(4, 8) === 'ftyp') return /^(?:avif|heic|mif1)/.test(head.slice(8)) ? 'image/avif' : 'video/mp4'
  return signatures.find(([, start]) => head.startsWith(start))?.[0]
}

/** How HTML begins, from the WHATWG's list, without what other markup begins with. */
const htmlStart = new RegExp(`^\\s*<(?:${anyOf(readWords('web', 'html-starts'))})[\\s>/]`, 'i')

export function isHtmlStart(head: string): boolean {
  const start = withoutProlog(head)
  return htmlStart.test(start) || (head.trimStart().startsWith('<!--') && !start.startsWith('<?xml') && start === '')
}

/** The root element of XML, behind declaration, comments and doctype. */
export function rootElement(head: string): string | undefined {
  return /^\s*(?:<!doctype[^>]*>\s*)?<([\w:.-]+)/i.exec(withoutProlog(head))?.[1]?.toLowerCase()
}

function withoutProlog(head: string): string {
  return head.replace(/^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?(?:-->|$))+/, '')
}
