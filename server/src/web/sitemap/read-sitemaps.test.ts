import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { createAddressGuard } from '../address/address-guard.ts'
import { Fetcher } from '../fetch/fetcher.ts'
import { readSitemapAt, type SitemapOptions } from './read-sitemaps.ts'

// More in server/test/bad-web/cases/sitemaps.ts.

const urlset = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (...urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`

async function read(files: Record<string, string | Uint8Array>, options: Partial<SitemapOptions> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    if (request.url === '/slow.xml') return
    const body = files[request.url ?? '']
    response.writeHead(body === undefined ? 404 : 200).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const fetcher = new Fetcher({ guard: createAddressGuard({ allow: ['127.0.0.0/8'] }), user_agent: 'polegraph-test/1' })
  onTestFinished(async () => {
    await fetcher.close()
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const found = await readSitemapAt(fetcher, `${origin}/sitemap.xml`, { take: 3, ...options })
  return { ...found, urls: found.urls.map((url) => url.replace(origin, '')), asked }
}

it('keeps the first addresses, canonical and once each, and counts all', async () => {
  const body = urlset('/a#x', '/a', '/b?utm_source=x', 'ftp://x/', '/c', '/d', '/e')
  expect(await read({ '/sitemap.xml': body })).toEqual({
    discovered: 7,
    urls: ['/a', '/b', '/c'],
    asked: ['/sitemap.xml'],
  })
})

it('skips what is no address', async () => {
  const body = urlset('not a url', 'nonsense', 'mailto:a@example.org', '/a', './b', '?page=2', 'https://example.org/c')
  expect((await read({ '/sitemap.xml': body }, { take: 9 })).urls).toEqual([
    ...['/a', '/b', '/sitemap.xml?page=2', 'https://example.org/c'],
  ])
})

it('follows an index in order, through gzip and lists', async () => {
  const files = {
    '/sitemap.xml': index('/one.xml.gz', '/two.txt', '/one.xml.gz', '/more.xml'),
    '/one.xml.gz': gzipSync(urlset('/1')),
    '/two.txt': 'https://example.org/2\nhttps://example.org/3\n',
    '/more.xml': index('/four.xml'),
    '/four.xml': urlset('/4'),
  }
  expect(await read(files)).toEqual({
    discovered: 4,
    urls: ['/1', 'https://example.org/2', 'https://example.org/3'],
    asked: ['/sitemap.xml', '/one.xml.gz', '/two.txt', '/more.xml', '/four.xml'],
  })
})

it('follows indexes two levels down', async () => {
  const files = {
    '/sitemap.xml': index('/1.xml', '/0.xml'),
    '/0.xml': urlset('/y'),
    '/1.xml': index('/2.xml'),
    '/2.xml': index('/3.xml'),
    '/3.xml': urlset('/x'),
  }
  expect(await read(files)).toMatchObject({
    discovered: 1,
    truncated: 'its indexes nest too deep',
    asked: ['/sitemap.xml', '/1.xml', '/0.xml', '/2.xml'],
  })
})

it('asks its caller before every request, and hears a refusal', async () => {
  const files = { '/sitemap.xml': index('/a.xml'), '/a.xml': urlset('/1') }
  const asked: string[] = []
  await read(files, { beforeRequest: async (url) => void asked.push(new URL(url).pathname) })
  expect(asked).toEqual(['/sitemap.xml', '/a.xml'])
  const refused = new Error('robots')
  const beforeRequest = async (url: string) => {
    if (url.endsWith('/a.xml')) throw refused
  }
  await expect(read(files, { beforeRequest })).rejects.toBe(refused)
})

it('has one time limit for all its files, and stops with what it has', async () => {
  const files = {
    '/sitemap.xml': index('/a.xml', '/slow.xml', '/b.xml'),
    '/a.xml': urlset('/1'),
    '/b.xml': urlset('/2'),
  }
  expect(await read(files, { within_ms: 400 })).toMatchObject({
    discovered: 1,
    urls: ['/1'],
    truncated: expect.stringMatching(/slow\.xml: no answer within .* s; it takes too long to read$/),
    asked: ['/sitemap.xml', '/a.xml', '/slow.xml'],
  })
})
