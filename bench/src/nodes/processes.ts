import { execFileSync } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { Child, service, startServer } from '../child.ts'
import type { Measurement, Options, Row } from '../measurement.ts'
import { processesOf, readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { allPages, crawlDomains, environment, inGroups, makeDomains } from './many-domains.ts'
import { ask, cpuOf, findServer, type PostgresServer, withPlain } from './servers.ts'

// Several processes of the service on one PostgreSQL, with one domain and with ten: where the time goes. The database has the
// first core for itself, the processes share the others evenly. BENCH_DATABASE_URL names the server.

const listOf = (text: string) => text.split(',').map(Number)

const hosts = Number(process.env.BENCH_PROCESSES_HOSTS ?? 50)
const pagesPerHost = 20
const warmUpHosts = Math.ceil(hosts / 10)
const domainCounts = listOf(process.env.BENCH_PROCESSES_DOMAINS ?? '1,10')
const processCounts = listOf(process.env.BENCH_PROCESSES ?? '1,2,4')
const sampleEveryMs = 200

export const processes: Measurement = {
  name: 'processes',
  describe: 'one, two and four processes on one PostgreSQL, with one domain and with ten (BENCH_DATABASE_URL)',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

async function measure(folder: string, { progress }: Options): Promise<Row[]> {
  const serverUrl = process.env.BENCH_DATABASE_URL
  if (!serverUrl) {
    progress('left out: BENCH_DATABASE_URL names no server')
    return []
  }
  const script = fileURLToPath(new URL('../crawl/crawl-site.ts', import.meta.url))
  const site = new Child({ script }, { channel: true })
  const cores = cpus().length
  try {
    const addresses = await site.ask<string[]>(`hosts ${warmUpHosts + hosts} ${pagesPerHost}`)
    const server = await findServer(serverUrl)
    pin(server.pid, [0])
    const rows: Row[] = []
    for (const domains of domainCounts) {
      for (const count of processCounts) {
        progress(`${count} processes, ${domains} domains`)
        const row = await withPlain(serverUrl, (url) =>
          crawl({ folder, url, server, addresses, count, domains, cores }),
        )
        progress(`${row.ours.toFixed(1)} ms of the database; ${row.note}`)
        rows.push(row)
      }
    }
    return rows
  } finally {
    await site.stop()
  }
}

interface Crawl {
  folder: string
  url: string
  server: PostgresServer
  addresses: string[]
  /** Processes of the service. */
  count: number
  domains: number
  cores: number
}

async function crawl({ folder, url, server, addresses, count, domains, cores }: Crawl): Promise<Row> {
  const started = await startAll(folder, url, count)
  try {
    for (const [n, { child }] of started.entries()) pin(child.process.pid as number, [1 + (n % Math.max(1, cores - 1))])
    const address = started[0]?.address as string
    const run = async (some: string[], groups: number) => {
      const ids = await makeDomains(address, inGroups(some, groups))
      const own = () => started.reduce((sum, { child }) => sum + readTree(child.process.pid).milliseconds, 0)
      const before = { own: own(), database: cpuOf([server]), at: performance.now() }
      const waits = new Waits(url)
      await crawlDomains(address, ids)
      const pages = await allPages(address, ids)
      const seconds = (performance.now() - before.at) / 1000
      return {
        pages,
        seconds,
        own: own() - before.own,
        database: cpuOf([server]) - before.database,
        waits: await waits.stop(),
      }
    }
    await run(addresses.slice(0, warmUpHosts), 1)
    const sizeBefore = await sizeOf(url)
    const { pages, seconds, own, database, waits } = await run(addresses.slice(warmUpHosts), domains)
    const kilobytes = ((await sizeOf(url)) - sizeBefore) / pages / 1024
    return {
      measure: `the CPU of the database for a page, ${count} processes, ${domains} domains`,
      unit: 'ms',
      ours: database / pages,
      note: `${pages} pages, ${(pages / seconds).toFixed(1)} a second; the service ${(own / pages).toFixed(1)} ms; ${kilobytes.toFixed(0)} KB a page; of connections that wait or work: ${waits}`,
    }
  } finally {
    for (const { child } of started) await child.stop()
  }
}

async function sizeOf(url: string): Promise<number> {
  const [row] = await ask<{ bytes: string }>(url, 'select pg_database_size(current_database()) as bytes')
  return Number(row?.bytes)
}

async function startAll(folder: string, url: string, count: number) {
  const started: { child: Child; address: string }[] = []
  for (let n = 0; n < count; n++) {
    const port = await findFreePort()
    const settings = { ...environment, DATABASE_URL: url, PORT: String(port), DATA_DIR: folder }
    const child = startServer({ ...service, environment: settings })
    const address = `http://127.0.0.1:${port}`
    await child.answers(`${address}/readyz`, {})
    started.push({ child, address })
  }
  return started
}

/** All threads of a program and of what it starts from now on. */
function pin(pid: number, cores: number[]): void {
  for (const each of processesOf(pid)) {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores.join(','), String(each)], { stdio: 'ignore' })
  }
}

/** The work of the service's connections, looked at now and then. */
class Waits {
  readonly #seen = new Map<string, number>()
  readonly #ending = new AbortController()
  readonly #looking: Promise<void>

  constructor(url: string) {
    this.#looking = this.#look(url)
  }

  async #look(url: string): Promise<void> {
    while (!this.#ending.signal.aborted) {
      const rows = await ask<{ what: string; n: number }>(
        url,
        `select case when state = 'idle in transaction' then 'waits for the service'
           when wait_event_type = 'Lock' then 'waits for a lock' when wait_event_type is null then 'works' else 'waits for ' || wait_event end as what,
           count(*)::integer as n
         from pg_stat_activity where datname = current_database() and application_name = 'polegraph' and state <> 'idle' group by 1`,
      )
      for (const { what, n } of rows) this.#seen.set(what, (this.#seen.get(what) ?? 0) + n)
      await sleep(sampleEveryMs, undefined, { signal: this.#ending.signal }).catch(() => undefined)
    }
  }

  async stop(): Promise<string> {
    this.#ending.abort()
    await this.#looking
    const all = [...this.#seen.values()].reduce((sum, n) => sum + n, 0)
    const shares = [...this.#seen].toSorted((a, b) => b[1] - a[1]).slice(0, 4)
    return shares.map(([what, n]) => `${what} ${((100 * n) / all).toFixed(0)} %`).join(', ')
  }
}
