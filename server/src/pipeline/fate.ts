import type { FoundLink } from '../crawl/outcome.ts'
import { FetchFailed } from '../web/fetcher.ts'

// How the work on a page can end before it is read. Thrown from wherever it is noticed, and turned into the outcome of
// the page in one place.

/** It is not read, and that is final for this run. */
export class GiveUp extends Error {
  override name = 'GiveUp'
  readonly status: 'irrelevant' | 'skipped' | 'failed'
  /** What it led to all the same. */
  readonly links: FoundLink[]

  constructor(status: 'irrelevant' | 'skipped' | 'failed', error: string, links: FoundLink[] = []) {
    super(error)
    this.status = status
    this.links = links
  }
}

/** It is put back, and taken again from then on. */
export class ComeLater extends Error {
  override name = 'ComeLater'
  readonly at: Date

  constructor(at: Date) {
    super('later')
    this.at = at
  }
}

/** It was tried, and may do better the next time. */
export class TryAgain extends Error {
  override name = 'TryAgain'
  /** What the site asks for. */
  readonly after_ms: number | null

  constructor(error: string, afterMs: number | null = null) {
    super(error)
    this.after_ms = afterMs
  }
}

/** The host is somebody else's by now: nothing may be sent, and nothing would be written. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

const tries = 3
const pausesMs = [2_000, 10_000]
/** Who asks for more than this is not waited for in this run. */
const longestPauseMs = 120_000

/** When a page that has failed so often before is tried again; undefined when it is not. */
export function nextTry(now: Date, failuresBefore: number, askedMs: number | null): Date | undefined {
  if (failuresBefore + 1 >= tries) return undefined
  if (askedMs !== null && askedMs > longestPauseMs) return undefined
  const pause = Math.max(pausesMs[failuresBefore] ?? longestPauseMs, askedMs ?? 0)
  return new Date(now.getTime() + pause)
}

/** Failures that say something of the host and not of the page. */
export function isHostFailure(error: unknown): boolean {
  return error instanceof FetchFailed && ['dns', 'connect', 'tls', 'timeout', 'refused_address'].includes(error.kind)
}
