import { describe, expect, it } from 'vitest'
import {
  allowance,
  isDoubted,
  isHeld,
  type Novelty,
  newGroup,
  noteSettled,
  type PageLinks,
  probe,
  siteScoreMax,
} from './trap-score.ts'

// How many pages a group alone on its site gives until it is held back, or `most`. `listed`: its links that other pages
// have; its own pages have `fresh` more. `before`: pages of other groups of the site that said something new.

const most = 10_000

type PageAt = (index: number) => [Novelty, Partial<Omit<PageLinks, 'depth'>>?]

function takeAll(key: string, { maxPages = 1_000, before = 200, listed = most }, pageAt: PageAt): number {
  const group = newGroup(key)
  let [taken, waiting, scores, novel] = [0, listed, 0, before]
  for (;;) {
    const max = siteScoreMax(maxPages, novel, key)
    const isEnded = taken >= most || waiting === 0 || isHeld(group, max - scores)
    if (isEnded) return Math.min(taken, most)
    const count = Math.min(isDoubted(group) ? probe(group) : allowance(group), waiting)
    group.open += count
    waiting -= count
    for (let page = 0; page < count; page++) {
      const depth = taken
      const [novelty, links] = pageAt(taken++)
      waiting += links?.fresh ?? 0
      scores += noteSettled(group, novelty, {
        depth,
        known: 0,
        fresh: 0,
        grown: links?.fresh ?? 0,
        is_cut: false,
        ...links,
      })
      if (novelty === 'novel') novel++
    }
  }
}

const leadsOn = { fresh: 1 }
const leadsToMany = { fresh: 20 }

describe('a group of addresses', () => {
  it.each([400, 1_000, 10_000])('costs little of %i pages when it says nothing new and keeps growing', (maxPages) => {
    const ways: (() => number)[] = [
      () => takeAll('a.example/list?page', { maxPages }, () => ['near_duplicate', leadsOn]),
      () =>
        takeAll('a.example/calendar/#/#', { maxPages }, (index) => [
          index === 0 ? 'novel' : 'near_duplicate',
          leadsToMany,
        ]),
      () => takeAll('a.example/*', { maxPages }, () => ['soft_404']),
      () => takeAll('a.example/*/*?print', { maxPages }, () => ['duplicate']),
    ]
    for (const way of ways) {
      expect(way()).toBeLessThanOrEqual(0.05 * maxPages)
      expect(way()).toBeGreaterThan(1)
    }
  })

  it('costs little when a machine makes up its texts, each leading to many more', () => {
    expect(takeAll('a.example/tales/*', {}, () => ['novel', leadsToMany])).toBeLessThanOrEqual(50)
  })

  it('is taken to its end while it says something new', () => {
    expect(takeAll('a.example/news/*', {}, () => ['novel', leadsOn])).toBe(most)
    // Lists among them, now and then.
    const mixed: PageAt = (index) => (index % 10 === 9 ? ['near_duplicate', leadsOn] : ['novel'])
    expect(takeAll('a.example/news/*', {}, mixed)).toBe(most)
  })

  it('is taken to its end when its pages refer to each other, whatever they open', () => {
    expect(takeAll('a.example/wiki/*', {}, (index) => ['novel', { fresh: 10, known: index % 5 }])).toBe(most)
  })

  it.each(['a.example/*', 'a.example/item/#', 'a.example/item?id'])(
    'is taken to its end when its pages are alike and lead to nothing new: %s',
    (key) => {
      expect(takeAll(key, { maxPages: 10 }, () => ['near_duplicate'])).toBe(most)
    },
  )

  it('is taken to its end when it stops growing', () => {
    expect(takeAll('a.example/item/#', {}, (index) => ['near_duplicate', index < 20 ? leadsToMany : {}])).toBe(most)
  })

  it('is suspected for the height of a tree, whatever its breadth, and for each page where the crawl may go no deeper', () => {
    const scoreOf = (depths: number[], is_cut = false) => {
      const group = newGroup('a.example/topic/#')
      for (const depth of depths) noteSettled(group, 'near_duplicate', { depth, known: 0, fresh: 6, grown: 6, is_cut })
      return group.trap_score
    }
    expect(scoreOf([1, 2, 3, 3, 3, 2, 3, 3])).toBe(3)
    expect(scoreOf([3, 3, 3, 3], true)).toBe(4)
  })

  it('is not suspected for pages with data of their own', () => {
    expect(takeAll('a.example/record/#', { listed: 1 }, () => ['varied', leadsOn])).toBe(most)
  })

  it('is taken for two years of months on a small site, whatever the page budget is', () => {
    const months = takeAll('a.example/calendar/#/#', { maxPages: 50, before: 5 }, () => ['near_duplicate', leadsOn])
    expect(months).toBeGreaterThanOrEqual(24)
    expect(months).toBeLessThan(40)
  })

  it.each([
    ['more at once the more of it was read, when it does not grow', 0, 13],
    ['one at a time, while it grows', 1, 1],
  ])('gives %s', (_name, grown, count) => {
    const group = newGroup('a.example/list?*2')
    for (let page = 0; page < 100; page++)
      noteSettled(group, 'duplicate', { depth: page, known: 0, fresh: grown, grown, is_cut: false })
    expect(probe(group)).toBe(count)
  })

  it('is no worse for pages that could not be read', () => {
    expect(takeAll('a.example/*', {}, () => ['failed'])).toBe(most)
  })

  it('is held back when it goes on after its end, however much it said before', () => {
    const end = 500
    const taken = takeAll('a.example/list?page', { listed: 1 }, (index) => [
      index < end ? 'novel' : 'near_duplicate',
      leadsOn,
    ])
    expect(taken - end).toBeLessThanOrEqual(50)
  })

  it('goes on after a person has let it go', () => {
    const group = newGroup('a.example/list?page')
    for (let page = 0; page < 100; page++)
      noteSettled(group, 'near_duplicate', { depth: page, known: 0, fresh: 1, grown: 1, is_cut: false })
    expect(isHeld(group, -90)).toBe(true)
    group.is_released = true
    expect([isHeld(group, -90), isDoubted(group)]).toEqual([false, false])
  })
})
