import type { FoundLink } from '../frontier/found-link.ts'
import type { ModelFailed } from '../model/model.ts'
import { FetchFailed } from '../web/fetcher.ts'

// How the work on a page can end before it is read. Thrown from wherever it is noticed, and turned into the outcome of
// the page in one place.

/** It is not read, and that is final for this run. */
export class GiveUp extends Error {
  override name = 'GiveUp'
  readonly status: 'irrelevant' | 'skipped' | 'failed'
  /** What it led to all the same. */
  readonly links: FoundLink[]
  readonly is_gone: boolean

  constructor(
    status: 'irrelevant' | 'skipped' | 'failed',
    error: string,
    links: FoundLink[] = [],
    { is_gone = false } = {},
  ) {
    super(error)
    this.status = status
    this.links = links
    this.is_gone = is_gone
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

const modelPausesMs = [1_000, 5_000, 30_000, 120_000, 600_000]
/** Whoever is slow may charge for each time. */
const timeoutsMax = 2

/** When a model that could not be reached, or refused the key, is asked again; undefined when it is not. */
export function nextModelTry(
  now: Date,
  failuresBefore: number,
  { kind, retry_after_ms }: ModelFailed,
): Date | undefined {
  if (kind === 'aborted') return now
  if (kind !== 'unavailable' && kind !== 'refused_key' && kind !== 'timeout') return undefined
  if (kind === 'timeout' && failuresBefore + 1 >= timeoutsMax) return undefined
  const pause = modelPausesMs[failuresBefore]
  if (pause === undefined) return undefined
  return new Date(now.getTime() + Math.max(pause, Math.min(retry_after_ms ?? 0, longestModelPauseMs)))
}

const longestModelPauseMs = 3_600_000

/** Failures that say something of the host and not of the page. */
export function isHostFailure(error: unknown): boolean {
  return error instanceof FetchFailed && ['dns', 'connect', 'tls', 'timeout', 'refused_address'].includes(error.kind)
}
