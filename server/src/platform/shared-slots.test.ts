import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { SharedSlots, SlotsTaken } from './shared-slots.ts'

/** Work that ends when it is told. */
function manual(slots: SharedSlots, holder: string, begun: string[], ended?: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = () => {
    begun.push(holder)
    return promise
  }
  return { end: resolve, done: Promise.resolve(slots.run(holder, work, ended && (() => ended))) }
}

it('serves those who wait in turn, however many of one wait', async () => {
  const slots = new SharedSlots({ total: 3, per_holder: 2, waiting_per_holder: 10 })
  const begun: string[] = []
  const many = Array.from({ length: 6 }, () => manual(slots, 'many', begun))
  expect(begun).toEqual(['many', 'many'])
  const other = manual(slots, 'other', begun)
  const [third, fourth] = [manual(slots, 'third', begun), manual(slots, 'third', begun)]
  expect(begun).toEqual(['many', 'many', 'other'])
  expect(slots.use).toEqual({ held: 3, waiting: 6 })
  many[0]?.end()
  await many[0]?.done
  await nextTurn()
  // It was the turn of the one that came first, and is now that of the other.
  expect(begun.slice(3)).toEqual(['many'])
  many[1]?.end()
  await nextTurn()
  expect(begun.slice(4)).toEqual(['third'])
  for (const each of [...many, other, third, fourth]) each.end()
  await Promise.all([...many, other, third, fourth].map(({ done }) => done))
  expect(slots.use).toEqual({ held: 0, waiting: 0 })
})

it('refuses one of whom too many wait, and forgets who leaves', async () => {
  const slots = new SharedSlots({ total: 1, per_holder: 1, waiting_per_holder: 1 })
  const begun: string[] = []
  const first = manual(slots, 'a', begun)
  const leaving = new AbortController()
  const second = manual(slots, 'a', begun, leaving.signal)
  expect(() => manual(slots, 'a', begun)).toThrow(SlotsTaken)
  leaving.abort(new Error('left'))
  await expect(second.done).rejects.toThrow('left')
  const third = manual(slots, 'a', begun)
  first.end()
  third.end()
  await third.done
  expect(begun).toEqual(['a', 'a'])
  expect(slots.use).toEqual({ held: 0, waiting: 0 })
})

it('gives the slot back when the work fails, at once or later', async () => {
  const slots = new SharedSlots({ total: 1, per_holder: 1, waiting_per_holder: 1 })
  const fails = () => {
    throw new Error('at once')
  }
  expect(() => slots.run('a', fails)).toThrow('at once')
  await expect(slots.run('a', () => Promise.reject(new Error('later')))).rejects.toThrow('later')
  expect(slots.run('a', () => 1)).toBe(1)
  expect(slots.use.held).toBe(0)
})

it('leaves something for the next holder, however many slots one wants', async () => {
  const slots = new SharedSlots({ total: 16 })
  const begun: string[] = []
  const holders = ['a', 'b', 'c', 'd'].map((holder) => Array.from({ length: 20 }, () => manual(slots, holder, begun)))
  expect(Object.groupBy(begun, (holder) => holder)).toMatchObject({
    a: { length: 8 },
    b: { length: 4 },
    c: { length: 2 },
    d: { length: 1 },
  })
  for (const each of holders.flat()) each.end()
  await Promise.all(holders.flat().map(({ done }) => done))
  expect([begun.length, slots.use]).toEqual([80, { held: 0, waiting: 0 }])
})

it('lets work wait before others of its holder', async () => {
  const slots = new SharedSlots({ total: 1, per_holder: 1 })
  const begun: string[] = []
  const first = manual(slots, 'a', begun)
  const later = slots.run('a', async () => void begun.push('later'))
  const sooner = slots.run('a', async () => void begun.push('sooner'), undefined, true)
  first.end()
  await Promise.all([later, sooner])
  expect(begun).toEqual(['a', 'sooner', 'later'])
})
