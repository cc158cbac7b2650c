import { limits } from '@polegraph/contract/limits.ts'
import { expect, it } from 'vitest'
import { relates, says } from '../../../../test/support/graph/claims-fixture.ts'
import { boundClaims } from './bound-claims.ts'

const most = limits.page_entities_max
const people = (count: number) => Array.from({ length: count }, (_, n) => says('person', `Ann ${n}`))

it('a page keeps the claims about its first entities, and says that others are left out', () => {
  const first = [...people(most), relates(['person', 'Ann 0'], 'knows', ['person', 'Ann 1'])]
  const { claims, note } = boundClaims([...people(most + 20), ...first])
  expect(claims).toEqual([...people(most), ...first])
  expect(note).toBe(`; only the first ${most} of ${most + 20} entities are kept`)
})

it('a relationship names both its ends', () => {
  const met = relates(['person', 'Ann X'], 'met', ['person', 'Ann Y'])
  expect(boundClaims([...people(most - 1), met]).claims).not.toContain(met)
  expect(boundClaims([...people(most - 2), met]).claims).toContain(met)
})

it('one entity has a bounded number of claims, too', () => {
  const many = Array.from({ length: limits.page_claims_max + 1 }, (_, n) => says('person', 'Ann', { summary: `${n}` }))
  const { claims, note } = boundClaims(many)
  expect(claims).toEqual(many.slice(0, -1))
  expect(note).toMatch(/only the first .* claims are kept$/)
})

it('what a page may name is kept as it is', () => {
  expect(boundClaims(people(most))).toEqual({ claims: people(most), note: '' })
})
