import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { Child, service, startServer } from '../child.ts'
import { type Measurement, type Options, percentile, type Row } from '../measurement.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { crawlDomains, environment, inGroups, key, makeDomains } from './many-domains.ts'
import { ask, type Cluster, crash, freeze, type PostgresServer, withCluster } from './servers.ts'

// Many small domains are crawled on a cluster, and one of its nodes is away for a while: what do the others feel?
// BENCH_CLUSTER_URL names the coordinator; its nodes run on this machine, as processes that may be stopped.

const domains = Number(process.env.BENCH_AWAY_DOMAINS ?? 200)
const seconds = Number(process.env.BENCH_AWAY_SECONDS ?? 60)
/** Each domain has one host, which is asked for as many pages in the time of a part. */
const pagesOfPart = 2
const pagesPerHost = 40
const callEveryMs = 250
const patienceMs = 70_000

export const away: Measurement = {
  name: 'away',
  describe: 'what domains of other nodes feel while one node of a cluster is away (BENCH_CLUSTER_URL)',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

interface Call {
  milliseconds: number
  status: number
  /** Whether its domain lives on the node that is stopped. */
  is_of_node: boolean
}

/** Counts of before, while and after the node was away. */
interface Part {
  name: string
  calls: Call[]
  /** Pages that were read of domains of the others, and of the node. */
  pages: { others: number; node: number }
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  const clusterUrl = process.env.BENCH_CLUSTER_URL
  if (!clusterUrl) {
    progress('left out: BENCH_CLUSTER_URL names no cluster')
    return []
  }
  const script = fileURLToPath(new URL('../crawl/crawl-site.ts', import.meta.url))
  const site = new Child({ script }, { channel: true })
  try {
    const addresses = await site.ask<string[]>(`hosts ${domains} ${pagesPerHost}`)
    return await withCluster(clusterUrl, async (cluster) => {
      const rows: Row[] = []
      await onService(folder, cluster.url, async (url) => {
        progress(`makes ${domains} domains`)
        const ids = await makeDomains(url, inGroups(addresses, domains))
        await crawlDomains(url, ids)
        const hosts = new Map(ids.map((id, at) => [id, new URL(addresses[at] as string).host]))
        for (const [how, leave] of Object.entries({ 'that hangs': freeze, 'that is refused': crash })) {
          rows.push(...(await suffer({ url, site, cluster, hosts, how, leave }, progress)))
        }
      })
      return rows
    })
  } finally {
    await site.stop()
  }
}

async function onService(folder: string, databaseUrl: string, work: (url: string) => Promise<void>): Promise<void> {
  const port = await findFreePort()
  const delay = String(Math.round((seconds * 1000) / pagesOfPart))
  const settings = { ...environment, DATABASE_URL: databaseUrl, PORT: String(port), DATA_DIR: folder }
  const server = startServer({ ...service, environment: { ...settings, CRAWL_DELAY_MS: delay } })
  try {
    const url = `http://127.0.0.1:${port}`
    await server.answers(`${url}/readyz`, {})
    await work(url)
  } finally {
    await server.stop()
  }
}

interface Away {
  url: string
  site: Child
  cluster: Cluster
  /** The host of each domain. */
  hosts: Map<string, string>
  how: string
  leave: (server: PostgresServer) => () => Promise<void>
}

async function suffer({ url, site, cluster, hosts, how, leave }: Away, progress: Options['progress']): Promise<Row[]> {
  const node = cluster.nodes[0] as PostgresServer
  const watched = { url, site, cluster, domains: await findDomains(cluster.url, node, hosts) }
  const before = await watch('before', watched)
  const comeBack = leave(node)
  const meanwhile = await watch('meanwhile', watched, comeBack)
  const after = await watch('after', watched)
  for (const part of [before, meanwhile, after]) progress(`a node ${how}, ${part.name}: ${describe(part)}`)
  const slower = meanwhile.pages.others / Math.max(1, (before.pages.others + after.pages.others) / 2)
  const failed = meanwhile.calls.filter(({ is_of_node, status }) => !is_of_node && status !== 200)
  return [
    {
      measure: `pages of the other domains beside a node ${how}`,
      unit: '×',
      ours: slower,
      target: { text: '>= 0.9 of as many', met: slower >= 0.9 },
      note: [before, meanwhile, after].map((part) => `${part.name} ${describe(part)}`).join('; '),
    },
    {
      measure: `calls of the other domains that failed beside a node ${how}`,
      unit: '',
      ours: failed.length,
      target: { text: '0', met: failed.length === 0 },
    },
  ]
}

interface Watched {
  url: string
  site: Child
  cluster: Cluster
  domains: Domain[]
}

interface Domain {
  id: string
  /** Its only host. */
  host: string
  is_of_node: boolean
}

/** Looks on for the time of a part; then the node comes back, and calls that still wait are waited for. */
async function watch(name: string, watched: Watched, comeBack?: () => Promise<void>): Promise<Part> {
  const { url, site, cluster, domains: all } = watched
  const since = await site.ask<Record<string, number>>('hits-of-hosts')
  const calls: Call[] = []
  const waiting: Promise<unknown>[] = []
  const until = performance.now() + seconds * 1000
  for (let n = 0; performance.now() < until; n++) {
    const { id, is_of_node } = all[n % all.length] as Domain
    waiting.push(callOnce(url, id, n).then((call) => calls.push({ ...call, is_of_node })))
    await sleep(callEveryMs)
  }
  const now = await site.ask<Record<string, number>>('hits-of-hosts')
  await comeBack?.()
  await Promise.all(waiting)
  if (comeBack) await allAnswer(cluster)
  const pages = { others: 0, node: 0 }
  for (const { host, is_of_node } of all) {
    pages[is_of_node ? 'node' : 'others'] += (now[host] ?? 0) - (since[host] ?? 0)
  }
  return { name, calls, pages }
}

/** A call of a domain: every other one writes. */
async function callOnce(url: string, id: string, n: number): Promise<Pick<Call, 'milliseconds' | 'status'>> {
  const begun = performance.now()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(patienceMs)
  const domain = `${url}/v1/domains/${id}`
  const response = await (n % 2 === 0
    ? fetch(`${domain}/pages?limit=10`, { headers, signal })
    : fetch(domain, { method: 'PATCH', headers, signal, body: JSON.stringify({ name: `bench ${n}` }) })
  ).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  return { milliseconds: performance.now() - begun, status: response?.status ?? 0 }
}

/** Waits until all nodes answer again. */
async function allAnswer({ url }: Cluster): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await ask(url, 'select count(*) from domains')
      return
    } catch (error) {
      if (attempt === 60) throw error
      await sleep(1_000)
    }
  }
}

async function findDomains(url: string, node: PostgresServer, hosts: Map<string, string>): Promise<Domain[]> {
  const port = Number(new URL(node.url).port)
  const rows = await ask<{ id: string; port: number }>(
    url,
    `select d.id, n.nodeport as port
     from (select id, get_shard_id_for_distribution_column('domains', id) as shard from (select id from domains offset 0) i) d
     join pg_dist_placement p on p.shardid = d.shard join pg_dist_node n on n.groupid = p.groupid order by d.id`,
  )
  return rows.flatMap((row) => {
    const host = hosts.get(row.id)
    return host === undefined ? [] : [{ id: row.id, host, is_of_node: row.port === port }]
  })
}

function describe({ calls, pages }: Part): string {
  const side = (isOfNode: boolean) => {
    const some = calls.filter(({ is_of_node }) => is_of_node === isOfNode)
    const times = some.map(({ milliseconds }) => milliseconds)
    const failed = some.filter(({ status }) => status !== 200)
    const how = [...new Set(failed.map(({ status }) => status))].join(' or ')
    const [median, p99, slowest] = [0.5, 0.99, 1].map((share) => (times.length > 0 ? percentile(times, share) : 0))
    return `${some.length} calls of ${median?.toFixed(0)}, p99 ${p99?.toFixed(0)}, slowest ${slowest?.toFixed(0)} ms, ${failed.length} failed${how && ` (${how})`}`
  }
  return `others ${pages.others} pages, ${side(false)}; its own ${pages.node} pages, ${side(true)}`
}
