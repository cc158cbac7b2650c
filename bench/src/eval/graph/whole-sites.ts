import { setTimeout as sleep } from 'node:timers/promises'
import { get, makeDomain, post } from '../../api.ts'
import type { SiteGold } from '../../sites/own-site.ts'
import { ownSites } from '../../sites/own-sites.ts'
import { type CrawlingService, withCrawlingService } from '../crawl/crawling-service.ts'
import { corpusFile, type SiteFile } from '../crawl/serve-sites.ts'
import type { Corpus } from '../evaluation.ts'

// The sites of the corpus and those of our own writing, crawled by the real service without a model.

export interface WholeSite {
  host: string
  gold: SiteGold
  find(path: string): SiteFile | undefined
}

export function wholeSites(corpus: Corpus): WholeSite[] {
  const given = corpus.list('sites').map((host) => ({
    host,
    gold: JSON.parse(corpus.read(`sites/${host}/gold.json`).toString('utf8')) as SiteGold,
    find: (path: string) => corpusFile(corpus, host, path),
  }))
  const own = ownSites().map(({ host, gold, pages }) => ({
    host,
    gold,
    find: (path: string) => {
      const body = pages.get(path)
      return body === undefined ? undefined : { body, type: 'text/html; charset=utf-8' }
    },
  }))
  return [...given, ...own]
}

/** Crawls each site into a domain of its own, and hands over the address of the domain. */
export function crawlWholeSites<Result>(
  sites: WholeSite[],
  work: (site: WholeSite, domain: string, key: string) => Promise<Result>,
): Promise<Result[]> {
  const byHost = new Map(sites.map((site) => [site.host, site]))
  const find = (host: string, path: string) => byHost.get(host)?.find(path)
  return withCrawlingService({ hosts: [...byHost.keys()], find }, async (service) => {
    const results: Result[] = []
    for (const site of sites) results.push(await work(site, await crawl(service, site.gold), service.key))
    return results
  })
}

async function crawl({ url, key }: CrawlingService, { start_urls }: SiteGold): Promise<string> {
  const domain = `${url}/v1/domains/${await makeDomain(url, key, { max_pages: 2000, max_depth: 6 })}`
  for (let at = 0; at < start_urls.length; at += 100) {
    await post(`${domain}/sources/bulk`, key, { urls: start_urls.slice(at, at + 100) })
  }
  for (;;) {
    const { crawl_state } = await get<{ crawl_state: string }>(domain, key)
    if (crawl_state === 'idle') return domain
    await sleep(500)
  }
}
