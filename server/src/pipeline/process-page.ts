import type { Outcome, Validators } from '../crawl/page-ending.ts'
import type { EventLog } from '../events/event-log.ts'
import type { SeenLinks } from '../frontier/seen-links.ts'
import { describeDrop, type Judge } from '../gate/judge.ts'
import type { Model } from '../model/model.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Log } from '../platform/log.ts'
import type { ClaimedPage } from '../queue/claimed-page.ts'
import { hasPlainSource, sourceHosts } from '../queue/host-holding.ts'
import type { Turns } from '../queue/host-leases.ts'
import { ComeLater, LeaseLost } from '../queue/lease-errors.ts'
import { ParseFailed, type ParseThreads } from '../reader/read-page/parse-threads.ts'
import { type FetchAnswer, type Fetcher, FetchFailed } from '../web/fetcher.ts'
import type { Renderer } from '../web/renderer.ts'
import type { RecentAnswers } from './agentic/recent-answers.ts'
import { endReadingBadly } from './end-reading.ts'
import type { Judges } from './judges.ts'
import type { Locator } from './locate.ts'
import { GiveUp, isHostFailure, nextTry, TryAgain } from './page-errors.ts'
import { parseUnless } from './parse.ts'
import { hashBytes, isUnchanged, jobOf, readPage } from './read-page.ts'
import type { RobotsCache } from './robots-cache.ts'

// The way of one page: ask the gate and robots.txt, fetch, compare, read, judge. Nothing is written here; what comes
// out is written by the crawl, in one transaction.

export interface PageParts {
  db: Database
  clock: Clock
  log: Log
  fetcher: Fetcher
  parser: ParseThreads
  robots: RobotsCache
  judges: Judges
  seen: SeenLinks
  /** Undefined where pages are not rendered. */
  renderer?: Renderer | undefined
  /** Undefined where pages are read without one. */
  model?: Model | undefined
  answers: RecentAnswers
  locator: Locator
  events: EventLog
}

export type Processed = Outcome & { links_seen: number }

/** A page that is done with its host, but not with a model. */
export interface ProcessedLater {
  page: ClaimedPage
  finish(signal: AbortSignal): Promise<Processed>
}

export async function processPage(
  parts: PageParts,
  page: ClaimedPage,
  turns: Turns,
  signal: AbortSignal,
): Promise<Processed | ProcessedLater> {
  let fetched_at: Date | null = null
  const end = (ending: Ending): Processed => ({ ...ending, page, fetched_at })
  const endBadly = (error: unknown) => end(fateOf(parts, page, error, turns))
  const endReading = async (error: unknown) => end(await endReadingBadly(parts, page, error))
  try {
    const judge = await parts.judges.of(page.domain_id, page.published_version)
    const answer = await fetchEitherWay(parts, page, judge, turns, signal)
    fetched_at = parts.clock.now()
    try {
      const ending = await outcomeOf(parts, page, judge, answer, turns, signal)
      if (!('endLater' in ending)) return end(ending)
      return { page, finish: (signal) => ending.endLater(signal).then(end, endReading) }
    } finally {
      answer.release()
    }
  } catch (error) {
    return endBadly(error)
  }
}

/** Sites that moved to https and were copied back link to addresses where nobody speaks TLS. */
async function fetchEitherWay(
  parts: PageParts,
  page: ClaimedPage,
  judge: Judge,
  turns: Turns,
  signal: AbortSignal,
): Promise<FetchAnswer> {
  try {
    return await fetchPage(parts, page, page.url, judge, turns, signal)
  } catch (error) {
    const isPlain = error instanceof FetchFailed && error.kind === 'tls' && /wrong version number/.test(error.message)
    if (!isPlain || !(await hasPlainSource(parts.db, page))) throw error
    return fetchPage(parts, page, page.url.replace(/^https:/, 'http:'), judge, turns, signal)
  }
}

async function fetchPage(
  parts: PageParts,
  page: ClaimedPage,
  url: string,
  judge: Judge,
  turns: Turns,
  signal: AbortSignal,
): Promise<FetchAnswer> {
  const isComparable = isUnchanged.mayBeAsked(page)
  const answer = await parts.fetcher.fetch({
    url,
    ...(isComparable && { etag: page.etag, last_modified: page.last_modified }),
    signal,
    beforeRequest: async (url, hop) => {
      await checkAddress(parts.db, page, judge, url)
      await parts.robots.check(url, turns, signal)
      await (await turns.of(new URL(url).host)).wait(signal, { hop })
    },
    onSent: (url) => turns.noteSent(new URL(url).host),
  })
  turns.own.noteAnswer(true)
  return answer
}

/** What the gate and the bounds of the crawl say to an address, be it the page's own or one that a redirect leads to. */
async function checkAddress(db: Database, page: ClaimedPage, judge: Judge, url: string): Promise<void> {
  const verdict = judge.url(url)
  if (!verdict.keep) throw new GiveUp('irrelevant', describeDrop(page.published_version, verdict))
  const { host } = new URL(url)
  // A source may lead anywhere: whoever named it meant what is there.
  if (host === page.host || page.depth === 0 || judge.widensTo(url)) return
  const hosts = await sourceHosts(db, page.domain_id, [host])
  if (hosts.has(host)) return
  // Where it leads is a link like any other that the crawl does not follow.
  const link = { url, text: '', is_nofollow: false, is_widened: false }
  throw new GiveUp('skipped', `redirects out of the crawl, to ${url}`, [link])
}

const transientStatuses = new Set([408, 425, 429, 500, 502, 503, 504])
/** What was there is not there any more. */
const goneStatuses = new Set([404, 410])
/** Walls answer with these. */
const wallStatuses = new Set([401, 403, 429, 503])

/** An outcome without its page. */
export type Ending = Processed extends infer One
  ? One extends Processed
    ? Omit<One, 'page' | 'fetched_at'>
    : never
  : never

/** The end of a page that a model has to read first. */
export interface EndingLater {
  endLater(signal: AbortSignal): Promise<Ending>
}

async function outcomeOf(
  parts: PageParts,
  page: ClaimedPage,
  judge: Judge,
  answer: FetchAnswer,
  turns: Turns,
  signal: AbortSignal,
): Promise<Ending | EndingLater> {
  const { status } = answer
  if (status === 304)
    return { type: 'unchanged', validators: validatorsOf(answer, page.bytes_hash, page), links_seen: 0 }
  if (status >= 400) {
    if (wallStatuses.has(status)) await refuseWall(parts, page, answer, signal)
    const turn = await turns.of(new URL(answer.url).host)
    if (answer.retry_after_ms !== null) turn.rest(Math.min(answer.retry_after_ms, restMaxMs))
    if (transientStatuses.has(status)) throw new TryAgain(`HTTP ${status}`, answer.retry_after_ms)
    throw new GiveUp('failed', `HTTP ${status}`, [], { is_gone: goneStatuses.has(status) })
  }
  if (status === 204 || status === 205) throw new GiveUp('skipped', `HTTP ${status}: no content`)
  if (status !== 200 && status !== 203) throw new GiveUp('failed', `HTTP ${status}`)
  const isSameAddress = answer.url === page.url
  if (isSameAddress && isUnchanged.mayBeAsked(page) && hashBytes(answer.body) === page.bytes_hash) {
    return { type: 'unchanged', validators: validatorsOf(answer, page.bytes_hash, page), links_seen: 0 }
  }
  return readPage(parts, page, judge, answer, signal)
}

/** What a host may ask to be left alone for, in one answer. */
const restMaxMs = 120_000

/** Throws GiveUp when the error is one of those that only machines see. */
async function refuseWall(
  parts: PageParts,
  page: ClaimedPage,
  answer: FetchAnswer,
  signal: AbortSignal,
): Promise<void> {
  const reading = await parseUnless(signal, parts.parser, jobOf(page, answer)).catch((error) => {
    // Then it is the error that its status says.
    if (error instanceof ParseFailed) return undefined
    throw error
  })
  const verdict = reading === undefined || reading.kind === 'other' ? null : reading.page.verdict
  if (verdict?.kind === 'bot wall' || verdict?.kind === 'login wall') {
    throw new GiveUp('failed', `${verdict.kind}: ${verdict.signal}`)
  }
}

/** A server need not repeat in a 304 what it said before. */
export function validatorsOf(answer: FetchAnswer, bytesHash: string | null, before?: Validators): Validators {
  return {
    etag: answer.etag ?? before?.etag ?? null,
    last_modified: answer.last_modified ?? before?.last_modified ?? null,
    bytes_hash: bytesHash,
  }
}

/** The one place where the kind of an error decides the fate of a page. */
function fateOf(parts: PageParts, page: ClaimedPage, error: unknown, turns: Turns): Ending {
  const now = parts.clock.now()
  const links_seen = 0
  if (error instanceof GiveUp) {
    const { status, message, links, is_gone } = error
    return { type: 'ended', status, error: message, links, is_gone, links_seen }
  }
  if (error instanceof ComeLater) return { type: 'later', due_at: error.at, failure: null, links_seen }
  if (error instanceof LeaseLost) return { type: 'later', due_at: now, failure: null, links_seen }
  if (error instanceof ParseFailed) return { type: 'not_readable', error: error.message, links_seen }
  if (error instanceof FetchFailed || error instanceof TryAgain) {
    if (isHostFailure(error)) turns.own.noteAnswer(false)
    const isTransient = error instanceof TryAgain || error.is_transient
    const asked = error instanceof TryAgain ? error.after_ms : null
    const due_at = isTransient ? nextTry(now, page.fetch_failures, asked) : undefined
    if (due_at) return { type: 'later', due_at, failure: 'fetch', links_seen }
    return { type: 'ended', status: 'failed', error: error.message, links_seen }
  }
  // Stopped, or the database is away: neither is the page's fault.
  parts.log.warn({ err: error, url: page.url }, 'the work on a page was broken off')
  return { type: 'later', due_at: new Date(now.getTime() + 1_000), failure: null, links_seen }
}
