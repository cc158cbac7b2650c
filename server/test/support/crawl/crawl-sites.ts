import { afterAll } from 'vitest'
import { startTestService, type TestService } from '../harness.ts'
import { type LocalSites, type Site, startLocalSites } from '../web/local-site.ts'
import { waitForCrawl } from './wait-for-crawl.ts'

// A service, the sites that it crawls, and helpers for tests of crawls.

export interface CrawledPage {
  url: string
  status: string
  last_mode: string | null
  mode_reason: string | null
  error: string | null
  depth: number
}

export interface CrawlTest extends TestService {
  sites: LocalSites
  /** A new host with this site. */
  open(site: Site): string
  /** The requests to a host, robots.txt included. */
  asked(host: string): string[]
  makeDomain(settings?: Record<string, unknown>): Promise<string>
  /** Adds the source and waits for the end of the run. */
  crawl(domainId: string, url: string): Promise<CrawledPage[]>
  /** Queues all extracted pages again and waits for the end of the run. */
  recrawl(domainId: string): Promise<CrawledPage[]>
  /** Waits for the end of the run, and moves the clock as needed. */
  finish(domainId: string): Promise<CrawledPage[]>
  frontier(domainId: string): Promise<{ url: string; status: string; is_followed: boolean; reason: string | null }[]>
}

const hosts = Array.from({ length: 80 }, (_, n) => `site-${n}.example`)

export async function startCrawlTest(
  options: Parameters<typeof startTestService>[0] & { isReading?: () => boolean } = {},
): Promise<CrawlTest> {
  const own = new Map<string, Site>()
  const sites = await startLocalSites(own, hosts)
  afterAll(() => sites.close())
  const environment = { CRAWL_DELAY_MS: '0', ...sites.environment, ...options.environment }
  const test = await startTestService({ ...options, environment })
  const { service, clock, call, key } = test
  const watched = {
    query: <Row extends object>(sql: string, values: unknown[]) => service.db.query<Row>(sql, values),
    now: () => clock.now().getTime(),
    advance: (ms: number) => clock.advance(ms),
    ...(options.isReading && { isReading: options.isReading }),
  }
  const finish = async (domainId: string): Promise<CrawledPage[]> => {
    await waitForCrawl(watched, domainId)
    return (await call('GET', `/v1/domains/${domainId}/pages?limit=500`, { key })).body.pages
  }
  return {
    ...test,
    sites,
    open: (site) => {
      const host = hosts[own.size] ?? ''
      own.set(host, site)
      return host
    },
    asked: (host) => sites.requests.flatMap((request) => (request.host === host ? [request.path] : [])),
    makeDomain: async (settings = {}) =>
      (await call('POST', '/v1/domains', { key, body: { name: `domain ${own.size}`, ...settings } })).body.id,
    crawl: async (domainId, url) => {
      await call('POST', `/v1/domains/${domainId}/sources`, { key, body: { url } })
      return finish(domainId)
    },
    recrawl: async (domainId) => {
      await call('POST', `/v1/domains/${domainId}/recrawl`, { key, body: {} })
      return finish(domainId)
    },
    finish,
    frontier: (domainId) =>
      service.db.query('select url, status, is_followed, reason from frontier where domain_id = $1 order by url', [
        domainId,
      ]),
  }
}
