import { expect, it } from 'vitest'
import { RequestPace } from './request-pace.ts'

const never = new AbortController().signal

/** Time that stands still: sleepers are only counted. */
function start(gapMs: number) {
  const pauses: number[] = []
  const pace = new RequestPace('Some Search', gapMs, { now: () => 0, sleep: async (ms) => void pauses.push(ms) })
  return { pace, pauses }
}

it('lets one request begin after the other', async () => {
  const { pace, pauses } = start(1_000)
  await Promise.all([pace.turn(never), pace.turn(never), pace.turn(never)])
  expect(pauses).toEqual([1_000, 2_000])
})

it('rests for everybody', async () => {
  const { pace, pauses } = start(0)
  await pace.turn(never)
  pace.rest(5_000)
  await pace.turn(never)
  expect(pauses).toEqual([5_000])
})

it('turns a search away when it would wait for more than a minute', async () => {
  const { pace } = start(1_000)
  for (let turn = 0; turn <= 60; turn++) await pace.turn(never)
  await expect(pace.turn(never)).rejects.toMatchObject({ code: 'quota_used_up', retry_after_ms: 61_000 })
})

it('gives no turn after the signal', async () => {
  const { pace } = start(0)
  const reason = new Error('stopping')
  await expect(pace.turn(AbortSignal.abort(reason))).rejects.toBe(reason)
})
