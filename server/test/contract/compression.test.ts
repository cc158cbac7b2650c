import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { routes } from '@polegraph/contract/routes.ts'
import { describe, expect, it } from 'vitest'
import { version } from '../../src/platform/version.ts'
import { insertGraph } from '../support/graph/graph-rows.ts'
import { startTestService } from '../support/harness.ts'

const { call, key, service, url } = await startTestService()

const domain: string = (await call('POST', '/v1/domains', { key, body: { name: 'large' } })).body.id
await insertGraph(service.db, domain, {
  entities: Array.from({ length: 300 }, (_, n) => ({ kind: 'person', name: `Person ünder ${n}` })),
})

/** As it comes over the wire: fetch would decode it. */
async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { request } = await import('undici')
  const answer = await request(url + path, { method, headers: { authorization: `Bearer ${key}`, ...headers } })
  const bytes = Buffer.from(await answer.body.arrayBuffer())
  return { status: answer.statusCode, headers: answer.headers as Record<string, string | undefined>, bytes }
}

const decoders = { br: brotliDecompressSync, gzip: gunzipSync }
const paths: [string, string][] = [
  ['a list', `/v1/domains/${domain}/entities?limit=300`],
  ['the description', '/v1/openapi.json'],
  ['the reference', '/docs/'],
]

describe.each(paths)('%s', (_title, path) => {
  it.each(['br', 'gzip'] as const)('comes in %s to those who accept it', async (encoding) => {
    const [plain, packed] = [await get(path), await get(path, { 'accept-encoding': encoding })]
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, encoding])
    expect([plain.headers.vary, packed.headers.vary]).toEqual(['accept-encoding', 'accept-encoding'])
    expect(packed.headers['content-length']).toBe(String(packed.bytes.length))
    expect(packed.bytes.length * 3).toBeLessThan(plain.bytes.length)
    expect(decoders[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
  })

  it('has a tag for each encoding, and any of them says that nothing has changed', async () => {
    const answers = await Promise.all(['identity', 'gzip', 'br'].map((one) => get(path, { 'accept-encoding': one })))
    const tags = answers.map(({ headers }) => headers.etag as string)
    expect(new Set(tags).size).toBe(3)
    for (const tag of tags) {
      const again = await get(path, { 'if-none-match': `"other", W/${tag}`, 'accept-encoding': 'br' })
      expect([again.status, again.bytes.length, again.headers.etag]).toEqual([304, 0, tags[2]])
    }
    expect((await get(path, { 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('says the same to HEAD', async () => {
    const [got, head] = [
      await get(path, { 'accept-encoding': 'gzip' }),
      await get(path, { 'accept-encoding': 'gzip' }, 'HEAD'),
    ]
    for (const name of ['content-encoding', 'content-length', 'etag', 'content-type']) {
      expect(head.headers[name], name).toBe(got.headers[name])
    }
    expect(head.bytes).toHaveLength(0)
  })
})

it.each([
  ['gzip, deflate', 'gzip'],
  ['gzip, br', 'br'],
  ['br;q=0.1, gzip;q=0.9', 'gzip'],
  ['BR', 'br'],
  ['*', 'br'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', undefined],
  ['gzip;q=0', undefined],
  ['deflate, zstd', undefined],
  ['', undefined],
  ['gzip;q=nonsense', undefined],
])('Accept-Encoding: %s gets %s', async (accepted, encoding) => {
  const { headers } = await get(`/v1/domains/${domain}/entities`, { 'accept-encoding': accepted })
  expect(headers['content-encoding']).toBe(encoding)
})

it('leaves short answers and streams as they are', async () => {
  const short = await get('/v1/project', { 'accept-encoding': 'gzip, br' })
  expect([short.headers['content-encoding'], short.headers.vary]).toEqual([undefined, undefined])
  const stream = await fetch(`${url}/v1/domains/${domain}/events`, {
    headers: { authorization: `Bearer ${key}`, 'accept-encoding': 'gzip, br' },
  })
  expect(stream.headers.get('content-encoding')).toBeNull()
  await stream.body?.cancel()
})

it.each(['br', 'gzip'] as const)('sends exports in %s as they are read', async (encoding) => {
  const path = `/v1/domains/${domain}/export?format=ndjson`
  const [plain, packed] = [await get(path), await get(path, { 'accept-encoding': encoding })]
  expect(packed.headers['content-encoding']).toBe(encoding)
  expect(decoders[encoding](packed.bytes).equals(plain.bytes)).toBe(true)
})

describe('the description', () => {
  it('names the address under which it was asked for, where that is one of the machine', async () => {
    const serverOf = async (host: string) =>
      JSON.parse((await get('/v1/openapi.json', { host })).bytes.toString()).servers[0].url
    expect([await serverOf('127.0.0.1:81'), await serverOf('b.example:81')]).toEqual(['http://127.0.0.1:81', '/'])
  })
})

describe('the reference', () => {
  it('is one page without a script, with every call, and a style that a browser keeps', async () => {
    const { bytes, headers } = await get('/docs/')
    const page = bytes.toString()
    expect(page).toContain('<title>Polegraph API</title>')
    expect(page).toContain(`Interface 1.0.0 (paths below <code>/v1</code>), served by Polegraph ${version}.`)
    expect(page).not.toMatch(/<script|\son\w+=|style="/)
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self'; img-src 'self';/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|script-src/)
    const names = Object.keys(routes)
    expect(names.filter((name) => !page.includes(`<article id="${name}">`))).toEqual([])
    const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id as string)
    expect(targets.filter((id) => !page.includes(` id="${id}"`))).toEqual([])
    expect((await get('/docs/', { 'accept-encoding': 'br' })).bytes.length).toBeLessThan(100_000)
    const style = /href="(style\.css\?v=[\w-]+)"/.exec(page)?.[1] as string
    const sent = await get(`/docs/${style}`)
    expect([sent.status, sent.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
    for (const other of ['style.css', 'style.css?v=another']) {
      expect((await get(`/docs/${other}`)).headers['cache-control']).toBe('no-cache')
    }
  })
})
