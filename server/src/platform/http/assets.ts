import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseEncoding, type Encoding } from './compress.ts'
import { encodedEtag, etagOf, isKnown } from './etags.ts'

// Files for browsers, sent from memory.

export interface Asset {
  type: string
  etag: string
  bytes: Buffer
  /** Undefined where it is not worth it. */
  compressed(encoding: Encoding): Promise<Buffer | undefined>
}

/** The cache rule of files that keep their address in the next version. */
export const revalidate = 'no-cache'
/** The cache rule of addresses that name the version of their file. */
export const forever = 'public, max-age=31536000, immutable'

export function createAsset(type: string, body: { bytes: Buffer; compressed: Asset['compressed'] }): Asset {
  const { bytes } = body
  return { type, etag: etagOf(bytes), bytes, compressed: (encoding) => body.compressed(encoding) }
}

export async function sendAsset(
  request: FastifyRequest,
  reply: FastifyReply,
  asset: Asset,
  cache: string,
): Promise<FastifyReply> {
  const accepted = chooseEncoding(request.headers['accept-encoding'])
  const compressed = accepted && (await asset.compressed(accepted))
  const encoding = compressed && accepted
  const etag = encodedEtag(asset.etag, encoding)
  reply.headers({ 'cache-control': cache, etag, vary: 'accept-encoding' })
  if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
  reply.headers({ 'content-type': asset.type, ...(encoding && { 'content-encoding': encoding }) })
  return reply.send(compressed ?? asset.bytes)
}
