import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { startTestService } from '../support/harness.ts'

// How the service serves the console: from a folder, here one of a few files that are easy to tell apart.

const folder = await mkdtemp(join(tmpdir(), 'polegraph-console-'))
afterAll(() => rm(folder, { recursive: true }))
await mkdir(join(folder, 'assets'))
await writeFile(join(folder, 'index.html'), '<!doctype html><head><base href="/" /></head><p>the console</p>')
await writeFile(join(folder, 'assets/index-abc.js'), 'console.log(1)')
await writeFile(join(folder, 'assets/index-abc.js.gz'), gzipSync('console.log(1)'))
await writeFile(join(folder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"></svg>')

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const pages = [
  '/',
  '/project',
  '/d',
  '/d/0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70',
  '/d/x/e/y?tab=why',
  '/invite/inv_x',
  '/reset/x',
  '/s/shr_x',
]

/** `fetch` would decode the body and hide which encoding was sent. */
function getRaw(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; body: Buffer }>((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) }),
      )
    })
    sent.on('error', reject).end()
  })
}

describe('a built console', async () => {
  const { url, call } = await startTestService({ consoleFolder: folder })

  it.each(pages)('%s is its page', async (path) => {
    const { status, body, headers } = await call('GET', path, { headers: html })
    expect([status, body]).toEqual([200, expect.stringContaining('the console')])
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('cache-control')).toBe('no-cache')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'; script-src 'self';")
    expect(policy.split(';').find((part) => part.includes('script-src'))).not.toMatch(/unsafe|http|\*/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
  })

  it('a program that asks for JSON gets an error that it can read', async () => {
    const { status, body } = await call('GET', '/d/x', { headers: { accept: 'application/json' } })
    expect([status, body.error]).toEqual([404, 'not found'])
  })

  it('files are kept by browsers for ever, and sent compressed', async () => {
    const path = `${url}/assets/index-abc.js`
    const plain = await getRaw(path, {})
    expect([plain.status, plain.body.toString()]).toEqual([200, 'console.log(1)'])
    expect(plain.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    const zipped = await getRaw(path, { 'accept-encoding': 'gzip' })
    expect([zipped.headers['content-encoding'], gunzipSync(zipped.body).toString()]).toEqual(['gzip', 'console.log(1)'])
    expect(zipped.headers.vary).toBe('accept-encoding')
    const again = await getRaw(path, { 'accept-encoding': 'gzip', 'if-none-match': String(zipped.headers.etag) })
    expect([again.status, again.body.length]).toEqual([304, 0])
    // Where one encoding was not made, the file goes as it is.
    const other = await getRaw(path, { 'accept-encoding': 'br' })
    expect([other.headers['content-encoding'], other.body.toString()]).toEqual([undefined, 'console.log(1)'])
  })

  it.each([
    '/assets/none.js',
    '/assets/',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/..%2f..%2fpackage.json',
  ])('%s is not there', async (path) => {
    const { status, body } = await getRaw(url + path, {})
    expect([status, JSON.parse(body.toString()).error]).toEqual([404, 'not found'])
  })

  it('the rest of the service is as it was', async () => {
    expect((await call('GET', '/v1/nothing', { headers: html })).body.error).toBe('not found')
    expect((await call('GET', '/nothing')).body.error).toBe('not found')
    expect((await call('POST', '/nothing', { headers: html })).body.error).toBe('not found')
  })

  it('a person with a mistyped address gets a page that says so', async () => {
    const { status, body, headers } = await getRaw(`${url}/nothing`, html)
    expect([status, body.toString()]).toEqual([404, expect.stringContaining('the console')])
    expect(headers['content-security-policy']).toContain("script-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('below a path of PUBLIC_URL', async () => {
  const environment = { PUBLIC_URL: 'https://example.org/graphs' }
  const { call } = await startTestService({ consoleFolder: folder, environment })

  it.each(['/graphs/d/x', '/d/x', '/graphs', '/graphs/', '/graphs?new=1'])(
    '%s is the page, whether the proxy took the path off or not',
    async (path) => {
      const { status, body } = await call('GET', path, { headers: html })
      expect([status, body]).toEqual([200, expect.stringContaining('<base href="/graphs/" />')])
    },
  )

  it('the API and its reference are there too', async () => {
    expect((await call('GET', '/graphs/v1/status')).body.status).toBe('ok')
    expect((await call('GET', '/v1/status')).body.status).toBe('ok')
    expect((await call('GET', '/graphsv1/status')).status).toBe(404)
    expect((await call('GET', '/docs')).headers.get('location')).toBe('/graphs/docs/')
    expect((await call('GET', '/graphs/docs/')).body).toContain('href="../v1/openapi.json"')
  })
})

describe('a console that was not built', async () => {
  const { url, call } = await startTestService({ consoleFolder: join(folder, 'nothing') })

  it('says what to run', async () => {
    const { status, body } = await getRaw(`${url}/`, html)
    expect([status, body.toString()]).toEqual([503, expect.stringContaining('npm run build')])
    expect((await call('GET', '/v1/status')).status).toBe(200)
  })
})

describe('many files at once', async () => {
  const { url } = await startTestService({ consoleFolder: folder, environment: { RATE_LIMIT_ANONYMOUS: '5' } })

  it('count against no limit', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => getRaw(`${url}/icon.svg`, {})))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]?.headers['content-type']).toBe('image/svg+xml')
  })
})
