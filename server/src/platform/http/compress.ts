import type { ServerResponse } from 'node:http'
import type { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

// Compresses answers for clients that accept it, off the thread that answers requests.

export type Encoding = 'br' | 'gzip'

/** Smaller answers fit into one packet as they are. */
export const compressedFromBytes = 1024

/** Brotli at this quality is as fast as gzip, and smaller. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }

export function compress(encoding: Encoding, body: string | Uint8Array): Promise<Buffer> {
  return encoding === 'br' ? compressors.br(body, brotliOptions) : compressors.gzip(body)
}

/** The best encoding that an Accept-Encoding header admits; undefined when it admits none of ours. */
export function chooseEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0)
  }
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip'
  return weightOf(best) > 0 ? best : undefined
}

/** A body that is sent to many: made, hashed and compressed once. */
export class KeptBody {
  readonly bytes: Buffer
  readonly #compressed = new Map<Encoding, Promise<Buffer>>()

  constructor(body: string | Buffer) {
    this.bytes = typeof body === 'string' ? Buffer.from(body) : body
  }

  compressed(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding) ?? compress(encoding, this.bytes)
    this.#compressed.set(encoding, known)
    return known
  }
}

/** What is written to it arrives at the response compressed. */
export function compressInto(response: ServerResponse, encoding: Encoding): Writable {
  const compressor = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip()
  compressor.on('error', () => response.destroy())
  response.on('close', () => compressor.destroy())
  compressor.pipe(response)
  return compressor
}
