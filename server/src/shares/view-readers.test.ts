import { type View, views } from '@polegraph/contract/graph/shares.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertGraph } from '../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../test/support/harness.ts'
import { newId } from '../platform/ids.ts'

// A graph full of what the public must not see, behind a link.

const { call, key, service } = await startTestService()
const { db } = service

const ada = newId()
const society = newId()
const kiel = newId()
const launch = newId()
const old = newId()
let domain: string
let base: string

/** Each of these is in the graph, and in no public answer. */
const secrets = ['secret.example', 'works_for', 'located_in', 'Q42', 'geonames:2891122', 'ada.example', 'as it says']

beforeAll(async () => {
  domain = (await call('POST', '/v1/domains', { key, body: { name: 'harbour' } })).body.id
  const kielPoint = { lat: 54.32, lon: 10.12, precision: 'city' as const, country: 'DE', place_id: 'geonames:2891122' }
  await insertGraph(db, domain, {
    entities: [
      {
        id: ada,
        kind: 'person',
        name: 'Ada Berg',
        aliases: ['A. Berg'],
        summary: 'Treasurer.',
        when: '1970-05',
        attributes: { role: 'treasurer' },
        external_ids: { wikidata: 'Q42' },
        urls: ['https://ada.example/'],
      },
      { id: society, kind: 'object', name: 'Harbour Society', when: '1998' },
      { id: kiel, kind: 'location', name: 'Kiel', where: kielPoint },
      {
        id: launch,
        kind: 'event',
        name: 'Launch of the Ferry',
        when: '2004-06-01',
        where: { lat: null, lon: null, precision: 'country', country: 'DK', place_id: null },
      },
      { id: old, kind: 'person', name: 'Ada Berg-Holm', merged_into: ada },
    ],
    relationships: [
      { from: ada, to: society, type: 'works_for' },
      { from: society, to: kiel, type: 'located_in' },
    ],
    claims: [{ entity: ada, url: 'https://secret.example/ada' }],
  })
  const shared = await call('POST', `/v1/domains/${domain}/share`, { key, body: { views } })
  base = shared.body.public_base
})

const read = async (rest: string) => {
  const answer = await call('GET', `${base}/${rest}`)
  return answer.status === 200 ? answer.body : `${answer.status} ${answer.body.error}`
}
type Named = { name: string }
const names = (list: Named[]) => list.map(({ name }) => name)

describe('the public sees', () => {
  it('the entities by name, with nothing but what they are', async () => {
    const { nodes, truncated, omitted } = await read('graph')
    expect(names(nodes)).toEqual(['Ada Berg', 'Harbour Society', 'Kiel', 'Launch of the Ferry'])
    expect([truncated, omitted]).toEqual([false, 0])
    expect(nodes.find(({ id }: { id: string }) => id === ada)).toEqual({
      id: ada,
      kind: 'person',
      name: 'Ada Berg',
      aliases: ['A. Berg'],
      summary: 'Treasurer.',
      attributes: { role: 'treasurer' },
      when: { start: '1970-05-01', end: '1970-05-31', edtf: '1970-05', precision: 'month' },
      where: null,
    })
  })

  it('a part of the graph by kind, by name and by number', async () => {
    expect(names((await read('graph?kind=person,location')).nodes).toSorted()).toEqual(['Ada Berg', 'Kiel'])
    expect(names((await read('graph?q=harbour')).nodes)).toEqual(['Harbour Society'])
    expect(await read('graph?limit=1')).toMatchObject({ nodes: [{ id: ada }], truncated: true, omitted: 3 })
  })

  it('the timeline by time, kind and page', async () => {
    const all = await read('timeline')
    expect(names(all.items)).toEqual(['Ada Berg', 'Harbour Society', 'Launch of the Ferry'])
    expect([all.undated, all.bucket, all.buckets.length]).toEqual([1, 'year', 3])
    expect(names((await read('timeline?from=1990&to=2000')).items)).toEqual(['Harbour Society'])
    expect(names((await read('timeline?kind=event')).items)).toEqual(['Launch of the Ferry'])
    const first = await read('timeline?limit=2')
    expect(names((await read(`timeline?limit=2&cursor=${first.next_cursor}`)).items)).toEqual(['Launch of the Ferry'])
  })

  it('the map, and where a place has no point, its country', async () => {
    const { features, unlocated, truncated } = await read('map')
    expect([features.length, unlocated, truncated]).toEqual([1, 3, false])
    expect(features[0]).toMatchObject({
      id: kiel,
      geometry: { type: 'Point', coordinates: [10.12, 54.32] },
      properties: { where: { lat: 54.32, lon: 10.12, precision: 'city', country: 'DE' } },
    })
    expect((await read('map?bbox=0,0,5,5')).features).toEqual([])
    const event = (await read('graph?kind=event')).nodes[0]
    expect(event.where).toEqual({ lat: null, lon: null, precision: 'country', country: 'DK' })
  })

  it('what it searches for, however it is misspelt', async () => {
    expect(names((await read('search?q=ada%20brg')).entities)).toEqual(['Ada Berg'])
    expect(await read('search?q=ada%20berg&kind=location')).toEqual({ entities: [] })
  })
})

describe('the public filters by what entities are', () => {
  it.each<[View, string, string[]]>([
    ['graph', 'q=kiel&kind=location', ['Kiel']],
    ['graph', 'from=1990&to=2003', ['Harbour Society']],
    ['timeline', 'from=1990&kind=event&bucket=day', ['Launch of the Ferry']],
    ['map', 'bbox=10,54,11,55&kind=location', ['Kiel']],
    ['search', 'q=ada&kind=person&limit=1', ['Ada Berg']],
  ])('the %s by %s', async (view, query, expected) => {
    const { nodes, items, features, entities } = await read(`${view}?${query}`)
    const shown = nodes ?? items ?? entities ?? features.map((feature: { properties: Named }) => feature.properties)
    expect(names(shown)).toEqual(expected)
  })

  it.each<[View, string, string]>([
    ['graph', 'type=works_for', '400 type is not a known field'],
    ['graph', `seed=${ada}`, '400 seed is not a known field'],
    ['graph', 'q=ada&depth=1', '400 depth is not a known field'],
    ['timeline', `entity=${ada}`, '400 entity is not a known field'],
    ['timeline', 'type=works_for', '400 type is not a known field'],
    ['map', 'type=located_in', '400 type is not a known field'],
    ['map', 'min_confidence=0.5', '400 min_confidence is not a known field'],
    ['search', 'q=ada&sort=connections', '400 sort is not a known field'],
    ['search', '', '400 q is required'],
    ['map', 'surprise=1', '400 surprise is not a known field'],
  ])('the %s, and not by %s', async (view, query, expected) => {
    expect(await read(`${view}?${query}`)).toBe(expected)
  })

  it.each([...views])('and by time: the %s of an earlier one', async (view) => {
    const query = view === 'search' ? 'q=ada&' : ''
    const now = await read(`${view}?${query}`)
    expect(await read(`${view}?${query}as_of=${new Date().toISOString()}`)).toEqual(now)
    const { nodes, items, features, entities } = await read(`${view}?${query}as_of=2020-01-01`)
    expect(nodes ?? items ?? features ?? entities).toEqual([])
  })
})

describe('the public does not see', () => {
  it.each([...views])('relationships and sources in its %s', async (view: View) => {
    const text = JSON.stringify(await read(`${view}?${view === 'search' ? 'q=ada' : ''}`))
    expect(text).toContain(view === 'map' ? kiel : ada)
    for (const secret of secrets) expect(text).not.toContain(secret)
    expect(text).not.toMatch(
      /"(edges|relationship_count|source_count|evidence_count|urls|external_ids|place_id|passages)"/,
    )
  })

  it('what left the graph, or another domain', async () => {
    const other = (await call('POST', '/v1/domains', { key, body: { name: 'other' } })).body.id
    await insertGraph(db, other, { entities: [{ kind: 'person', name: 'Ada Berg elsewhere' }] })
    expect(JSON.stringify(await read('search?q=ada'))).not.toContain('elsewhere')
    const before = (await call('GET', `${base}/graph`)).headers.get('etag')
    await db.query('update entities set is_shown = false where domain_id = $1 and id = $2', [domain, launch])
    const after = await call('GET', `${base}/graph`)
    expect(names(after.body.nodes)).not.toContain('Launch of the Ferry')
    expect(after.headers.get('etag')).not.toBe(before)
    await db.query('update entities set is_shown = true where domain_id = $1 and id = $2', [domain, launch])
  })
})

it.each([
  ['graph', 'limit', 5000],
  ['timeline', 'limit', 500],
  ['map', 'limit', 5000],
  ['search', 'limit', 100],
])('the %s has the bounds of its private twin', async (view, field, most) => {
  const ask = (value: number) => read(`${view}?${field}=${value}${view === 'search' ? '&q=x' : ''}`)
  expect(await ask(most)).toBeTypeOf('object')
  expect(await ask(most + 1)).toBe(`400 ${field} must be an integer from 1 to ${most}`)
})
