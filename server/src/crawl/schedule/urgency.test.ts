import { describe, expect, it } from 'vitest'
import { overdue, shareOf, urgency } from './urgency.ts'

const every = 86_400
const hours = (n: number) => n * 3600

describe('the urgency of a page', () => {
  it('grows with the time since it was asked', () => {
    const quiet = hours(100)
    const ages = [0, 1, 6, 12, 24, 35].map((age) => urgency({ age: hours(age), quiet, has_changed: false }, every))
    expect(ages).toEqual(ages.toSorted((a, b) => a - b))
    expect(ages[0]).toBe(0)
  })

  it('falls with the time for which it has been quiet', () => {
    const [busy, still] = [0, 30].map((days) =>
      urgency({ age: hours(12), quiet: days * every, has_changed: false }, every),
    )
    expect(busy).toBeGreaterThan(10 * (still ?? 0))
  })

  it('does not depend on the unit', () => {
    const inHours = urgency({ age: 10, quiet: 50, has_changed: true }, 24)
    expect(urgency({ age: hours(10), quiet: hours(50), has_changed: true }, every)).toBeCloseTo(inHours)
  })

  it('puts a page first that would be asked too late by the run after', () => {
    const longest = urgency({ age: hours(36), quiet: 0, has_changed: false }, every)
    expect(longest).toBeLessThan(overdue)
    expect(urgency({ age: hours(13), quiet: 0, has_changed: true }, every)).toBeGreaterThan(overdue)
    expect(urgency({ age: hours(12), quiet: 0, has_changed: true }, every)).toBeLessThan(overdue)
    expect(urgency({ age: hours(37), quiet: 90 * every, has_changed: false }, every)).toBeGreaterThan(overdue)
  })
})

it('a run asks for half of the pages, and for the only one there is', () => {
  expect([0, 1, 2, 3, 100].map(shareOf)).toEqual([0, 1, 1, 2, 50])
})
