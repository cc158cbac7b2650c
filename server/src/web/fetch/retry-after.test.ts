import { expect, it } from 'vitest'
import { parseRetryAfter } from './retry-after.ts'

const now = new Date('2026-11-14T09:30:00.000Z')
const day = 86_400_000

it.each([
  ['120', 120_000],
  [' 7 ', 7_000],
  ['0.5', 500],
  ['999999999', day],
  ['Sat, 14 Nov 2026 09:31:00 GMT', 60_000],
  ['Saturday, 14-Nov-26 09:31:00 GMT', 60_000],
  ['Sat Nov 14 09:31:00 2026 GMT', 60_000],
  ['Sat, 14 Nov 2026 09:29:00 GMT', 0],
  ['Fri, 31 Dec 2199 23:59:59 GMT', day],
  ['-1', null],
  ['1e9', null],
  ['2026-11-14T09:31:00Z', null],
  ['soon', null],
  ['', null],
  [null, null],
])('%s', (value, ms) => {
  expect(parseRetryAfter(value, now)).toBe(ms)
})
