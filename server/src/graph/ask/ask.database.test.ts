import { beforeAll, describe, expect, it } from 'vitest'
import { founded, insertAskedGraph, pages, treasurer } from '../../../test/support/graph/ask-fixture.ts'
import { changeGraph, insertGraph } from '../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../test/support/harness.ts'
import { newId } from '../../platform/ids.ts'

// Questions without a model: the passages themselves answer.

const { call, key, service, makeProject } = await startTestService()
const { db } = service
let domain: string
let ids: Awaited<ReturnType<typeof insertAskedGraph>>

const newDomain = async () => (await call('POST', '/v1/domains', { key, body: { name: 'harbour' } })).body.id as string

beforeAll(async () => {
  domain = await newDomain()
  ids = await insertAskedGraph(db, domain)
})

interface Citation {
  quote: string
  url: string
  entity_ids: string[]
}

async function ask(q: string, rest = ''): Promise<{ answer: string; citations: Citation[] }> {
  const { status, body } = await call('GET', `/v1/domains/${domain}/ask?q=${encodeURIComponent(q)}${rest}`, { key })
  expect(status, JSON.stringify(body)).toBe(200)
  expectCited(body)
  return body
}

/** Every sentence has the number of a citation, every citation is used, and every quote is on its page. */
function expectCited({ answer, citations }: { answer: string; citations: Citation[] }): void {
  const sentences = answer === '' ? [] : answer.split(/(?<=\[\d+\][.!?…]+["'”’»)]*) /)
  const used = new Set<number>()
  for (const sentence of sentences) {
    const numbers = [...sentence.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]))
    expect(numbers.length, sentence).toBeGreaterThan(0)
    for (const number of numbers) used.add(number)
  }
  expect([...used].sort()).toEqual(citations.map((_, at) => at + 1))
  for (const { quote, url } of citations) expect(pages[url as keyof typeof pages]).toContain(quote)
}

describe('a question is answered by', () => {
  it.each([
    ['When was the Harbor Societty founded?', founded],
    ['Where is the lighthouse?', 'It looks after the old lighthouse of Kiel'],
    ['Who is the treasurer?', treasurer],
    ['Since when has Holm been treasurer?', treasurer],
    ['How high is the lighthouse of Kiel?', 'lighthouse of Kiel, which is 35 metres high'],
    ['Jonas Holm', treasurer],
    ['Wer ist Jonas Holm?', treasurer],
    ['Give me an overview of the Harbour Society', founded],
    ['How is Ada Berg connected to the Harbour Society?', founded],
    ['History of the Harbour Society', founded],
    ['Erzähl mir von Jonas Holm', treasurer],
    ['Was weißt du über Jonas Holm?', treasurer],
  ])('the best passage: %s', async (q, passage) => {
    const { answer, citations } = await ask(q)
    expect(citations.length).toBeLessThanOrEqual(5)
    expect(citations[0]?.quote).toContain(passage)
    expect(answer).toContain(`${passage.replace(/\.$/, '')}`)
    expect(answer).toContain('[1]')
  })

  it('quotes with where they stand and whom they speak of', async () => {
    const { answer, citations } = await ask('Who founded the Harbour Society?')
    expect(answer).toBe('Ada Berg [1].')
    expect(citations[0]?.quote).toBe(founded)
    expect(citations[0]?.url).toBe('https://harbour.example/society')
    expect(citations[0]?.entity_ids).toEqual(expect.arrayContaining([ids.ada, ids.society]))
  })

  it.each(['Who is Napoleon?', '???', '\u{1f600}', '%', '_', "'; drop table entities; --", 'the of and', '\u202e'])(
    'nothing where nothing was found: %s',
    async (q) => {
      expect(await ask(q)).toEqual({ answer: '', citations: [] })
    },
  )

  it.each([
    'When was Jonas Holm born?',
    'What is the phone number of Jonas Holm?',
    'Who is the treasurer of the Rowing Club?',
    'Who is the treasurer of Harbour City?',
    'Who built the lighthouse?',
    'Where is the old lighthouse of Bremen?',
    'Who is Ada Lovelace?',
    'Did Ada Berg marry Jonas Holm?',
    'Which bank lent the Harbour Society a million?',
    // Without a model, nothing connects `Schatzmeister` with the English `treasurer`.
    'Wer ist der Schatzmeister der Harbour Society?',
  ])('nothing where what was found is beside the question: %s', async (q) => {
    expect(await ask(q)).toEqual({ answer: '', citations: [] })
  })

  it('nothing of what the graph has no more, and by what it had then', async () => {
    const old = await newDomain()
    await insertAskedGraph(db, old)
    const path = `/v1/domains/${old}/ask?q=Jonas%20Holm`
    const before = new Date().toISOString()
    const [jonas] = await db.query<{ id: string; doc: object }>(
      `select id, doc from entities where domain_id = $1 and doc ->> 'name' = 'Jonas Holm'`,
      [old],
    )
    await db.query('delete from page_texts where domain_id = $1', [old])
    await db.query(`update claims set retracted_at = $2 where domain_id = $1 and quote like 'Jonas%'`, [
      old,
      new Date(Date.now() + 1000),
    ])
    const step = { type: 'entity' as const, id: jonas?.id ?? '', change: 'left' as const, doc: null }
    await changeGraph(db, old, { ...step, at: new Date(Date.now() + 1000) })
    expect((await call('GET', path, { key })).body).toEqual({ answer: '', citations: [] })
    const then = (await call('GET', `${path}&as_of=${before}`, { key })).body
    expect(then.answer).toContain('Jonas Holm')
  })
})

describe('with a page about a person', () => {
  const sister = 'Ada is survived by a sister, Runa Falk, who keeps bees.'
  const text = `Ada Berg died in the spring.\n${sister} The Beacon Club was led by her.\nThe Beacon Club sponsored a race.`
  let about: string

  beforeAll(async () => {
    about = await newDomain()
    const [ada, club, other] = [newId(), newId(), newId()]
    const url = 'https://obituaries.example/ada'
    await insertGraph(db, about, {
      entities: [
        { id: ada, kind: 'person', name: 'Ada Berg' },
        { id: club, kind: 'object', name: 'Beacon Club' },
        { id: other, kind: 'event', name: 'Beacon Club' },
      ],
      relationships: [],
      claims: [
        { entity: ada, url, quote: 'Ada Berg died in the spring.' },
        { entity: club, url, quote: 'The Beacon Club sponsored a race.' },
        { entity: other, url, quote: 'The Beacon Club sponsored a race.' },
      ],
    })
    await db.query(
      `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
       select domain_id, id, $2::text, length($2::text), to_tsvector('simple', $2::text), '[]', '[]' from pages where domain_id = $1`,
      [about, text],
    )
  })

  const firstOf = async (q: string) => {
    const { body } = await call('GET', `/v1/domains/${about}/ask?q=${encodeURIComponent(q)}`, { key })
    return body.citations[0]?.quote as string | undefined
  }

  it('answers by a sentence that has only the given name', async () => {
    expect(await firstOf('Who is the sister of Ada Berg?')).toBe(sister)
  })

  it('answers by the words that stand there, where no page has all of them', async () => {
    expect(await firstOf('Who was the sister that keeps bees and goats?')).toBe(sister)
  })

  it('says nothing where the word that matters is missing', async () => {
    expect(await firstOf('Which airline sponsored the Beacon Club?')).toBeUndefined()
    expect(await firstOf('When did the Beacon Club buy a satellite?')).toBeUndefined()
  })
})

it('is answered in no time, however many relationships it has to do with', async () => {
  const big = await newDomain()
  const hub = newId()
  const people = Array.from({ length: 1500 }, (_, n) => ({ id: newId(), kind: 'person', name: `Member ${n} Holm` }))
  const memberships = people.map(({ id }) => ({ id: newId(), from: id, to: hub, type: 'member_of' }))
  const founds = { id: newId(), from: people[700]?.id ?? '', to: hub, type: 'founder_of' }
  const url = 'https://harbour.example/members'
  await insertGraph(db, big, {
    entities: [{ id: hub, kind: 'object', name: 'Harbour Society' }, ...people],
    relationships: [...memberships, founds],
    claims: [
      ...people.map(({ id, name }) => ({ entity: id, url, quote: name })),
      ...memberships.map(({ id }, n) => ({ relationship: id, url, quote: `Member ${n} Holm is a member.` })),
      { relationship: founds.id, url, quote: 'It was Member 700 Holm who founded it.' },
    ],
  })
  const started = performance.now()
  const path = `/v1/domains/${big}/ask?q=Who%20founded%20the%20Harbour%20Society%3F`
  const { body } = await call('GET', path, { key })
  // A plan that scans the claims for each entity takes half a minute.
  expect(performance.now() - started).toBeLessThan(5_000)
  expect(body.answer).toBe('Member 700 Holm [1].')
})

it('is limited in length, and needs a question', async () => {
  const said = async (query: string) => {
    const { status, body } = await call('GET', `/v1/domains/${domain}/ask${query}`, { key })
    return `${status} ${body.error ?? ''}`.trim()
  }
  expect(await said('?q=x')).toBe('200')
  expect(await said(`?q=${'x'.repeat(500)}`)).toBe('200')
  expect(await said(`?q=${'x '.repeat(250)}`)).toBe('200')
  expect(await said(`?q=${'x'.repeat(10_001)}`)).toBe('400 q must be a string of 1 to 10000 characters')
  expect(await said('?q=')).toBe('400 q must be a string of 1 to 10000 characters')
  expect(await said('')).toBe('400 q is required')
})

it('is answered within one domain and project, also by a read key, and once the same way', async () => {
  const path = (id: string) => `/v1/domains/${id}/ask?q=Who%20founded%20the%20Harbour%20Society`
  expect((await call('GET', path(await newDomain()), { key })).body).toEqual({ answer: '', citations: [] })
  const other = await makeProject()
  expect((await call('GET', path(domain), { key: other.key })).status).toBe(404)
  const reader = (await call('POST', '/v1/project/keys', { key, body: { scope: 'read' } })).body.key
  const first = await call('GET', path(domain), { key: reader })
  expect([first.status, first.body.citations[0].quote]).toEqual([200, founded])
  const etag = first.headers.get('etag') ?? ''
  expect((await call('GET', path(domain), { key: reader, headers: { 'if-none-match': etag } })).status).toBe(304)
})
