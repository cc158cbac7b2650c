import { afterAll, expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'
import { type Site, startLocalSites } from '../../test/support/web/local-site.ts'
import { systemClock } from '../platform/clock.ts'
import { CrawlStops } from '../queue/crawl-stops.ts'
import { PageQueue } from '../queue/page-queue.ts'

// Sitemaps that are read for a caller, as their hosts see it.

const delayMs = 200
const toleranceMs = 15
const text = { 'content-type': 'text/plain' }

const entries = (...urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`
const index = (urls: string[]) =>
  `<sitemapindex>${urls.map((url) => `<sitemap><loc>${url}</loc></sitemap>`).join('')}</sitemapindex>`
const parts = Array.from({ length: 40 }, (_, n) => `/part-${n}.xml`)

/** An index of many files, and a part that robots.txt disallows. */
const site: Site = ({ path, host }) => {
  if (path === '/robots.txt')
    return { headers: text, body: `User-agent: *\nDisallow: /closed/\nSitemap: http://${host}/closed/named.xml` }
  if (path === '/index.xml') return { body: index(parts) }
  return { body: entries(`http://${host}/of${path}`) }
}

const hosts = ['closed.example', 'many.example', 'held.example', 'busy.example']
const local = await startLocalSites(new Map(hosts.map((host) => [host, site])))
afterAll(() => local.close())
const { call, key, service } = await startTestService({
  environment: { ...local.environment, CRAWL_DELAY_MS: String(delayMs) },
})

async function read(url: string): Promise<{ status: number; body: { error?: string; discovered?: number } }> {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'sitemaps' } })
  await call('POST', `/v1/domains/${body.id}/runs/pause`, { key })
  return call('POST', `/v1/domains/${body.id}/sources/sitemap`, { key, body: { url } })
}

it('are not read where robots.txt disallows it, unless it names them itself', async () => {
  const refused = await read('http://closed.example/closed/other.xml')
  expect([refused.status, refused.body.error]).toEqual([422, 'sitemap could not be read: robots.txt disallows it'])
  expect(local.pathsOf('closed.example')).toEqual([])
  expect((await read('http://closed.example/closed/named.xml')).status).toBe(201)
})

it('are few requests to a host, with the pause of the crawl between them', { timeout: 60_000 }, async () => {
  expect((await read('http://many.example/index.xml')).body.discovered).toBe(10)
  expect(local.pathsOf('many.example')).toEqual(['/index.xml', ...parts.slice(0, 10)])
  const times = local.requests.filter(({ host }) => host === 'many.example')
  const pauses = times.slice(1).map(({ at }, n) => at - (times[n]?.not_before ?? 0))
  for (const pause of pauses) expect(pause).toBeGreaterThanOrEqual(delayMs - toleranceMs)
})

it('wait until the worker that holds the host has released it', async () => {
  const queue = new PageQueue({ db: service.db, clock: systemClock, delay_ms: delayMs, stops: new CrawlStops() })
  const leases = await queue.visit('held.example', new AbortController().signal)
  const reading = read('http://held.example/sitemap.xml')
  // Another host is read meanwhile.
  expect((await read('http://busy.example/sitemap.xml')).status).toBe(201)
  expect(local.requests.filter(({ host }) => host === 'held.example')).toEqual([])
  await queue.release(leases.all)
  expect((await reading).status).toBe(201)
})
