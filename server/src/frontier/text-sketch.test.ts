import { describe, expect, it } from 'vitest'
import { randomOf, Writer } from '../../test/support/random-text.ts'
import { addToGroup, addToSite, sayingsOf } from './text-sketch.ts'

const articleOf = (seed: number) => {
  const writer = new Writer(randomOf(seed), 800)
  return Array.from({ length: 4 }, () => writer.paragraph())
}

describe('what a page says', () => {
  it('is new, until it is said again', () => {
    const first = addToGroup(null, sayingsOf(articleOf(1)))
    expect(first.new_share).toBe(1)
    const other = addToGroup(first.filter, sayingsOf(articleOf(2)))
    expect(other.new_share).toBeGreaterThan(0.9)
    expect(addToGroup(other.filter, sayingsOf(articleOf(1))).new_share).toBe(0)
  })

  it('is the same with other numbers, in other letters, and with a line more', () => {
    const text = 'There are no events in the calendar for this month. Please come back later, or choose another one.'
    const { filter } = addToGroup(null, sayingsOf([text]))
    expect(addToGroup(filter, sayingsOf([`${text.toUpperCase()} 2026-05-17, 3.50 €`])).new_share).toBe(0)
    const article = articleOf(3)
    const site = addToSite(null, sayingsOf(article))
    expect(addToSite(site.filter, sayingsOf(['Print this page', ...article])).new_share).toBeLessThan(0.2)
  })

  it('stays new however much was said before', () => {
    let filter: Buffer | null = null
    const shares: number[] = []
    for (let seed = 0; seed < 2_000; seed++) {
      const said = addToGroup(filter, sayingsOf(articleOf(seed)))
      filter = said.filter
      shares.push(said.new_share)
    }
    expect(Math.min(...shares)).toBeGreaterThan(0.4)
  })

  it('may be nothing, or in a script without spaces', () => {
    expect(addToGroup(null, sayingsOf([])).new_share).toBe(0)
    expect(addToGroup(null, sayingsOf(['12 34', '---'])).new_share).toBe(0)
    const { filter } = addToGroup(null, sayingsOf(['東京は日本の首都である。人口は多い。']))
    expect(addToGroup(filter, sayingsOf(['京都は日本の古い都である。寺が多い。'])).new_share).toBeGreaterThan(0.4)
    expect(addToGroup(filter, sayingsOf(['東京は日本の首都である。人口は多い。'])).new_share).toBe(0)
  })
})
