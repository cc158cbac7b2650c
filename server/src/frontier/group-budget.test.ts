import { describe, expect, it } from 'vitest'
import { allowance, type Novelty, newGroup, noteSettled, type PageLinks, wasteMax } from './group-budget.ts'

// How many pages a group alone on its site gives until it is given up, or `most`.

const most = 10_000

function takeAll(key: string, maxPages: number, pageAt: (index: number) => [Novelty, Partial<PageLinks>?]): number {
  const group = newGroup(key)
  let [taken, wasted, novel] = [0, 0, 0]
  for (;;) {
    const max = wasteMax(maxPages, novel)
    const count = allowance(group, { max, left: max - wasted })
    if (count === 0 || taken >= most) return Math.min(taken, most)
    group.open += count
    for (let page = 0; page < count; page++) {
      const [novelty, links] = pageAt(taken++)
      wasted += noteSettled(group, novelty, { known: 0, fresh: 0, opened: 0, ...links })
      if (novelty === 'novel') novel++
    }
  }
}

const leadsOn = { fresh: 1, opened: 1 }
const leadsToMany = { fresh: 20, opened: 20 }

describe('a group of addresses', () => {
  it.each([200, 1_000, 10_000])('costs little of %i pages when it says nothing new and leads on and on', (maxPages) => {
    const ways: (() => number)[] = [
      () => takeAll('a.example/list?page', maxPages, () => ['similar', leadsOn]),
      () => takeAll('a.example/calendar/#/#', maxPages, (index) => [index === 0 ? 'novel' : 'similar', leadsToMany]),
      () => takeAll('a.example/*', maxPages, () => ['feigned']),
      () => takeAll('a.example/*/*?print', maxPages, () => ['copied']),
    ]
    for (const way of ways) {
      expect(way()).toBeLessThanOrEqual(0.05 * maxPages)
      expect(way()).toBeGreaterThan(1)
    }
  })

  it('costs little when a machine makes up its texts, each leading to many more', () => {
    expect(takeAll('a.example/tales/*', 1_000, () => ['novel', leadsToMany])).toBeLessThanOrEqual(50)
  })

  it('is taken to its end while it says something new', () => {
    expect(takeAll('a.example/news/*', 1_000, () => ['novel', leadsOn])).toBe(most)
    // Lists among them, now and then.
    const mixed = takeAll('a.example/news/*', 1_000, (index) => (index % 10 === 9 ? ['similar', leadsOn] : ['novel']))
    expect(mixed).toBe(most)
  })

  it('is taken to its end when its pages refer to each other, whatever they open', () => {
    expect(takeAll('a.example/wiki/*', 1_000, (index) => ['novel', { fresh: 10, known: index % 5 }])).toBe(most)
  })

  it.each(['a.example/*', 'a.example/item/#', 'a.example/item?id'])(
    'is taken to its end when its pages are alike and lead nowhere: %s',
    (key) => {
      expect(takeAll(key, 1_000, () => ['similar'])).toBe(most)
    },
  )

  it('is no worse for pages that could not be read', () => {
    expect(takeAll('a.example/*', 1_000, () => ['failed'])).toBe(most)
  })

  it('is given up when it goes on after its end, however much it said before', () => {
    const end = 500
    const taken = takeAll('a.example/list?page', 1_000, (index) => [index < end ? 'novel' : 'similar', leadsOn])
    expect(taken - end).toBeLessThanOrEqual(50)
  })
})
