import type { DomainCrawl } from '../crawl/domain-crawl.ts'
import { type GapQuery, gapQueries } from '../discovery/explore/gap-words.ts'
import { nameQuery, topicsOf } from '../discovery/explore/search-words.ts'
import { addFound } from '../frontier/links/add-found.ts'
import { publishedVersion } from '../gate/gate.ts'
import { compileGate } from '../gate/judge.ts'
import { compileTerms } from '../gate/text/find-terms.ts'
import { foldText } from '../language/fold-terms.ts'
import type { Database } from '../platform/db/database.ts'
import { scarceFacets, scarceKinds } from '../scorecard/gaps.ts'
import { getScorecard } from '../scorecard/scorecard.ts'
import { SearchFailed } from '../web/search/client/search-failed.ts'
import type { SearchHit, SearchProvider } from '../web/search/search-provider.ts'
import type { GapSearch, SelectedLink } from './plan.ts'
import type { PlannedDomain, TakenPlan } from './queries.ts'

// Searches the web for kinds and facets of which the graph has little. The results are data: they pass the gate like
// any link, and the guard when they are fetched.

const hitsPerQuery = 10
/** Pages of one plan that searches have found; they may be on any host. */
export const foundMost = 5

export interface FoundByGaps {
  searches: GapSearch[]
  /** Why a search was not answered. */
  failure: string | null
  /** Adds the results to the frontier, and queues the best. The caller holds the domain. */
  add(crawl: DomainCrawl, most: number): Promise<{ frontier_added: number; selected: SelectedLink[] }>
}

export async function searchGaps(
  { db, search, requireGoing }: { db: Database; search: SearchProvider; requireGoing(): Promise<unknown> },
  { domain_id }: TakenPlan,
  domain: PlannedDomain,
  signal: AbortSignal,
): Promise<FoundByGaps> {
  const { rules } = await publishedVersion(db, domain_id)
  const { metrics } = (await getScorecard(db, domain_id)).scorecard
  const kinds = scarceKinds(domain.ontology, new Map(Object.entries(metrics.entities_by_kind)))
  const subject = { ...domain, rules }
  const judge = compileGate(rules)
  const answers: { query: GapQuery; hits: SearchHit[] }[] = []
  let failure: string | null = null
  for (const query of gapQueries(subject, { kinds, facets: scarceFacets(metrics) })) {
    await requireGoing()
    try {
      const hits = await search.search({ ...query, limit: hitsPerQuery }, signal)
      answers.push({ query, hits: hits.filter(({ url }) => judge.url(url).keep) })
    } catch (error) {
      if (!(error instanceof SearchFailed)) throw error
      failure = error.message
      // Other words may be taken; a wrong key or a used up quota is the same for all words.
      if (error.code !== 'refused' && error.code !== 'bad_answer') break
    }
  }
  const topics = compileTerms(topicsOf(subject))
  const isRelated = ({ title, snippet }: SearchHit) => topics.find(foldText(`${title} ${snippet}`)) !== undefined
  const byUrl = new Map(
    answers.flatMap(({ query, hits }) => hits.map((hit) => [hit.url, { hit, gap: query.gap }] as const)),
  )
  // The first results of all searches come before the second ones.
  const found = [...byUrl.values()].sort((one, other) => one.hit.rank - other.hit.rank)
  const searches = answers.map(({ query, hits }) => ({ query: nameQuery(query), gap: query.gap, found: hits.length }))
  return {
    searches,
    failure,
    add: async (crawl, most) => {
      const wanted = new Set(
        found
          .filter(({ hit }) => isRelated(hit))
          .slice(0, Math.min(foundMost, most))
          .map(({ hit }) => hit.url),
      )
      const links = found.map(({ hit: { url, title } }) => ({ url, text: title, is_wanted: wanted.has(url) }))
      const { added, queued } = await addFound(crawl, links)
      const selected = queued.map((url) => ({ url, reason: `found by a search for ${byUrl.get(url)?.gap}` }))
      return { frontier_added: added.length, selected }
    },
  }
}
