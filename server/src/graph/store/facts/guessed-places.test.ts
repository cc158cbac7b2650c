import { expect, it } from 'vitest'
import type { Where } from '../../../facts/claim.ts'
import { entityClaim } from '../../../facts/claim.ts'
import { compare } from '../../../resolution/compare.ts'
import { entityDocument } from './document-of.ts'
import { entityValues, type FactRow } from './fact-values.ts'
import { profileOf } from './profile-of.ts'

const halifax: Where = { lat: 44.65, lon: -63.57, precision: 'point', country: 'CA', place_id: 'geonames:6324729' }
const guess: Where = { lat: 53.7, lon: -1.85, precision: 'city', country: 'GB', place_id: 'geonames:2647632' }

function factsOf(where: Where & { is_guess?: true; region?: string }, hosts: string[]): FactRow[] {
  const { type, quote, ...fact } = entityClaim({
    ...{ ref: 'a', kind: 'location', name: 'Halifax', where },
    quote: { text: 'Halifax', start: 0, end: 7 },
  })
  const at = '2026-01-01T00:00:00.000Z'
  const row = { owner_id: 'a', origin: 'text', n: 1, first_at: at, last_at: at } as const
  return hosts.flatMap((host) => entityValues(fact).map((value) => ({ ...row, ...value, host })))
}

it('shows where a page says that a place is, however many hosts only name it', () => {
  const facts = [...factsOf({ ...guess, is_guess: true }, ['a', 'b', 'c']), ...factsOf(halifax, ['d'])]
  expect(entityDocument([{ kind: 'location', facts }]).where).toEqual(halifax)
})

it('shows the guess where no page says more', () => {
  const facts = factsOf({ ...guess, is_guess: true }, ['a'])
  expect(entityDocument([{ kind: 'location', facts }]).where).toEqual(guess)
})

it('does not hold a guess against coordinates, but against a region', () => {
  const profile = (where: Parameters<typeof factsOf>[0]) => profileOf('location', factsOf(where, ['a']))
  const guessed = profile({ ...guess, is_guess: true })
  expect(compare(guessed, profile(halifax))).toMatchObject({ decision: 'same', is_veto: false })
  const inRegion = profile({ ...halifax, precision: 'city', region: 'Nova Scotia' })
  expect(compare(guessed, inRegion)).toMatchObject({ decision: 'different', is_veto: true })
  expect(compare(profile({ ...guess, precision: 'point' }), profile(halifax))).toMatchObject({ is_veto: true })
})
