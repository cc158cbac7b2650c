import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { get, makeDomain, post } from '../api.ts'
import { Child, readCpu, service, startServer } from '../child.ts'
import { Corpus, CorpusMissing } from '../eval/evaluation.ts'
import { listValues, type Options, type Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'

// The cost of a page on real sites: every site of the corpus is crawled as a first crawl, on a new database, by a new
// process that has read forty made-up pages. All processes count, those of PostgreSQL too. Then the first sixty pages of each
// by a process that has read none: what loading and compiling cost is most of it.

const key = `svc_${'c'.repeat(40)}`
/** By then a process has loaded what it loads ahead. */
const afterStartMs = 5_000
/** For the mean of all sites, for each of them, and for the first pages of a process. */
const targetMs = { mean: 15, worst: 22, first: 35 }
const targetMb = 350
const pagesMax = 5000
const firstPages = 60

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
  /** Of all processes, when the crawl has ended. */
  megabytes: number
  note: string
}

/** No rows without a corpus. `warmUp` are addresses of made-up pages. */
export async function measureCorpus(folder: string, warmUp: string[], options: Options): Promise<Row[]> {
  const server = new Child({ script: fileOf('./corpus-site-process.ts') }, { channel: true })
  try {
    const rows: Row[] = []
    const costs: Cost[] = []
    const firsts: { ours: Cost; peer: Cost }[] = []
    for (const site of await findSites(server, options)) {
      options.progress(`${site.host}: CheerioCrawler`)
      const peer = await crawlByPeer(join(folder, `crawlee-${site.host}`), site, pagesMax, warmUp)
      options.progress(`${site.host}: Polegraph`)
      const ours = await crawlByOurs(join(folder, site.host), site, pagesMax, warmUp)
      costs.push(ours)
      rows.push(rowOf(site, ours, peer))
      options.progress(`${site.host}: the first ${firstPages} pages`)
      firsts.push({
        peer: await crawlByPeer(join(folder, `crawlee-first-${site.host}`), site, firstPages),
        ours: await crawlByOurs(join(folder, `first-${site.host}`), site, firstPages),
      })
    }
    return costs.length > 0 ? [...rows, ...meanRows(costs), firstRow(firsts)] : rows
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

const perPage = ({ milliseconds, pages }: Cost) => milliseconds / pages

function rowOf({ host }: Site, ours: Cost, peer: Cost): Row {
  return {
    measure: `crawl a page of ${host}`,
    unit: 'ms',
    ours: perPage(ours),
    peer: perPage(peer),
    target: { text: `<= ${targetMs.worst} ms`, met: perPage(ours) <= targetMs.worst },
    note: `CPU of all processes; ${ours.pages} pages (${ours.note}); CheerioCrawler ${peer.pages} pages, kept in files`,
  }
}

const meanOf = (values: number[]) => values.reduce((sum, each) => sum + each, 0) / values.length

function meanRows(costs: Cost[]): Row[] {
  const mean = meanOf(costs.map(perPage))
  const megabytes = costs.map((cost) => cost.megabytes)
  const most = Math.max(...megabytes)
  return [
    {
      measure: 'crawl a page, mean of the sites',
      unit: 'ms',
      ours: mean,
      target: { text: `<= ${targetMs.mean} ms`, met: mean <= targetMs.mean },
      note: 'each site counts once',
    },
    {
      measure: 'memory after a crawl, the worst site',
      unit: 'MB',
      ours: most,
      target: { text: `<= ${targetMb} MB`, met: most <= targetMb },
      note: `proportional, all processes: ${listValues(megabytes)}`,
    },
  ]
}

function firstRow(firsts: { ours: Cost; peer: Cost }[]): Row {
  const each = firsts.map(({ ours }) => perPage(ours))
  const mean = meanOf(each)
  return {
    measure: `crawl one of the first ${firstPages} pages of a process, mean of the sites`,
    unit: 'ms',
    ours: mean,
    peer: meanOf(firsts.map(({ peer }) => perPage(peer))),
    target: { text: `<= ${targetMs.first} ms`, met: mean <= targetMs.first },
    note: listValues(each),
  }
}

async function crawlByOurs(folder: string, site: Site, maxPages: number, warmUp: string[] = []): Promise<Cost> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...{ BOOTSTRAP_KEY: key, RATE_LIMIT: '0', CRAWL_DELAY_MS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
    ...{ LOG_LEVEL: 'error', PORT: String(port), DATA_DIR: folder },
  }
  const server = startServer({ ...service, environment })
  const cpu = async () => ({
    all: readTree(server.process.pid).milliseconds,
    own: (await readCpu(server)).microseconds / 1000,
  })
  try {
    await server.answers(`${url}/readyz`, {})
    await (warmUp.length > 0 ? crawl(url, warmUp, pagesMax) : sleep(afterStartMs))
    const before = await cpu()
    const run = await crawl(url, site.sources, maxPages)
    const after = await cpu()
    const { megabytes } = readTree(server.process.pid)
    const pages = Number(run.pages_done)
    const [all, own] = [after.all - before.all, after.own - before.own]
    const failed = Number(run.pages_failed) + Number(run.pages_skipped)
    const parts = `the service ${(own / pages).toFixed(1)} ms, PostgreSQL ${((all - own) / pages).toFixed(1)}`
    const note = `${parts}; ${megabytes.toFixed(0)} MB in the end; ${failed} of them dead, or of another type`
    return { pages, milliseconds: all, megabytes, note }
  } finally {
    await server.stop()
  }
}

async function crawl(url: string, sources: string[], maxPages: number): Promise<Record<string, unknown>> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages: maxPages, max_depth: 8 })}`
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

async function crawlByPeer(folder: string, site: Site, maxPages: number, warmUp: string[] = []): Promise<Cost> {
  const crawler = startServer({ script: fileOf('../peers/crawlee.ts'), environment: { CRAWLEE_STORAGE_DIR: folder } })
  const ask = (sources: string[]) => crawler.ask<number>(`crawl stored ${maxPages} ${JSON.stringify(sources)}`)
  try {
    if (warmUp.length > 0) await ask(warmUp)
    const before = await readCpu(crawler)
    const pages = await ask(site.sources)
    const after = await readCpu(crawler)
    return { pages, milliseconds: (after.microseconds - before.microseconds) / 1000, megabytes: 0, note: '' }
  } finally {
    await crawler.stop()
  }
}
