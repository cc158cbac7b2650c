import { buildOpenapi } from '@polegraph/contract/reference/openapi.ts'
import type { App } from '../../platform/http/app/build-app.ts'
import { type Asset, createAsset, forever, revalidate, sendAsset } from '../../platform/http/assets.ts'
import { KeptBody } from '../../platform/http/compress.ts'
import { fail } from '../../platform/http/errors.ts'
import { version } from '../../platform/version.ts'
import { type Description, renderReference } from './render-reference.ts'
import { style } from './style.ts'

// The API reference at /docs: a page and its style, made on the first request.

// The page has no script, and nothing in it may be one: it is read beside the cookie of a session.
const policy =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

interface Reference {
  page: Asset
  style: Asset
}

/** `prefix` is the path of PUBLIC_URL. */
export function addReference({ fastify }: App, prefix: string): void {
  let made: Reference | undefined
  const reference = () => {
    made ??= makeReference()
    return made
  }
  const options = { config: { csp: policy } }
  fastify.get('/docs', options, (_request, reply) => reply.redirect(`${prefix}/docs/`, 301))
  fastify.get('/docs/', options, (request, reply) => sendAsset(request, reply, reference().page, revalidate))
  fastify.get('/docs/style.css', options, (request, reply) => {
    const isCurrent = (request.query as { v?: string }).v === versionOf(reference().style)
    return sendAsset(request, reply, reference().style, isCurrent ? forever : revalidate)
  })
  fastify.get('/docs/*', options, () => {
    throw fail('not_found')
  })
}

const versionOf = ({ etag }: Asset) => etag.slice(1, 13)

function makeReference(): Reference {
  const sheet = toAsset('text/css; charset=utf-8', style)
  const description = buildOpenapi({ version, server_url: '/' }) as unknown as Description
  // The version in its address lets browsers keep the style.
  const page = renderReference(description, version, `style.css?v=${versionOf(sheet)}`)
  return { page: toAsset('text/html; charset=utf-8', page), style: sheet }
}

const toAsset = (type: string, text: string) => createAsset(type, new KeptBody(Buffer.from(text)))
