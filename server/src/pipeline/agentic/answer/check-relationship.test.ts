import { expect, it } from 'vitest'
import { checkIn } from '../../../../test/support/model/check-in.ts'

const relationIn = (page: string, given: object) => {
  const [one, other] = ['Ada Berg', 'Harbour Society'].map((name, at) => ({
    ref: name,
    kind: at === 0 ? 'person' : 'object',
    name,
    quote: name,
  }))
  const { claims, refusals } = checkIn(
    page,
    [one as object, other as object],
    [{ from: 'Ada Berg', to: 'Harbour Society', quote: page, ...given }],
  )
  return { relation: claims.find(({ type }) => type === 'relationship'), refusals }
}
const chairs = 'Ada Berg, former president, led the Harbour Society.'

it.for<[given: string, kept: string, said_as: string | undefined]>([
  ['Ada Berg leads Harbour Society', 'Ada Berg leads Harbour Society', undefined],
  ['Harbour Society is led by Pilot Guild', 'Pilot Guild leads Harbour Society', 'is_led_by'],
  ['Harbour Society employs Ada Berg', 'Ada Berg works_for Harbour Society', 'employs'],
  ['Ada Berg worksAt Harbour Society', 'Ada Berg works_for Harbour Society', 'works_at'],
  ['Ada Berg is_ceo_of Harbour Society', 'Ada Berg leads Harbour Society', 'is_ceo_of'],
  ['Ada Berg was_head_of_finance_of Harbour Society', 'Ada Berg works_for Harbour Society', 'was_head_of_finance_of'],
  ['Ada Berg parent_of Jonas Holm', 'Ada Berg parent_of Jonas Holm', undefined],
  ['Pilot Guild parent_of Harbour Society', 'Pilot Guild owner_of Harbour Society', 'parent_of'],
  ['Harbour Days was_held_at Harbour Society', 'Harbour Days located_in Harbour Society', 'was_held_at'],
  ['Harbour Days held_at Lisbon', 'Harbour Days located_in Lisbon', 'held_at'],
  // The ends are taken for one another.
  ['Harbour Society works_for Ada Berg', 'Ada Berg works_for Harbour Society', undefined],
])('%s: %s', ([given, kept, said_as]) => {
  const entities = Object.entries(kinds).map(([name, kind]) => ({ ref: name, kind, name, quote: name }))
  const [from = '', to = ''] = Object.keys(kinds)
    .filter((name) => given.includes(name))
    .sort((a, b) => given.indexOf(a) - given.indexOf(b))
  const type = given.slice(from.length, -to.length).trim()
  const page = `${Object.keys(kinds).join(', ')}.`
  const { claims } = checkIn(page, entities, [{ from, to, type, quote: page }])
  const [claim] = claims.filter((one) => one.type === 'relationship')
  expect(claim && `${claim.from.name} ${claim.relation} ${claim.to.name}`).toBe(kept)
  expect(claim?.said_as).toBe(said_as)
})

const kinds = {
  ...{ 'Ada Berg': 'person', 'Jonas Holm': 'person', 'Harbour Society': 'object', 'Pilot Guild': 'object' },
  ...{ Lisbon: 'location', 'Harbour Days': 'event' },
}

it('keeps a type of its own in the words of the quote, and what is near a relation as it is', () => {
  expect(relationIn('Ada Berg sued the Harbour Society.', { type: 'sued' }).relation).toMatchObject({
    relation: 'sued',
  })
  const near = relationIn(chairs, { type: 'treasurer_of' }).relation
  expect(near).toMatchObject({ relation: 'treasurer_of' })
  expect(near).not.toHaveProperty('said_as')
})

it('gives a role to the relation where the page has it', () => {
  const said = relationIn(chairs, { type: 'leads', role: 'former president' })
  expect(said).toMatchObject({ relation: { role: 'former president' }, refusals: [] })
  expect(relationIn(chairs, { type: 'leads', role: 'first admiral' })).toMatchObject({ refusals: ['role'] })
  expect(relationIn(chairs, { type: 'president_of' }).relation).toMatchObject({ relation: 'leads' })
})

it.for<[string, string, string, string | undefined]>([
  ['what is said', chairs, 'said', undefined],
  ['what somebody claims', chairs, 'reported', 'reported'],
  ['what is not so', 'Ada Berg never led the Harbour Society.', 'denied', 'denied'],
  ['hearsay that a model repeats', 'Ada Berg allegedly led the Harbour Society.', 'said', 'reported'],
  ['a word that is no certainty', chairs, 'maybe', 'reported'],
  ['a word in other letters', 'Ada Berg never led the Harbour Society.', ' DENIED ', 'denied'],
  ['another word for plainly', chairs, 'Certain', undefined],
  ['another word for denied', 'Ada Berg never led the Harbour Society.', 'negated', 'denied'],
  ['something else than a word', chairs, ['denied'] as unknown as string, 'reported'],
])('tells the certainty of %s', ([, page, certainty, kept]) => {
  expect(relationIn(page, { type: 'leads', certainty }).relation?.certainty).toBe(kept)
})

it('gives an act its day at both ends', () => {
  const page = 'Ada Berg met the Harbour Society on 5 May 1998.'
  const met = relationIn(page, { type: 'met_with', since: '1998-05-05' }).relation
  expect(met).toMatchObject({ since: '1998-05-05', until: '1998-05-05' })
  const leads = relationIn(page, { type: 'leads', since: '1998-05-05' }).relation
  expect(leads).toMatchObject({ since: '1998-05-05', until: null })
})

it('takes what a model says nothing about for plain, unless the words between the names deny it', () => {
  expect(relationIn(chairs, { type: 'leads', certainty: null }).relation).not.toHaveProperty('certainty')
  const page = 'Ada Berg never led the Harbour Society.'
  expect(relationIn(page, { type: 'leads', certainty: null })).toMatchObject({ refusals: ['type'] })
  expect(relationIn(page, { type: 'leads', certainty: undefined })).toMatchObject({ refusals: ['type'] })
})

it('takes a shortened quote from one block, or a record', () => {
  const [first, second] = ['Ada Berg likes boats.', 'The Harbour Society met in Lisbon.'] as const
  const page = `${first}\n${second}`
  const blocks = [
    { start: 0, end: first.length },
    { start: first.length + 1, end: page.length },
  ]
  const entities = [
    { ref: '1', kind: 'person', name: 'Ada Berg', quote: first },
    { ref: '2', kind: 'object', name: 'Harbour Society', quote: second },
  ]
  const related = (quote: string, more = {}) =>
    checkIn(page, entities, [{ from: '1', to: '2', type: 'leads', quote }], more)
  expect(related('Ada Berg … in Lisbon.', { blocks }).refusals).toEqual(['relationship'])
  expect(related('Ada Berg … in Lisbon.').refusals).toEqual([])
  expect(related(page, { blocks }).refusals).toEqual([])
})
