import type { Judge } from '../../gate/judge.ts'
import { SearchFailed } from '../../web/search/client/search-failed.ts'
import type { SearchProvider } from '../../web/search/search-provider.ts'
import type { Findings, LeftOut, LookedSite } from './findings.ts'
import { type FoundSite, groupHits, siteOf } from './group-hits.ts'
import { isSource, type Looking, type LookingParts, lookAtSite } from './look-at-site.ts'
import type { WordsQuery } from './search-words.ts'

// The two things that a discovery does outside: it searches, and looks at the best sites that the gate and the sources
// leave. Both add to the findings; who chose the words makes no difference.

export interface ExploringParts extends LookingParts {
  search: SearchProvider
}

const hitsPerQuery = 10
const sitesAtOnce = 4

/** Searches for these words, but for those that were searched for already. */
export async function searchAll(
  { search }: ExploringParts,
  { requireGoing, signal }: Pick<Looking, 'requireGoing' | 'signal'>,
  findings: Findings,
  queries: WordsQuery[],
): Promise<void> {
  for (const query of queries.filter((query) => !isTried(findings, query))) {
    if (findings.is_search_over) return
    await requireGoing()
    try {
      const hits = await search.search({ ...query, limit: hitsPerQuery }, signal)
      findings.tried.push({ ...query, hits: hits.length })
      findings.found.push(hits)
    } catch (error) {
      if (!(error instanceof SearchFailed)) throw error
      findings.tried.push({ ...query, hits: null })
      findings.unanswered ??= error.message
      // Other words may be taken; a wrong key or a used up quota is the same for all words.
      findings.is_search_over = error.code !== 'refused' && error.code !== 'bad_answer'
    }
  }
}

export const isTried = ({ tried }: Pick<Findings, 'tried'>, { words, language }: WordsQuery) =>
  tried.some((query) => query.words.toLowerCase() === words.toLowerCase() && query.language === language)

/** Looks at the best of the sites that were not looked at yet, so many at most. */
export async function lookAtSites(
  parts: ExploringParts,
  looking: Looking,
  findings: Findings,
  most: number,
): Promise<void> {
  const { judge, domain_id, enough } = looking
  const known = new Set(findings.looked.map(({ name }) => name))
  const fresh: FoundSite[] = []
  for (const site of keptSites(findings, judge)) {
    if (known.has(site.name)) continue
    if (await isSource(parts.db, domain_id, site.hit.url)) findings.looked.push(outcome(site, 'source'))
    else fresh.push(site)
  }
  const chosen = fresh.slice(0, most)
  const looked: LookedSite[] = []
  const waiting = chosen.entries()
  const lookAtNext = async () => {
    for (const [at, site] of waiting) {
      looked[at] = outcome(site, enough.aborted ? 'not_looked_at' : await lookAtSite(parts, looking, site))
    }
  }
  await Promise.all(Array.from({ length: sitesAtOnce }, lookAtNext))
  findings.was_cut ||= enough.aborted
  const addresses = new Set(findings.looked.flatMap(({ seen }) => (seen ? [siteOf(seen.url)] : [])))
  for (const site of looked) {
    // Two of them may lead to one site.
    if (site.seen && addresses.has(siteOf(site.seen.url))) site.seen = null
    else if (site.seen) addresses.add(siteOf(site.seen.url))
    findings.looked.push(site)
  }
}

function outcome({ name }: FoundSite, looked: LeftOut | NonNullable<LookedSite['seen']>): LookedSite {
  const result = typeof looked === 'string' ? { seen: null, left_out: looked } : { seen: looked, left_out: null }
  return { name, ...result, was_asked: false, verdict: null }
}

/** The sites with a page that the gate may keep, the best first. */
const keptSites = ({ found }: Findings, judge: Judge) =>
  groupHits(found.map((list) => list.filter(({ url }) => judge.url(url).keep)))

/** How much was found, and what became of what is not suggested. */
export function countFindings(findings: Findings, judge: Judge) {
  const left_out: Record<LeftOut, number> = {
    ...{ source: 0, gate: 0, robots: 0, unreachable: 0, unrelated: 0, not_looked_at: 0 },
  }
  const all = groupHits(findings.found).length
  const kept = keptSites(findings, judge)
  const looked = new Set(findings.looked.map(({ name }) => name))
  left_out.gate = all - kept.length
  left_out.not_looked_at = kept.filter(({ name }) => !looked.has(name)).length
  for (const site of findings.looked) if (site.left_out) left_out[site.left_out]++
  return { hits: new Set(findings.found.flat().map(({ url }) => url)).size, sites: all, left_out }
}
