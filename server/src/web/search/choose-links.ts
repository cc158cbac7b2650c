import { canonicalUrl } from '../address/canonical-url.ts'
import { isNoSite } from './no-sites.ts'

// Chooses sites among the external links of articles. Most links of an article are references, so a single link says
// little: a site that several articles link to, and a link to the front page of a site, say more.

export interface LinkedArticle {
  title: string
  snippet: string
  /** Canonical. */
  url: string
  links: string[]
}

export interface ChosenLink {
  url: string
  /** The best article that links there. */
  article: LinkedArticle
}

interface Site extends ChosenLink {
  articles: number
  is_front: boolean
}

/** One link for each host, the best first. Articles come in the order of the search. */
export function chooseLinks(articles: LinkedArticle[]): ChosenLink[] {
  const own = new Set(articles.map(({ url }) => new URL(url).hostname))
  const sites = new Map<string, Site>()
  for (const article of articles) {
    const seen = new Set<string>()
    for (const link of article.links) {
      const url = canonicalUrl(link)
      if (url === undefined) continue
      const { hostname: host, pathname, search } = new URL(url)
      if (own.has(host) || isNoSite(host)) continue
      const is_front = pathname === '/' && search === ''
      const site = sites.get(host)
      if (!site) sites.set(host, { url, article, articles: 1, is_front })
      else {
        if (!seen.has(host)) site.articles++
        if (is_front && !site.is_front) Object.assign(site, { url, is_front })
      }
      seen.add(host)
    }
  }
  // Sorting is stable: equals stay in the order of the search.
  return [...sites.values()].sort(
    (one, other) => other.articles - one.articles || Number(other.is_front) - Number(one.is_front),
  )
}
