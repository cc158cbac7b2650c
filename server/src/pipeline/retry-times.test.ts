import { expect, it } from 'vitest'
import { ModelFailed, type ModelFailureKind } from '../model/model-failed.ts'
import { nextModelTry } from './retry-times.ts'

const now = new Date('2026-11-15T12:00:00.000Z')

/** Seconds from now; undefined when the page is given up. */
function pauseAfter(kind: ModelFailureKind, failuresBefore: number, retryAfterMs: number | null = null) {
  const failed = new ModelFailed('failed', { kind, retry_after_ms: retryAfterMs, may_be_billed: false })
  const at = nextModelTry(now, failuresBefore, failed)
  return at && (at.getTime() - now.getTime()) / 1000
}

it.for<[ModelFailureKind, (number | undefined)[]]>([
  ['unavailable', [1, 5, 30, 120, 600, undefined]],
  // The domain is paused instead.
  ['refused_key', [undefined]],
  // A provider may charge for every call that times out.
  ['timeout', [1, undefined]],
  ['bad_request', [undefined]],
  ['too_large', [undefined]],
  ['invalid', [undefined]],
  // The worker is stopping: that counts as no failure.
  ['aborted', [0, 0, 0, 0, 0, 0, 0]],
])('a model that is %s is asked again', ([kind, pauses]) => {
  expect(pauses.map((_, failures) => pauseAfter(kind, failures))).toEqual(pauses)
})

it('waits as long as the model asks, within an hour', () => {
  expect(pauseAfter('unavailable', 0, 20_000)).toBe(20)
  expect(pauseAfter('unavailable', 2, 20_000)).toBe(30)
  expect(pauseAfter('unavailable', 0, 86_400_000)).toBe(3600)
})
