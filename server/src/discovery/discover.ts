import { publishedVersion } from '../gate/gate.ts'
import { compileGate } from '../gate/judge.ts'
import { SearchFailed } from '../web/search/client/search-failed.ts'
import type { SearchHit, SearchProvider } from '../web/search/search-provider.ts'
import { describeResult, describeSource } from './describe.ts'
import { type DiscoveryEnd, type DiscoveryResult, type LeftOut, stopSentences } from './discovery.ts'
import { type FoundSite, groupHits, siteOf } from './group-hits.ts'
import { isSource, type Looking, type LookingParts, lookAtSite, type SeenSite } from './look-at-site.ts'
import { type SearchedDomain, selectSearchedDomain, type Taken } from './queries.ts'
import { nameQuery, queriesFor, topicsOf, type WordsQuery } from './search-words.ts'

// One discovery: searches, drops what the gate or the sources settle, looks at the best sites, and suggests those that
// are about the subject. No model is asked, and nothing is written.

export interface DiscoverParts extends LookingParts {
  search: SearchProvider
  /** Milliseconds for looking at sites, other than the default. */
  look_within_ms?: number | undefined
}

/** The discovery cannot go on; the message says why to a user. */
export class DiscoveryStopped extends Error {}

const hitsPerQuery = 10
const sitesLookedAt = 10
const sitesAtOnce = 4
/** For all of them: sites that hang must not hold up discoveries of others. */
const lookWithinMs = 60_000

export async function discover(parts: DiscoverParts, taken: Taken, signal: AbortSignal): Promise<DiscoveryEnd> {
  const { db, search } = parts
  const domain = await requireGoing(parts, taken)
  const { rules } = await publishedVersion(db, taken.domain_id)
  const subject = { ...domain, rules }
  const queries = queriesFor(subject, taken.queries)
  if (queries.length === 0) {
    return failed('The name, the description and the gate of the domain have no words to search for.', [])
  }
  const answers = await searchAll(parts, taken, queries, signal)
  const queries_tried = answers.tried.map(nameQuery)
  if (answers.found.length === 0 && answers.failure) return failed(answers.failure.message, queries_tried)

  const judge = compileGate(rules)
  const left_out: Record<LeftOut, number> = {
    ...{ source: 0, gate: 0, robots: 0, unreachable: 0, unrelated: 0, not_looked_at: 0 },
  }
  const hits = new Set(answers.found.flat().map(({ url }) => url)).size
  const all = groupHits(answers.found)
  const kept = groupHits(answers.found.map((list) => list.filter(({ url }) => judge.url(url).keep)))
  left_out.gate = all.length - kept.length
  const fresh: FoundSite[] = []
  for (const site of kept) {
    if (await isSource(db, taken.domain_id, site.hit.url)) left_out.source++
    else fresh.push(site)
  }
  left_out.not_looked_at = Math.max(0, fresh.length - sitesLookedAt)
  const enough = AbortSignal.timeout(parts.look_within_ms ?? lookWithinMs)
  const looking: Looking = {
    ...taken,
    ...{ ontology: domain.ontology, topics: topicsOf(subject), judge, signal, enough },
    requireGoing: async () => void (await requireGoing(parts, taken)),
  }
  const seen = await lookAtAll(parts, looking, fresh.slice(0, sitesLookedAt), left_out)
  const sources = rank(seen).map((site) => describeSource(site, answers.found.length))
  const result: DiscoveryResult = { hits, sites: all.length, left_out }
  const summary = describeResult(search.name, result, sources.length, {
    unanswered: answers.failure?.message,
    was_cut: enough.aborted,
  })
  return { status: 'finished', summary, result, sources, queries_tried }
}

export const failed = (summary: string, queries_tried: string[]): DiscoveryEnd => ({
  ...{ status: 'failed', summary, result: null, sources: [], queries_tried },
})

/** Throws DiscoveryStopped when the domain is not there any more, or nothing may be sent for it. */
export async function requireGoing({ db }: Pick<DiscoverParts, 'db'>, { domain_id }: Taken): Promise<SearchedDomain> {
  const domain = await selectSearchedDomain(db, domain_id)
  if (!domain) throw new DiscoveryStopped('The domain was deleted.')
  if (domain.is_archived) throw new DiscoveryStopped(stopSentences.archived)
  if (domain.is_paused) throw new DiscoveryStopped(stopSentences.paused)
  return domain
}

interface Answers {
  tried: WordsQuery[]
  /** One list for each query that was answered. */
  found: SearchHit[][]
  /** Of the first query that was not. */
  failure: SearchFailed | undefined
}

async function searchAll(
  parts: DiscoverParts,
  taken: Taken,
  queries: WordsQuery[],
  signal: AbortSignal,
): Promise<Answers> {
  const answers: Answers = { tried: [], found: [], failure: undefined }
  for (const query of queries) {
    await requireGoing(parts, taken)
    answers.tried.push(query)
    try {
      answers.found.push(await parts.search.search({ ...query, limit: hitsPerQuery }, signal))
    } catch (error) {
      if (!(error instanceof SearchFailed)) throw error
      answers.failure ??= error
      // Other words may be taken; a wrong key or a used up quota is the same for all words.
      if (error.code !== 'refused' && error.code !== 'bad_answer') break
    }
  }
  return answers
}

async function lookAtAll(
  parts: DiscoverParts,
  looking: Looking,
  sites: FoundSite[],
  leftOut: Record<LeftOut, number>,
): Promise<SeenSite[]> {
  const seen = new Map<string, SeenSite>()
  const waiting = sites.values()
  const lookAtNext = async () => {
    for (const site of waiting) {
      const looked = looking.enough.aborted ? 'not_looked_at' : await lookAtSite(parts, looking, site)
      if (typeof looked === 'string') leftOut[looked]++
      // Two of them may lead to one site.
      else if (!seen.has(siteOf(looked.url))) seen.set(siteOf(looked.url), looked)
    }
  }
  await Promise.all(Array.from({ length: sitesAtOnce }, lookAtNext))
  return [...seen.values()]
}

/** By what the pages hold, then by how the searches ranked them. */
function rank(sites: SeenSite[]): SeenSite[] {
  const worth = ({ found, topics, kinds }: SeenSite) => {
    const named = [...kinds.values()].reduce((sum, n) => sum + n, 0)
    return 2 * found.score + Math.min(topics.length, 4) / 4 + Math.min(named, 30) / 60
  }
  return sites.toSorted((one, other) => worth(other) - worth(one))
}
