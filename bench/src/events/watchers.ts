import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { get, makeDomain, post } from '../api.ts'
import { Child, service, startServer } from '../child.ts'
import type { Measurement, Options, Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'

// What watchers cost a crawl: the same hosts for two graphs of one service, of which one has watches with a webhook each
// that get all that happens to people. BENCH_WATCHED_HOSTS says how many hosts of 20 pages.

const hosts = Number(process.env.BENCH_WATCHED_HOSTS ?? 500)
const warmUpHosts = 10
const pagesPerHost = 20
/** Each graph comes first in every other round. */
const rounds = 4
const watchers = 10
const most = 1.1
const key = `svc_${'b'.repeat(40)}`

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const watched: Measurement = {
  name: 'watchers',
  describe: `CPU of a crawl of ${hosts * pagesPerHost} pages with ${watchers} watchers, and without`,
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

interface Graph {
  id: string
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
    await server.answers(`${url}/readyz`, {})
    const make = async (): Promise<Graph> => ({
      id: await makeDomain(url, key, { max_pages: 1_000_000, max_depth: 3 }),
      milliseconds: 0,
    })
    progress('warm-up')
    await crawl(url, (await make()).id, addresses.slice(0, warmUpHosts))
    const [alone, followed] = [await make(), await make()]
    await follow(url, followed.id, await receiver.ask<number>('port'))
    for (let round = 0; round < rounds; round++) {
      const share = Math.ceil(hosts / rounds)
      const some = addresses.slice(warmUpHosts).slice(round * share, (round + 1) * share)
      for (const graph of round % 2 === 0 ? [alone, followed] : [followed, alone]) {
        progress(`round ${round + 1} of ${rounds}, ${graph === followed ? 'with' : 'without'} watchers`)
        const before = readTree(server.process.pid).milliseconds
        await crawl(url, graph.id, some)
        if (graph === followed) await delivered(url, graph.id)
        graph.milliseconds += readTree(server.process.pid).milliseconds - before
      }
    }
    const calls = await receiver.ask<number>('count')
    const logs = await Promise.all([alone, followed].map(({ id }) => logLength(url, id)))
    return rowsOf({ alone, followed, calls, logs })
  } finally {
    await server.stop()
    await receiver.stop()
    await site.stop()
  }
}

function rowsOf(found: { alone: Graph; followed: Graph; calls: number; logs: number[] }): Row[] {
  const pages = hosts * pagesPerHost
  const { alone, followed, calls, logs } = found
  const [logAlone = 0, logFollowed = 0] = logs
  const ratio = followed.milliseconds / alone.milliseconds
  return [
    {
      measure: 'a crawl with watchers over one without',
      unit: '×',
      ours: ratio,
      target: { text: `<= ${most}`, met: ratio <= most },
      note: `CPU of all processes until all is delivered, ${pages} pages each; ${(alone.milliseconds / pages).toFixed(2)} ms a page without`,
    },
    {
      measure: 'calls of webhooks of watches',
      unit: '',
      ours: calls,
      note: `${watchers} watchers, each told of ${pages} people and more`,
    },
    {
      measure: 'events that watchers add to the log',
      unit: '',
      ours: logFollowed - logAlone,
      target: { text: 'none a watcher', met: Math.abs(logFollowed - logAlone) <= logAlone * 0.05 },
      note: `${logAlone} without`,
    },
  ]
}

async function follow(url: string, domainId: string, receiverPort: number): Promise<void> {
  const path = `${url}/v1/domains/${domainId}`
  for (let n = 0; n < watchers; n++) {
    const watch = await post<{ id: string }>(`${path}/watches`, key, { name: `w${n}`, query: { kinds: ['person'] } })
    const events = ['entity.added', 'entity.changed', 'relationship.added']
    const filter = { watch_id: watch.id }
    await post(`${path}/webhooks`, key, { url: `http://127.0.0.1:${receiverPort}/watch-${n}`, events, filter })
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

/** Changes are looked for every five seconds: nothing new for three rounds is the end. */
async function delivered(url: string, domainId: string): Promise<void> {
  const { webhooks } = await get<{ webhooks: { id: string }[] }>(`${url}/v1/domains/${domainId}/webhooks`, key)
  for (let quiet = 0; quiet < 3; ) {
    await sleep(5_500)
    const lists = await Promise.all(
      webhooks.map(({ id }) =>
        get<{ deliveries: { status: string; attempted_at: string | null }[] }>(
          `${url}/v1/domains/${domainId}/webhooks/${id}/deliveries`,
          key,
        ),
      ),
    )
    const busy = lists.some(({ deliveries: [newest] }) => {
      if (!newest || newest.status === 'pending') return true
      return Date.now() - Date.parse(newest.attempted_at ?? '') < 5_500
    })
    quiet = busy ? 0 : quiet + 1
  }
}

async function logLength(url: string, domainId: string): Promise<number> {
  for (let since = 0; ; ) {
    const { cursor } = await get<{ cursor: number }>(`${url}/v1/domains/${domainId}/events/poll?since=${since}`, key)
    if (cursor === since) return cursor
    since = cursor
  }
}
