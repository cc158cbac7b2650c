import { afterAll, it } from 'vitest'
import { startTestService } from '../support/harness.ts'
import { type Site, startLocalSites } from '../support/local-site.ts'
import { isThorough } from '../support/thorough.ts'

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

const local = await startLocalSites(
  new Map(Object.entries(graphs).map(([name, graph]) => [`${name}.example`, serve(graph)])),
)
afterAll(() => local.close())
const { call, key } = await startTestService({
  environment: { ...local.environment, CRAWL_DELAY_MS: '0', RATE_LIMIT: '0' },
})

it.concurrent.for(Object.keys(graphs).filter((_, at) => isThorough || at % 3 === 0))(
  'a site whose pages are alike is read whole: %s',
  async (name, { expect }) => {
    const { id } = (await call('POST', '/v1/domains', { key, body: { name, max_depth: 8 } })).body
    await call('POST', `/v1/domains/${id}/sources`, { key, body: { url: `http://${name}.example/` } })
    const status = async () => (await call('GET', `/v1/domains/${id}/runs`, { key })).body.runs[0].status
    await expect.poll(status, { interval: 100 }).toBe('finished')
    expect(local.pathsOf(`${name}.example`).toSorted()).toEqual(Object.keys(graphs[name] as Graph).toSorted())
  },
)
