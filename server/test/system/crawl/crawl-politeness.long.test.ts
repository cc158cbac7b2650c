import { afterAll, describe, expect, inject, it } from 'vitest'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import { callService, copyDatabase, startTestService } from '../../support/harness.ts'
import { spawnService } from '../../support/spawn-service.ts'
import { plainPage, type Site, type SiteRequest, startLocalSites } from '../../support/web/local-site.ts'
import { runFailing } from '../crashes/failing-processes.ts'

// The crawl as hosts see it: when requests arrive, and whether they do.

const log = createLog({ level: 'silent' })
const delayMs = 300
/** A busy process notes that it asks a while before the request leaves it. Less than between any two distances here. */
const toleranceMs = 100
/** Longer than any wait in the tests: such crawls are slow, and slower on a busy machine. */
const timeout = 90_000

const text = { 'content-type': 'text/plain' }

/** So many pages, all linked from the first. */
function flatSite(pages: number, robots = ''): Site {
  const paths = Array.from({ length: pages }, (_, index) => `/page-${index}-of-it`)
  return ({ path }) => {
    if (path === '/robots.txt') return robots === '' ? undefined : { headers: text, body: robots }
    if (path === '/') return plainPage('the start', paths)
    return paths.includes(path) ? plainPage(`the page ${path}`) : undefined
  }
}

const sites = new Map<string, Site>()
const names = [
  'shared',
  'slow',
  'quick',
  'slower',
  'hop',
  'busy',
  'pausing',
  'cancelled',
  'archived',
  'left',
  'right',
  'leading',
]
const others = ['here', 'there', 'orphan', 'big', 'silent', 'lively', 'stopping']
const hosts = [...names, ...others].map((name) => `${name}.example`)
const local = await startLocalSites(sites, hosts)
afterAll(() => local.close())
const polite = await startTestService({ environment: { ...local.environment, CRAWL_DELAY_MS: String(delayMs) } })
const quick = await startTestService({ environment: { ...local.environment, CRAWL_DELAY_MS: '0' } })

interface Crawl {
  id: string
  path: string
  post(rest: string, body?: object): Promise<unknown>
  run(): Promise<{ status: string; pages_done: number; pages_total: number } & Record<string, unknown>>
  finished(): Promise<void>
}

async function startCrawl(of: { url: string; key: string }, urls: string[], settings: object = {}): Promise<Crawl> {
  const call = (method: string, path: string, body?: object) => callService(of.url, method, path, { key: of.key, body })
  const { body } = await call('POST', '/v1/domains', { name: 'd', max_depth: 3, max_pages: 2000, ...settings })
  const path = `/v1/domains/${body.id}`
  const run = async () => (await call('GET', `${path}/runs`)).body.runs[0]
  await call('POST', `${path}/sources/bulk`, { urls })
  return {
    ...{ id: body.id, path, run },
    post: async (rest, json) => (await call('POST', path + rest, json)).body,
    finished: () => expect.poll(async () => (await run()).status, { interval: 100, timeout: 60_000 }).toBe('finished'),
  }
}

const requestsTo = (host: string): SiteRequest[] => local.requests.filter((request) => request.host === host)

/** The shortest time between two requests to a host, or a lower bound of it. */
function leastGap(host: string): number {
  const requests = requestsTo(host)
  return Math.min(...requests.slice(1).map(({ at }, index) => at - (requests[index] as SiteRequest).not_before))
}

describe('requests to one host', { timeout }, () => {
  it('keep their distance: robots.txt, pages, redirects, for all domains together', async () => {
    sites.set('shared.example', (request, response) => {
      if (request.path.startsWith('/away'))
        return { status: 302, headers: { location: `http://hop.example${request.path}` } }
      if (request.path === '/') return plainPage('the start', ['/a-page', '/b-page', '/away-one', '/away-two'])
      return flatSite(0)(request, response) ?? (request.path === '/robots.txt' ? undefined : plainPage(request.path))
    })
    sites.set('hop.example', ({ path }) => {
      if (path === '/robots.txt') return undefined
      // Redirects back, and back again.
      return path === '/away-two'
        ? { status: 302, headers: { location: 'http://shared.example/landed' } }
        : plainPage(path)
    })
    const urls = ['http://shared.example/', 'http://hop.example/']
    const crawls = await Promise.all([startCrawl(polite, urls), startCrawl(polite, urls)])
    await Promise.all(crawls.map((crawl) => crawl.finished()))
    // Each page twice, because domains do not share what they read; robots.txt once, because they share it.
    const paths = requestsTo('shared.example').map(({ path }) => path)
    expect(paths.filter((path) => path === '/a-page')).toHaveLength(2)
    expect(paths.filter((path) => path === '/landed')).toHaveLength(2)
    expect(paths.filter((path) => path === '/robots.txt')).toHaveLength(1)
    expect(leastGap('shared.example')).toBeGreaterThanOrEqual(delayMs - toleranceMs)
    expect(leastGap('hop.example')).toBeGreaterThanOrEqual(delayMs - toleranceMs)
  })

  it('keep the distance that robots.txt asks for, from robots.txt on', async () => {
    sites.set('slower.example', flatSite(3, 'User-agent: *\nCrawl-delay: 0.7'))
    const crawl = await startCrawl(polite, ['http://slower.example/'])
    await crawl.finished()
    expect(requestsTo('slower.example')).toHaveLength(5)
    expect(leastGap('slower.example')).toBeGreaterThanOrEqual(700 - toleranceMs)
  })

  it('come to where a redirect leads, however long the distance', async () => {
    const delay = 'User-agent: *\nCrawl-delay: 2.5'
    sites.set('leading.example', (request, response) =>
      request.path === '/page-0-of-it'
        ? { status: 301, headers: { location: '/page-0-of-it/' } }
        : request.path === '/page-0-of-it/'
          ? plainPage('where it leads')
          : flatSite(1, delay)(request, response),
    )
    const crawl = await startCrawl(polite, ['http://leading.example/'])
    await crawl.finished()
    expect(requestsTo('leading.example')).toHaveLength(4)
    expect(await crawl.run()).toMatchObject({ pages_total: 2, pages_deterministic: 2 })
    expect(leastGap('leading.example')).toBeGreaterThanOrEqual(2_500 - toleranceMs)
  })

  it('do not hold up other hosts', async () => {
    sites.set('slow.example', flatSite(6, 'User-agent: *\nCrawl-delay: 1'))
    sites.set('quick.example', flatSite(6))
    const crawl = await startCrawl(polite, ['http://slow.example/', 'http://quick.example/'])
    await expect.poll(() => requestsTo('quick.example').length, { interval: 50 }).toBe(8)
    expect(requestsTo('slow.example').length).toBeLessThan(8)
    await crawl.post('/runs/cancel')
  })

  it('stop for as long as it asks for with Retry-After', async () => {
    const answers = [429, 503]
    const refusedAt: number[] = []
    sites.set('busy.example', (request, response) => {
      const status = request.path === '/page-1-of-it' ? answers.shift() : undefined
      if (status === undefined) return flatSite(4)(request, response)
      refusedAt.push(request.at)
      return { status, headers: { 'retry-after': '1' } }
    })
    // The second refusal makes the page wait longer, but not the host.
    const crawl = await startCrawl(quick, ['http://busy.example/'])
    await expect.poll(() => refusedAt.length, { interval: 50 }).toBe(2)
    await expect.poll(async () => (await crawl.run()).pages_done, { interval: 50 }).toBe(4)
    for (const at of refusedAt) {
      const next = requestsTo('busy.example').find((request) => request.at > at)
      if (next) expect(next.at - at).toBeGreaterThanOrEqual(1000 - toleranceMs)
    }
    quick.clock.advance(10_000)
    await crawl.finished()
    expect(await crawl.run()).toMatchObject({ pages_total: 5, pages_deterministic: 5 })
  })

  it('keep their distance with two workers', async () => {
    for (const host of ['left.example', 'right.example']) sites.set(host, flatSite(8))
    const copy = await copyDatabase()
    const environment = { ...copy.environment, ...local.environment, CRAWL_DELAY_MS: String(delayMs) }
    const api = await spawnService({ ...environment, ROLE: 'api' })
    const workers = [1, 2].map(() => runFailing({ ...environment, ROLE: 'worker' }))
    const { key } = inject('template')
    const urls = ['http://left.example/', 'http://right.example/']
    const crawls = await Promise.all([startCrawl({ ...api, key }, urls), startCrawl({ ...api, key }, urls)])
    await Promise.all(crawls.map((crawl) => crawl.finished()))
    for (const { child } of [api, ...workers]) child.kill('SIGKILL')
    await Promise.all([api.ended, ...workers.map(({ ended }) => ended)])
    await copy.remove()
    for (const host of ['left.example', 'right.example']) {
      expect(requestsTo(host)).toHaveLength(19)
      expect(leastGap(host)).toBeGreaterThanOrEqual(delayMs - toleranceMs)
    }
  })
})

describe('a crawl under way', { timeout }, () => {
  it('stops within one page when it is paused, and goes on when it is resumed', async () => {
    sites.set('pausing.example', flatSite(5))
    const crawl = await startCrawl(polite, ['http://pausing.example/'])
    await expect.poll(() => requestsTo('pausing.example').length, { interval: 20 }).toBeGreaterThanOrEqual(3)
    await crawl.post('/runs/pause')
    const asked = requestsTo('pausing.example').length
    await new Promise((resolve) => setTimeout(resolve, 3 * delayMs))
    expect(requestsTo('pausing.example').length).toBeLessThanOrEqual(asked + 1)
    await crawl.post('/runs/resume')
    await crawl.finished()
    expect(await crawl.run()).toMatchObject({ pages_total: 6, pages_deterministic: 6 })
    expect(requestsTo('pausing.example')).toHaveLength(7)
    expect(leastGap('pausing.example')).toBeGreaterThanOrEqual(delayMs - toleranceMs)
  })

  it('ends when it is cancelled: what comes back later is not written', async () => {
    let answerLate: () => void = () => undefined
    sites.set('cancelled.example', (request, response) => {
      if (request.path !== '/page-0-of-it') return flatSite(3)(request, response)
      answerLate = () => response.writeHead(200, { 'content-type': 'text/html' }).end(plainPage('late').body)
      return 'by hand'
    })
    const paths = ['', 'page-0-of-it', 'page-1-of-it', 'page-2-of-it']
    const crawl = await startCrawl(
      polite,
      paths.map((path) => `http://cancelled.example/${path}`),
    )
    await expect.poll(() => requestsTo('cancelled.example').length, { interval: 20 }).toBe(3)
    expect(await crawl.post('/runs/cancel')).toEqual({ cancelled: true, cancelled_pages: 3 })
    const { pages_done } = await crawl.run()
    answerLate()
    await new Promise((resolve) => setTimeout(resolve, 3 * delayMs))
    expect(await crawl.run()).toMatchObject({
      status: 'cancelled',
      pages_done,
      pages_skipped: 3,
      pages_deterministic: 1,
    })
    expect(requestsTo('cancelled.example')).toHaveLength(3)
  })

  it('stops when its domain is archived, and goes on when it is back', async () => {
    sites.set('archived.example', flatSite(5))
    const crawl = await startCrawl(polite, ['http://archived.example/'])
    await expect.poll(() => requestsTo('archived.example').length, { interval: 20 }).toBeGreaterThanOrEqual(3)
    await crawl.post('/archive')
    const asked = requestsTo('archived.example').length
    await new Promise((resolve) => setTimeout(resolve, 3 * delayMs))
    expect(requestsTo('archived.example').length).toBeLessThanOrEqual(asked + 1)
    await crawl.post('/unarchive')
    await crawl.finished()
    expect(await crawl.run()).toMatchObject({ pages_total: 6, pages_deterministic: 6 })
    expect(leastGap('archived.example')).toBeGreaterThanOrEqual(delayMs - toleranceMs)
  })

  it('is put back when the service is told to stop', async () => {
    sites.set('stopping.example', (request, response) =>
      request.path === '/page-1-of-it' ? 'by hand' : flatSite(5)(request, response),
    )
    const copy = await copyDatabase()
    const environment = { ...copy.environment, ...local.environment, CRAWL_DELAY_MS: '0' }
    const program = await spawnService(environment)
    await startCrawl({ ...program, key: inject('template').key }, ['http://stopping.example/'])
    await expect
      .poll(() => requestsTo('stopping.example').at(-1)?.path, { interval: 20, timeout: 60_000 })
      .toBe('/page-1-of-it')
    const askedAt = performance.now()
    program.child.kill('SIGTERM')
    expect(await program.ended).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(10_000)
    expect(program.output()).not.toContain('"level":"error"')
    const db = await openDatabase({ config: readConfig(environment), clock: systemClock, log })
    const soon = new Date(Date.now() + 1_000)
    const leased = await db.query(`select url from pages where status = 'queued' and due_at > $1`, [soon])
    const held = await db.query('select host from crawl_hosts where holder is not null')
    const queued = await db.query(`select url from pages where status = 'queued'`)
    await db.close()
    await copy.remove()
    expect([leased, held]).toEqual([[], []])
    expect(queued.length).toBeGreaterThan(0)
  })
})

describe('many crawls', { timeout }, () => {
  it('of one host take turns, however long the queue of one of them is', async () => {
    sites.set('big.example', (request) => (request.path === '/robots.txt' ? undefined : plainPage(request.path)))
    const urls = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => `http://big.example/${name}/${index}`)
    const big = await startCrawl(quick, urls('mine', 100))
    for (let page = 1; page < 10; page++) await big.post('/sources/bulk', { urls: urls(`mine-${page}`, 100) })
    await expect.poll(() => requestsTo('big.example').length, { interval: 10 }).toBeGreaterThan(20)
    const { key } = await quick.makeProject()
    const before = requestsTo('big.example').length
    const small = await startCrawl({ url: quick.url, key }, urls('theirs', 3))
    await small.finished()
    const asked = requestsTo('big.example').slice(before)
    const last = asked.findLastIndex(({ path }) => path.startsWith('/theirs/'))
    // The other domain gets a claim or two while these are being added and between them.
    expect(last).toBeLessThan(60)
    expect((await big.run()).status).toBe('running')
    await big.post('/runs/cancel')
  })

  it('are not held up by a host that never answers', async () => {
    sites.set('silent.example', () => 'by hand')
    sites.set('lively.example', flatSite(6))
    const silent = await startCrawl(
      quick,
      Array.from({ length: 20 }, (_, index) => `http://silent.example/${index}`),
    )
    await expect.poll(() => requestsTo('silent.example').length, { interval: 20 }).toBe(1)
    const lively = await startCrawl(quick, ['http://lively.example/'])
    await lively.finished()
    expect(await silent.run()).toMatchObject({ status: 'running', pages_done: 0 })
    expect(requestsTo('silent.example')).toHaveLength(1)
    await silent.post('/runs/cancel')
  })

  it('of hosts that lead to each other come to an end', async () => {
    const swap =
      (other: string): Site =>
      ({ path }) => {
        if (path === '/robots.txt') return undefined
        return path.startsWith('/to-')
          ? { status: 302, headers: { location: `http://${other}/at-${path.slice(4)}` } }
          : plainPage(path)
      }
    sites.set('here.example', swap('there.example'))
    sites.set('there.example', swap('here.example'))
    const urls = ['here', 'there'].flatMap((name) => ['one', 'two'].map((page) => `http://${name}.example/to-${page}`))
    const crawl = await startCrawl(polite, urls)
    await crawl.finished()
    expect(await crawl.run()).toMatchObject({ pages_total: 4, pages_deterministic: 4 })
  })

  it('keep their distance from a host whose worker has died', async () => {
    sites.set('orphan.example', flatSite(2, 'User-agent: *\nCrawl-delay: 30'))
    const crawl = await startCrawl(quick, ['http://orphan.example/'])
    await expect.poll(() => requestsTo('orphan.example').length, { interval: 20 }).toBe(1)
    const { db } = quick.service
    await expect
      .poll(
        async () =>
          (await db.query(`select from crawl_hosts where host = 'orphan.example' and crawl_delay_ms = 30000`)).length,
      )
      .toBe(1)
    // The state that a worker leaves that is killed right after a request: the host is held until now, and the last
    // request is not stored.
    await db.query(
      `update crawl_hosts set holder = gen_random_uuid(), due_at = $1, next_request_at = $2 where host = 'orphan.example'`,
      [quick.clock.now(), new Date(0)],
    )
    quick.clock.advance(25_000)
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect(requestsTo('orphan.example')).toHaveLength(1)
    quick.clock.advance(6_000)
    await expect.poll(() => requestsTo('orphan.example').length, { interval: 20 }).toBe(2)
    await crawl.post('/runs/cancel')
  })
})
