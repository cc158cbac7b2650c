import type { Claim } from '../../facts/claim.ts'
import { baseOfKind } from '../../facts/kinds.ts'
import { sourceHosts } from '../../frontier/links/source-hosts.ts'
import type { Judge } from '../../gate/judge.ts'
import { compileTerms } from '../../gate/text/find-terms.ts'
import { judgedText } from '../../gate/text/text-rules.ts'
import { cutText } from '../../language/cut-text.ts'
import { foldText } from '../../language/fold-terms.ts'
import { inOntology } from '../../pipeline/parts/base-kinds.ts'
import type { HostVisits } from '../../pipeline/parts/host-visits.ts'
import { GiveUp, TryAgain } from '../../pipeline/parts/page-errors.ts'
import { refuseVerdict } from '../../pipeline/steps/refuse-verdict.ts'
import type { Database } from '../../platform/db/database.ts'
import type { ReadPage } from '../../reader/read-page/packed-page.ts'
import { namesJobOf, type PageReading, ParseFailed } from '../../reader/read-page/parse-job.ts'
import type { ParseThreads } from '../../reader/read-page/parse-threads.ts'
import { canonicalUrl } from '../../web/address/canonical-url.ts'
import { FetchFailed } from '../../web/fetch/fetch-failure.ts'
import type { Fetcher } from '../../web/fetch/fetcher.ts'
import type { LeftOut, SeenSite } from './findings.ts'
import { type FoundSite, hostsOf, siteOf } from './group-hits.ts'

// Fetches one page of a site and says what is on it. The page is data: its words are counted, and none is followed.

export interface LookingParts {
  db: Database
  fetcher: Fetcher
  threads: ParseThreads
  visits: HostVisits
}

export interface Looking {
  project_id: string
  domain_id: string
  ontology: string[]
  topics: string[]
  /** A page that mentions no topic is told about, too: a model judges it. */
  keeps_unrelated: boolean
  judge: Judge
  /** Throws when the domain was stopped; asked just before a request is sent. */
  requireGoing(): Promise<void>
  signal: AbortSignal
  /** Aborted when the time for looking at sites is over. */
  enough: AbortSignal
}

/** The site is not suggested. */
class NotSuggested extends Error {
  readonly why: LeftOut

  constructor(why: LeftOut) {
    super(why)
    this.why = why
  }
}

/** For one page, with the pauses before it. */
const withinMs = 30_000
const fetchWithinMs = 15_000
const titleMax = 120
const beginningMax = 600
/** A longer text is not searched for topics, nor for names. */
const lettersMax = 30_000

export async function lookAtSite(parts: LookingParts, looking: Looking, found: FoundSite): Promise<SeenSite | LeftOut> {
  const late = AbortSignal.any([AbortSignal.timeout(withinMs), looking.enough])
  const inTime = { ...looking, signal: AbortSignal.any([looking.signal, late]) }
  try {
    const { url, reading } = await readPage(parts, inTime, found.hit.url)
    const seen = await judgePage(parts, inTime, { found, url, reading })
    looking.signal.throwIfAborted()
    return seen
  } catch (error) {
    looking.signal.throwIfAborted()
    if (error instanceof NotSuggested) return error.why
    if (error instanceof GiveUp) return error.error.code.startsWith('robots') ? 'robots' : 'unreachable'
    const isUnreachable = error instanceof FetchFailed || error instanceof ParseFailed || error instanceof TryAgain
    if (isUnreachable || late.aborted) return 'unreachable'
    throw error
  }
}

async function readPage(parts: LookingParts, looking: Looking, address: string) {
  const { project_id, judge, signal } = looking
  const visit = parts.visits.begin(signal)
  try {
    const answer = await parts.fetcher.fetch({
      url: address,
      signal,
      within_ms: fetchWithinMs,
      beforeRequest: async (url) => {
        if (!judge.url(url).keep) throw new NotSuggested('gate')
        if (await isSource(parts.db, looking.domain_id, url)) throw new NotSuggested('source')
        // Before robots.txt is asked for, and after the pause of the host.
        await looking.requireGoing()
        await visit.beforeRequest(url)
        await looking.requireGoing()
      },
      onSent: visit.onSent,
    })
    const { body, content_type, url, status, x_robots_tag, wall_headers: headers } = answer
    if (status !== 200 && status !== 203) {
      answer.release()
      throw new NotSuggested('unreachable')
    }
    const job = { body, content_type, url, requested_url: address, status, x_robots_tag, headers }
    const reading = await parts.threads
      .parse(project_id, { ...job, text_rules: judge.text_rules }, signal)
      .finally(() => answer.release())
    return { url: canonicalUrl(url) ?? url, reading }
  } finally {
    await visit.end()
  }
}

export async function isSource(db: Database, domainId: string, url: string): Promise<boolean> {
  return (await sourceHosts(db, domainId, hostsOf(siteOf(url)))).size > 0
}

async function judgePage(
  parts: LookingParts,
  looking: Looking,
  { found, url, reading }: { found: FoundSite; url: string; reading: PageReading },
): Promise<SeenSite> {
  if (reading.kind === 'other') throw new NotSuggested('unreachable')
  const { page, by_text } = reading
  refuseVerdict(page.verdict)
  if (!looking.judge.page({ url, language: page.language, by_text }).keep) throw new NotSuggested('gate')
  const text = foldText(cutText(judgedText(page.title, page.text), lettersMax))
  const topics = mentioned(text, looking.topics)
  const { title, snippet } = found.hit
  const isMentioned = topics.length > 0 || mentioned(foldText(`${title} ${snippet}`), looking.topics).length > 0
  const is_related = isMentioned || looking.topics.length === 0
  if (text === '' || !(is_related || looking.keeps_unrelated)) throw new NotSuggested('unrelated')
  const kinds = await countKinds(parts, looking, url, page)
  // Kinds of the domain's own have no reader without a model: their word has to do.
  const ownKinds = looking.ontology.filter((kind) => baseOfKind(kind) === undefined)
  for (const kind of mentioned(text, ownKinds)) kinds.set(kind, kinds.get(kind) ?? 0)
  return {
    ...{ found, url, topics, is_related, kinds: [...kinds] },
    title: cutText((page.title ?? title).trim(), titleMax),
    beginning: cutText(page.text, beginningMax),
  }
}

/** The terms, of a few, that a bounded text has. */
const mentioned = (folded: string, terms: string[]) =>
  terms.filter((term) => compileTerms([term]).find(folded) !== undefined)

async function countKinds(
  { threads }: LookingParts,
  { project_id, ontology, signal }: Looking,
  url: string,
  page: ReadPage,
): Promise<Map<string, number>> {
  const { text, claims } = page
  const names = text.length > lettersMax ? '[]' : await namesOf(threads, project_id, namesJobOf(url, page), signal)
  const all = inOntology([...(JSON.parse(claims) as Claim[]), ...(JSON.parse(names) as Claim[])], ontology)
  const refs = new Map(all.flatMap((claim) => (claim.type === 'entity' ? [[claim.ref, claim.kind] as const] : [])))
  const counts = Map.groupBy(refs.values(), (kind) => kind)
  return new Map(
    [...counts].map(([kind, list]) => [kind, list.length] as const).sort((one, other) => other[1] - one[1]),
  )
}

function namesOf(
  threads: ParseThreads,
  projectId: string,
  job: Parameters<ParseThreads['readNames']>[1],
  signal: AbortSignal,
) {
  return threads.readNames(projectId, job, signal).catch((error) => {
    // The thread has logged the error, or no time is left: the structured data has to do.
    if (error instanceof ParseFailed || signal.aborted) return '[]'
    throw error
  })
}
