import type { ModelFailed } from '../model/model-failed.ts'

// When a page is tried again after a failed fetch or a failed call to the model.

const tries = 3
const pausesMs = [2_000, 10_000]
/** A site that asks for a longer pause is not tried again in this run. */
const longestPauseMs = 120_000

/** Undefined when the page is not fetched again in this run. */
export function nextTry(now: Date, failuresBefore: number, askedMs: number | null): Date | undefined {
  if (failuresBefore + 1 >= tries) return undefined
  if (askedMs !== null && askedMs > longestPauseMs) return undefined
  const pause = Math.max(pausesMs[failuresBefore] ?? longestPauseMs, askedMs ?? 0)
  return new Date(now.getTime() + pause)
}

const modelPausesMs = [1_000, 5_000, 30_000, 120_000, 600_000]
const longestModelPauseMs = 3_600_000
/** A provider may charge for every call that times out. */
const timeoutsMax = 2

/** Undefined when the model is not asked again: the page counts as unreadable. */
export function nextModelTry(
  now: Date,
  failuresBefore: number,
  { kind, retry_after_ms }: ModelFailed,
): Date | undefined {
  if (kind === 'aborted') return now
  if (kind !== 'unavailable' && kind !== 'timeout') return undefined
  if (kind === 'timeout' && failuresBefore + 1 >= timeoutsMax) return undefined
  const pause = modelPausesMs[failuresBefore]
  if (pause === undefined) return undefined
  return new Date(now.getTime() + Math.max(pause, Math.min(retry_after_ms ?? 0, longestModelPauseMs)))
}
