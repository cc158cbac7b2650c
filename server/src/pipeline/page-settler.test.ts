import { expect, it } from 'vitest'
import { says } from '../../test/support/graph/claims-fixture.ts'
import type { PageEnding } from '../crawl/page-ending.ts'
import { firstPortion, roomAfter } from './page-settler.ts'

const read = (claims: number, chars = 100): PageEnding =>
  ({
    type: 'read',
    facts: { claims: Array.from({ length: claims }, (_, n) => says('person', `Ann ${n}`)) },
    content: { text: 'a'.repeat(chars), stored_blocks: '' },
  }) as never

/** The endings in their order, in portions for one transaction each. */
function portionsOf(endings: PageEnding[], room = 1): PageEnding[][] {
  if (endings.length === 0) return []
  const { portion } = firstPortion(endings, room)
  return [portion, ...portionsOf(endings.slice(portion.length), room)]
}

it('pages with many claims are written in transactions of their own, in the order in which they ended', () => {
  const pages = [10, 500, 500, 100, 2_000, 20, 0].map(read)
  const portions = portionsOf(pages)
  expect(portions.flat()).toEqual(pages)
  expect(portions.map(({ length }) => length)).toEqual([2, 2, 1, 2])
})

it('pages with few claims are written together', () => {
  const pages = Array.from({ length: 64 }, () => read(5))
  expect(portionsOf(pages)).toEqual([pages])
})

it('long texts are written in transactions of their own', () => {
  const pages = [100, 3_000_000, 3_000_000, 9_000_000, 100].map((chars) => read(1, chars))
  expect(portionsOf(pages).map(({ length }) => length)).toEqual([2, 1, 1, 1])
})

it('transactions become smaller where they take long, and larger where they do not', () => {
  const pages = Array.from({ length: 64 }, () => read(40))
  let room = 1
  for (let n = 0; n < 20; n++) {
    // A machine that takes 20 ms for each claim: a whole batch would be waited for for a minute.
    const { portion, share } = firstPortion(pages, room)
    room = roomAfter(room, share, portion.length * 40 * 20)
  }
  expect(firstPortion(pages, room).portion).toHaveLength(1)
  for (let n = 0; n < 20; n++) room = roomAfter(room, firstPortion(pages, room).share, 10)
  expect(firstPortion(pages, room).portion.length).toBeGreaterThan(15)
})
