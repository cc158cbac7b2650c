import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { get, makeDomain, post } from '../api.ts'
import { Child, readCpu, service, startServer } from '../child.ts'
import type { Measurement, Options, Row } from '../measurement.ts'
import { readTree } from '../process-tree.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { measureCorpus } from './corpus-crawl.ts'

// The cost of a page: fetched, parsed, stored, its links followed. On real sites (corpus-crawl.ts), and on made-up ones,
// which are all alike: many of them, and again when nothing has changed.

const pagesPerHost = 20
const warmUpHosts = 10
const hosts = 100
const manyHosts = 1000
const key = `svc_${'b'.repeat(40)}`
/** For reading and storing together; fetching and storing alone were to take 2.5. */
const targetMs = 8
const targetUnchangedMs = 0.8
const targetMb = 350

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

export const crawl: Measurement = {
  name: 'crawl',
  describe: 'CPU of a page on real sites, and of 2,000 made-up ones, first and again, beside CheerioCrawler',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

interface Use {
  pages: number
  milliseconds: number
  peak_mb: number
}

async function measure(folder: string, options: Options): Promise<Row[]> {
  const site = new Child({ script: fileOf('./crawl-site.ts') }, { channel: true })
  try {
    const addresses = await site.ask<string[]>(`hosts ${warmUpHosts + hosts + manyHosts} ${pagesPerHost}`)
    const inMemory = await measurePeer(folder, 'in-memory', addresses, options)
    const stored = await measurePeer(folder, 'stored', addresses, options)
    const ours = await measureOurs(join(folder, 'data'), addresses, options)
    const madeUp = rowsOf(ours, inMemory, stored)
    return [...(await measureCorpus(folder, addresses.slice(0, 2), options)), ...madeUp]
  } finally {
    await site.stop()
  }
}

interface Ours {
  first: Use
  again: Use
  many: Use
}

function rowsOf({ first, again, many }: Ours, inMemory: Use, stored: Use): Row[] {
  const perPage = ({ milliseconds, pages }: Use) => milliseconds / pages
  const note = 'CPU of all processes'
  return [
    {
      measure: 'crawl a made-up page',
      unit: 'ms',
      ours: perPage(first),
      peer: perPage(stored),
      target: { text: `<= ${targetMs} ms`, met: perPage(first) <= targetMs },
      note: `${note}; ${first.pages} pages after a warm-up; CheerioCrawler keeps its in files, in memory it takes ${perPage(inMemory).toFixed(1)}`,
    },
    {
      measure: 'crawl an unchanged made-up page again',
      unit: 'ms',
      ours: perPage(again),
      target: { text: `<= ${targetUnchangedMs} ms`, met: perPage(again) <= targetUnchangedMs },
      note: `${note}; ${again.pages} pages answered with 304`,
    },
    {
      measure: 'memory after the crawl',
      unit: 'MB',
      ours: first.peak_mb,
      peer: stored.peak_mb,
      target: { text: `<= ${targetMb} MB`, met: first.peak_mb <= targetMb },
      note: `proportional, all processes; the peer at its most, in memory CheerioCrawler takes ${inMemory.peak_mb.toFixed(0)}`,
    },
    {
      measure: `memory after ${many.pages} pages more`,
      unit: 'MB',
      ours: many.peak_mb,
      note: `${perPage(many).toFixed(2)} ms CPU a page`,
    },
  ]
}

async function measureOurs(folder: string, addresses: string[], { progress }: Options): Promise<Ours> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const environment = {
    ...{ BOOTSTRAP_KEY: key, RATE_LIMIT: '0', CRAWL_DELAY_MS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' },
    ...{ LOG_LEVEL: 'error', PORT: String(port), DATA_DIR: folder },
  }
  const server = startServer({ ...service, environment })
  const use = async (work: () => Promise<number>): Promise<Use> => {
    const before = readTree(server.process.pid)
    const pages = await work()
    const after = readTree(server.process.pid)
    return { pages, milliseconds: after.milliseconds - before.milliseconds, peak_mb: after.megabytes }
  }
  try {
    await server.answers(`${url}/readyz`, {})
    progress('warm-up')
    await crawlAll(
      url,
      await makeDomain(url, key, { max_pages: 1_000_000, max_depth: 5 }),
      addresses.slice(0, warmUpHosts),
    )
    progress(`${hosts * pagesPerHost} pages`)
    const domainId = await makeDomain(url, key, { max_pages: 1_000_000, max_depth: 5 })
    const some = addresses.slice(warmUpHosts, warmUpHosts + hosts)
    const first = await use(() => crawlAll(url, domainId, some))
    progress('again')
    const again = await use(async () => {
      await post(`${url}/v1/domains/${domainId}/recrawl`, key, {})
      return finished(url, domainId, 'pages_unchanged')
    })
    progress(`${manyHosts * pagesPerHost} pages`)
    const manyId = await makeDomain(url, key, { max_pages: 1_000_000, max_depth: 5 })
    const many = await use(() => crawlAll(url, manyId, addresses.slice(warmUpHosts + hosts)))
    return { first, again, many }
  } finally {
    await server.stop()
  }
}

async function crawlAll(url: string, domainId: string, addresses: string[]): Promise<number> {
  // As one run: it must not end between two calls.
  await post(`${url}/v1/domains/${domainId}/runs/pause`, key, {})
  for (let at = 0; at < addresses.length; at += 100) {
    await post(`${url}/v1/domains/${domainId}/sources/bulk`, key, { urls: addresses.slice(at, at + 100) })
  }
  await post(`${url}/v1/domains/${domainId}/runs/resume`, key, {})
  return finished(url, domainId, 'pages_deterministic')
}

async function finished(url: string, domainId: string, counter: string): Promise<number> {
  for (;;) {
    const { runs } = await get<{ runs: Record<string, unknown>[] }>(`${url}/v1/domains/${domainId}/runs`, key)
    const [run] = runs
    if (run?.status === 'finished') {
      if (run[counter] !== run.pages_total) throw new Error(`not all pages were read: ${JSON.stringify(run)}`)
      return Number(run.pages_total)
    }
    await sleep(250)
  }
}

async function measurePeer(folder: string, storage: string, addresses: string[], { progress }: Options): Promise<Use> {
  progress(`CheerioCrawler, ${storage}`)
  const environment = { CRAWLEE_STORAGE_DIR: join(folder, `crawlee-${storage}`) }
  const crawler = startServer({ script: fileOf('../peers/crawlee.ts'), environment })
  const ask = (some: string[]) =>
    crawler.ask<number>(`crawl ${storage} ${some.length * pagesPerHost * 2} ${JSON.stringify(some)}`)
  try {
    await ask(addresses.slice(0, warmUpHosts))
    const before = await readCpu(crawler)
    const pages = await ask(addresses.slice(warmUpHosts, warmUpHosts + hosts))
    const after = await readCpu(crawler)
    return { pages, milliseconds: (after.microseconds - before.microseconds) / 1000, peak_mb: after.peak_mb }
  } finally {
    await crawler.stop()
  }
}
