import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { get, makeDomain, post } from './api.ts'
import { withDatabase } from './bench-database.ts'
import { Child, readCpu, service, startServer } from './child.ts'
import { Corpus, CorpusMissing } from './eval/evaluation.ts'
import type { Options, Row } from './measurement.ts'
import { findPostmaster, readServerCpu } from './server-cpu.ts'

// The cost of a page on real sites: every site of the corpus is crawled as a first crawl, on a new database, by a new
// process that has read forty made-up pages. All processes count, the server of the database too.

const key = `svc_${'c'.repeat(40)}`
const targetMs = { PostgreSQL: 20, embedded: 35 }
const pagesMax = 5000

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

interface Site {
  host: string
  /** The address that the site is served at. */
  origin: string
  sources: string[]
}

interface Cost {
  pages: number
  milliseconds: number
  note: string
}

/** No rows without a corpus. `warmUp` are addresses of made-up pages. */
export async function measureCorpus(folder: string, warmUp: string[], options: Options): Promise<Row[]> {
  const server = new Child({ script: fileOf('./corpus-site-process.ts') }, { channel: true })
  try {
    const rows: Row[] = []
    for (const site of await findSites(server, options)) {
      options.progress(`${site.host}: CheerioCrawler`)
      const peer = await crawlByPeer(join(folder, `crawlee-${site.host}`), site, warmUp)
      options.progress(`${site.host}: PostgreSQL`)
      const onServer = await withDatabase((url) => crawlByOurs({ DATABASE_URL: url }, site, warmUp))
      if (onServer) rows.push(rowOf(site, 'PostgreSQL', onServer, peer))
      options.progress(`${site.host}: embedded`)
      const inProcess = await crawlByOurs({ DATA_DIR: join(folder, site.host) }, site, warmUp)
      rows.push(rowOf(site, 'embedded', inProcess, peer))
    }
    return rows
  } finally {
    await server.stop()
  }
}

async function findSites(server: Child, { corpus: folder, progress }: Options): Promise<Site[]> {
  try {
    const corpus = new Corpus(folder)
    const addresses = await server.ask<Record<string, string>>(`serve ${folder}`)
    return Object.entries(addresses).map(([host, origin]) => {
      const gold = JSON.parse(corpus.read(`sites/${host}/gold.json`).toString('utf8')) as { start_urls: string[] }
      const sources = gold.start_urls.map((url) => origin + new URL(url).pathname)
      return { host, origin, sources }
    })
  } catch (error) {
    if (!(error instanceof CorpusMissing)) throw error
    progress(`${error.message}: real sites are left out; name the folder by --corpus`)
    return []
  }
}

function rowOf({ host }: Site, database: keyof typeof targetMs, ours: Cost, peer: Cost): Row {
  const perPage = ({ milliseconds, pages }: Cost) => milliseconds / pages
  const most = targetMs[database]
  return {
    measure: `crawl a page of ${host}, ${database}`,
    unit: 'ms',
    ours: perPage(ours),
    peer: perPage(peer),
    target: { text: `<= ${most} ms`, met: perPage(ours) <= most },
    note: `CPU of all processes; ${ours.pages} pages (${ours.note}); CheerioCrawler ${peer.pages} pages, kept in files`,
  }
}

async function crawlByOurs(database: Record<string, string>, site: Site, warmUp: string[]): Promise<Cost> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...{ BOOTSTRAP_KEY: key, RATE_LIMIT: '0', CRAWL_DELAY_MS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
    ...{ LOG_LEVEL: 'error', PORT: String(port), ...database },
  }
  const postmaster = database.DATABASE_URL ? await findPostmaster(database.DATABASE_URL) : undefined
  const server = startServer({ ...service, environment })
  const cpu = async () => {
    const { microseconds } = await readCpu(server)
    return {
      ours: microseconds / 1000,
      database: postmaster === undefined ? 0 : readServerCpu(postmaster).milliseconds,
    }
  }
  try {
    await server.answers(`${url}/readyz`, {})
    await crawl(url, warmUp)
    const before = await cpu()
    const run = await crawl(url, site.sources)
    const after = await cpu()
    const pages = Number(run.pages_done)
    const [own, databases] = [after.ours - before.ours, after.database - before.database]
    const failed = Number(run.pages_failed) + Number(run.pages_skipped)
    const parts =
      postmaster === undefined ? '' : `the process ${perPage(own, pages)} ms, the server ${perPage(databases, pages)}; `
    return { pages, milliseconds: own + databases, note: `${parts}${failed} of them dead, or of another type` }
  } finally {
    await server.stop()
  }
}

const perPage = (milliseconds: number, pages: number) => (milliseconds / pages).toFixed(1)

async function crawl(url: string, sources: string[]): Promise<Record<string, unknown>> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages: pagesMax, max_depth: 8 })}`
  await post(`${domain}/runs/pause`, key, {})
  for (let at = 0; at < sources.length; at += 100) {
    await post(`${domain}/sources/bulk`, key, { urls: sources.slice(at, at + 100) })
  }
  await post(`${domain}/runs/resume`, key, {})
  for (;;) {
    const { runs } = await get<{ runs: Record<string, unknown>[] }>(`${domain}/runs`, key)
    if (runs[0]?.status === 'finished') return runs[0]
    await sleep(250)
  }
}

async function crawlByPeer(folder: string, site: Site, warmUp: string[]): Promise<Cost> {
  const crawler = startServer({ script: fileOf('./peers/crawlee.ts'), environment: { CRAWLEE_STORAGE_DIR: folder } })
  const ask = (sources: string[]) => crawler.ask<number>(`crawl stored ${pagesMax} ${JSON.stringify(sources)}`)
  try {
    await ask(warmUp)
    const before = await readCpu(crawler)
    const pages = await ask(site.sources)
    const after = await readCpu(crawler)
    return { pages, milliseconds: (after.microseconds - before.microseconds) / 1000, note: '' }
  } finally {
    await crawler.stop()
  }
}
