import { PassThrough, type Transform, type TransformCallback } from 'node:stream'
import { constants, createBrotliDecompress, createZstdDecompress, InflateRaw } from 'node:zlib'
import { FetchFailed } from './fetch-failure.ts'

// Decodes content codings as a stream. gzip and deflate are the same compression with different headers, so one decoder
// reads both behind the header. Data behind the compressed stream (checksums, garbage) is ignored, as in browsers: TCP
// and TLS have their own checksums, and PHP adds line ends.

/** Servers compress once; twice is a mistake of a proxy; more is an attack. */
const maxCodings = 2
/** A gzip header can contain a file name and a comment of any length. */
const maxHeadBytes = 64 * 1024
/** RFC 9659: no window over 8 MiB. The frame declares its window, and the decoder allocates that much. */
const zstdWindow = { [constants.ZSTD_d_windowLogMax]: 23 }

const makers: Record<string, () => Transform> = {
  gzip: () => new Inflate(gzipHeadLength),
  'x-gzip': () => new Inflate(gzipHeadLength),
  deflate: () => new Inflate(zlibHeadLength),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress({ params: zstdWindow }),
}

export const acceptEncoding = 'gzip, deflate, br, zstd'

/** The decoders of a body, in order; at least one, so that there is always a stream to write to. */
export function makeDecoders(contentEncoding: string | string[] | undefined): [Transform, ...Transform[]] {
  const codings = String(contentEncoding ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity' && coding !== 'none')
  if (codings.length > maxCodings) throw new FetchFailed('bad_encoding', 'too many content codings')
  // The coding that was applied last is removed first.
  const found = codings.reverse().map((coding) => {
    const make = Object.hasOwn(makers, coding) ? makers[coding] : undefined
    if (!make) throw new FetchFailed('bad_encoding', 'unknown content coding')
    return make
  })
  const [first = () => new PassThrough(), ...rest] = found
  return [first(), ...rest.map((make) => make())]
}

/** Undefined while there are too few bytes to tell. */
type HeadLength = (bytes: Buffer) => number | 'wrong' | undefined

/** Strips a header of unknown length, then inflates. */
class Inflate extends InflateRaw {
  readonly #headLength: HeadLength
  #head: Buffer | undefined = Buffer.alloc(0)

  constructor(headLength: HeadLength) {
    super()
    this.#headLength = headLength
  }

  override _transform(chunk: Buffer, encoding: BufferEncoding, callback: TransformCallback): void {
    if (this.#head) this.#takeHead(Buffer.concat([this.#head, chunk]), encoding, callback)
    else super._transform(chunk, encoding, callback)
  }

  override _flush(callback: TransformCallback): void {
    if (!this.#head) super._flush(callback)
    else callback(new FetchFailed('cut_off', 'response ended early'))
  }

  #takeHead(bytes: Buffer, encoding: BufferEncoding, callback: TransformCallback): void {
    const length = this.#headLength(bytes)
    if (length === 'wrong') callback(notDecodable())
    else if (length === undefined) {
      this.#head = bytes
      callback(bytes.length > maxHeadBytes ? notDecodable() : null)
    } else {
      this.#head = undefined
      super._transform(bytes.subarray(length), encoding, callback)
    }
  }
}

const notDecodable = () => new FetchFailed('bad_encoding', 'body cannot be decoded')

/** RFC 1952, 2.3. */
function gzipHeadLength(bytes: Buffer): number | 'wrong' | undefined {
  if (bytes.length < 10) return undefined
  if (bytes.readUInt16BE(0) !== 0x1f8b || bytes[2] !== 8) return 'wrong'
  const flags = bytes[3] as number
  let at = 10
  if (flags & 4) {
    if (bytes.length < at + 2) return undefined
    at += 2 + bytes.readUInt16LE(at)
  }
  // The file name, then a comment: each ends with a zero.
  for (const flag of [8, 16]) {
    if (!(flags & flag)) continue
    const end = bytes.indexOf(0, at)
    if (end < 0) return undefined
    at = end + 1
  }
  if (flags & 2) at += 2
  return at > bytes.length ? undefined : at
}

/** Some servers send raw deflate data instead of the zlib format of the standard. RFC 1950, 2.2. */
function zlibHeadLength(bytes: Buffer): number | undefined {
  if (bytes.length < 2) return undefined
  return ((bytes[0] as number) & 15) === 8 && bytes.readUInt16BE(0) % 31 === 0 ? 2 : 0
}
