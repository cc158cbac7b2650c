import Fastify from 'fastify'
import { type Asset, createAsset, forever, revalidate, sendAsset } from './platform/http/assets.ts'
import type { App } from './platform/http/build-app.ts'
import { KeptBody } from './platform/http/compress.ts'
import { fail } from './platform/http/errors.ts'

// The API reference at /docs: a page, and one script of 4 MB that is loaded on the first request.

// The page has its script and styles inline; it may load nothing from elsewhere.
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; frame-ancestors 'none'"

interface Reference {
  page: Asset
  script: Asset
}

/** `prefix` is the path of PUBLIC_URL. */
export function addReference({ fastify }: App, prefix: string): void {
  let loading: Promise<Reference> | undefined
  const load = () => {
    loading ??= loadReference(prefix)
    return loading
  }
  const options = { config: { csp: policy } }
  fastify.get('/docs', options, (_request, reply) => reply.redirect(`${prefix}/docs/`, 301))
  fastify.get('/docs/', options, async (request, reply) => sendAsset(request, reply, (await load()).page, revalidate))
  fastify.get('/docs/js/scalar.js', options, async (request, reply) => {
    const { script } = await load()
    const isCurrent = (request.query as { v?: string }).v === versionOf(script)
    return sendAsset(request, reply, script, isCurrent ? forever : revalidate)
  })
  fastify.get('/docs/*', options, () => {
    throw fail('not_found')
  })
}

const versionOf = ({ etag }: Asset) => etag.slice(1, 13)

async function loadReference(prefix: string): Promise<Reference> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const pages = Fastify()
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      pageTitle: 'Polegraph API',
      url: `${prefix}/v1/openapi.json`,
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
  return createAsset(type, new KeptBody(bytes))
}
