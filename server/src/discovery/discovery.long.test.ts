import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../test/support/crawl/crawl-sites.ts'
import { plainPage, type Site } from '../../test/support/web/local-site.ts'
import { newId } from '../platform/ids.ts'
import { openSharedWork } from '../waiting/waiting-work.ts'
import { findDiscovery, startDiscovery } from './discoveries.ts'
import type { Discovery } from './discovery.ts'

// Discoveries through the API, with a SearXNG and sites on this machine.

const test = await startCrawlTest({
  environment: { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://site-0.example' },
})
const { call, key, service, clock, open } = test
const { db } = service

/** As whoever makes or puts back a discovery does. */
const openDiscovery = (id: string) =>
  db.transaction(async (tx) => {
    const [row] = await tx.query<{ project_id: string }>('select project_id from domains where id = $1', [id])
    await openSharedWork(tx, 'discovery', { domain_id: id, project_id: row?.project_id as string }, tx.now)
  })

/** The answer of the search API to the next searches. */
let answer: Site = () => undefined
const searchHost = open((request, response) => answer(request, response))

const searchedWords = () =>
  test.asked(searchHost).map((path) => {
    const { searchParams } = new URL(path, 'http://x')
    return [searchParams.get('q'), searchParams.get('language')]
  })

const finds =
  (...urls: string[]): Site =>
  () => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'x',
      results: urls.map((url) => ({ url, title: 'A result', content: 'of the search', engine: 'mojeek' })),
      unresponsive_engines: [],
    }),
  })

const site = (title: string, robots = ''): string =>
  open(({ path }) => (path === '/robots.txt' ? { body: robots } : plainPage(title)))

let domains = 0
async function makeDomain(settings: object = {}) {
  const name = `Harbours ${++domains}`
  const id = await test.makeDomain({ name, ...settings })
  const path = `/v1/domains/${id}`
  const list = async (): Promise<Discovery[]> => (await call('GET', `${path}/discoveries`, { key })).body.discoveries
  const start = () => call('POST', `${path}/discover-sources`, { key })
  const ended = async () => {
    for (;;) {
      const [last] = await list()
      if (last && (last.status === 'finished' || last.status === 'failed')) return last
      await sleep(50)
    }
  }
  const discover = async () => {
    expect(await start()).toMatchObject({ status: 202, body: { queued: true } })
    return ended()
  }
  const publish = async (rules: object) => {
    const { version } = (await call('POST', `${path}/gate/versions`, { key, body: { rules } })).body
    expect((await call('POST', `${path}/gate/versions/${version}/publish`, { key })).status).toBe(200)
  }
  const add = (url: string) => call('POST', `${path}/sources`, { key, body: { url } })
  return { id, name, path, list, start, ended, discover, publish, add }
}

const urlsOf = ({ sources }: Discovery) => sources.map(({ url }) => url)
const nothing = { source: 0, gate: 0, robots: 0, unreachable: 0, unrelated: 0, not_looked_at: 0 }

describe('a discovery', () => {
  it('suggests sites with a reason and kinds, and crawls nothing', async () => {
    const rich = open(({ path }) =>
      path === '/robots.txt'
        ? {}
        : {
            body: `<!doctype html><html lang="en"><head><title>Harbours of the north</title>
<script type="application/ld+json">{"@context":"https://schema.org","@graph":[
{"@type":"Person","name":"Ada Lovelace"},{"@type":"Person","name":"Grace Hopper"},{"@type":"Place","name":"Riga"}]}</script>
</head><body><main><h1>Harbours of the north</h1><p>Ada Lovelace and Grace Hopper run harbours in Riga, and that is
what this page is about: harbours, and people who run them.</p></main></body></html>`,
          },
    )
    const plain = site('harbours')
    answer = finds(`http://${plain}/a`, `http://${rich}/list`, `http://${plain}/b`, 'ftp://nothing.example/', 'x')
    const domain = await makeDomain()
    const run = await domain.discover()
    expect(run).toMatchObject({
      status: 'finished',
      result: { hits: 3, sites: 2, left_out: nothing },
      summary: 'SearXNG found 3 pages on 2 sites; 2 are suggested.',
      queries_tried: [domain.name],
      started_at: expect.any(String),
      finished_at: expect.any(String),
    })
    expect(urlsOf(run)).toEqual([`http://${rich}/list`, `http://${plain}/a`])
    expect(run.sources[0]?.kinds).toEqual(expect.arrayContaining(['person', 'location']))
    expect(run.sources[0]?.reason).toMatch(
      /^Its page “Harbours of the north” mentions Harbours and names \d+ entities \(person \d+.*\)\. 1 of 1 search found it\.$/,
    )
    expect(test.asked(rich)).toEqual(['/robots.txt', '/list'])
    expect((await call('GET', `${domain.path}/sources`, { key })).body.sources).toEqual([])
    expect((await call('GET', `${domain.path}/pages`, { key })).body.pages).toEqual([])
    const activity = await db.query<{ action: string; detail: string }>(
      `select agent, action, detail, tokens, spend_usd from agent_activity where domain_id = $1 order by id`,
      [domain.id],
    )
    expect(activity).toEqual([
      { agent: 'discoverer', action: 'begin', detail: 'with SearXNG', tokens: 0, spend_usd: 0 },
      { agent: 'discoverer', action: 'finish', detail: run.summary, tokens: 0, spend_usd: 0 },
    ])
  })

  it('searches in the languages of the gate', async () => {
    answer = finds()
    const domain = await makeDomain()
    await domain.publish({ languages: ['de', 'lv'] })
    const before = searchedWords().length
    const run = await domain.discover()
    expect(searchedWords().slice(before)).toEqual([
      [domain.name, 'de'],
      [domain.name, 'lv'],
    ])
    expect(run).toMatchObject({
      queries_tried: [`${domain.name} (de)`, `${domain.name} (lv)`],
      ...{ status: 'finished', summary: 'SearXNG found nothing.', sources: [] },
    })
  })

  it('searches for given words instead of those of the domain', async () => {
    answer = finds()
    const [domain, other] = [await makeDomain(), await makeDomain()]
    const before = searchedWords().length
    const id = await db.transaction((tx) =>
      startDiscovery(tx, service.jobs, domain.id, { queries: ['pilots of Riga', 'quay walls'] }),
    )
    await domain.ended()
    expect(searchedWords().slice(before)).toEqual([
      ['pilots of Riga', null],
      ['quay walls', null],
    ])
    const [listed] = await domain.list()
    expect(listed).toMatchObject({ id, status: 'finished', queries_tried: ['pilots of Riga', 'quay walls'] })
    expect(await findDiscovery(db, domain.id, id)).toEqual(listed)
    expect(await findDiscovery(db, other.id, id)).toBeUndefined()
  })

  it('leaves out sources, and what the gate, robots.txt, a fault or another subject rules out', async () => {
    const [good, known, blocked] = [site('harbours'), site('harbours'), site('harbours')]
    const closed = site('harbours', 'User-agent: *\nDisallow: /')
    const broken = open(({ path }) => (path === '/robots.txt' ? {} : { status: 500 }))
    const other = site('cooking')
    // The declared language is only a hint: the text has to be in it.
    const inFrench = `<p>harbours : les ports de la mer Baltique sont ouverts toute l’année, et les navires y entrent par des
      chenaux que les pilotes connaissent depuis toujours. On y trouve aussi des quais pour les petits bateaux de pêche.</p>`
    const french = open(({ path }) =>
      path === '/robots.txt' ? {} : { body: `<html lang="fr"><title>Les ports</title><main>${inFrench}</main></html>` },
    )
    const moved = open(({ path }) =>
      path === '/robots.txt' ? {} : { status: 302, headers: { location: `http://${blocked}/` } },
    )
    answer = finds(
      ...[good, known, blocked, closed, broken, other, french, moved].map((host) => `http://${host}/page`),
      `http://${good}/private/page`,
      'http://10.0.0.1/',
    )
    const domain = await makeDomain()
    await domain.publish({ blocked_hosts: [blocked], block_paths: ['/private/**'], languages: ['en'] })
    await domain.add(`http://${known}/`)
    await test.finish(domain.id)
    const asked = test.asked(known).length
    const run = await domain.discover()
    expect(urlsOf(run)).toEqual([`http://${good}/page`])
    expect(run.result?.left_out).toEqual({ ...nothing, source: 1, gate: 3, robots: 1, unreachable: 2, unrelated: 1 })
    expect(run.summary).toContain('1 is a source already, 3 dropped by the gate, 1 closed by robots.txt')
    expect(test.asked(known)).toHaveLength(asked)
    expect(test.asked(blocked)).toEqual([])
    expect(test.asked(closed)).toEqual(['/robots.txt'])
  })

  it('says so when robots.txt closes all of them', async () => {
    answer = finds(`http://${site('harbours', 'User-agent: *\nDisallow: /')}/`)
    const run = await (await makeDomain()).discover()
    expect(run).toMatchObject({
      ...{ status: 'finished', sources: [] },
      summary: 'SearXNG found 1 page on 1 site; none is suggested. Left out: 1 closed by robots.txt.',
    })
  })

  it('looks at ten sites, and suggests none again that became a source', async () => {
    const hosts = Array.from({ length: 12 }, () => site('harbours'))
    const urls = hosts.map((host) => `http://${host}/`)
    // A page of results has ten hits at most: two queries find them all.
    answer = ({ path }) => {
      const isFirst = !path.includes('quay')
      return finds(...(isFirst ? urls.slice(0, 10) : urls.slice(2)))({} as never, {} as never) as never
    }
    const domain = await makeDomain()
    await domain.publish({ about: 'quay walls' })
    const first = await domain.discover()
    expect(first.result?.left_out).toEqual({ ...nothing, not_looked_at: 2 })
    expect(first.sources).toHaveLength(10)
    const chosen = urlsOf(first)[0] ?? ''
    await domain.add(chosen)
    const second = await domain.discover()
    expect(urlsOf(second)).not.toContain(chosen)
    expect(second.result?.left_out).toMatchObject({ source: 1, not_looked_at: 1 })
    expect(await domain.list()).toHaveLength(2)
  })
})

describe('a discovery fails with a sentence', () => {
  it.each<[string, Site, RegExp]>([
    ['no API', () => ({ status: 500, body: '{"error": "search error"}' }), /^SearXNG is out of order \(HTTP 500\)/],
    ['a wrong key', () => ({ status: 403 }), /^SearXNG /],
    ['a used up quota', () => ({ status: 429 }), /^SearXNG takes no more searches for now/],
    ['nonsense', () => ({ body: '<p>hello' }), /^SearXNG gave an answer that cannot be read/],
  ])('for %s', { timeout: 60_000 }, async (_what, site, sentence) => {
    answer = site
    const run = await (await makeDomain()).discover()
    expect(run).toMatchObject({ status: 'failed', result: null, sources: [], summary: expect.stringMatching(sentence) })
  })

  it('when the domain has no words, and works again when it has', async () => {
    answer = finds()
    const domain = await makeDomain({ name: '🚢⚓️' })
    expect(await domain.discover()).toMatchObject({ status: 'failed', queries_tried: [] })
    await call('PATCH', domain.path, { key, body: { name: '波罗的海港口' } })
    expect(await domain.discover()).toMatchObject({ status: 'finished', queries_tried: ['波罗的海港口'] })
  })

  it('goes on with what was found when a later search fails', async () => {
    const good = site('harbours')
    answer = (request, response) =>
      request.path.includes('quay') ? { status: 403 } : finds(`http://${good}/`)(request, response)
    const domain = await makeDomain()
    await domain.publish({ about: 'quay walls' })
    const run = await domain.discover()
    expect(run).toMatchObject({ status: 'finished', summary: expect.stringContaining('Not every search was answered') })
    expect(urlsOf(run)).toEqual([`http://${good}/`])
  })
})

describe('only one runs', () => {
  it('for a domain, however many ask', async () => {
    answer = finds()
    const domain = await makeDomain()
    const all = await Promise.all(Array.from({ length: 5 }, domain.start))
    expect(all.map(({ status }) => status).toSorted()).toEqual([202, 409, 409, 409, 409])
    await domain.ended()
    expect(await domain.list()).toHaveLength(1)
  })

  it('and a domain that is archived has none', async () => {
    const domain = await makeDomain()
    await call('POST', `${domain.path}/archive`, { key })
    expect(await domain.start()).toMatchObject({ status: 409, body: { code: 'domain_archived' } })
  })

  it('and that of a killed process is taken when its lease is over', async () => {
    answer = finds()
    const domain = await makeDomain()
    const minute = 60_000
    const lease = (ms: number) => new Date(clock.now().getTime() + ms)
    await db.query(
      `insert into discoveries (domain_id, id, status, started_at, lease_ends, attempts) values ($1, $2, 'running', now(), $3, 1)`,
      [domain.id, newId(), lease(10 * minute)],
    )
    await openDiscovery(domain.id)
    // Another job leaves it alone while the lease lasts.
    await (await makeDomain()).discover()
    expect(await domain.list()).toMatchObject([{ status: 'running' }])
    await db.query('update discoveries set lease_ends = $2 where domain_id = $1', [domain.id, lease(-1)])
    await openDiscovery(domain.id)
    await (await makeDomain()).discover()
    expect(await domain.ended()).toMatchObject({ status: 'finished' })
  })

  it('and one that was interrupted too often fails', async () => {
    const domain = await makeDomain()
    await db.query(
      `insert into discoveries (domain_id, id, status, started_at, lease_ends, attempts) values ($1, $2, 'running', now(), now() - interval '1 hour', 3)`,
      [domain.id, newId()],
    )
    await openDiscovery(domain.id)
    answer = finds()
    await (await makeDomain()).discover()
    expect(await domain.ended()).toMatchObject({ status: 'failed', summary: expect.stringContaining('interrupted') })
  })
})

describe('a domain in the middle of its discovery', () => {
  /** The first search is held until the change is answered. */
  async function changeMeanwhile(change: (path: string, name: string) => Promise<{ status: number }>) {
    const target = site('harbours')
    const asked = Promise.withResolvers<void>()
    const changed = Promise.withResolvers<void>()
    answer = (request, response) => {
      asked.resolve()
      void changed.promise.then(() => {
        const found = finds(`http://${target}/`)(request, response) as { body: string }
        response.writeHead(200, { 'content-type': 'application/json' }).end(found.body)
      })
      return 'by hand'
    }
    const domain = await makeDomain()
    await domain.start()
    await asked.promise
    expect((await change(domain.path, domain.name)).status).toBe(200)
    changed.resolve()
    return { domain, target }
  }

  it.each([
    ['paused', 'runs/pause', /paused/],
    ['archived', 'archive', /archived/],
  ])('that is %s ends without asking a site', async (_what, call_, sentence) => {
    const { domain, target } = await changeMeanwhile((path) => call('POST', `${path}/${call_}`, { key }))
    expect(await domain.ended()).toMatchObject({ status: 'failed', summary: expect.stringMatching(sentence) })
    expect(test.asked(target)).toEqual([])
  })

  it('that is deleted leaves nothing', async () => {
    const { domain, target } = await changeMeanwhile((path, name) =>
      call('DELETE', `${path}?confirm=${encodeURIComponent(name)}`, { key }),
    )
    // The next one comes after it, or beside it; both have ended when this one has, but for the last steps.
    answer = finds()
    await (await makeDomain()).discover()
    for (;;) {
      const rows = await db.query('select 1 from discoveries where domain_id = $1', [domain.id])
      if (rows.length === 0) break
      await sleep(50)
    }
    expect(test.asked(target)).toEqual([])
  })
})
