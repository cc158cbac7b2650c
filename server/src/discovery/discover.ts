import { publishedVersion } from '../gate/gate.ts'
import { compileGate } from '../gate/judge.ts'
import type { Model } from '../model/model.ts'
import { describeGaps } from '../scorecard/gaps.ts'
import { getScorecard } from '../scorecard/scorecard.ts'
import { describeResult, describeSource } from './describe.ts'
import type { DiscoveryEnd } from './discovery.ts'
import { countFindings, type ExploringParts, lookAtSites, searchAll } from './explore/explore.ts'
import { type Findings, type SeenSite, visitsIn } from './explore/findings.ts'
import { groupHits } from './explore/group-hits.ts'
import type { Looking } from './explore/look-at-site.ts'
import { nameQuery, queriesFor, topicsOf, type WordsQuery } from './explore/search-words.ts'
import { DiscoveryStopped, requireGoing } from './going.ts'
import { type SearchedDomain, selectHostsOfSources, type Taken, updateProgress } from './queries.ts'
import { roundBounds } from './rounds/bounds.ts'
import { goInRounds } from './rounds/go-in-rounds.ts'
import { noProgress, type RoundProgress, showProgress } from './rounds/progress.ts'

// One discovery: searches, drops what the gate or the sources settle, looks at the best sites, and suggests those that
// are about the subject. With a model it goes in rounds, and the model chooses words and sites; without one, and where
// none answers, rules do. Nothing but its own row is written.

export interface DiscoverParts extends ExploringParts {
  model: Model | undefined
  /** Milliseconds for looking at sites, and for the rounds of a model, other than the defaults. */
  look_within_ms?: number | undefined
  rounds_within_ms?: number | undefined
}

const sitesLookedAt = 10
/** The time for all sites together: those that hang must not hold up the discoveries of others. */
const lookWithinMs = 60_000
/** Leaves the rules time to finish when the model took all of this. */
const roundsWithinMs = 180_000
const sourcesNamed = 30

export interface Signals {
  signal: AbortSignal
  /** Whether the domain was stopped, or may have been, as far as this process knows. */
  hasStopped(): boolean
}

type GateVersion = Awaited<ReturnType<typeof publishedVersion>>
type Subject = SearchedDomain & Pick<GateVersion, 'rules'>

export async function discover(parts: DiscoverParts, taken: Taken, signals: Signals): Promise<DiscoveryEnd> {
  const domain = await requireGoing(parts.db, taken)
  const { rules } = await publishedVersion(parts.db, taken.domain_id)
  const subject: Subject = { ...domain, rules }
  const progress = taken.progress ?? noProgress()
  const isLed = parts.model !== undefined || progress.calls > 0
  const exploring = exploringOf(parts, taken, subject, signals.signal)
  if (parts.model) await leadByModel({ ...parts, model: parts.model }, { taken, subject, progress, exploring, signals })
  const by = progress.ended?.by
  if (by === undefined || by === 'budget' || by === 'failed' || progress.tried.length === 0) {
    const queries = queriesFor(subject, taken.queries)
    if (queries.length === 0 && progress.tried.length === 0) {
      const summary = 'The name, the description and the gate of the domain have no words to search for.'
      return { ...failed(summary, []), ...(isLed && { by_model: showProgress(progress) }) }
    }
    await exploreByRules(parts, exploring, progress, queries)
  }
  const end = endOf(parts, { progress, exploring, isLed })
  return { ...end, ...(isLed && { by_model: showProgress(progress) }) }
}

export const failed = (summary: string, queries_tried: string[]): DiscoveryEnd => ({
  ...{ status: 'failed', summary, result: null, sources: [], queries_tried },
})

function exploringOf(
  parts: DiscoverParts,
  taken: Taken,
  subject: Subject,
  signal: AbortSignal,
): Omit<Looking, 'enough'> {
  return {
    ...{ project_id: taken.project_id, domain_id: taken.domain_id, ontology: subject.ontology },
    ...{ topics: topicsOf(subject), keeps_unrelated: false, judge: compileGate(subject.rules), signal },
    requireGoing: async () => void (await requireGoing(parts.db, taken)),
  }
}

/** In what the rounds of a model have left, if there were any. */
async function exploreByRules(
  parts: DiscoverParts,
  exploring: Omit<Looking, 'enough'>,
  progress: RoundProgress,
  queries: WordsQuery[],
): Promise<void> {
  const left = Math.max(0, roundBounds.searches - progress.tried.length)
  await searchAll(parts, exploring, progress, queries.slice(0, left))
  const most = Math.min(sitesLookedAt, Math.max(0, roundBounds.sites - visitsIn(progress)))
  const enough = AbortSignal.timeout(parts.look_within_ms ?? lookWithinMs)
  await lookAtSites(parts, { ...exploring, enough }, progress, most)
}

interface Led {
  taken: Taken
  subject: Subject
  progress: RoundProgress
  exploring: Omit<Looking, 'enough'>
  signals: Signals
}

async function leadByModel(
  parts: DiscoverParts & { model: Model },
  { taken, subject, progress, exploring, signals }: Led,
): Promise<void> {
  const { db } = parts
  const { domain_id, project_id } = taken
  const { scorecard } = await getScorecard(db, domain_id)
  const deadline = AbortSignal.timeout(parts.rounds_within_ms ?? roundsWithinMs)
  await goInRounds(parts, {
    ...{ project_id, domain_id, progress, deadline, ...signals, requireGoing: exploring.requireGoing },
    assignment: {
      ...subject,
      queries: taken.queries,
      gaps: describeGaps(subject.ontology, scorecard),
      hosts: await selectHostsOfSources(db, domain_id, sourcesNamed),
    },
    save: async (tx) => {
      if (await updateProgress(tx, taken, progress, showProgress(progress))) return
      throw new DiscoveryStopped('Another process goes on with it, or it is gone.')
    },
    explore: async (queries, sites) => {
      await searchAll(parts, exploring, progress, queries)
      const late = AbortSignal.timeout(parts.look_within_ms ?? lookWithinMs)
      const looking = { ...exploring, keeps_unrelated: true, enough: AbortSignal.any([late, deadline]) }
      await lookAtSites(parts, looking, progress, sites)
    },
  })
}

function endOf(
  { search }: DiscoverParts,
  { progress, exploring, isLed }: { progress: RoundProgress; exploring: Omit<Looking, 'enough'>; isLed: boolean },
): DiscoveryEnd {
  const queries_tried = progress.tried.map(nameQuery)
  if (progress.found.length === 0 && progress.unanswered !== null) return failed(progress.unanswered, queries_tried)
  const result = countFindings(progress, exploring.judge)
  const chosen = chooseSites(progress)
  // Where a model was asked and said nothing of a site, the rules decide.
  result.left_out.unrelated += chosen.unrelated
  const sources = chosen.sites.map((site) => describeSource(site.seen, progress.found.length, site.verdict))
  const summary = describeResult(search.name, result, sources.length, {
    ...{ unanswered: progress.unanswered ?? undefined, was_cut: progress.was_cut },
    by_model: isLed ? showProgress(progress) : undefined,
  })
  return { status: 'finished', summary, result, sources, queries_tried }
}

/** What the model keeps comes first, then by what the pages hold, then by how the searches ranked them. */
function chooseSites({ looked, found }: Findings) {
  const ranks = new Map(groupHits(found).map((site) => [site.name, site]))
  const seen = looked.flatMap(({ name, seen, verdict }) =>
    seen && verdict?.keep !== false ? [{ seen: { ...seen, found: ranks.get(name) ?? seen.found }, verdict }] : [],
  )
  const sites = seen.filter((site) => site.verdict !== null || site.seen.is_related)
  const order = (site: (typeof sites)[number]) => (site.verdict ? worstWorth : 0) + worthOf(site.seen)
  return {
    sites: sites.toSorted((one, other) => order(other) - order(one)),
    unrelated: seen.length - sites.length,
  }
}

/** More than any site is worth. */
const worstWorth = 100

function worthOf({ found, topics, kinds }: SeenSite): number {
  const named = kinds.reduce((sum, [, n]) => sum + n, 0)
  return 2 * found.score + Math.min(topics.length, 4) / 4 + Math.min(named, 30) / 60
}
