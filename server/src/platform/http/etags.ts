import { hash } from 'node:crypto'
import type { Encoding } from './compress.ts'

// Each encoding of an answer has a tag of its own, as HTTP demands; any of them says that the answer is the same.

export const etagOf = (body: string | Uint8Array) => `"${hash('sha256', body, 'base64url')}"`

export const encodedEtag = (etag: string, encoding: Encoding | undefined) =>
  encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag

/** Whether an If-None-Match header names this tag, or that of another encoding. */
export function isKnown(etag: string, sent: string | undefined): boolean {
  if (sent === undefined) return false
  return sent.trim() === '*' || sent.split(',').some((one) => plain(one) === plain(etag))
}

const plain = (etag: string) =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:br|gzip)"$/, '"')
