import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/http/app/build-app.ts'
import { type Asset, createAsset, forever, revalidate, sendAsset } from '../platform/http/assets.ts'
import { fail } from '../platform/http/errors.ts'
import { commonHeaders } from '../platform/http/request-state.ts'
import type { Log } from '../platform/log.ts'

// The console at / and its paths: one page, whose script shows what the address asks for, and the files beside it. They are
// read from the folder that `npm run build` fills, when they are first asked for.

const builtFolder = join(import.meta.dirname, '../../../console/dist')

// The library of components writes style elements, and elements have styles of their own; scripts come from files alone.
const rules = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
]

/** `framers` are the origins whose pages may show this one. */
const policyFor = (framers: string[]) => [...rules, `frame-ancestors ${framers.join(' ') || "'none'"}`].join('; ')
const policy = policyFor([])

const moreHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  json: 'application/json',
  md: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The paths of its pages, as console/src/router.tsx has them. */
const pagePaths = ['/', '/project', '/d', '/d/*', '/invite/*', '/reset/*']

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Polegraph</title>
<body><h1>The console is not built</h1><p>Run <code>npm run build</code> where the service is installed, then reload this page.
The API works without it.</p></body></html>`

/** `prefix` is the path of PUBLIC_URL. */
export function addConsole(
  { fastify, setNotFoundPage }: App,
  {
    prefix,
    folder = builtFolder,
    log,
    embedOrigins,
  }: { prefix: string; folder?: string | undefined; log: Log; embedOrigins: string[] },
): void {
  const files = new Map<string, Promise<Asset>>()
  // The names in the folder are all that is ever read: an address cannot lead out of it.
  let names = new Set<string>()
  const has = (name: string) => {
    if (names.size === 0) names = listFiles(folder)
    return names.has(name)
  }
  const load = (name: string) => {
    const known = files.get(name) ?? loadFile(folder, name, has, prefix)
    files.set(name, known)
    return known
  }
  const options = { config: { csp: policy, isUnlimited: true } }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    if (!wantsHtml(request)) throw fail('not_found')
    return sendIndex(request, reply)
  }
  const sendIndex = async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(moreHeaders)
    if (!has('index.html')) return reply.code(503).type('text/html; charset=utf-8').send(notBuilt)
    return sendAsset(request, reply, await load('index.html'), revalidate)
  }
  for (const path of pagePaths) fastify.get(path, options, sendPage)
  // Shared graphs alone may be shown in pages of others: nobody is signed in there, so no click can be stolen.
  const embedded = { config: { csp: policyFor(embedOrigins), isUnlimited: true } }
  fastify.get('/s/*', embedded, (request, reply) => {
    if (embedOrigins.length > 0) reply.removeHeader('x-frame-options')
    return sendPage(request, reply)
  })
  // A mistyped address: the page says that it is not there, and leads on.
  setNotFoundPage((request, reply) => {
    const isPerson = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (!isPerson || !has('index.html') || isForPrograms(request.url)) return
    return sendIndex(request, reply.code(404).headers({ ...commonHeaders(request), 'content-security-policy': policy }))
  })

  const sendFile = (name: string, cache: string) => async (request: FastifyRequest, reply: FastifyReply) => {
    const path = name + ((request.params as { '*'?: string })['*'] ?? '')
    if (!has(path)) throw fail('not_found')
    return sendAsset(request, reply, await load(path), cache)
  }
  fastify.get('/assets/*', options, sendFile('assets/', forever))
  for (const name of ['icon.svg', 'licenses.md']) fastify.get(`/${name}`, options, sendFile(name, revalidate))

  if (!existsSync(join(folder, 'index.html'))) log.warn('the console is not built; run: npm run build')
}

/** Addresses of the API and of files, in which nobody means a page. */
const isForPrograms = (url: string) => /^\/(v1|assets)(\/|$|\?)/.test(url)

/** A program that asks for JSON has mistaken the address of the API. */
function wantsHtml({ headers }: FastifyRequest): boolean {
  const accept = headers.accept ?? '*/*'
  return accept.includes('text/html') || accept.includes('*/*')
}

function listFiles(folder: string): Set<string> {
  if (!existsSync(folder)) return new Set()
  return new Set(readdirSync(folder, { recursive: true, encoding: 'utf8' }))
}

async function loadFile(folder: string, name: string, has: (name: string) => boolean, prefix: string): Promise<Asset> {
  const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const bytes = await readFile(join(folder, name))
  const compressed = async (encoding: 'br' | 'gzip') => {
    const beside = `${name}.${encoding === 'br' ? 'br' : 'gz'}`
    return has(beside) ? readFile(join(folder, beside)) : undefined
  }
  if (name !== 'index.html') return createAsset(type, { bytes, compressed: keepResults(compressed) })
  const page = bytes.toString().replace('<base href="/" />', `<base href="${escapeAttribute(prefix)}/" />`)
  return createAsset(type, { bytes: Buffer.from(page), compressed: async () => undefined })
}

const escapeAttribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

function keepResults<Key, Result>(make: (key: Key) => Promise<Result>): (key: Key) => Promise<Result> {
  const kept = new Map<Key, Promise<Result>>()
  return (key) => {
    const result = kept.get(key) ?? make(key)
    kept.set(key, result)
    return result
  }
}
