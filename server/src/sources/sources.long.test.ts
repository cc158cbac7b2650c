import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it } from 'vitest'
import { crawlByHand, link, read } from '../../test/support/crawl/crawl-by-hand.ts'
import { startTestService } from '../../test/support/harness.ts'
import { recrawlPages } from '../crawl/pages.ts'
import { newSecret } from '../platform/secrets.ts'

const test = await startTestService({ environment: { CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' } })
const { call, key, service, makeProject } = test
const { db } = service
const hand = crawlByHand(service)

/** A domain whose crawl is paused: queued pages stay queued until the test takes them. */
async function makeDomain(settings: object = {}, withKey = key) {
  const { body } = await call('POST', '/v1/domains', { key: withKey, body: { name: 'ports', ...settings } })
  const id: string = body.id
  const path = `/v1/domains/${id}`
  const post = (rest: string, body?: object) => call('POST', `${path}${rest}`, { key: withKey, body })
  const get = async (rest: string) => (await call('GET', `${path}${rest}`, { key: withKey })).body
  const add = async (url: string) => (await post('/sources', { url })).body
  await post('/runs/pause')
  const pages = async () => (await get('/pages')).pages as { id: string; url: string; depth: number; status: string }[]
  return { id, path, post, get, add, pages }
}

const queuedOf = async (answer: Promise<{ status: number; body: { queued: number } }>) => (await answer).body.queued

describe('a source', () => {
  it('is registered in canonical form and queued at once', async () => {
    const domain = await makeDomain()
    const { status, body } = await domain.post('/sources', { url: ' HTTPS://Example.org:443/a?utm_source=x#top ' })
    expect([status, body]).toEqual([201, { url: 'https://example.org/a', queued: 1 }])
    const run = (await domain.get('')).active_run
    expect((await domain.get('/sources')).sources).toEqual([
      {
        id: expect.any(String),
        url: 'https://example.org/a',
        host: 'example.org',
        created_at: expect.any(String),
        pages_seen: 1,
        pages_extracted: 0,
        recrawl_every: null,
        next_recrawl_at: null,
      },
    ])
    expect((await domain.get('/pages')).pages).toEqual([
      {
        id: expect.any(String),
        url: 'https://example.org/a',
        depth: 0,
        status: 'queued',
        last_mode: null,
        mode_reason: null,
        error: null,
        error_code: null,
        source_host: 'example.org',
        run_id: run,
        fetched_at: null,
      },
    ])
    const { events } = await domain.get('/events/poll?since=0')
    expect(events.map(({ type, payload }: { type: string; payload: object }) => [type, payload])).toEqual([
      ['page.update', { url: 'https://example.org/a', status: 'queued', mode: null }],
      ['run.update', expect.objectContaining({ run_id: run, status: 'running', pages_total: 1, pages_done: 0 })],
    ])
  })

  it('is the same one the next time, and its page is queued again when it is done', async () => {
    const domain = await makeDomain()
    expect(await domain.add('https://example.org/')).toEqual({ url: 'https://example.org/', queued: 1 })
    expect((await domain.add('https://EXAMPLE.org')).queued).toBe(0)
    const [page] = await domain.pages()
    await hand.finish(domain.id)
    expect((await domain.add('https://example.org/#again')).queued).toBe(1)
    expect(await domain.pages()).toEqual([expect.objectContaining({ id: page?.id, status: 'queued' })])
    expect((await domain.get('/sources')).sources).toHaveLength(1)
    expect((await domain.get('/runs')).runs).toHaveLength(2)
  })

  it.each(['', 'example.org', 'ftp://example.org/', 'http://a:b@example.org/', 'http://../', 'http://', 7, null])(
    'is not %j',
    async (url) => {
      const domain = await makeDomain()
      const { status, body } = await domain.post('/sources', { url })
      expect([status, body.error, body.details[0].path]).toEqual([400, 'valid http(s) url required', 'url'])
      expect((await domain.get('/sources')).sources).toEqual([])
    },
  )

  it('is refused at once at an address that nothing may be sent to; a list leaves it out', async () => {
    const domain = await makeDomain()
    const { status, body } = await domain.post('/sources', { url: 'http://10.1.2.3/' })
    expect([status, body.code]).toEqual([400, 'url_refused'])
    const urls = ['http://[::1]/', 'http://169.254.169.254/latest', 'http://example.org/here']
    expect((await domain.post('/sources/bulk', { urls })).body).toEqual({ queued: 1 })
    expect((await domain.get('/sources')).sources).toHaveLength(1)
  })

  it('is registered beyond the budget, and queued by a crawl when there is room', async () => {
    const domain = await makeDomain({ max_pages: 2 })
    for (const [name, queued] of [
      ['a', 1],
      ['b', 1],
      ['c', 0],
      ['d', 0],
    ] as const) {
      expect((await domain.add(`https://example.org/${name}`)).queued).toBe(queued)
    }
    const [{ id }] = (await domain.get('/sources')).sources
    expect(await queuedOf(domain.post(`/sources/${id}/crawl`))).toBe(0)
    expect(await queuedOf(domain.post('/crawl'))).toBe(0)
    await call('PATCH', domain.path, { key, body: { max_pages: 3 } })
    expect(await queuedOf(domain.post('/crawl'))).toBe(1)
    expect((await domain.pages()).map(({ url }) => url.at(-1))).toEqual(['a', 'b', 'c'])
    expect(await queuedOf(domain.post('/crawl'))).toBe(0)
  })

  it('that was found as a link is crawled as a source from then on', async () => {
    const domain = await makeDomain()
    await domain.add('https://example.org/')
    const [root] = await hand.take(domain.id)
    if (!root) throw new Error('nothing was queued')
    await hand.settle(domain.id, read(root, { links: [link('https://example.org/deep')] }))
    await hand.finish(domain.id)
    const found = (await domain.pages()).find(({ url }) => url.endsWith('deep'))
    expect(found).toMatchObject({ depth: 1, status: 'extracted' })
    expect((await domain.add('https://example.org/deep')).queued).toBe(1)
    expect((await domain.pages()).find(({ url }) => url.endsWith('deep'))).toMatchObject({ id: found?.id, depth: 0 })
    // It is read in full, or its links would never count as near.
    expect(
      (await hand.take(domain.id)).map(({ etag, bytes_hash, content_hash }) => [etag, bytes_hash, content_hash]),
    ).toEqual([[null, null, null]])
    const { sources } = await domain.get('/sources')
    expect(sources.map(({ pages_seen }: { pages_seen: number }) => pages_seen)).toEqual([1, 1])
  })

  it('that is another name of a page makes no second page', async () => {
    const domain = await makeDomain()
    await domain.add('https://example.org/old')
    const [page] = await hand.take(domain.id)
    if (!page) throw new Error('nothing was queued')
    await hand.settle(domain.id, read(page, { address: 'https://example.org/new' }))
    for (const name of ['old', 'new', 'old']) {
      const { queued } = await domain.add(`https://example.org/${name}`)
      expect(queued).toBe(1)
      expect(await domain.pages()).toEqual([expect.objectContaining({ id: page.id, status: 'queued' })])
      await hand.finish(domain.id)
    }
    expect(await queuedOf(domain.post('/crawl'))).toBe(0)
  })

  it('opens its host to links that were found before, and is itself no candidate any more', async () => {
    const domain = await makeDomain({ max_depth: 3 })
    await domain.add('https://example.org/')
    const [root] = await hand.take(domain.id)
    if (!root) throw new Error('nothing was queued')
    const links = ['https://other.example/', 'https://other.example/a', 'https://third.example/b'].map((url) =>
      link(url),
    )
    await hand.settle(domain.id, read(root, { links }))
    const counts = async () =>
      (await domain.get('/frontier')).frontier.map(({ status, n }: { status: string; n: number }) => [status, n])
    expect(await counts()).toEqual([
      ['candidate', 3],
      ['planned', 0],
      ['crawled', 0],
      ['rejected', 0],
    ])
    expect(await queuedOf(domain.post('/crawl'))).toBe(0)
    await domain.add('https://other.example/')
    expect(await counts()).toEqual([
      ['candidate', 2],
      ['planned', 0],
      ['crawled', 1],
      ['rejected', 0],
    ])
    expect(await queuedOf(domain.post('/crawl'))).toBe(1)
    expect((await domain.pages()).map(({ url, depth }) => [url, depth])).toEqual([
      ['https://example.org/', 0],
      ['https://other.example/', 0],
      ['https://other.example/a', 1],
    ])
  })

  it('belongs to its domain and project', async () => {
    const mine = await makeDomain()
    const sibling = await makeDomain()
    const stranger = await makeDomain({}, (await makeProject()).key)
    for (const domain of [mine, sibling, stranger]) {
      expect(await domain.add('https://example.org/')).toEqual({ url: 'https://example.org/', queued: 1 })
    }
    const [{ id }] = (await mine.get('/sources')).sources
    for (const domain of [sibling, stranger]) {
      expect((await domain.post(`/sources/${id}/crawl`)).body.error).toBe('source not found')
    }
    expect((await call('DELETE', `${sibling.path}/sources/${id}`, { key })).body.error).toBe('source not found')
    const { key: other } = await makeProject()
    expect((await call('DELETE', `${mine.path}/sources/${id}`, { key: other })).body.error).toBe('domain not found')
    expect((await mine.get('/sources')).sources).toHaveLength(1)
  })

  it('can be deleted; its pages stay, and what it led to is still crawled', async () => {
    const domain = await makeDomain({ max_pages: 1 })
    await domain.add('https://example.org/')
    const [root] = await hand.take(domain.id)
    if (!root) throw new Error('nothing was queued')
    const [{ id }] = (await domain.get('/sources')).sources
    // The worker that has the page does not notice.
    expect((await call('DELETE', `${domain.path}/sources/${id}`, { key })).body).toEqual({ ok: true })
    expect((await call('DELETE', `${domain.path}/sources/${id}`, { key })).body.error).toBe('source not found')
    await hand.settle(domain.id, read(root, { links: [link('https://example.org/a')] }))
    expect((await domain.get('/sources')).sources).toEqual([])
    expect(await domain.pages()).toEqual([expect.objectContaining({ status: 'extracted' })])
    await call('PATCH', domain.path, { key, body: { max_pages: 10 } })
    expect((await domain.add('https://example.org/b')).queued).toBe(1)
    expect(await queuedOf(domain.post('/crawl'))).toBe(1)
    await hand.finish(domain.id)
    // Added again it has its own page, without the results of before.
    await domain.add('https://example.org/')
    const [source] = (await domain.get('/sources')).sources
    expect(source).toMatchObject({ url: 'https://example.org/', pages_seen: 1, pages_extracted: 1 })
  })

  it('is added once for one idempotency key', async () => {
    const domain = await makeDomain()
    const headers = { 'idempotency-key': newSecret('test_') }
    const body = { url: 'https://example.org/' }
    const add = () => call('POST', `${domain.path}/sources`, { key, body, headers })
    const answers = [await add(), await add()]
    expect(answers.map((answer) => [answer.status, answer.body.queued])).toEqual([
      [201, 1],
      [201, 1],
    ])
  })

  it('added many times at once is one source, one page and one run', async () => {
    const domain = await makeDomain()
    const urls = Array.from({ length: 12 }, (_, n) => `https://example.org/${n % 3}`)
    const answers = await Promise.all(urls.map((url) => domain.add(url)))
    expect(answers.reduce((sum, { queued }) => sum + queued, 0)).toBe(3)
    expect((await domain.get('/sources')).sources).toHaveLength(3)
    expect(await domain.pages()).toHaveLength(3)
    expect((await domain.get('/runs')).runs).toEqual([expect.objectContaining({ pages_total: 3, status: 'running' })])
  })
})

describe('many sources', () => {
  it('skip what is no address, and what is there twice', async () => {
    const domain = await makeDomain()
    const urls = [
      'https://example.org/a',
      'nothing',
      '',
      'https://EXAMPLE.org/a',
      'mailto:a@b.c',
      ' https://b.example/ ',
    ]
    const { status, body } = await domain.post('/sources/bulk', { urls: [...urls, ...urls, 'x'.repeat(100_000)] })
    expect([status, body]).toEqual([201, { queued: 2 }])
    expect((await domain.get('/sources')).sources).toHaveLength(2)
    expect((await domain.post('/sources/bulk', { urls: [] })).body).toEqual({ queued: 0 })
    expect((await domain.post('/sources/bulk', { urls: ['https://example.org/', 7] })).body.error).toBe(
      'urls.1 must be a string',
    )
  })

  it('fill the budget in their order; the others are registered', async () => {
    const domain = await makeDomain({ max_pages: 2 })
    const urls = ['c', 'a', 'd', 'b'].map((name) => `https://example.org/${name}`)
    expect(await queuedOf(domain.post('/sources/bulk', { urls }))).toBe(2)
    expect((await domain.pages()).map(({ url }) => url.at(-1))).toEqual(['c', 'a'])
    expect((await domain.get('/sources')).sources).toHaveLength(4)
  })
})

/** A site whose answers a test sets by path. */
const answers = new Map<string, (response: ServerResponse) => void>()
const site = createServer((request, response) => {
  response.setHeader('connection', 'close')
  const answer = answers.get(request.url ?? '')
  if (answer) answer(response)
  else response.writeHead(404).end()
}).listen(0, '127.0.0.1')
await once(site, 'listening')
afterAll(() => void site.close())
const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`

const sitemapOf = (urls: string[]) => `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join('')}</urlset>`

describe('a sitemap', () => {
  it('gives its first 50 entries, and counts all', async () => {
    const urls = Array.from({ length: 60 }, (_, n) => `https://example.org/${n}`)
    answers.set('/sitemap.xml', (response) => response.end(sitemapOf(urls)))
    const domain = await makeDomain()
    const { status, body } = await domain.post('/sources/sitemap', { url: `${siteUrl}/./sitemap.xml#x` })
    expect([status, body]).toEqual([201, { sitemap: `${siteUrl}/sitemap.xml`, discovered: 60, queued: 50 }])
    expect((await domain.pages()).map(({ url }) => url)).toEqual(urls.slice(0, 50))
    expect((await domain.get('/sources?limit=500')).sources).toHaveLength(50)
    expect((await domain.post('/sources/sitemap', { url: `${siteUrl}/sitemap.xml` })).body.queued).toBe(0)
  })

  it.each([
    ['nothing in it', '<urlset></urlset>'],
    ['entries without an address', '<urlset><url><lastmod>2026-01-01</lastmod></url><url><loc> </loc></url></urlset>'],
    [
      'addresses of no page',
      '<urlset><url><loc>mailto:ada@example.org</loc></url><url><loc>http://</loc></url></urlset>',
    ],
    ['an index that names nothing', '<sitemapindex></sitemapindex>'],
    ['a feed without entries', '<rss><channel><title>x</title></channel></rss>'],
  ])('is refused with %s', async (_title, text) => {
    answers.set('/empty.xml', (response) => response.end(text))
    const domain = await makeDomain()
    const { status, body } = await domain.post('/sources/sitemap', { url: `${siteUrl}/empty.xml` })
    expect([status, body.error]).toEqual([422, 'sitemap could not be read: it has no usable address'])
  })

  it.each([
    ['HTTP 404', `${siteUrl}/nothing.xml`],
    ['address is not public', 'http://10.0.0.1/sitemap.xml'],
    ['name not found', 'https://nowhere.example/sitemap.xml'],
  ])('that cannot be read is answered so: %s', async (reason, url) => {
    const domain = await makeDomain()
    const { status, body } = await domain.post('/sources/sitemap', { url })
    expect([status, body.error]).toEqual([422, `sitemap could not be read: ${reason}`])
    expect((await domain.get('/sources')).sources).toEqual([])
  })

  it.each([
    ['deleted', '404 domain not found', (path: string) => call('DELETE', `${path}?confirm=ports`, { key })],
    ['archived', '409 domain is archived', (path: string) => call('POST', `${path}/archive`, { key })],
  ])('adds nothing to a domain that is %s while it is read', async (_what, expected, change) => {
    const domain = await makeDomain()
    const asked = Promise.withResolvers<ServerResponse>()
    answers.set('/slow.xml', (response) => asked.resolve(response))
    const adding = domain.post('/sources/sitemap', { url: `${siteUrl}/slow.xml` })
    const response = await asked.promise
    expect((await change(domain.path)).status).toBe(200)
    response.end(sitemapOf(['https://example.org/']))
    const { status, body } = await adding
    expect(`${status} ${body.error}`).toBe(expected)
    expect(await db.query('select 1 from sources where domain_id = $1', [domain.id])).toEqual([])
  })
})

describe('recrawl', () => {
  it('queues every extracted page and nothing else, in as many bites as it takes', async () => {
    const domain = await makeDomain()
    const urls = Array.from({ length: 8 }, (_, n) => `https://example.org/${n}`)
    await domain.post('/sources/bulk', { urls })
    const pages = await hand.take(domain.id)
    await hand.settle(domain.id, ...pages.slice(1).map((page) => read(page)))
    const { id: project_id } = (await call('GET', '/v1/project', { key })).body
    const scope = { project_id, domain_id: domain.id }
    expect(await recrawlPages(db, service.events, scope, 3)).toEqual({ queued: 7 })
    expect((await domain.pages()).map(({ status }) => status)).toEqual(urls.map(() => 'queued'))
    expect((await domain.post('/recrawl')).body).toEqual({ queued: 0 })
    expect((await domain.get('/runs')).runs).toEqual([
      expect.objectContaining({ status: 'running', pages_total: 8, pages_done: 0 }),
    ])
    const { sources } = await domain.get('/sources')
    const extracted = sources.map(({ pages_extracted }: { pages_extracted: number }) => pages_extracted)
    expect(extracted.reduce((sum: number, n: number) => sum + n)).toBe(7)
  })
})

it('queues nothing in an archived domain', async () => {
  const domain = await makeDomain()
  await domain.add('https://example.org/')
  const [{ id }] = (await domain.get('/sources')).sources
  await domain.post('/archive')
  const calls: [string, object?][] = [
    ['/sources', { url: 'https://example.org/b' }],
    ['/sources/bulk', { urls: ['https://example.org/b'] }],
    ['/sources/sitemap', { url: `${siteUrl}/sitemap.xml` }],
    [`/sources/${id}/crawl`],
    ['/crawl'],
    ['/recrawl'],
  ]
  for (const [path, body] of calls) {
    const answer = await domain.post(path, body)
    expect(`${answer.status} ${answer.body.error}`, path).toBe('409 domain is archived')
  }
  expect(await domain.pages()).toHaveLength(1)
  expect((await call('DELETE', `${domain.path}/sources/${id}`, { key })).status).toBe(200)
})
