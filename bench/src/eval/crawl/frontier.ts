import { setTimeout as sleep } from 'node:timers/promises'
import { compileGate } from '../../../../server/src/gate/judge.ts'
import { findLinks } from '../../../../server/src/pipeline/steps/find-links.ts'
import { parsePage } from '../../../../server/src/reader/read-page/parse-page.ts'
import { canonicalUrl } from '../../../../server/src/web/address/canonical-url.ts'
import { decodeText } from '../../../../server/src/web/charset/charset.ts'
import { get, makeDomain, post, send } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import type { Corpus, Evaluation } from '../evaluation.ts'
import { type Entity, type Gold, goldKinds, readEntities, scoreNames } from '../graph/graphs.ts'
import { type CrawlingService, withCrawlingService } from './crawling-service.ts'
import { corpusFile } from './serve-sites.ts'

// A quarter of the pages of each site: chosen by a plan, or breadth-first, and read by the same service without a model.
// How many of the known names become entities. The peer is given the first addresses of a breadth-first walk with our own
// rules for links, as sources from which nothing is followed.

const share = 1 / 4
const least = 1.3
/** The first ones are start pages; the others are to be found. */
const sourcesMost = 8
/** More than any of the sites needs. */
const depth = 6

type Crawler = Pick<CrawlingService, 'url' | 'key'>

interface Arm {
  gold: number
  entities: number
  pages: number
}

export const frontier: Evaluation = {
  name: 'frontier',
  describe: 'a quarter of the pages of each site: known names found by a plan and breadth-first',
  run: ({ corpus, progress }) => {
    const sites = corpus.list('sites')
    const find = (host: string, path: string) => corpusFile(corpus, host, path)
    // Nobody answers there: what a plan would search for is no part of the comparison.
    const environment = { SEARCH: 'searxng', SEARCH_BASE_URL: 'http://127.0.0.1:9' }
    return withCrawlingService({ hosts: sites, find, environment }, async (crawling) => {
      const rows: Row[] = []
      const arms: { ours: Arm; peer: Arm }[] = []
      for (const site of sites) {
        progress(site)
        const { row, ...found } = await compare(crawling, corpus, site)
        arms.push(found)
        rows.push(row)
      }
      return [...rows, ...totals(arms)]
    })
  },
}

async function compare({ url, key }: CrawlingService, corpus: Corpus, site: string) {
  const gold = readJson<Gold>(corpus, site, 'gold.json')
  const sources = gold.start_urls.slice(0, sourcesMost)
  const budget = Math.ceil(readJson<{ pages: number }>(corpus, site, 'site.json').pages * share)
  const crawler = { url, key }
  const ours = await measure(key, gold, await crawlPlanned(crawler, sources, budget))
  const peer = await measure(key, gold, await crawlGiven(crawler, await walk(corpus, site, sources, budget), budget, 0))
  const alone = await measure(key, gold, await crawlGiven(crawler, sources, budget, depth))
  const pages = `${ours.pages} and ${peer.pages} pages of ${budget}`
  const all = `${ours.entities} and ${peer.entities} entities in all`
  const row: Row = {
    ...{ measure: `${site}, known names found`, unit: '', ours: ours.gold, peer: peer.gold },
    note: `${ratio(ours.gold, peer.gold).toFixed(2)} times; ${pages}; ${all}; our crawl without a plan ${alone.gold} names, ${alone.entities} entities`,
  }
  return { row, ours, peer }
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
async function crawlPlanned(crawler: Crawler, sources: string[], budget: number): Promise<string> {
  const { key } = crawler
  const domain = await crawlGiven(crawler, sources, sources.length, depth)
  await send('PATCH', domain, key, { max_pages: budget })
  await post(`${domain}/plan-frontier`, key, {})
  for (;;) {
    const { plans } = await get<{ plans: { status: string; notes: string }[] }>(`${domain}/plans`, key)
    if (plans[0]?.status === 'finished') return domain
    if (plans[0]?.status === 'failed') throw new Error(plans[0].notes)
    await sleep(200)
  }
}

async function crawlGiven(
  { url, key }: Crawler,
  sources: string[],
  max_pages: number,
  max_depth: number,
): Promise<string> {
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

async function measure(key: string, gold: Gold, domain: string): Promise<Arm> {
  const entities: Entity[] = await readEntities(domain, key)
  const found = Object.entries(goldKinds).map(([list, kind]) => {
    const score = scoreNames(gold[list as keyof typeof goldKinds] ?? [], entities, kind)
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
