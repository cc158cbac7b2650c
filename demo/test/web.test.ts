import { afterAll, describe, expect, it } from 'vitest'
import { serveWeb } from '../src/web/serve-web.ts'
import { fetchPage } from './fetch-page.ts'

// The made-up web over HTTP, as a visitor and as a crawler see it.

const web = await serveWeb()
afterAll(() => web.close())
const { port } = new URL(web.search_url)
const addressOf = (host: string, path = '/') => `http://${host}:${port}${path}`

/** All pages that links lead to from the front pages, but for the almanac, which has no end. */
async function walk(): Promise<Map<string, number>> {
  const seen = new Map<string, number>()
  const waiting = web.sites.map(({ url }) => url)
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue
    const { status, body } = await fetchPage(url)
    seen.set(url, status)
    const links = [...body.matchAll(/<a [^>]*href="([^"]+)"/g)].map((match) => new URL(match[1] as string, url))
    waiting.push(
      ...links
        .filter(({ protocol, pathname }) => protocol === 'http:' && !pathname.startsWith('/almanac/'))
        .map(String),
    )
  }
  return seen
}

const archive = addressOf('granite-times.localhost', '/archive/')

it('has no page that no link leads to, and no link that leads nowhere', async () => {
  const seen = await walk()
  expect([...seen].filter(([url, status]) => status !== (url === archive ? 403 : 200))).toEqual([])
  expect(seen.size).toBe(web.page_count)
  expect(web.page_count).toBeGreaterThanOrEqual(80)
  expect(web.sites).toHaveLength(6)
})

it('tells each host what robots may read, and knows no others', async () => {
  for (const { url } of web.sites) {
    expect((await fetchPage(`${url}robots.txt`)).body).toMatch(/^User-agent: \*/)
  }
  expect((await fetchPage(addressOf('nobody.localhost'))).status).toBe(404)
  expect((await fetchPage(addressOf('kveldlys.localhost', '/%ff'))).status).toBe(404)
  expect((await fetchPage(addressOf('kveldlys.localhost'), { host: '[' })).status).toBe(400)
})

it('has an almanac without an end', async () => {
  for (const month of ['1626-01', '2026-11', '2426-12']) {
    const { status, body } = await fetchPage(addressOf('polarpedia.localhost', `/almanac/${month}`))
    expect([status, body.includes('<a href="/almanac/')]).toEqual([200, true])
  }
  expect((await fetchPage(addressOf('polarpedia.localhost', '/almanac/2026-13'))).status).toBe(404)
})

describe('the search', () => {
  const search = async (q: string) => {
    const { headers, body } = await fetchPage(`${web.search_url}/search?q=${encodeURIComponent(q)}&format=json`)
    expect(headers['content-type']).toMatch('application/json')
    return JSON.parse(body) as { results: { url: string; title: string; content: string }[] }
  }

  it('finds every site by what all of them are about', async () => {
    const { results } = await search('northern lights')
    const found = new Set(results.slice(0, 10).map(({ url }) => new URL('/', url).href))
    expect(found).toEqual(new Set(web.sites.map(({ url }) => url)))
  })

  it('finds the page that is asked for first', async () => {
    const { results } = await search('Lindholm Foundation')
    expect(results[0]?.title).toBe('Lindholm Foundation – Polarpedia')
    expect(results[0]?.content).toContain('Lindholm Foundation')
    expect((await search('zeppelin')).results).toEqual([])
  })

  it('has a page for people', async () => {
    const { body } = await fetchPage(`${web.search_url}/search?q=avalanche`)
    expect(body).toContain('<form action="/search">')
    expect(body).toContain('Solberg Expedition')
  })
})

it('sends a page again only when it has changed', async () => {
  const [staff, visit] = ['/staff', '/visit'].map((path) => addressOf('kveldlys.localhost', path)) as [string, string]
  const first = new Map(await Promise.all([staff, visit].map(async (url) => [url, await fetchPage(url)] as const)))
  const again = (url: string) => fetchPage(url, { 'if-none-match': String(first.get(url)?.headers.etag) })
  expect([(await again(staff)).status, (await again(visit)).status]).toEqual([304, 304])
  expect(web.change()).toEqual([staff])
  expect([(await again(staff)).status, (await again(visit)).status]).toEqual([200, 304])
})
