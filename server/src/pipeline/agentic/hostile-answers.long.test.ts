import { expect, it } from 'vitest'
import { startReadingTest } from '../../../test/support/model/model-reading.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'

// Answers that are made to do harm, or come of a model that has lost its way: the page is read, and of each statement what
// the page says is kept or nothing.

const { model, openPage, makeDomain, crawl, claimsOf, call, key } = await startReadingTest()

const page = [
  'Ada Berg has been treasurer of the Harbour Society since 1998.',
  'Jonas Holm never worked for the Harbour Society.',
  'Ада Берг работает в Пилотной гильдии.',
]
const [quote, denial, russian] = page as [string, string, string]
const ends = [
  { ref: '1', kind: 'person', name: 'Ada Berg', quote },
  { ref: '2', kind: 'object', name: 'Harbour Society', quote },
  { ref: '3', kind: 'person', name: 'Jonas Holm', quote: denial },
  { ref: '4', kind: 'person', name: 'Ада Берг', quote: russian },
  { ref: '5', kind: 'object', name: 'Пилотной гильдии', quote: russian },
]
const works = { from: '1', to: '2', type: 'works_for', quote }

async function read(text: string) {
  const { url } = openPage(page)
  const domain = await makeDomain()
  model.answer = () => ({ text })
  const [result] = await crawl(domain, url)
  model.answer = answerSimply
  const claims = await claimsOf(domain)
  for (const claim of claims) expect(claim.text.slice(claim.quote_start, claim.quote_end)).toBe(claim.quote)
  return { domain, result, facts: claims.map(({ fact }) => fact as Record<string, unknown>) }
}

const answered = (entities: object[], relationships: object[] = []) =>
  JSON.stringify({ relevant: true, entities, relationships })

it('keeps characters that no text may have out of what is stored', async () => {
  const bad = '\u0000\ud800\u202e'
  const ada = {
    ...ends[0],
    aliases: [`${bad}Ada`],
    summary: `treasurer of the Harbour Society${bad}`,
    when: `1998${bad}`,
  }
  const attributes = { [`role${bad}`]: `treasurer${bad}`, constructor: 'treasurer', [bad]: 'treasurer' }
  const given = [{ ...ada, attributes, where: { name: `Lisbon${bad}` } }, ends[1] as object]
  const { result, facts } = await read(
    answered(given, [{ ...works, role: `treasurer${bad}`, since: `1998${bad}` }]).replace(
      '"constructor"',
      '"__proto__":{"polluted":"treasurer"},"constructor"',
    ),
  )
  expect(result).toMatchObject({ status: 'extracted', last_mode: 'agentic' })
  expect(JSON.stringify(facts)).not.toMatch(/\\u0000|\\ud8|\u202e|polluted/)
  expect(facts).toContainEqual(expect.objectContaining({ name: 'Ada Berg' }))
  expect(facts).toContainEqual(expect.objectContaining({ relation: 'works_for', role: 'treasurer' }))
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

it('takes nothing for plain that the answer does not say plainly', async () => {
  const said = (certainty: unknown) => ({ ...works, from: '3', quote: denial, certainty })
  const { facts } = await read(answered(ends.slice(0, 3), ['rumoured', 'DENIED', null, 7, { a: 1 }].map(said)))
  const relations = facts.filter(({ relation }) => relation === 'works_for')
  expect(relations.map(({ certainty }) => certainty).sort()).toEqual(['denied', 'reported'])
})

it('keeps dates, types and names within bounds', async () => {
  const long = 'x'.repeat(100_000)
  const { result, facts } = await read(
    answered(
      [...ends, { ...ends[0], name: `Ada Berg ${long}` }, { ...ends[0], ref: '7', kind: long }],
      [
        { ...works, since: '-1998', until: '0000-00-00' },
        { ...works, type: long },
        { ...works, type: '__proto__' },
        { from: '4', to: '5', type: 'работает_в', quote: russian, role: long },
      ],
    ),
  )
  expect(result).toMatchObject({ status: 'extracted', last_mode: 'agentic' })
  expect(JSON.stringify(facts).length).toBeLessThan(5_000)
  const relations = facts.filter(({ relation }) => relation !== undefined)
  expect(relations).toMatchObject([{ relation: 'works_for', since: null, until: null }, { relation: 'работает_в' }])
})

it('lets a person name such a type the same as another', async () => {
  const { domain } = await read(answered(ends, [{ from: '4', to: '5', type: 'работает_в', quote: russian }]))
  const { body } = await call('GET', `/v1/domains/${domain}/relation-types`, { key })
  const [{ type }] = body.relation_types.filter(({ is_own }: { is_own: boolean }) => is_own)
  const at = `/v1/domains/${domain}/relation-types/${encodeURIComponent(type)}`
  expect((await call('PUT', at, { key, body: { same_as: 'works_for' } })).status).toBe(200)
  const { relationships } = (await call('GET', `/v1/domains/${domain}/relationships?type=works_for`, { key })).body
  expect(relationships).toMatchObject([{ type: 'works_for', said_as: ['работает_в'] }])
})
