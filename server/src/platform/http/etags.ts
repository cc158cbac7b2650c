import { hash } from 'node:crypto'
import type { Encoding } from './compress.ts'
import { fail } from './errors.ts'

// Each encoding of an answer has a tag of its own, as HTTP demands; any of them says that the answer is the same.

export const etagOf = (body: string | Uint8Array) => `"${hash('sha256', body, 'base64url')}"`

export const encodedEtag = (etag: string, encoding: Encoding | undefined) =>
  encoding ? `${etag.slice(0, -1)}-${encoding}"` : etag

/** Whether an If-None-Match or If-Match header names this tag, or that of another encoding. */
export function isKnown(etag: string, sent: string | undefined): boolean {
  if (sent === undefined) return false
  return sent.trim() === '*' || sent.split(',').some((one) => plain(one) === plain(etag))
}

/** Refuses a change of what has changed since the caller read it. `shown` is what a GET would answer now. */
export function requireMatch({ if_match }: { if_match: string | undefined }, shown: object): void {
  if (if_match !== undefined && !isKnown(etagOf(JSON.stringify(shown)), if_match)) throw fail('stale_etag')
}

const plain = (etag: string) =>
  etag
    .trim()
    .replace(/^W\//, '')
    .replace(/-(?:br|gzip)"$/, '"')
