import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { Child, service, startServer } from '../child.ts'
import type { Measurement, Options, Row } from '../measurement.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { allPages, crawlDomains, environment, inGroups, makeDomains } from './many-domains.ts'
import { ask, cpuOf, findServer, type PostgresServer, withCluster, withPlain } from './servers.ts'

// The cost of a page for the database when domains live on several nodes, beside the same crawl on one plain PostgreSQL.
// BENCH_CLUSTER_URL names the coordinator, BENCH_DATABASE_URL the plain server, both of one version and on this machine.

const hosts = Number(process.env.BENCH_CLUSTER_HOSTS ?? 100)
const warmUpHosts = Math.ceil(hosts / 10)
const pagesPerHost = 20
const domains = Number(process.env.BENCH_CLUSTER_DOMAINS ?? 10)
const atRestMs = 20_000
const targetRatio = 1.4

export const cluster: Measurement = {
  name: 'cluster',
  describe: "the database's CPU of a page on a cluster, beside one PostgreSQL (BENCH_CLUSTER_URL, BENCH_DATABASE_URL)",
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

interface Cost {
  pages: number
  /** How long it took. */
  wall_ms: number
  /** CPU of each server, in milliseconds. */
  milliseconds: number[]
  counters: Record<string, number>
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  const { BENCH_CLUSTER_URL: clusterUrl, BENCH_DATABASE_URL: plainUrl } = process.env
  if (!clusterUrl || !plainUrl) {
    progress('left out: BENCH_CLUSTER_URL and BENCH_DATABASE_URL name no servers')
    return []
  }
  const site = new Child(
    { script: fileURLToPath(new URL('../crawl/crawl-site.ts', import.meta.url)) },
    { channel: true },
  )
  try {
    const addresses = await site.ask<string[]>(`hosts ${warmUpHosts + hosts} ${pagesPerHost}`)
    progress('one PostgreSQL')
    const plain = await withPlain(plainUrl, async (url) => crawl(folder, url, [await findServer(plainUrl)], addresses))
    progress('the cluster')
    const dealt = await withCluster(clusterUrl, ({ url, coordinator, nodes }) =>
      crawl(folder, url, [coordinator, ...nodes], addresses),
    )
    return rowsOf(plain, dealt)
  } finally {
    await site.stop()
  }
}

async function crawl(folder: string, url: string, servers: PostgresServer[], addresses: string[]): Promise<Cost> {
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  const settings = { ...environment, DATABASE_URL: url, PORT: String(port), DATA_DIR: folder }
  const server = startServer({ ...service, environment: settings })
  try {
    await server.answers(`${address}/readyz`, {})
    const run = async (some: string[], groups: number) => {
      const ids = await makeDomains(address, inGroups(some, groups))
      return measureUse(url, servers, async () => {
        await crawlDomains(address, ids)
        return allPages(address, ids)
      })
    }
    await run(addresses.slice(0, warmUpHosts), 1)
    const idle = await measureUse(url, servers, () => sleep(atRestMs, 0))
    const busy = await run(addresses.slice(warmUpHosts), domains)
    return less(busy, idle)
  } finally {
    await server.stop()
  }
}

async function measureUse(url: string, servers: PostgresServer[], work: () => Promise<number>): Promise<Cost> {
  const use = async () => ({ milliseconds: servers.map((each) => cpuOf([each])), counters: await readCounters(url) })
  const [before, begun] = [await use(), performance.now()]
  const pages = await work()
  const [after, wall_ms] = [await use(), performance.now() - begun]
  return {
    ...{ pages, wall_ms },
    milliseconds: after.milliseconds.map((ms, at) => ms - (before.milliseconds[at] as number)),
    counters: Object.fromEntries(
      Object.entries(after.counters).map(([name, n]) => [name, n - (before.counters[name] ?? 0)]),
    ),
  }
}

/** What goes on anyhow, as the looks for work that come by time, is no cost of a page: a busy machine would count more of them. */
function less(busy: Cost, idle: Cost): Cost {
  const share = busy.wall_ms / idle.wall_ms
  return {
    ...busy,
    milliseconds: busy.milliseconds.map((ms, at) => ms - share * (idle.milliseconds[at] as number)),
    counters: Object.fromEntries(
      Object.entries(busy.counters).map(([name, n]) => [name, n - share * (idle.counters[name] ?? 0)]),
    ),
  }
}

/** Statements that the coordinator has sent to one node, and to several; nothing where there is no cluster. */
async function readCounters(url: string): Promise<Record<string, number>> {
  const [known] = await ask<{ has: boolean }>(url, `select to_regclass('citus_stat_counters') is not null as has`)
  if (!known?.has) return {}
  const [row] = await ask<Record<string, string>>(
    url,
    `select query_execution_single_shard, query_execution_multi_shard, connection_establishment_succeeded
     from citus_stat_counters where name = current_database()`,
  )
  return Object.fromEntries(Object.entries(row ?? {}).map(([name, n]) => [name, Number(n)]))
}

const sum = (values: number[]) => values.reduce((all, each) => all + each, 0)

function rowsOf(plain: Cost, dealt: Cost): Row[] {
  const perPage = ({ milliseconds, pages }: Cost) => sum(milliseconds) / pages
  const ratio = perPage(dealt) / perPage(plain)
  const each = dealt.milliseconds.map((ms) => (ms / dealt.pages).toFixed(2)).join(', ')
  const connections = (dealt.counters.connection_establishment_succeeded ?? Number.NaN) / dealt.pages
  const toMany = (dealt.counters.query_execution_multi_shard ?? Number.NaN) / dealt.pages
  const toOne = (dealt.counters.query_execution_single_shard ?? Number.NaN) / dealt.pages
  return [
    {
      measure: 'the CPU of the database for a page on a cluster',
      unit: 'ms',
      ours: perPage(dealt),
      peer: perPage(plain),
      target: { text: `<= ${targetRatio} × one PostgreSQL`, met: ratio <= targetRatio },
      note: `${dealt.pages} pages in ${domains} domains; coordinator and nodes ${each} ms; ${connections.toFixed(2)} connections to nodes made; looks for work while nothing happens are left out`,
    },
    {
      measure: 'statements of a page that ask several nodes',
      unit: '',
      ours: toMany,
      target: { text: '< 0.05', met: toMany < 0.05 },
      note: `${toOne.toFixed(1)} of a page ask one`,
    },
  ]
}
