import { afterAll, type ExpectStatic, it } from 'vitest'
import { startTestService } from '../../support/harness.ts'
import { type Site, startLocalSites } from '../../support/web/local-site.ts'
import { smallFiniteSites } from './finite-sites.ts'
import { smallSeededSites } from './seeded-sites.ts'

// Sites whose pages differ in little but a number are read completely, as long as they are finite: similar pages are no
// trap.

type Graph = Record<string, string[]>

const range = (count: number) => Array.from({ length: count }, (_, index) => index)
const graphOf = (pages: [path: string, links: string[]][]): Graph => Object.fromEntries(pages)

/** Every page, with its links. */
const graphs: Record<string, Graph> = {
  names: { '/': range(60).map((n) => `/page-${n}`), ...graphOf(range(60).map((n) => [`/page-${n}`, ['/']])) },
  numbers: { '/': range(40).map((n) => `/item/${n}`), ...graphOf(range(40).map((n) => [`/item/${n}`, ['/']])) },
  parameters: {
    '/': range(30).map((n) => `/item?id=${n}`),
    ...graphOf(range(30).map((n) => [`/item?id=${n}`, ['/']])),
  },
  sections: {
    '/': range(5).map((n) => `/part-${n}/`),
    ...graphOf(range(5).map((part) => [`/part-${part}/`, range(12).map((n) => `/part-${part}/${n}-x`)])),
    ...graphOf(range(60).map((n) => [`/part-${n % 5}/${Math.floor(n / 5)}-x`, ['/', `/part-${n % 5}/`]])),
  },
  chain: { '/': ['/c/0'], ...graphOf(range(4).map((n) => [`/c/${n}`, n < 3 ? [`/c/${n + 1}`] : []])) },
  pagination: {
    '/': ['/list?page=1'],
    ...graphOf(
      range(4).map((page) => [
        `/list?page=${page + 1}`,
        [...range(10).map((n) => `/it/${page * 10 + n}`), ...(page < 3 ? [`/list?page=${page + 2}`] : [])],
      ]),
    ),
    ...graphOf(range(40).map((n) => [`/it/${n}`, ['/']])),
  },
}

const serve =
  (graph: Graph): Site =>
  ({ path }) => {
    const links = graph[path]
    if (!links) return undefined
    const anchors = links.map((href) => `<a href="${href}">${href}</a>`).join(' ')
    return { body: `<title>Page ${path}</title><h1>Page ${path}</h1><p>Hello from ${path}.</p><p>${anchors}</p>` }
  }

const servePages =
  (pages: Map<string, string>): Site =>
  ({ path }) => {
    const body = pages.get(path)
    return body === undefined ? undefined : { body }
  }

const finite = [...smallFiniteSites(), ...smallSeededSites()]
const local = await startLocalSites(
  new Map([
    ...Object.entries(graphs).map(([name, graph]): [string, Site] => [`${name}.example`, serve(graph)]),
    ...finite.map(({ pages }, at): [string, Site] => [`finite-${at}.example`, servePages(pages)]),
  ]),
)
afterAll(() => local.close())
const { call, key } = await startTestService({
  environment: { ...local.environment, CRAWL_DELAY_MS: '0', RATE_LIMIT: '0' },
})

/** Crawls the site to its end, and returns why the crawl ended. */
async function crawl(host: string, settings: object, expect: ExpectStatic): Promise<string> {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: host, ...settings } })).body
  await call('POST', `/v1/domains/${id}/sources`, { key, body: { url: `http://${host}/` } })
  const run = async () => (await call('GET', `/v1/domains/${id}/runs`, { key })).body.runs[0]
  await expect.poll(async () => (await run()).status, { interval: 100, timeout: 120_000 }).toBe('finished')
  return (await run()).end_reason
}

it.concurrent.for(Object.keys(graphs))(
  'a site whose pages are alike is read whole: %s',
  { timeout: 150_000 },
  async (name, { expect }) => {
    await crawl(`${name}.example`, { max_depth: 8 }, expect)
    expect(local.pathsOf(`${name}.example`).toSorted()).toEqual(Object.keys(graphs[name] as Graph).toSorted())
  },
)

it.concurrent.for(finite.map(({ name, pages }, at) => ({ name, pages, at })))(
  'a site that ends is read whole, with room for twice its pages: $name',
  { timeout: 150_000 },
  async ({ pages, at }, { expect }) => {
    const host = `finite-${at}.example`
    const end = await crawl(host, { max_pages: 2 * pages.size, max_depth: 100 }, expect)
    const asked = new Set(local.pathsOf(host))
    expect([...pages.keys()].filter((path) => !asked.has(path))).toEqual([])
    expect([asked.size, end]).toEqual([pages.size, 'nothing left'])
  },
)
