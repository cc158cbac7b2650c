import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { get, makeDomain, post } from '../api.ts'
import { Child, service, startServer } from '../child.ts'
import type { Measurement, Options, Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import type { Arrivals } from './webhook-receiver.ts'

// The cost of watchers for a crawl: the same hosts for three graphs of one service. One has no watches, one has those that people make
// (one of everybody, the others of a site, a name, a title or organizations), one has as many that are all of everybody. Each has a
// webhook. BENCH_WATCHED_HOSTS says how many hosts of 20 pages.

const hosts = Number(process.env.BENCH_WATCHED_HOSTS ?? 500)
const warmUpHosts = 10
const pagesPerHost = 20
/** Changes are looked for every five seconds. */
const lookMs = 5_500
const quietLooks = 3
const quietMs = lookMs * quietLooks
/** Each graph comes first in one of them. */
const rounds = 3
const most = 1.1
const everybody = { kinds: ['person'] }
const usual: object[] = [
  everybody,
  { kinds: ['object'] },
  ...['curator', 'editor'].map((job_title) => ({ kinds: ['person'], attributes: { job_title } })),
  ...['127.1.0.20', '127.1.0.40', '127.1.0.60'].map((host) => ({ host })),
  ...['Ada Lindberg', 'Olga Steinhauser', 'Peter Waldmann'].map((q) => ({ q })),
]
const watchers = usual.length
const key = `svc_${'b'.repeat(40)}`

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const watched: Measurement = {
  name: 'watchers',
  describe: `CPU of a crawl of ${hosts * pagesPerHost} pages with ${watchers} watchers, and without`,
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

interface Graph {
  id: string
  name: string
  watches: object[]
  milliseconds: number
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  const site = new Child({ script: fileOf('./people-site.ts') }, { channel: true })
  const receiver = new Child({ script: fileOf('./webhook-receiver.ts') }, { channel: true })
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startServer({
    ...service,
    environment: {
      ...{ BOOTSTRAP_KEY: key, RATE_LIMIT: '0', CRAWL_DELAY_MS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
      ...{ LOG_LEVEL: 'error', PORT: String(port), DATA_DIR: join(folder, 'data') },
    },
  })
  try {
    const addresses = await site.ask<string[]>(`hosts ${warmUpHosts + hosts}`)
    const receiverPort = await receiver.ask<number>('port')
    await server.answers(`${url}/readyz`, {})
    const make = async (name: string, watches: object[]): Promise<Graph> => {
      const id = await makeDomain(url, key, { max_pages: 1_000_000, max_depth: 3 })
      await follow({ url, domainId: id, receiverPort }, name, watches)
      return { id, name, watches, milliseconds: 0 }
    }
    progress('warm-up')
    await crawl(url, (await make('warm-up', [])).id, addresses.slice(0, warmUpHosts))
    const graphs = [
      await make('without', []),
      await make('usual', usual),
      await make(
        'everybody',
        usual.map(() => everybody),
      ),
    ] as [Graph, Graph, Graph]
    let idle: number | undefined
    for (let round = 0; round < rounds; round++) {
      const share = Math.ceil(hosts / rounds)
      const some = addresses.slice(warmUpHosts).slice(round * share, (round + 1) * share)
      for (const graph of [...graphs.slice(round), ...graphs.slice(0, round)]) {
        progress(`round ${round + 1} of ${rounds}, watchers: ${graph.name}`)
        graph.milliseconds += await cpuOf(server, () => crawl(url, graph.id, some))
        if (graph.watches.length === 0) continue
        let waited = 0
        const delivering = await cpuOf(server, async () => {
          waited = await delivered(url, graph.id)
        })
        // The service, and our asking, take a little while nothing happens.
        idle ??= (await cpuOf(server, async () => void (await delivered(url, graph.id)))) / quietMs
        graph.milliseconds += Math.max(0, delivering - idle * waited)
      }
    }
    const calls = await receiver.ask<Arrivals>('arrivals')
    const logs = await Promise.all(graphs.map(({ id }) => logLength(url, id)))
    return rowsOf(graphs, calls.count, logs)
  } finally {
    await server.stop()
    await receiver.stop()
    await site.stop()
  }
}

function rowsOf([alone, ...others]: [Graph, Graph, Graph], calls: number, [log = 0, ...logs]: number[]): Row[] {
  const pages = hosts * pagesPerHost
  const [some, all] = others.map(({ milliseconds }) => milliseconds / alone.milliseconds) as [number, number]
  const added = Math.max(...logs.map((length) => Math.abs(length - log)))
  return [
    {
      measure: `a crawl with ${watchers} watchers over one without`,
      unit: '×',
      ours: some,
      target: { text: `<= ${most}`, met: some <= most },
      note: `CPU of all processes until all is delivered, less what they take while nothing happens; ${pages} pages each, ${(alone.milliseconds / pages).toFixed(2)} ms a page without; one of everybody, two of titles, one of organizations, three of sites, three of names`,
    },
    {
      measure: `the same, ${watchers} watchers of everybody`,
      unit: '×',
      ours: all,
      note: `each is told of ${pages} people and where they work`,
    },
    { measure: 'calls of webhooks of watches', unit: '', ours: calls, note: 'of both' },
    {
      measure: 'events that watchers add to the log',
      unit: '',
      ours: added,
      target: { text: 'none a watcher', met: added <= log * 0.01 },
      note: `${log} without; some of them say how far a run is, and come by time`,
    },
  ]
}

async function follow(
  { url, domainId, receiverPort }: { url: string; domainId: string; receiverPort: number },
  name: string,
  watches: object[],
): Promise<void> {
  const path = `${url}/v1/domains/${domainId}`
  for (const [n, query] of watches.entries()) {
    const watch = await post<{ id: string }>(`${path}/watches`, key, { name: `${name} ${n}`, query })
    const events = ['entity.added', 'entity.changed', 'relationship.added']
    const address = `http://127.0.0.1:${receiverPort}/${name}-${n}`
    await post(`${path}/webhooks`, key, { url: address, events, filter: { watch_id: watch.id } })
  }
}

async function crawl(url: string, domainId: string, addresses: string[]): Promise<void> {
  const path = `${url}/v1/domains/${domainId}`
  // As one run: it must not end between two calls.
  await post(`${path}/runs/pause`, key, {})
  for (let at = 0; at < addresses.length; at += 100) {
    await post(`${path}/sources/bulk`, key, { urls: addresses.slice(at, at + 100) })
  }
  await post(`${path}/runs/resume`, key, {})
  for (;;) {
    const { runs } = await get<{ runs: { status: string }[] }>(`${path}/runs`, key)
    if (runs[0]?.status === 'finished') return
    await sleep(250)
  }
}

async function cpuOf(server: Child, work: () => Promise<void>): Promise<number> {
  const before = readTree(server.process.pid).milliseconds
  await work()
  return readTree(server.process.pid).milliseconds - before
}

/** Nothing new for some looks is the end. Returns how long it took. */
async function delivered(url: string, domainId: string): Promise<number> {
  const begun = performance.now()
  const { webhooks } = await get<{ webhooks: { id: string }[] }>(`${url}/v1/domains/${domainId}/webhooks`, key)
  for (let quiet = 0; quiet < quietLooks; ) {
    await sleep(lookMs)
    const lists = await Promise.all(
      webhooks.map(({ id }) =>
        get<{ deliveries: { status: string; attempted_at: string | null }[] }>(
          `${url}/v1/domains/${domainId}/webhooks/${id}/deliveries`,
          key,
        ),
      ),
    )
    const busy = lists.some(({ deliveries: [newest] }) => {
      // A watch of something rare may have no news at all.
      if (!newest) return false
      return newest.status === 'pending' || Date.now() - Date.parse(newest.attempted_at ?? '') < lookMs
    })
    quiet = busy ? 0 : quiet + 1
  }
  return performance.now() - begun
}

async function logLength(url: string, domainId: string): Promise<number> {
  for (let since = 0; ; ) {
    const { cursor } = await get<{ cursor: number }>(`${url}/v1/domains/${domainId}/events/poll?since=${since}`, key)
    if (cursor === since) return cursor
    since = cursor
  }
}
