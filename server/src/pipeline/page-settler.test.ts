import { expect, it } from 'vitest'
import { says } from '../../test/support/graph/claims-fixture.ts'
import type { PageEnding } from '../crawl/page-ending.ts'
import { portionsOf } from './page-settler.ts'

const read = (claims: number, chars = 100): PageEnding =>
  ({
    type: 'read',
    facts: { claims: Array.from({ length: claims }, (_, n) => says('person', `Ann ${n}`)) },
    content: { text: 'a'.repeat(chars), stored_blocks: '' },
  }) as never

it('pages with many claims are written in transactions of their own, in the order in which they ended', () => {
  const pages = [10, 500, 500, 100, 2_000, 20, 0].map(read)
  const portions = [...portionsOf(pages)]
  expect(portions.flat()).toEqual(pages)
  expect(portions.map(({ length }) => length)).toEqual([2, 2, 1, 2])
})

it('pages with few claims are written together', () => {
  const pages = Array.from({ length: 64 }, () => read(5))
  expect([...portionsOf(pages)]).toEqual([pages])
})

it('long texts are written in transactions of their own', () => {
  const pages = [100, 3_000_000, 3_000_000, 9_000_000, 100].map((chars) => read(1, chars))
  expect([...portionsOf(pages)].map(({ length }) => length)).toEqual([2, 1, 1, 1])
})
