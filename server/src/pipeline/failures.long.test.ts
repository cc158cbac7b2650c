import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage, type SiteAnswer } from '../../test/support/web/local-site.ts'

// Pages that cannot be fetched or read: which are tried again, when, and how they end.

const within_ms = 1_200
const { open, makeDomain, crawl, finish, sites, call, key, service, clock } = await startCrawlTest({
  // A page that takes longer than this to parse is unreadable.
  reading: { within_ms },
  network: { fetch_within_ms: 1_000 },
})

const always = (answer: SiteAnswer) => open(({ path }) => (path === '/robots.txt' ? undefined : answer))
/** More elements than any machine parses in time: here they take three seconds. */
const endlessPage = { body: `<table>${'<tr><td>x'.repeat(900_000)}` }

const timesOf = (host: string) => sites.requests.filter((request) => request.host === host && request.path === '/')

describe('HTTP errors', () => {
  it.each([400, 404, 410, 501])('%i fails at once', async (status) => {
    const host = always({ status })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: `HTTP ${status}` },
    ])
    expect(timesOf(host)).toHaveLength(1)
  })

  it.each([500, 502, 503, 504, 429, 408])('%i is tried three times', async (status) => {
    const host = always({ status })
    const startedAt = clock.now().getTime()
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: `HTTP ${status}` },
    ])
    expect(timesOf(host)).toHaveLength(3)
    expect(clock.now().getTime() - startedAt).toBeGreaterThanOrEqual(12_000)
  })

  it('that go away do no harm', async () => {
    let asked = 0
    const host = open(({ path }) => (path !== '/' ? undefined : ++asked < 3 ? { status: 500 } : plainPage('home')))
    const domain = await makeDomain()
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([{ status: 'extracted', error: null }])
    const { body } = await call('GET', `/v1/domains/${domain}/runs`, { key })
    expect(body.runs).toMatchObject([{ status: 'finished', pages_total: 1, pages_deterministic: 1, pages_failed: 0 }])
  })

  it('say when to come again, and the whole host is left alone until then', async () => {
    let asked = 0
    const at: number[] = []
    const host = open(({ path }) => {
      if (path === '/robots.txt') return undefined
      at.push(clock.now().getTime())
      return ++asked === 1 ? { status: 429, headers: { 'retry-after': '60' } } : plainPage(path)
    })
    const domain = await makeDomain()
    await call('POST', `/v1/domains/${domain}/sources/bulk`, {
      key,
      body: { urls: [`http://${host}/`, `http://${host}/b`] },
    })
    expect(await finish(domain)).toMatchObject([{ status: 'extracted' }, { status: 'extracted' }])
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(60_000)
  })

  it('that ask for more than a run can wait fail', async () => {
    const host = always({ status: 503, headers: { 'retry-after': '3600' } })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([{ status: 'failed', error: 'HTTP 503' }])
    expect(timesOf(host)).toHaveLength(1)
  })

  it('of walls are told apart, and not tried again', async () => {
    const host = always({ status: 503, body: '<title>Just a moment...</title>' })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: 'bot wall: title "Just a moment..."' },
    ])
    expect(timesOf(host)).toHaveLength(1)
  })

  it('with a body that cannot be read are what their status says', async () => {
    const hurried = await startCrawlTest({ reading: { within_ms: 1 } })
    const host = hurried.open(({ path }) => (path === '/robots.txt' ? undefined : { status: 403, ...endlessPage }))
    expect(await hurried.crawl(await hurried.makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: 'HTTP 403' },
    ])
  })
})

describe('sites that cannot be reached', () => {
  it('fail at once when there is no such name', async () => {
    expect(await crawl(await makeDomain(), 'http://nowhere.example/')).toMatchObject([
      { status: 'failed', error: 'name not found' },
    ])
  })

  it('fail at once when they are private', async () => {
    // A source at such an address is refused at once; a redirect leads there.
    const host = always({ status: 302, headers: { location: 'http://127.0.0.1:1/' } })
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: 'address is not public' },
    ])
  })

  it('fail at once when they do not speak TLS, and no source says that they might not', async () => {
    const host = always(plainPage('home'))
    expect(await crawl(await makeDomain(), `https://${host}/`)).toMatchObject([
      { status: 'failed', error: expect.stringMatching(/^TLS: /) },
    ])
    expect(timesOf(host)).toHaveLength(0)
  })

  it('are tried three times when they say nothing', async () => {
    const host = open(({ path }) => (path === '/robots.txt' ? undefined : 'by hand'))
    expect(await crawl(await makeDomain(), `http://${host}/`)).toMatchObject([
      { status: 'failed', error: 'no answer within 1 s' },
    ])
    expect(timesOf(host)).toHaveLength(3)
  })

  it('are not asked for all their pages', async () => {
    const host = open(({ path }) => (path === '/robots.txt' ? undefined : 'by hand'))
    const domain = await makeDomain()
    const urls = Array.from({ length: 12 }, (_, n) => `http://${host}/${n}`)
    await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
    const pages = await finish(domain)
    expect(pages.filter(({ error }) => error?.startsWith('host cannot be reached: ')).length).toBeGreaterThan(0)
    expect(sites.pathsOf(host).length).toBeLessThan(3 * urls.length)
  })

  it.each([
    ['has no name', 'http://nowhere.example/'],
    ['is private', 'http://127.0.0.1:1/'],
    ['says nothing', 'silent'],
  ])('do no harm to a host that redirects to them: one that %s', { timeout: 60_000 }, async (_, target) => {
    const silent = open(({ path }) => (path === '/robots.txt' ? undefined : 'by hand'))
    const location = target === 'silent' ? `http://${silent}/` : target
    const host = open(({ path }) =>
      path === '/robots.txt'
        ? undefined
        : path.startsWith('/to')
          ? { status: 302, headers: { location } }
          : plainPage(path),
    )
    const domain = await makeDomain()
    const paths = [
      ...Array.from({ length: 5 }, (_, n) => `/to-${n}`),
      ...Array.from({ length: 4 }, (_, n) => `/page-${n}`),
    ]
    const urls = paths.map((path) => `http://${host}${path}`)
    await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
    const pages = await finish(domain)
    const endings = pages.map(({ url, status, error }) => [new URL(url).pathname.slice(0, 5), status, error])
    expect(endings.filter(([path]) => path === '/page')).toEqual(Array(4).fill(['/page', 'extracted', null]))
    expect(endings.filter(([, , error]) => error?.startsWith('host cannot be reached'))).toEqual([])
  })
})

describe('pages that cannot be read', () => {
  const letters = async (domain: string) =>
    (await call('GET', `/v1/domains/${domain}/dead-letters`, { key })).body.dead_letters

  it('fail, and are dead letters after the third time', async () => {
    const host = always(endlessPage)
    const domain = await makeDomain()
    const error = `reading took longer than ${within_ms / 1000} s`
    expect(await crawl(domain, `http://${host}/`)).toMatchObject([{ status: 'failed', error }])
    // The failure is not the site's: it is not asked again in this run.
    expect(timesOf(host)).toHaveLength(1)
    for (const times of [1, 2]) {
      expect(await letters(domain)).toEqual([])
      await call('POST', `/v1/domains/${domain}/errors/requeue`, { key, body: { all: true } })
      expect(await finish(domain), String(times)).toMatchObject([{ status: 'failed', error }])
    }
    expect(await letters(domain)).toMatchObject([{ url: `http://${host}/`, error, status: 'open' }])
  })

  it('are forgiven when they can be read again', async () => {
    let answer: SiteAnswer = endlessPage
    const host = open(({ path }) => (path === '/robots.txt' ? undefined : answer))
    const domain = await makeDomain()
    await crawl(domain, `http://${host}/`)
    answer = plainPage('home')
    await call('POST', `/v1/domains/${domain}/errors/requeue`, { key, body: { all: true } })
    expect(await finish(domain)).toMatchObject([{ status: 'extracted', error: null }])
    const rows = await service.db.query('select extraction_failures from pages where domain_id = $1', [domain])
    expect(rows).toEqual([{ extraction_failures: 0 }])
  })

  it('do not hold up others', async () => {
    const hosts = [always(endlessPage), always(plainPage('good')), always(endlessPage), always(plainPage('better'))]
    const domain = await makeDomain()
    const urls = hosts.map((host) => `http://${host}/`)
    await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
    const pages = await finish(domain)
    expect(pages.map(({ status }) => status).sort()).toEqual(['extracted', 'extracted', 'failed', 'failed'])
  })
})
