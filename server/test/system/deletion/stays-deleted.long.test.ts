import { expect, it } from 'vitest'
import { startCrawlTest } from '../../support/crawl/crawl-sites.ts'
import { callService } from '../../support/harness.ts'
import { spawnService } from '../../support/spawn-service.ts'

// A person who was deleted, and real crawls of sites that go on naming them.

const people = (title: string, names: string[], note: string) =>
  `<!doctype html><html lang="en"><head><title>${title}</title><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': names.map((name) => ({ '@type': 'Person', name })),
  })}</script></head><body><main><h1>${title}</h1><p>The society was joined by ${names.join(' and by ')} in the spring of that
year, and they stayed with it for a long time. ${note}</p></main></body></html>`

const test = await startCrawlTest()
const { call, key, clock } = test

let visits = 0
const society = test.open(({ path }) => {
  const note = () => `It met ${++visits} times since.`
  return path === '/' ? { body: people('The society', ['Jürgen Müller', 'Ada Lovelace'], note()) } : undefined
})
const archive = test.open(({ path }) => {
  const names = ['Juergen Mueller', 'Mary Somerville']
  return path === '/' ? { body: people('The archive', names, 'All of it is kept.') } : undefined
})

const crawls = 100
const hasName = (body: unknown) => /m(?:ü|ue)ller/i.test(JSON.stringify(body))

it(`a deleted person stays deleted through ${crawls} crawls and another spelling`, { timeout: 300_000 }, async () => {
  const id = await test.makeDomain()
  const base = `/v1/domains/${id}`
  const get = async (path: string, url = test.url) => {
    const { status, body } = await callService(url, 'GET', `${base}${path}`, { key })
    expect(status, JSON.stringify(body)).toBe(200)
    return body
  }
  await test.crawl(id, `http://${society}/`)
  const { entities } = await get('/entities?q=Jürgen+Müller')
  expect(entities[0]).toMatchObject({ name: 'Jürgen Müller' })
  const share = (await call('POST', `${base}/share`, { key, body: { views: ['search'] } })).body
  const there = await spawnService({ ...test.environment, ROLE: 'api' })
  const urls = [test.url, there.url]
  try {
    for (const url of urls) expect(hasName((await get('/search?q=Müller', url)).entities)).toBe(true)
    const before = clock.now().toISOString()
    clock.advance(1000)
    const { tombstone_id } = (await call('DELETE', `${base}/entities/${entities[0].id}`, { key })).body
    for (let n = 0; n < crawls; n++) await test.recrawl(id)
    expect(visits).toBe(crawls + 1)
    await test.crawl(id, `http://${archive}/`)
    expect(JSON.stringify(await get('/entities'))).toContain('Mary Somerville')
    for (const url of urls) {
      await expect.poll(async () => hasName(await get('/search?q=Mueller', url))).toBe(false)
      await expect.poll(async () => hasName(await get('/graph', url))).toBe(false)
    }
    const question = encodeURIComponent('Who is Jürgen Müller?')
    for (const path of ['/export?format=ndjson', `/ask?q=${question}`, '/entities', '/map', '/timeline']) {
      expect([path, hasName(await get(path))]).toEqual([path, false])
    }
    const shown = await call('GET', `/v1/public/${share.token}/search?q=Mueller`, {})
    expect([shown.status, hasName(shown.body)]).toEqual([200, false])
    expect(hasName(await get(`/entities?as_of=${before}`))).toBe(true)
    const { tombstones } = await get('/tombstones')
    expect(tombstones).toMatchObject([{ id: tombstone_id, blocked_count: crawls + 1 }])
    await call('DELETE', `${base}/tombstones/${tombstone_id}`, { key })
    expect((await get('/entities?q=Jürgen+Müller')).entities[0]).toMatchObject({ id: entities[0].id, source_count: 2 })
  } finally {
    there.child.kill('SIGTERM')
    await there.ended
  }
})
