import { describe, expect, it } from 'vitest'
import { changeGraph, entityDoc, insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { type Answer, startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'

// One set of filters for all views: whatever shows an entity shows it under the same filters.

const { call, key, service } = await startTestService()
const { db } = service

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))
const place = { lat: 1, lon: 2, precision: 'city' as const, country: null, place_id: null }

const [ada, engine, london, fair, hermit] = Array.from({ length: 5 }, () => newId()) as [
  ...ids: [string, string, string, string, string],
]
const id: string = (await call('POST', '/v1/domains', { key, body: { name: 'filters' } })).body.id
// Confidences are those that the claims give, so that the graph of an earlier time has the same.
await insertGraph(db, id, {
  entities: [
    { id: ada, kind: 'person', name: 'ada', when: '1815/1852', where: place, confidence: 0.97, at: hour(0) },
    { id: engine, kind: 'object', name: 'engine', when: '1837/..', confidence: 0.9, at: hour(0) },
    { id: london, kind: 'location', name: 'london', where: place, confidence: 0.9, at: hour(0) },
    { id: fair, kind: 'event', name: 'fair', when: '1851-05', where: place, confidence: 0, at: hour(0) },
    { id: hermit, kind: 'person', name: 'hermit', when: '../1800', where: place, confidence: 0, at: hour(0) },
  ],
  relationships: [
    { from: ada, to: engine, type: 'works_on', at: hour(0) },
    { from: ada, to: london, type: 'lives_in', at: hour(0) },
    { from: fair, to: london, type: 'took_place_in', at: hour(0) },
    { from: hermit, to: hermit, type: 'knows', at: hour(0) },
  ],
  claims: [
    { entity: ada, url: 'https://a.example/', observed_at: hour(0) },
    { entity: ada, url: 'http://b.example:8080/', observed_at: hour(0) },
    { entity: engine, url: 'https://a.example/', observed_at: hour(0) },
    { entity: london, url: 'http://b.example:8080/', observed_at: hour(0) },
  ],
})
// All that follows the time that is asked for is undone by `as_of`.
const then = `as_of=${hour(2).toISOString()}`
const later = hour(3)

const get = (rest: string) => call('GET', `/v1/domains/${id}${rest}`, { key })
const dated = ['ada', 'engine', 'fair', 'hermit']
const placed = ['ada', 'london', 'fair', 'hermit']
const named = (list: { name: string }[]) => list.map(({ name }) => name).sort()

/** The names in each view. */
async function namesIn(query: string) {
  const entities = (await get(`/entities?facets=1&${query}`)).body
  const features: { properties: { name: string } }[] = (await get(`/map?${query}`)).body.features
  return {
    entities: named(entities.entities),
    total: entities.total,
    kinds: entities.facets.kind.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
    graph: named((await get(`/graph?${query}`)).body.nodes),
    timeline: named((await get(`/timeline?${query}`)).body.items),
    map: named(features.map(({ properties }) => properties)),
  }
}

const filters: [query: string, names: string[]][] = [
  ['', ['ada', 'engine', 'fair', 'hermit', 'london']],
  ['kind=person,event', ['ada', 'fair', 'hermit']],
  ['type=lives_in', ['ada', 'london']],
  ['type=works_on,took_place_in', ['ada', 'engine', 'fair', 'london']],
  ['type=knows', ['hermit']],
  ['type=nothing', []],
  ['host=a.example', ['ada', 'engine']],
  ['host=B.example', ['ada', 'london']],
  ['host=b.example:8080', ['ada', 'london']],
  ['host=b.example:80', []],
  ['min_confidence=0.5', ['ada', 'engine', 'london']],
  ['min_confidence=0.95', ['ada']],
  ['from=1850', ['ada', 'engine', 'fair']],
  ['to=1814', ['hermit']],
  ['from=1851-06&to=1851-06', ['ada', 'engine']],
  ['from=1801&to=1814', []],
  ['kind=person&type=lives_in&host=a.example&min_confidence=0.95&from=1850&to=1851', ['ada']],
  ['kind=object&type=lives_in', []],
]

function expectEverywhere(found: Awaited<ReturnType<typeof namesIn>>, names: string[]) {
  expect(found).toEqual({
    entities: names,
    total: names.length,
    kinds: names.length,
    graph: names,
    timeline: names.filter((name) => dated.includes(name)),
    map: names.filter((name) => placed.includes(name)),
  })
}

describe('all views show the same entities', () => {
  it.each(filters)('under ?%s', async (query, names) => {
    expectEverywhere(await namesIn(query), names)
  })

  it('at an earlier time', async () => {
    const renamed = entityDoc({ kind: 'object', name: 'ada', when: '2000' })
    await changeGraph(db, id, { type: 'entity', id: ada, change: 'changed', doc: renamed, at: later })
    for (const [query, names] of filters) expectEverywhere(await namesIn(`${then}&${query}`), names)
    expect((await get('/graph?kind=object&from=1999&to=2000')).body.nodes).toHaveLength(2)
  })
})

describe('each view', () => {
  it('counts by its filters what it cannot show', async () => {
    expect((await get(`/timeline?${then}&host=b.example&from=1700`)).body).toMatchObject({
      buckets: [{ count: 1 }],
      undated: 1,
    })
    expect((await get(`/map?${then}&type=works_on`)).body.unlocated).toBe(1)
    const { facets } = (await get(`/entities?${then}&facets=type&type=works_on`)).body
    expect(facets.type).toEqual([
      { value: 'works_on', count: 2 },
      { value: 'lives_in', count: 1 },
    ])
  })

  it.each(['/entities', '/graph', '/timeline', '/map'])('refuses what is no filter: %s', async (path) => {
    expect(said(await get(`${path}?from=2000&to=1999`))).toBe('400 from must not be after to')
    expect(said(await get(`${path}?from=then`))).toMatch(/^400 from must be a date as EDTF/)
    expect(said(await get(`${path}?min_confidence=2`))).toBe('400 min_confidence must be a number from 0 to 1')
    expect(said(await get(`${path}?type=No`))).toMatch(/^400 type must be at most 50 words/)
  })
})

describe('a drawing', () => {
  const drawn = async (query: string) => {
    const { nodes, edges } = (await get(`/graph?${then}&${query}`)).body
    return [named(nodes), edges.map(({ type }: { type: string }) => type).sort()]
  }

  it('shows only relationships of the types', async () => {
    expect(await drawn('type=lives_in')).toEqual([['ada', 'london'], ['lives_in']])
  })

  it('begins at its seed, and follows what passes', async () => {
    expect(await drawn(`seed=${fair}&depth=3`)).toEqual([
      ['ada', 'engine', 'fair', 'london'],
      ['lives_in', 'took_place_in', 'works_on'],
    ])
    expect(await drawn(`seed=${fair}&depth=3&host=b.example`)).toEqual([
      ['ada', 'fair', 'london'],
      ['lives_in', 'took_place_in'],
    ])
    expect(await drawn(`seed=${fair}&depth=3&from=1800`)).toEqual([['fair'], []])
  })

  it('begins at names that pass', async () => {
    expect(await drawn('q=engine')).toEqual([['ada', 'engine'], ['works_on']])
    expect(await drawn('q=engine&min_confidence=0.95')).toEqual([[], []])
    expect(await drawn('q=engine&type=lives_in')).toEqual([[], []])
  })
})
