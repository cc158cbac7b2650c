import { describe, expect, it } from 'vitest'
import { randomOf, Writer } from '../../../test/support/random-text.ts'
import { addToGroup, addToSite, dataOf, sketchOf } from './text-sketch.ts'

const articleOf = (seed: number) => {
  const writer = new Writer(randomOf(seed), 800)
  return Array.from({ length: 4 }, () => writer.paragraph())
}

describe('what a page says', () => {
  it('is new, until it is said again', () => {
    const first = addToGroup(null, sketchOf(articleOf(1)))
    expect(first.new_share).toBe(1)
    const other = addToGroup(first.filter, sketchOf(articleOf(2)))
    expect(other.new_share).toBeGreaterThan(0.9)
    expect(addToGroup(other.filter, sketchOf(articleOf(1))).new_share).toBe(0)
  })

  it('is the same with other numbers, in other letters, and with a line more', () => {
    const text = 'There are no events in the calendar for this month. Please come back later, or choose another one.'
    const { filter } = addToGroup(null, sketchOf([text]))
    expect(addToGroup(filter, sketchOf([`${text.toUpperCase()} 2026-05-17, 3.50 €`])).new_share).toBe(0)
    const article = articleOf(3)
    const site = addToSite(null, sketchOf(article))
    expect(addToSite(site.filter, sketchOf(['Print this page', ...article])).new_share).toBeLessThan(0.2)
  })

  it('stays new however much was said before', () => {
    let filter: Buffer | null = null
    const shares: number[] = []
    for (let seed = 0; seed < 2_000; seed++) {
      const said = addToGroup(filter, sketchOf(articleOf(seed)))
      filter = said.filter
      shares.push(said.new_share)
    }
    expect(Math.min(...shares)).toBeGreaterThan(0.4)
  })

  it('may be nothing, or in a script without spaces', () => {
    expect(addToGroup(null, sketchOf([])).new_share).toBe(0)
    expect(addToGroup(null, sketchOf(['12 34', '---'])).new_share).toBe(0)
    const { filter } = addToGroup(null, sketchOf(['東京は日本の首都である。人口は多い。']))
    expect(addToGroup(filter, sketchOf(['京都は日本の古い都である。寺が多い。'])).new_share).toBeGreaterThan(0.4)
    expect(addToGroup(filter, sketchOf(['東京は日本の首都である。人口は多い。'])).new_share).toBe(0)
  })
})

describe('the data of a page', () => {
  const of = (text: string, address: string) => dataOf([text], `https://a.example${address}`)

  it('are those that do not follow from its address', () => {
    expect(of('Record 417 holds 9310 items', '/record/417')).not.toBe(of('Record 418 holds 8114 items', '/record/418'))
    expect(of('Record 417 holds items', '/record/417')).toBe(of('Record 418 holds items', '/record/418'))
    expect(of('All about red-fox', '/red-fox')).toBe(of('All about grey-owl', '/grey-owl'))
  })

  it('are no dates', () => {
    expect(of('No events in May 2031', '/events?offset=61')).toBe(of('No events in June 2031', '/events?offset=62'))
    expect(of('Sunday, 17 May 2026', '/day')).toBeUndefined()
  })
})

it('of a paragraph of megabytes only the beginning is read', () => {
  const long = 'the committee met again '.repeat(50_000)
  expect(sketchOf([long]).count).toBeLessThan(1_000)
  const address = 'https://example.org/'
  expect(dataOf([`${long} in Riga`], address)).toBe(dataOf([`${long} in Oslo`], address))
})
