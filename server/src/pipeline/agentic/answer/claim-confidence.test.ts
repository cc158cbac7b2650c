import { expect, it } from 'vitest'
import { type Claim, type EntityRef, entityClaim, relationshipClaim } from '../../../facts/claim.ts'
import { confidenceOf } from '../../../graph/store/facts/confidence.ts'
import { type RatedPage, rateClaims } from './claim-confidence.ts'

const text = 'Ada Berg, treasurer, works for the Harbour Society.'
const quote = { text, start: 0, end: text.length }
const ada = { ref: '1', kind: 'person', name: 'Ada Berg' }
const society = { ref: '2', kind: 'object', name: 'Harbour Society' }
const named = (one: EntityRef, more = {}) => entityClaim({ ...one, quote, ...more })
const works = (more = {}) => relationshipClaim({ from: ada, to: society, relation: 'works_for', quote, ...more })

/** How likely the last of some claims is, and its page by default is nothing but the main text. */
function rated(claims: Claim[], by_rules: RatedPage['by_rules'] = [], is_main = true): number {
  const all = rateClaims(claims, { blocks: [{ start: 0, end: text.length, is_main }], by_rules })
  return all.at(-1)?.confidence as number
}

it('trusts a name more where rules read it with the same kind, and less where they read another', () => {
  const alone = rated([named(society)])
  expect(rated([named(society)], [society])).toBeGreaterThan(alone)
  expect(rated([named(society)], [{ ...society, kind: 'person' }])).toBeLessThan(alone)
  expect(rated([named(society)], [ada])).toBe(alone)
})

it('trusts a name less that its quote does not have', () => {
  const alone = rated([named(society)])
  expect(rated([named({ ...society, name: 'Pilot Guild' })])).toBeLessThan(alone)
  expect(rated([named(society, { aliases: ['Pilot Guild'] })])).toBe(alone)
})

it('trusts a relationship more that has a role or that rules read too', () => {
  const ends = [named(ada), named(society, { aliases: ['The Society'] })]
  const alone = rated([...ends, works()])
  expect(rated([...ends, works({ role: 'treasurer' })])).toBeGreaterThan(alone)
  const said = (name: string) => ({ from: ada, to: { ...society, name }, relation: 'works_for' })
  expect(rated([...ends, works()], [said('the society')])).toBeGreaterThan(alone)
  expect(rated([...ends, works()], [said('Pilot Guild')])).toBe(alone)
  expect(rated([...ends, works()], [{ ...said('the society'), relation: 'leads' }])).toBe(alone)
})

it('trusts a relationship less whose type is none of the usual, that joins other kinds, or stands beside the main text', () => {
  const alone = rated([works()])
  expect(rated([works({ relation: 'praised' })])).toBeLessThan(alone)
  expect(rated([works({ relation: 'competitor_of', from: society })])).toBeLessThan(alone)
  expect(rated([works({ to: { ...society, kind: 'location' } })])).toBeLessThan(alone)
  expect(rated([works()], [], false)).toBeLessThan(alone)
})

it('comes in steps, and never above what was measured', () => {
  const rules = [ada, society, { from: ada, to: society, relation: 'works_for' }]
  const [name, relation] = [rated([named(ada)], rules), rated([works({ role: 'treasurer' })], rules)]
  expect([name, relation]).toEqual([0.95, 0.85])
  for (const one of [name, relation]) expect(Number.isInteger(Math.round(one * 1e6) / 5e4)).toBe(true)
  // What one page of one host says is worth no more than that.
  const host = { host: 'a.example', origin: 'model', n: 1 } as const
  expect(confidenceOf([{ ...host, value_key: String(relation) }])).toBe(relation)
})
