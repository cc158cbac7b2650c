import { setTimeout as sleep } from 'node:timers/promises'
import { foldName } from '../../../../server/src/language/fold-name.ts'
import { get, makeDomain, post } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import { namesakeSites } from '../../sites/namesakes.ts'
import { type CrawlingService, withCrawlingService } from '../crawl/crawling-service.ts'
import { corpusFile } from '../crawl/serve-sites.ts'
import { type Corpus, CorpusMissing, type Evaluation, Score, scoreRow } from '../evaluation.ts'
import { type Entity, type Gold, readEntities } from '../graph/graphs.ts'

// People of one name on two sites, both ways, through the running service. Namesakes are made up: of every two that the sites
// say different things of, two must come of it. The same people on two sites are those of a site of the corpus of which every
// second page is served as another site: one must come of them.

const leastApart = 90
const mostTwice = 2
const mostFalse = 1

export const namesakes: Evaluation = {
  name: 'namesakes',
  describe: 'people of one name on two sites: made-up namesakes, and the same people on both',
  run: async ({ corpus, progress }) => {
    const made = namesakeSites()
    const halves = corpus.list('sites').flatMap((site) => halvesOf(corpus, site))
    const find = (host: string, path: string) => {
      const body = made.pages.get(host)?.get(path)
      if (body !== undefined) return { body, type: 'text/html; charset=utf-8' }
      const half = halves.find((one) => one.host === host)
      return half?.paths.has(path) ? corpusFile(corpus, half.site, path) : undefined
    }
    const hosts = [...made.pages.keys(), ...halves.flatMap(({ host, site }) => [host, site])]
    const read = await withCrawlingService({ hosts: [...new Set(hosts)], find }, async (service) => {
      progress('made-up namesakes')
      const addresses = [...made.pages].flatMap(([host, pages]) =>
        [...pages.keys()].map((path) => `http://${host}${path}`),
      )
      const apart = await crawl(service, addresses)
      const same = new Map<string, string>()
      for (const [site, parts] of Map.groupBy(halves, (half) => half.site)) {
        progress(`${site}, in two`)
        const ofParts = parts.flatMap(({ host, paths }) => [...paths].map((path) => `http://${host}${path}`))
        same.set(site, await crawl(service, ofParts))
      }
      await sleep(comparedAfterMs)
      const graphs = new Map<string, Crawled>()
      for (const [site, domain] of same) graphs.set(site, await readGraph(domain, service.key))
      return { apart: await readGraph(apart, service.key), same: graphs }
    })
    return rowsOf(corpus, made.pairs, halves, read)
  },
}

interface Half {
  site: string
  host: string
  paths: Set<string>
}

/** The pages of a site of the corpus as two sites: every second page. Sites without known people are left out. */
function halvesOf(corpus: Corpus, site: string): Half[] {
  if ((goldOf(corpus, site).persons ?? []).length === 0) return []
  const paths = pathsIn(corpus, `sites/${site}/www`, '').sort()
  return ['first', 'second'].map((name, at) => ({
    site,
    host: `${name}.${site}`,
    paths: new Set(paths.filter((_, n) => n % 2 === at)),
  }))
}

const goldOf = (corpus: Corpus, site: string) =>
  JSON.parse(corpus.read(`sites/${site}/gold.json`).toString('utf8')) as Gold

function pathsIn(corpus: Corpus, folder: string, path: string): string[] {
  return corpus.list(`${folder}${path}`).flatMap((name) => {
    if (/\.html?$/.test(name)) return [`${path}/${name}`]
    try {
      return pathsIn(corpus, folder, `${path}/${name}`)
    } catch (error) {
      if (error instanceof CorpusMissing) return []
      throw error
    }
  })
}

interface Crawled {
  entities: Entity[]
  /** Names of entities that wait as a pair. */
  waiting: Set<string>
}

/** Names of pages with many are compared by a job that runs every minute. */
const comparedAfterMs = 65_000

/** The address of the domain, once the crawl is over. */
async function crawl({ url, key }: CrawlingService, addresses: string[]): Promise<string> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages: 5000, max_depth: 1 })}`
  for (let at = 0; at < addresses.length; at += 100) {
    await post(`${domain}/sources/bulk`, key, { urls: addresses.slice(at, at + 100) })
  }
  for (;;) {
    const { crawl_state } = await get<{ crawl_state: string }>(domain, key)
    if (crawl_state === 'idle') return domain
    await sleep(500)
  }
}

async function readGraph(domain: string, key: string): Promise<Crawled> {
  const waiting = new Set<string>()
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { duplicates: { entities: Entity[] }[]; next_cursor: string | null } = await get(
      `${domain}/duplicates?limit=500${cursor === '' ? '' : `&cursor=${cursor}`}`,
      key,
    )
    for (const { entities } of page.duplicates) for (const { name } of entities) waiting.add(foldName(name))
    cursor = page.next_cursor
  }
  return { entities: await readEntities(domain, key), waiting }
}

interface Read {
  apart: Crawled
  same: Map<string, Crawled>
}

function rowsOf(corpus: Corpus, pairs: ReturnType<typeof namesakeSites>['pairs'], halves: Half[], read: Read): Row[] {
  const rows: Row[] = []
  const countOf = ({ entities }: Crawled, name: string) =>
    entities.filter((one) => one.kind === 'person' && foldName(one.name) === foldName(name)).length
  const told = new Score()
  const wait = new Score()
  for (const [set, ofSet] of Map.groupBy(pairs, (pair) => pair.set)) {
    const score = new Score()
    for (const { name } of ofSet) {
      const isApart = countOf(read.apart, name) > 1
      score.add(name, set === 'nothing' ? !isApart : isApart)
      if (set === 'employer, town and work' || set === 'birthday' || set === 'employer alone, a common name') {
        told.add(name, isApart)
      }
      if (set === 'employer, town and work' && isApart) wait.add(name, read.apart.waiting.has(foldName(name)))
    }
    const outcome = set === 'nothing' ? 'one, by the name alone' : 'apart'
    const least = set === 'employer alone, a rare name' ? undefined : leastApart
    rows.push(...scoreRow(`namesakes, told by ${set}: ${outcome}`, { ours: score, ...(least && { least }) }))
  }
  rows.push(...scoreRow('namesakes with signs, apart', { ours: told, least: leastApart }))
  rows.push(...scoreRow('namesakes apart that wait to be judged', { ours: wait, least: leastApart }))
  const joined = new Score()
  for (const [site, crawled] of read.same) {
    const parts = halves.filter((half) => half.site === site)
    const texts = parts.map(({ paths }) => textOf(corpus, site, paths))
    const names = new Set((goldOf(corpus, site).persons ?? []).map(({ name }) => name))
    const onBoth = [...names].filter((name) => texts.every((text) => text.includes(` ${foldName(name)} `)))
    const ofSite = new Score()
    for (const name of onBoth) {
      const count = countOf(crawled, name)
      if (count === 0) continue
      ofSite.add(name, count === 1)
      joined.add(`${name} (${site})`, count === 1)
    }
    rows.push(
      ...scoreRow(`${site} as two sites, people on both that are one`, { ours: ofSite, least: 100 - mostTwice }),
    )
  }
  rows.push(...scoreRow('the same people on two sites, one', { ours: joined, least: 100 - mostTwice }))
  const right = joined.total - joined.wrong.length
  const isFalse = told.wrong.length
  const share = (100 * isFalse) / Math.max(1, right + isFalse)
  rows.push({
    measure: 'false merges of all that are made',
    unit: '%',
    ours: share,
    target: { text: `<= ${mostFalse} %`, met: share <= mostFalse },
    note: `${isFalse} of ${right + isFalse}`,
  })
  return rows
}

/** All text of some pages, folded as names are. */
function textOf(corpus: Corpus, site: string, paths: Set<string>): string {
  const html = [...paths].map((path) => corpusFile(corpus, site, path)?.body.toString('utf8') ?? '')
  return ` ${foldName(html.join(' ').replace(/<[^>]*>/g, ' '))} `
}
