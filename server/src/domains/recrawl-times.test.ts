import { describe, expect, it } from 'vitest'
import { newId } from '../platform/ids.ts'
import { firstRecrawl, nextRecrawl } from './recrawl-times.ts'

const hour = 3_600_000
const now = new Date('2026-03-01T12:00:00.000Z')
const ids = Array.from({ length: 1000 }, () => newId())

describe('the first time of a schedule', () => {
  it('follows from the id, and comes before half of the interval has passed', () => {
    for (const id of ids) {
      const at = firstRecrawl(id, 86_400, now)
      expect(firstRecrawl(id, 86_400, now)).toEqual(at)
      expect(at.getTime()).toBeGreaterThanOrEqual(now.getTime() + 6 * hour)
      expect(at.getTime()).toBeLessThanOrEqual(now.getTime() + 12 * hour)
    }
  })

  it('spreads a thousand that are set at once', () => {
    const minutes = Map.groupBy(ids, (id) => Math.floor(firstRecrawl(id, 86_400, now).getTime() / 60_000))
    // Three a minute on the average.
    expect(Math.max(...[...minutes.values()].map((same) => same.length))).toBeLessThan(20)
    expect(minutes.size).toBeGreaterThan(300)
  })
})

describe('the next time of a schedule', () => {
  it('comes half an interval after the one before, however late that was seen', () => {
    const due = new Date(now.getTime() - 90_000)
    expect(nextRecrawl(due, 86_400, now)).toEqual(new Date(due.getTime() + 12 * hour))
  })

  it('is never one that has passed already, and keeps its place', () => {
    const due = new Date(now.getTime() - 9 * 24 * hour - 5)
    expect(nextRecrawl(due, 86_400, now)).toEqual(new Date(now.getTime() + 12 * hour - 5))
    expect(nextRecrawl(now, 3_600, now)).toEqual(new Date(now.getTime() + hour / 2))
  })
})
