import { canonicalUrl } from '../address/canonical-url.ts'
import { type ChosenLink, chooseLinks, type LinkedArticle } from './choose-links.ts'
import { type ClientOptions, SearchClient } from './client/search-client.ts'
import { SearchFailed } from './client/search-failed.ts'
import { boundedLimit, collectHits, searchWords, withoutMarks } from './collect-hits.ts'
import { isNoSite } from './no-sites.ts'
import type { SearchHit, SearchProvider, WebQuery } from './search-provider.ts'
import { WikipediaApi, wikipediaRules } from './wikipedia-api.ts'

// Search that needs no key: the articles that Wikipedia finds, and the sites that they name. The official sites come
// first, then other sites, then the articles, which keep a quarter of the places.

const lettersMax = 300
const articlesMax = 10
/** Articles whose official site is asked for: each is a request. */
const itemsMax = 3

/** Wikipedias whose address is not the code of their language. */
const otherNames: Record<string, string> = {
  nb: 'no',
  cmn: 'zh',
  yue: 'zh-yue',
  nan: 'zh-min-nan',
  lzh: 'zh-classical',
  gsw: 'als',
  fil: 'tl',
}

export function createWikipedia(options: ClientOptions & { base_url?: string | undefined }): SearchProvider {
  const client = new SearchClient(wikipediaRules, options)
  return {
    name: client.name,
    close: () => client.close(),
    async search(query, signal) {
      const words = searchWords(query.words, lettersMax)
      if (words === '') return []
      const api = new WikipediaApi(client, apiAddress(options.base_url, query.language))
      return findSites(api, { ...query, words }, signal)
    },
  }
}

/** A base address of the operator's is one wiki, whatever its language. */
export function apiAddress(baseUrl: string | undefined, language = 'en'): string {
  if (baseUrl !== undefined) return baseUrl.endsWith('/api.php') ? baseUrl : `${baseUrl}/api.php`
  const code = /^[a-z]{2,3}(?=$|[-_])/.exec(language.toLowerCase())?.[0] ?? 'en'
  return `https://${otherNames[code] ?? code}.wikipedia.org/w/api.php`
}

async function findSites(api: WikipediaApi, { words, limit }: WebQuery, signal: AbortSignal): Promise<SearchHit[]> {
  const found = await api.findArticles(words, Math.min(articlesMax, boundedLimit(limit)), signal)
  if (found.length === 0) return []
  const ids = found.map(({ pageid }) => pageid)
  const { articles: linked, repo } = await api.readLinks(ids, signal)
  const articles = found.flatMap(({ pageid, title, snippet }) => {
    const read = linked.get(pageid)
    const url = read && canonicalUrl(read.url)
    if (!read || url === undefined) return []
    return { title, snippet: withoutMarks(snippet), url, links: read.links, item: read.item }
  })
  const official = repo === undefined ? [] : await readOfficial(api, repo, articles, signal)
  return arrange([...official, ...chooseLinks(articles)], articles, boundedLimit(limit))
}

async function readOfficial(
  api: WikipediaApi,
  repo: string,
  articles: (LinkedArticle & { item: string | undefined })[],
  signal: AbortSignal,
): Promise<ChosenLink[]> {
  const chosen: ChosenLink[] = []
  for (const article of articles.filter(({ item }) => item !== undefined).slice(0, itemsMax)) {
    try {
      for (const site of await api.officialSites(repo, article.item as string, signal)) {
        const url = canonicalUrl(site)
        if (url !== undefined && !isNoSite(new URL(url).hostname)) chosen.push({ url, article })
      }
    } catch (error) {
      // Wikidata is another server. Without it the links of the articles are still there.
      if (!(error instanceof SearchFailed)) throw error
      return chosen
    }
  }
  return chosen
}

function arrange(sites: ChosenLink[], articles: LinkedArticle[], limit: number): SearchHit[] {
  const kept = Math.min(articles.length, Math.max(1, Math.floor(limit / 4)))
  const asResults = sites.map(({ url, article }) => ({ url, title: article.title, text: article.snippet }))
  const rest = articles.map(({ url, title, snippet }) => ({ url, title, text: snippet }))
  const first = limit > kept ? collectHits(asResults, limit - kept) : []
  return collectHits([...first.map(({ url, title, snippet }) => ({ url, title, text: snippet })), ...rest], limit)
}
