import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

// Decodes the bytes of a sitemap piece by piece: gunzips them, finds the encoding, and never exceeds the limit.

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** The message is shown to API callers, behind "sitemap could not be read: ". */
export class SitemapUnreadable extends Error {}

/** The protocol's limit, for the unpacked size. */
export const sitemapMaxBytes = 50 * 1024 * 1024

/** Enough to find the encoding and to recognise HTML. */
const headBytes = 1024
/** Bytes scanned at once, so that a huge chunk does not become a huge string. */
const pieceBytes = 64 * 1024

export class SitemapText {
  /** Why the result is incomplete. */
  truncated: string | undefined
  readonly #chunks: Bytes

  constructor(chunks: Bytes) {
    this.#chunks = chunks
  }

  async *pieces(): AsyncGenerator<string> {
    let decoder: InstanceType<typeof TextDecoder> | undefined
    for await (const bytes of withHead(this.#bounded())) {
      decoder ??= new TextDecoder(encodingOf(bytes))
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true })
      }
    }
    if (decoder) yield decoder.decode()
  }

  async *#bounded(): AsyncGenerator<Uint8Array> {
    let left = sitemapMaxBytes
    for await (const bytes of this.#unpacked()) {
      yield bytes.subarray(0, left)
      left -= bytes.length
      if (left >= 0) continue
      this.truncated = 'it has more than 50 MiB'
      return
    }
  }

  async *#unpacked(): AsyncGenerator<Uint8Array> {
    const chunks = withHead(this.#chunks)
    const first = await chunks.next()
    if (first.done) return
    const all = prepend(first.value, chunks)
    if (!isGzip(first.value)) yield* all
    else yield* this.#gunzip(all)
  }

  async *#gunzip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const gunzip = createGunzip()
    // Errors of the source reach the gunzip stream, which throws them below.
    pipeline(Readable.from(chunks), gunzip, () => undefined)
    let empty = true
    try {
      for await (const bytes of gunzip) {
        if (empty && isGzip(bytes)) throw new SitemapUnreadable('it is gzip within gzip')
        empty = false
        yield bytes
      }
    } catch (error) {
      if (!isGzipFault(error)) throw error
      if (empty) throw new SitemapUnreadable('its gzip data is broken')
      this.truncated = 'its gzip data is broken or ends early'
    }
  }
}

/** The same bytes, with at least `headBytes` in the first chunk if there are that many. */
async function* withHead(chunks: Bytes): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | undefined = new Uint8Array(0)
  for await (const chunk of chunks) {
    if (head) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk])
      if (head.length < headBytes) continue
      yield head
      head = undefined
    } else yield chunk
  }
  if (head && head.length > 0) yield head
}

async function* prepend(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* rest
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

function isGzipFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
}

/** The encoding by byte order mark, by the zeros of UTF-16, or by the XML declaration. */
function encodingOf(bytes: Uint8Array): string {
  const [a, b] = bytes
  if (a === 0xff && b === 0xfe) return 'utf-16le'
  if (a === 0xfe && b === 0xff) return 'utf-16be'
  if (a !== 0 && b === 0) return 'utf-16le'
  if (a === 0 && b !== 0) return 'utf-16be'
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  const declared = /^[^<]{0,100}<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)/i.exec(head)?.[1] ?? 'utf-8'
  // A head that is readable as ASCII is not in UTF-16, whatever it declares.
  return /^(?:utf-16|ucs-2|iso-10646-ucs-2|unicode)/i.test(declared) || !isEncoding(declared) ? 'utf-8' : declared
}

function isEncoding(label: string): boolean {
  try {
    return new TextDecoder(label) !== undefined
  } catch {
    return false
  }
}
