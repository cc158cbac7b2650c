import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { App } from './platform/http/build-app.ts'
import { chooseEncoding, KeptBody } from './platform/http/compress.ts'
import { fail } from './platform/http/errors.ts'
import { encodedEtag, etagOf, isKnown } from './platform/http/etags.ts'

// The API reference at /docs: a page, and one script of 4 MB that is loaded on the first request.

// The page has its script and styles inline; it may load nothing from elsewhere.
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

/** For the page, and for the script under an address without its version. */
const revalidate = 'no-cache'
const forever = 'public, max-age=31536000, immutable'

interface Asset {
  type: string
  body: KeptBody
  etag: string
}

interface Reference {
  page: Asset
  script: Asset
}

export function addReference({ fastify }: App): void {
  let loading: Promise<Reference> | undefined
  const load = () => {
    loading ??= loadReference()
    return loading
  }
  const options = { config: { csp: policy } }
  fastify.get('/', options, (_request, reply) => reply.redirect('/docs'))
  fastify.get('/docs', options, (_request, reply) => reply.redirect('/docs/', 301))
  fastify.get('/docs/', options, async (request, reply) => send(request, reply, (await load()).page, revalidate))
  fastify.get('/docs/js/scalar.js', options, async (request, reply) => {
    const { script } = await load()
    const isCurrent = (request.query as { v?: string }).v === versionOf(script)
    return send(request, reply, script, isCurrent ? forever : revalidate)
  })
  fastify.get('/docs/*', options, () => {
    throw fail('not_found')
  })
}

const versionOf = ({ etag }: Asset) => etag.slice(1, 13)

async function send(request: FastifyRequest, reply: FastifyReply, asset: Asset, cache: string): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const etag = encodedEtag(asset.etag, encoding)
  reply.headers({ 'cache-control': cache, etag, vary: 'accept-encoding' })
  if (isKnown(etag, request.headers['if-none-match'])) return reply.code(304).send()
  reply.headers({ 'content-type': asset.type, ...(encoding && { 'content-encoding': encoding }) })
  return reply.send(encoding ? await asset.body.compressed(encoding) : asset.body.bytes)
}

async function loadReference(): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Polegraph API',
      url: '/v1/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      // These would send the description to the vendor's cloud.
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
    },
  })
  const script = toAsset('application/javascript; charset=utf-8', (await pages.inject('/docs/js/scalar.js')).rawPayload)
  const html = (await pages.inject('/docs/')).payload
  // The version in its address lets browsers keep the script.
  const versioned = html.replace('js/scalar.js', `js/scalar.js?v=${versionOf(script)}`)
  return { page: toAsset('text/html; charset=utf-8', Buffer.from(versioned)), script }
}

function toAsset(type: string, bytes: Buffer): Asset {
  return { type, body: new KeptBody(bytes), etag: etagOf(bytes) }
}
