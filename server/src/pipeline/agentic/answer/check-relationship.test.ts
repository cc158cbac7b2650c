import { expect, it } from 'vitest'
import { QuoteFinder } from '../../../facts/find-quote.ts'
import { type Answer, readAnswer } from './answer.ts'
import { checkAnswer } from './check-answer.ts'

/** A page of one block. */
function checkIn(page: string, entities: object[], relationships: object[] = [], more: object = {}) {
  const whole = { start: 0, end: page.length, path: [] as string[], is_record: false, ...more }
  const read = readAnswer(JSON.stringify({ relevant: true, entities, relationships }))
  return checkAnswer((read as { answer: Answer }).answer, {
    finder: new QuoteFinder(page),
    title: 'Harbour Society',
    published_at: null,
    language: 'en',
    ontology: ['person', 'object', 'location', 'event'],
    blockAt: () => whole,
    reads: [whole],
  })
}

const relationIn = (page: string, given: object, kinds = ['person', 'object'], more: object = {}) => {
  const [one, other] = ['Ada Berg', 'Harbour Society'].map((name, at) => ({
    ref: name,
    kind: kinds[at],
    name,
    quote: name,
  }))
  const { claims, refusals } = checkIn(
    page,
    [one as object, other as object],
    [{ from: 'Ada Berg', to: 'Harbour Society', quote: page, ...given }],
    more,
  )
  return { relation: claims.find(({ type }) => type === 'relationship'), refusals }
}
const chairs = 'Ada Berg, former president, led the Harbour Society.'

it.for<[string, string[], string, object]>([
  ['leads', ['person', 'object'], 'leads', { from: { name: 'Ada Berg' } }],
  ['is led by', ['object', 'object'], 'leads', { from: { name: 'Harbour Society' }, said_as: 'is_led_by' }],
  ['employs', ['object', 'person'], 'works_for', { from: { name: 'Harbour Society' }, said_as: 'employs' }],
  ['worksAt', ['person', 'object'], 'works_for', { from: { name: 'Ada Berg' }, said_as: 'works_at' }],
  ['is_ceo_of', ['person', 'object'], 'leads', { said_as: 'is_ceo_of' }],
  ['was_head_of_finance_of', ['person', 'object'], 'works_for', { said_as: 'was_head_of_finance_of' }],
  ['parent_of', ['person', 'person'], 'parent_of', {}],
  ['parent_of', ['object', 'object'], 'owner_of', { said_as: 'parent_of' }],
  ['was_held_at', ['event', 'object'], 'located_in', { said_as: 'was_held_at' }],
  ['held_at', ['event', 'location'], 'located_in', { said_as: 'held_at' }],
  ['works_for', ['object', 'person'], 'works_for', { from: { name: 'Ada Berg' } }],
])('%s between %s is %s', ([type, kinds, relation, more]) => {
  const isTurned = kinds[0] === 'object' && kinds[1] === 'person'
  const found = checkTyped(type, kinds, isTurned)
  expect(found).toMatchObject({ relation, ...(isTurned ? {} : more) })
  if (isTurned) expect(found?.from.name).toBe('Ada Berg')
})

/** `isTurned`: the model begins with the society. */
function checkTyped(type: string, kinds: string[], isTurned: boolean) {
  const [first, second] = isTurned ? ['Harbour Society', 'Ada Berg'] : ['Ada Berg', 'Harbour Society']
  const entities = [first, second].map((name, at) => ({ ref: name, kind: kinds[at] as string, name, quote: name }))
  const page = 'Ada Berg and the Harbour Society.'
  const { claims } = checkIn(page, entities, [{ from: first, to: second, type, quote: page }])
  return claims.find((claim) => claim.type === 'relationship')
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
  ['a word that is no certainty', chairs, 'maybe', undefined],
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
