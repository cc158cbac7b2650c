import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { compileGate } from '../../../server/src/gate/judge.ts'
import { findLinks } from '../../../server/src/pipeline/steps/find-links.ts'
import { parsePage } from '../../../server/src/reader/read-page/parse-page.ts'
import { canonicalUrl } from '../../../server/src/web/address/canonical-url.ts'
import { decodeText } from '../../../server/src/web/charset/charset.ts'
import { get, makeDomain, post, send } from '../api.ts'
import { withDatabase } from '../bench-database.ts'
import { service, startServer } from '../child.ts'
import type { Row } from '../measurement.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import type { Corpus, Evaluation } from './evaluation.ts'
import { type Entity, type Gold, goldKinds, readEntities, scoreNames } from './graphs.ts'
import { corpusFile, serveSites } from './serve-sites.ts'

// A quarter of the pages of each site: chosen by a plan, or breadth-first, and read by the same service without a model.
// How many of the known names become entities. The peer is given the first addresses of a breadth-first walk with our own
// rules for links, as sources from which nothing is followed.

const key = `svc_${'e'.repeat(40)}`
const share = 1 / 4
const least = 1.3
/** The first ones are start pages; the others are to be found. */
const sourcesMost = 8

interface Arm {
  gold: number
  entities: number
  pages: number
}

export const frontier: Evaluation = {
  name: 'frontier',
  describe: 'a quarter of the pages of each site: known names found by a plan and breadth-first',
  run: ({ corpus, progress }) =>
    withScratchFolder(async (folder) => {
      const sites = corpus.list('sites')
      const served = await serveSites((host, path) => corpusFile(corpus, host, path))
      try {
        const hosts = join(folder, 'hosts')
        await writeFile(hosts, sites.map((host) => `${host} 127.0.0.1:${served.port}\n`).join(''))
        const environment = {
          ...{ BOOTSTRAP_KEY: key, RATE_LIMIT: '0', CRAWL_DELAY_MS: '0', LOG_LEVEL: 'error', CRAWL_HOSTS_FILE: hosts },
          // Nobody answers there: what a plan would search for is no part of the comparison.
          ...{ SEARCH: 'searxng', SEARCH_BASE_URL: `http://127.0.0.1:${served.port}/search` },
        }
        const onServer = await withDatabase((url) =>
          compareAll(corpus, sites, { ...environment, DATABASE_URL: url }, progress),
        )
        return onServer ?? compareAll(corpus, sites, { ...environment, DATA_DIR: join(folder, 'data') }, progress)
      } finally {
        served.close()
      }
    }),
}

async function compareAll(
  corpus: Corpus,
  sites: string[],
  environment: Record<string, string>,
  progress: (text: string) => void,
): Promise<Row[]> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startServer({ ...service, environment: { ...environment, PORT: String(port) } })
  try {
    await server.answers(`${url}/readyz`, {})
    const rows: Row[] = []
    const arms: { ours: Arm; peer: Arm }[] = []
    for (const site of sites) {
      progress(site)
      const gold = readJson<Gold>(corpus, site, 'gold.json')
      const sources = gold.start_urls.slice(0, sourcesMost)
      const budget = Math.ceil(readJson<{ pages: number }>(corpus, site, 'site.json').pages * share)
      const ours = await measure(gold, await crawlPlanned(url, sources, budget))
      const peer = await measure(gold, await crawlGiven(url, await walk(corpus, site, sources, budget), budget))
      const alone = await measure(gold, await crawlAlone(url, sources, budget))
      arms.push({ ours, peer })
      const pages = `${ours.pages} and ${peer.pages} pages of ${budget}`
      const all = `${ours.entities} and ${peer.entities} entities in all`
      rows.push({
        ...{ measure: `${site}, known names found`, unit: '', ours: ours.gold, peer: peer.gold },
        note: `${ratio(ours.gold, peer.gold).toFixed(2)} times; ${pages}; ${all}; our crawl without a plan ${alone.gold} names, ${alone.entities} entities`,
      })
    }
    return [...rows, ...totals(arms)]
  } finally {
    await server.stop()
  }
}

function totals(arms: { ours: Arm; peer: Arm }[]): Row[] {
  const sum = (pick: (arm: { ours: Arm; peer: Arm }) => number) => arms.reduce((total, arm) => total + pick(arm), 0)
  const [ours, peer] = [sum((arm) => arm.ours.gold), sum((arm) => arm.peer.gold)]
  const mean = (pick: (arm: Arm) => number) =>
    Math.exp(sum((arm) => Math.log(ratio(pick(arm.ours), pick(arm.peer)))) / arms.length)
  const inSum = ratio(ours, peer)
  return [
    {
      ...{ measure: 'all sites, known names, times breadth-first', unit: '', ours: inSum },
      target: { text: `>= ${least}`, met: inSum >= least },
      note: `${ours} and ${peer}`,
    },
    { measure: 'the same, geometric mean of the sites', unit: '', ours: mean(({ gold }) => gold) },
    { measure: 'all entities, geometric mean of the sites', unit: '', ours: mean(({ entities }) => entities) },
  ]
}

const ratio = (ours: number, peer: number) => Math.max(ours, 0.5) / Math.max(peer, 0.5)

const readJson = <Value>(corpus: Corpus, site: string, file: string) =>
  JSON.parse(corpus.read(`sites/${site}/${file}`).toString('utf8')) as Value

/** The sources are read first; then there is room for the others, and a plan chooses them. */
async function crawlPlanned(url: string, sources: string[], budget: number): Promise<string> {
  const domain = await crawlGiven(url, sources, sources.length, 6)
  await send('PATCH', domain, key, { max_pages: budget })
  await post(`${domain}/plan-frontier`, key, {})
  for (;;) {
    const { plans } = await get<{ plans: { status: string; notes: string }[] }>(`${domain}/plans`, key)
    if (plans[0]?.status === 'finished') return domain
    if (plans[0]?.status === 'failed') throw new Error(plans[0].notes)
    await sleep(200)
  }
}

const crawlAlone = (url: string, sources: string[], budget: number) => crawlGiven(url, sources, budget, 6)

async function crawlGiven(url: string, sources: string[], max_pages: number, max_depth = 0): Promise<string> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages, max_depth })}`
  for (let at = 0; at < sources.length; at += 100) {
    await post(`${domain}/sources/bulk`, key, { urls: sources.slice(at, at + 100) })
  }
  for (;;) {
    const { crawl_state } = await get<{ crawl_state: string }>(domain, key)
    if (crawl_state === 'idle') return domain
    await sleep(200)
  }
}

async function measure(gold: Gold, domain: string): Promise<Arm> {
  const entities: Entity[] = await readEntities(domain, key)
  const found = Object.entries(goldKinds).map(([list, kind]) => {
    const score = scoreNames(gold[list] ?? [], entities, kind)
    return score.total - score.wrong.length
  })
  const { runs } = await get<{ runs: { pages_done: number }[] }>(`${domain}/runs`, key)
  const pages = runs.reduce((total, { pages_done }) => total + pages_done, 0)
  return { gold: found.reduce((total, n) => total + n, 0), entities: entities.length, pages }
}

/** The first addresses of a site in the order in which a breadth-first crawl asks for them. */
async function walk(corpus: Corpus, site: string, sources: string[], most: number): Promise<string[]> {
  const judge = compileGate({})
  const order = [...new Set(sources.flatMap((url) => canonicalUrl(url) ?? []))]
  const known = new Set(order)
  for (let at = 0; at < Math.min(order.length, most); at++) {
    const url = order[at] as string
    const file = corpusFile(corpus, site, new URL(url).pathname + new URL(url).search)
    if (!file?.type.startsWith('text/html')) continue
    const { links } = parsePage(decodeText(Buffer.from(file.body), null, 'html').text, { url })
    const bounds = { url, judge, version: 1, isSeen: () => false, isDisallowed: () => false }
    for (const { url: found, is_nofollow, rejected } of (await findLinks(links, bounds)).found) {
      // The sources are asked for by http, so their site is too.
      const link = found.replace(/^https:/, 'http:')
      if (is_nofollow || rejected !== undefined || known.has(link) || new URL(link).host !== site) continue
      known.add(link)
      order.push(link)
    }
  }
  return order.slice(0, most)
}
