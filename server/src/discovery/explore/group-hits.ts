import type { SearchHit } from '../../web/search/search-provider.ts'

// Results of several searches by their sites: a site that many searches find early comes first.

export interface FoundSite {
  /** Without `www.`. */
  name: string
  /** The best of its hits, the one to look at. */
  hit: SearchHit
  /** How many searches found it. */
  found_by: number
  score: number
}

/** Ranks count for little below the first few. */
const rankOffset = 5

export function groupHits(answers: SearchHit[][]): FoundSite[] {
  const sites = new Map<string, FoundSite>()
  for (const hits of answers) {
    const seen = new Set<string>()
    for (const hit of hits) {
      const name = siteOf(hit.url)
      const site = sites.get(name) ?? { name, hit, found_by: 0, score: 0 }
      if (hit.rank < site.hit.rank) site.hit = hit
      if (!seen.has(name)) {
        site.found_by++
        site.score += 1 / (rankOffset + hit.rank)
      }
      seen.add(name)
      sites.set(name, site)
    }
  }
  return [...sites.values()].sort((one, other) => other.score - one.score)
}

export function siteOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

/** Both spellings of the host of a site. */
export const hostsOf = (site: string): string[] => [site, `www.${site}`]
