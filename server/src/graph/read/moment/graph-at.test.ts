import { expect, it } from 'vitest'
import { relates, sayingPages, says } from '../../../../test/support/graph/claims-fixture.ts'
import { changeGraph, entityDoc, type GraphStep, insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { type Answer, startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'

// The graph as it was recorded at earlier times.

const { call, key, service, clock } = await startTestService()
const { db } = service

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
const namesOf = ({ body }: Answer): string[] => body.entities.map(({ name }: { name: string }) => name)
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))
const after = (n: number) => `as_of=${new Date(hour(n).getTime() + 1000).toISOString()}`

const [x, y, knows] = [newId(), newId(), newId()]
const doc = (name: string, rest = {}) => entityDoc({ kind: 'person', name, ...rest })

/** Y changes its name at 4, the relationship leaves at 5, Y merges into X at 6; at 8 X has left. */
async function makePast({ until } = { until: 8 }) {
  const id: string = (await call('POST', '/v1/domains', { key, body: { name: 'past' } })).body.id
  await insertGraph(db, id, {
    entities: [
      { id: x, kind: 'person', name: 'Xenia', when: '-0043-03-15', at: hour(1) },
      { id: y, kind: 'person', name: 'Yves', at: hour(2) },
    ],
    relationships: [{ id: knows, from: x, to: y, type: 'knows', at: hour(3) }],
    claims: [
      { entity: x, url: 'https://x.example/1', observed_at: hour(1), retracted_at: hour(8) },
      { entity: y, url: 'https://y.example/1', observed_at: hour(2), retracted_at: hour(8) },
      { entity: y, url: 'https://y.example/2', observed_at: hour(2), retracted_at: hour(4) },
      { relationship: knows, url: 'https://x.example/1', observed_at: hour(3), retracted_at: hour(5) },
    ],
  })
  const step = async (change: GraphStep) => {
    if (change.at <= hour(until)) await changeGraph(db, id, change)
  }
  await step({ type: 'entity', id: y, change: 'changed', doc: doc('Yvette'), at: hour(4) })
  await step({ type: 'relationship', id: knows, change: 'left', doc: null, at: hour(5) })
  await step({ type: 'entity', id: y, change: 'merged', doc: { merged_into: x }, at: hour(6), reason: 'same mail' })
  await step({ type: 'entity', id: x, change: 'left', doc: null, at: hour(8) })
  return { id, get: (rest: string) => call('GET', `/v1/domains/${id}${rest}`, { key }) }
}
const past = await makePast()

it.each([
  [0, []],
  [1, ['Xenia']],
  [3, ['Xenia', 'Yves']],
  [5, ['Xenia', 'Yvette']],
  [7, ['Xenia']],
  [8, []],
  [100_000, []],
])('lists what was there after %i hours', async (n, names) => {
  for (const sort of ['name', 'updated', 'connections']) {
    const answer = await past.get(`/entities?${after(n)}&facets=1&sort=${sort}`)
    expect(namesOf(answer).sort()).toEqual(names)
    expect(answer.body.total).toBe(names.length)
  }
})

it('counts what it stood on then', async () => {
  const counts = async (id: string, n: number) => {
    const { body } = await past.get(`/entities/${id}?${after(n)}`)
    return [body.name, body.relationship_count, body.evidence_count, body.source_count, body.merged_from]
  }
  expect(await counts(x, 1)).toEqual(['Xenia', 0, 1, 1, []])
  expect(await counts(x, 3)).toEqual(['Xenia', 1, 1, 1, []])
  expect(await counts(y, 3)).toEqual(['Yves', 1, 2, 1, []])
  expect(await counts(y, 5)).toEqual(['Yvette', 0, 1, 1, []])
  expect(await counts(x, 7)).toEqual(['Xenia', 0, 2, 2, [y]])
})

it('knows what was merged then, and what was not there', async () => {
  const answer = await past.get(`/entities/${y}?${after(7)}`)
  expect([answer.status, answer.body]).toEqual([308, { merged_into: x }])
  expect(answer.headers.get('location')).toBe(`/v1/domains/${past.id}/entities/${x}?${after(7)}`)
  expect(said(await past.get(`/entities/${x}`))).toBe('404 entity not found')
  expect(said(await past.get(`/entities/${y}`))).toBe('404 entity not found')
  expect(said(await past.get(`/entities/${x}?${after(0)}`))).toBe('404 entity not found')
})

it('has its relationships and its evidence', async () => {
  const count = async (rest: string, n: number) => {
    const { body } = await past.get(`${rest}?${after(n)}`)
    return (body.relationships ?? body.evidence).length
  }
  expect(await count(`/entities/${x}/relationships`, 4)).toBe(1)
  expect(await count(`/entities/${x}/relationships`, 5)).toBe(0)
  expect(await count('/relationships', 4)).toBe(1)
  expect(await count(`/relationships/${knows}/evidence`, 4)).toBe(1)
  expect(await count(`/entities/${y}/evidence`, 3)).toBe(2)
  expect(await count(`/entities/${x}/evidence`, 7)).toBe(2)
  const { body } = await past.get(`/relationships/${knows}?${after(4)}`)
  expect(body).toMatchObject({ from: { name: 'Xenia' }, to: { name: 'Yvette' }, evidence_count: 1 })
  expect(said(await past.get(`/relationships/${knows}`))).toBe('404 relationship not found')
})

it('is filtered by the confidence of then', async () => {
  for (const n of [1, 3, 5, 7]) {
    const { body } = await past.get(`/entities?${after(n)}`)
    const shown: { name: string; confidence: number }[] = body.entities
    for (const { confidence } of shown) {
      const isSure = (least: number) => shown.filter((entity) => entity.confidence >= least).map(({ name }) => name)
      for (const least of [confidence, confidence + 0.001]) {
        expect(namesOf(await past.get(`/entities?${after(n)}&min_confidence=${least.toFixed(3)}`))).toEqual(
          isSure(least),
        )
      }
    }
  }
})

it('is filtered as that of now', async () => {
  const names = async (query: string) => namesOf(await past.get(`/entities?${query}`))
  expect(await names(`${after(3)}&host=y.example`)).toEqual(['Yves'])
  expect(await names(`${after(7)}&host=y.example`)).toEqual(['Xenia'])
  expect(await names(`${after(3)}&q=yv`)).toEqual(['Yves'])
  expect(await names(`${after(3)}&has=when`)).toEqual(['Xenia'])
  expect((await past.get(`/timeline?${after(3)}&from=-0050&to=-0040`)).body).toMatchObject({
    items: [{ name: 'Xenia' }],
    buckets: [{ start: '-0043-03-15', count: 1 }],
    undated: 1,
  })
  expect((await past.get(`/stats?${after(3)}`)).body).toMatchObject({ entities: 2, relationships: 1, evidence: 4 })
})

it('does not reach into the future', async () => {
  const later = new Date(clock.now().getTime() + 3_600_000).toISOString()
  const { get } = await makePast({ until: 4 })
  const now = (await get('/entities')).body
  expect(now.total).toBe(2)
  expect((await get(`/entities?as_of=${later}`)).body).toEqual(now)
})

it('is what it was then, whatever pages have said since', async () => {
  const id: string = (await call('POST', '/v1/domains', { key, body: { name: 'told' } })).body.id
  const get = async (rest: string) => (await call('GET', `/v1/domains/${id}${rest}`, { key })).body
  const pages = sayingPages(db, id)
  const [ada, charles] = [
    ['person', 'Ada Lovelace'] as [string, string],
    ['person', 'Charles Babbage'] as [string, string],
  ]
  await pages.say({
    'a.example/1': [says(...ada, { attributes: { role: 'writer' } }), says(...charles), relates(ada, 'knows', charles)],
    'b.example/1': [says(...ada, { origin: 'text' }), says(...ada, { summary: 'A writer of programs.' })],
  })
  const questions = [
    '/entities',
    '/entities?sort=connections',
    '/entities?host=b.example',
    '/relationships',
    '/timeline',
    '/map',
    '/stats',
  ]
  const then = clock.now().toISOString()
  clock.advance(60_000)
  const answers = await Promise.all(questions.map(get))
  expect(answers[0].entities).toHaveLength(2)
  expect(answers[3].relationships).toHaveLength(1)
  // The birth date makes this another subject than that of the other page.
  const born = { role: 'countess', birth_date: '1815-12-10' }
  await pages.say({
    'a.example/1': [says(...ada, { attributes: { role: 'writer' } }), says(...ada, { attributes: born })],
  })
  clock.advance(60_000)
  await pages.silence('a.example/1', 'b.example/1')
  clock.advance(60_000)
  expect((await get('/entities')).entities).toEqual([])
  for (const [n, question] of questions.entries()) {
    expect(await get(`${question}${question.includes('?') ? '&' : '?'}as_of=${then}`), question).toEqual(answers[n])
  }
})

it('knows how sure it was of what a page is quite sure of', async () => {
  const id: string = (await call('POST', '/v1/domains', { key, body: { name: 'sure' } })).body.id
  await sayingPages(db, id).say({ 'a.example/1': [says('person', 'Anna Berg', { origin: 'text', confidence: 1 })] })
  const live = await call('GET', `/v1/domains/${id}/entities`, { key })
  const then = await call('GET', `/v1/domains/${id}/entities?as_of=${clock.now().toISOString()}`, { key })
  const confidences = ({ body }: Answer) => body.entities?.map(({ confidence }: { confidence: number }) => confidence)
  expect([confidences(live), confidences(then)]).toEqual([[0.99], [0.99]])
})
