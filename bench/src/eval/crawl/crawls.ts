import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalUrl } from '../../../../server/src/web/address/canonical-url.ts'
import { finiteSites } from '../../../../server/test/system/crawl/finite-sites.ts'
import { seededSites } from '../../../../server/test/system/crawl/seeded-sites.ts'
import { get, makeDomain, post } from '../../api.ts'
import type { Row } from '../../measurement.ts'
import type { Corpus, Evaluation } from '../evaluation.ts'
import { withCrawlingService } from './crawling-service.ts'
import { corpusFile, type ServedSites } from './serve-sites.ts'

// Whether crawls are whole: how many pages of a site are fetched, with room for twice as many. The honest pages of a
// site are the files that links lead to from its start pages, by a walk of our own. SITE_SEED gives other made-up sites.

const least = 99
/** The first ones are start pages; the others would be reached anyway. */
const sourcesMost = 8

interface CrawledSite {
  name: string
  host: string
  /** The name of the page at a path, the same for all its addresses; undefined where there is none. */
  find(path: string): string | undefined
  sources: string[]
  honest: Set<string>
  /** Addresses without a page that its pages link to: they take room as well. */
  dead: Set<string>
  max_pages?: number | undefined
}

export const crawls: Evaluation = {
  name: 'crawls',
  describe: 'whole sites and made-up ones: honest pages that are fetched, and pages beyond them',
  run: ({ corpus, progress }) => {
    const made = [...finiteSites(), ...seededSites()].map((site, at) => ({ ...site, host: `made-${at}.example` }))
    const pagesOf = new Map(made.map(({ host, pages }) => [host, pages]))
    const sites: CrawledSite[] = [
      ...corpus.list('sites').map((host) => corpusSite(corpus, host)),
      ...made.map(({ name, host, pages, max_pages }) => ({
        ...{ name, host, max_pages, sources: [`http://${host}/`] },
        ...{ honest: new Set(pages.keys()), dead: new Set<string>() },
        find: (path: string) => (pages.has(path) ? path : undefined),
      })),
    ]
    const find = (host: string, path: string) => {
      const pages = pagesOf.get(host)
      if (!pages) return corpusFile(corpus, host, path)
      const body = pages.get(path)
      return body === undefined ? undefined : { body, type: 'text/html; charset=utf-8' }
    }
    return withCrawlingService({ hosts: sites.map(({ host }) => host), find }, async ({ url, key, served }) => {
      const rows: Row[] = []
      for (const site of sites) {
        progress(site.name)
        rows.push(rowOf(site, served, await crawlSite(url, key, site)))
      }
      return rows
    })
  },
}

async function crawlSite(
  url: string,
  key: string,
  { sources, honest, dead, max_pages }: CrawledSite,
): Promise<string | null> {
  const settings = { max_pages: max_pages ?? 2 * (honest.size + dead.size), max_depth: 100 }
  const domain = `${url}/v1/domains/${await makeDomain(url, key, settings)}`
  await post(`${domain}/sources/bulk`, key, { urls: sources })
  for (;;) {
    const { runs } = await get<{ runs: { status: string; end_reason: string | null }[] }>(`${domain}/runs`, key)
    const [run] = runs
    if (run?.status === 'finished') return run.end_reason
    await sleep(200)
  }
}

function rowOf({ name, host, find, honest }: CrawledSite, served: ServedSites, end: string | null): Row {
  const asked = served.askedOf(host)
  const fetched = new Set([...asked].flatMap((path) => find(path) ?? []))
  const missed = [...honest].filter((path) => !fetched.has(path))
  const share = (100 * (honest.size - missed.length)) / honest.size
  const beyond = asked.size - (honest.size - missed.length)
  const missing = missed.length > 0 ? `; not ${missed.slice(0, 8).join(' ')}${missed.length > 8 ? ' …' : ''}` : ''
  return {
    measure: `${name}, honest pages fetched`,
    unit: '%',
    ours: share,
    target: { text: `${least} %`, met: share >= least },
    note: `${honest.size - missed.length} of ${honest.size}, ${beyond} requests beyond them; ended: ${end}${missing}`,
  }
}

function corpusSite(corpus: Corpus, host: string): CrawledSite {
  const find = (path: string) => {
    const file = corpusFile(corpus, host, path)
    return file?.type.startsWith('text/html') ? file.name : undefined
  }
  const honest = new Set<string>()
  const dead = new Set<string>()
  const walked = new Set<string>()
  const origin = `http://${host}`
  const { start_urls } = JSON.parse(corpus.read(`sites/${host}/gold.json`).toString('utf8')) as { start_urls: string[] }
  const sources = start_urls.slice(0, sourcesMost)
  const waiting = [...sources]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    // A file has other links at another address: `/2013` and `/2013/`.
    if (walked.has(url)) continue
    walked.add(url)
    const path = url.slice(origin.length)
    const name = find(path)
    if (name === undefined) dead.add(url)
    if (name === undefined) continue
    honest.add(name)
    const html = corpusFile(corpus, host, path)?.body.toString('utf8') ?? ''
    for (const [, , quoted, bare] of html.replaceAll(/<!--.*?-->/gs, '').matchAll(linkPattern)) {
      const href = (quoted ?? bare ?? '').replaceAll('&amp;', '&')
      const link = canonicalUrl(href, url)?.replace(/^https:/, 'http:')
      if (link?.startsWith(`${origin}/`)) waiting.push(link)
    }
  }
  return { name: host, host, find, sources, honest, dead }
}

const linkPattern = /<a\s[^>]*?href\s*=\s*(?:(["'])(.*?)\1|([^\s>"']+))/gis
