import { expect, it } from 'vitest'
import { type Claim, type EntityClaim, entityClaim } from '../../facts/claim.ts'
import { Places } from '../../places/find-place.ts'
import { createLocator } from './locate.ts'

const locator = createLocator(() => Places.load())

function town(name: string, more: Partial<EntityClaim> = {}): EntityClaim {
  return entityClaim({ ref: name, kind: 'location', name, quote: { text: name, start: 0, end: name.length }, ...more })
}

async function located(claims: Claim[], host: string | null = null) {
  return (await locator.locate(claims, host)).map((claim) => (claim as EntityClaim).where)
}

it('puts a town where its coordinates on the page are, with the id of the town there', async () => {
  const [where] = await located([town('Halifax', { where: { lat: 44.65, lon: -63.57 } })])
  expect(where).toMatchObject({ lat: 44.65, lon: -63.57, country: 'CA', place_id: 'geonames:6324729' })
  expect(where).not.toHaveProperty('is_guess')
})

it('believes the id that the page gives', async () => {
  const [boston] = await located([town('Boston', { external_ids: { geonames: '2655138' } })])
  expect(boston).toMatchObject({ lat: expect.closeTo(52.976, 2), country: 'GB', place_id: 'geonames:2655138' })
  expect(boston).not.toHaveProperty('is_guess')
  const [unknown] = await located([town('Boston', { external_ids: { geonames: '1' } })])
  expect(unknown).toMatchObject({ country: 'US' })
})

it('finds a town within the country that the page states', async () => {
  const [where] = await located([town('Perth', { where: { country: 'GB' } })])
  expect(where).toMatchObject({ country: 'GB', precision: 'city', place_id: 'geonames:2640358' })
})

it('takes a name that is in many countries for the town where the others of the page are', async () => {
  const names = ['Dundee', 'Edinburgh', 'Inverness', 'Perth'].map((name) => town(name))
  expect((await located(names)).at(-1)).toMatchObject({ country: 'GB', is_guess: true })
  expect((await located([town('Perth')])).at(-1)).toMatchObject({ country: 'AU', is_guess: true })
  expect((await located([town('Hamilton')], 'www.waikato.ac.nz')).at(-1)).toMatchObject({ country: 'NZ' })
})

it('is sure of a name with its region', async () => {
  const quote = { text: 'He moved to Springfield, Illinois, in 1837.', start: 0, end: 43 }
  const [where] = await located([town('Springfield', { quote })])
  expect(where).toMatchObject({ country: 'US', region: 'Illinois' })
  expect(where).not.toHaveProperty('is_guess')
})

it('leaves it to the other pages of the site which of many towns is meant, where the page does not tell', async () => {
  const [alone] = await located([town('Perth')])
  expect(alone).toMatchObject({
    country: 'AU',
    others: expect.arrayContaining([expect.objectContaining({ country: 'GB' })]),
  })
  const names = ['Dundee', 'Edinburgh', 'Inverness', 'Perth'].map((name) => town(name))
  expect((await located(names)).at(-1)).not.toHaveProperty('others')
  const [stated] = await located([town('Perth', { where: { country: 'GB' } })])
  expect(stated).not.toHaveProperty('others')
})

it('is not sure of a name that may be none of a place, unless everybody knows the town or the page has others there', async () => {
  const doubted = (name: string) => town(name, { confidence: 0.6 })
  expect((await located([doubted('Apex')]))[0]).toMatchObject({ is_unsure: true })
  expect((await located([doubted('Las Vegas')]))[0]).not.toHaveProperty('is_unsure')
  expect((await located([town('Cary', { confidence: 0.9 })]))[0]).not.toHaveProperty('is_unsure')
  const page = ['Denver', 'Chicago', 'Boston', 'Houston'].map((name) => town(name))
  expect((await located([...page, doubted('Apex')])).at(-1)).not.toHaveProperty('is_unsure')
})
