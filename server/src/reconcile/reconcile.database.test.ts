import { beforeAll, describe, expect, it } from 'vitest'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { makeKey, makePlace } from '../../test/support/graph/world.ts'
import { startTestService } from '../../test/support/harness.ts'
import { type Json, type Reconciler, reconcilerAt } from '../../test/support/reconciler.ts'

// The reconciliation API with a key: every part of it, over HTTP.

const test = await startTestService()
const { url, key, call, service, makeProject } = test

let graph: Awaited<ReturnType<typeof saidGraph>>
let service02: Reconciler
const ids: Record<string, string> = {}

beforeAll(async () => {
  graph = await saidGraph(test)
  await graph.say({
    'a.example/1': [
      says('person', 'Ada Lovelace', {
        aliases: ['Augusta Ada King'],
        summary: 'Wrote the first program.',
        attributes: { birth_date: '1815-12-10', occupation: 'mathematician' },
        external_ids: { wikidata: 'Q7259' },
      }),
      says('object', 'Analytical Society', { attributes: { founded: '1812' } }),
      relates(['person', 'Ada Lovelace'], 'member_of', ['object', 'Analytical Society']),
    ],
    'b.example/1': [
      says('person', 'Johann Wolfgang Bauer', { attributes: { birth_date: '1901-02-03' } }),
      says('location', 'Kiel', {
        where: { lat: 54.32, lon: 10.12, precision: 'city', country: 'DE', place_id: 'geonames:2891122' },
      }),
      says('event', 'Great Exhibition', {
        when: { edtf: '1851-05-01', start: '1851-05-01', end: '1851-05-01', precision: 'day' },
      }),
    ],
    'c.example/1': [says('person', 'Johann Wolfgang Bauer', { attributes: { birth_date: '1955-06-07' } })],
  })
  for (const { id, doc } of await graph.entities()) ids[doc.name] ??= id
  service02 = reconcilerAt(`${url}/v1/domains/${graph.id}/reconcile`, key)
})

const idOf = (name: string) => ids[name] as string

describe('the manifest', () => {
  it('says what is offered, and where', async () => {
    const { body, status } = await service02.get('', 'manifest')
    expect(status).toBe(200)
    const path = `/v1/domains/${graph.id}/reconcile`
    expect(body).toMatchObject({
      versions: ['0.2'],
      name: 'graph (Polegraph)',
      identifierSpace: 'urn:uuid:',
      batchSize: 100,
      defaultTypes: ['person', 'object', 'location', 'event'].map((kind) => ({ id: kind, name: kind })),
      view: { url: `${url}/d/${graph.id}/e/{{id}}` },
      suggest: { entity: { service_url: url, service_path: `${path}/suggest/entity` } },
      extend: { propose_properties: { service_url: url, service_path: `${path}/properties` } },
      authentication: { type: 'apiKey', in: 'header', name: 'Authorization' },
    })
    // A frame sends no key.
    expect(body.preview).toBeUndefined()
  })
})

describe('a query', () => {
  it('finds a name, and is sure of one that nothing else is called', async () => {
    const [first, ...others] = await service02.reconcile({ query: 'Ada Lovelace' })
    expect(first).toMatchObject({
      id: idOf('Ada Lovelace'),
      name: 'Ada Lovelace',
      description: 'Wrote the first program.',
      type: [{ id: 'person', name: 'person' }],
      match: true,
    })
    expect(first.score).toBeGreaterThan(90)
    expect(others.every(({ score, match }) => score < first.score && !match)).toBe(true)
  })

  it('finds a name in spite of typos, without being sure', async () => {
    const [first] = await service02.reconcile({ query: 'Ada Lovelase' })
    expect(first).toMatchObject({ id: idOf('Ada Lovelace'), match: false })
    expect(first.score).toBeLessThan(90)
  })

  it('finds other names, and ids of its own', async () => {
    expect((await service02.reconcile({ query: 'Augusta Ada King' }))[0]).toMatchObject({ id: idOf('Ada Lovelace') })
    const [byId] = await service02.reconcile({ query: idOf('Kiel') })
    expect(byId).toMatchObject({ id: idOf('Kiel'), score: 100, match: true })
  })

  it('is never sure of a name that two have, until a property decides', async () => {
    const both = await service02.reconcile({ query: 'Johann Wolfgang Bauer' })
    expect(both.slice(0, 2).map(({ name }) => name)).toEqual(['Johann Wolfgang Bauer', 'Johann Wolfgang Bauer'])
    expect(both.filter(({ match }) => match)).toEqual([])
    for (const limit of [1, 2]) {
      const few = await service02.reconcile({ query: 'Johann Wolfgang Bauer', limit })
      expect([few.length, few.filter(({ match }) => match).length]).toEqual([limit, 0])
    }
    const properties = [{ pid: 'born', v: '1955-06-07' }]
    const [first, second] = await service02.reconcile({ query: 'Johann Wolfgang Bauer', properties })
    const { body } = await call('GET', `/v1/domains/${graph.id}/entities/${first.id}`, { key })
    expect(body.attributes.birth_date).toBe('1955-06-07')
    expect([first.match, second.match]).toEqual([true, false])
    expect(first.score).toBeGreaterThan(second.score + 40)
    expect(first.features).toContainEqual({ id: 'born', value: true })
    expect(second.features).toContainEqual({ id: 'born', value: false })
  })

  it('is not sure of a name whose birth date is another', async () => {
    const properties = [{ pid: 'attributes.birth_date', v: '1990-01-05' }]
    const [first] = await service02.reconcile({ query: 'Ada Lovelace', properties })
    expect(first).toMatchObject({ id: idOf('Ada Lovelace'), match: false })
    expect(first.score).toBeLessThan(30)
  })

  it('finds by an id in a register, whatever the name, and with none', async () => {
    const properties = [{ pid: 'external_ids.wikidata', v: 'Q7259' }]
    for (const query of [{ query: 'Countess of L.', properties }, { properties }]) {
      const [first] = await service02.reconcile(query)
      expect(first).toMatchObject({ id: idOf('Ada Lovelace'), score: 100, match: true })
    }
  })

  it.each<[string, unknown]>([
    ['an empty text', ''],
    ['blanks', ' '],
    ['no value at all', []],
    ['an empty one among several', ['', ' ']],
  ])('takes %s for nothing said', async (_name, v) => {
    const bare = await service02.reconcile({ query: 'Ada Lovelace' })
    expect(await service02.reconcile({ query: 'Ada Lovelace', properties: [{ pid: 'born', v }] })).toEqual(bare)
  })

  it('takes the relationships of an entity for properties, by name or id', async () => {
    const society = idOf('Analytical Society')
    for (const v of ['analytical society', { id: society, name: 'x' }, [17, true, { id: society }]]) {
      const [first] = await service02.reconcile({ query: 'Ada', properties: [{ pid: 'out.member_of', v }] })
      expect(first.features, JSON.stringify(v)).toContainEqual({ id: 'out.member_of', value: true })
    }
    const [other] = await service02.reconcile({ query: 'Ada', properties: [{ pid: 'out.member_of', v: 'Lodge' }] })
    expect(other.features).toContainEqual({ id: 'out.member_of', value: false })
  })

  it('keeps to the kind that is asked for', async () => {
    const results = await service02.reconcile({ query: 'Analytical Society', type: 'person' })
    expect(results.filter(({ name }) => name === 'Analytical Society')).toEqual([])
    expect(
      (await service02.reconcile({ query: 'Kiel', type: ['location', 'event'], type_strict: 'any' }))[0].name,
    ).toBe('Kiel')
    expect(await service02.reconcile({ query: 'Kiel', type: 'no_kind' })).toEqual([])
  })

  it('comes in order of its scores, as many as asked for', async () => {
    const results = await service02.reconcile({ query: 'a', limit: 3 })
    expect(results.length).toBeLessThanOrEqual(3)
    const scores = results.map(({ score }: Json) => score)
    expect(scores).toEqual(scores.toSorted((a: number, b: number) => b - a))
  })

  it('may be empty', async () => {
    expect(await service02.reconcile({ query: '' })).toEqual([])
    expect(await service02.reconcile({ query: 'Xylophon Quartett' })).toEqual([])
    expect(await service02.reconcile({ properties: [] })).toEqual([])
  })

  it('may come by GET, with whatever else a program sends', async () => {
    const queries = encodeURIComponent('{"q0":{"query":"Kiel","limit":1}}')
    const { body } = await service02.get(`?queries=${queries}&spell=always&callback=f`, 'reconciliation-result-batch')
    expect(body.q0.result[0].name).toBe('Kiel')
  })
})

describe('a batch', () => {
  const batchOf = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`q${n}`, { query: 'Kiel' }]))

  it('of 100 is answered, each query by its own', async () => {
    const names = Object.keys(ids)
    const queries = Object.fromEntries(
      Array.from({ length: 100 }, (_, n) => [`row ${n}`, { query: names[n % names.length], limit: 1 }]),
    )
    const { body } = await service02.post({ queries })
    expect(Object.keys(body)).toEqual(Object.keys(queries))
    for (const [id, { query }] of Object.entries(queries)) expect(body[id].result[0].name).toBe(query)
  })

  it('of none is answered by none', async () => {
    expect((await service02.post({ queries: {} })).body).toEqual({})
  })

  it('takes ids that a program would stumble over', async () => {
    const { body } = await service02.post({
      queries: '{"toString":{"query":"Kiel"},"constructor":{"query":"Kiel"},"":{"query":"Kiel"}}',
    })
    expect(Object.keys(body)).toEqual(['toString', 'constructor', ''])
    expect(body.toString.result[0].name).toBe('Kiel')
  })

  it.each<[string, unknown, string]>([
    ['of too many', batchOf(101), 'queries must have at most 100 queries'],
    ['that is no JSON', '{', 'queries must be JSON'],
    ['with a key twice', '{"a":{"query":"x"},"a":{"query":"y"}}', 'queries must be JSON'],
    ['that is a list', [], 'queries must be an object of queries'],
    ['with a query of nothing', { q0: {} }, 'queries.q0 must have a query or properties'],
    ['with a limit of none', { q0: { query: 'x', limit: 0 } }, 'queries.q0.limit must be at least 1'],
    [
      'with a name that is a number',
      { q0: { query: 5 } },
      'queries.q0.query must be a string of at most 10000 characters',
    ],
    [
      'with a property without a value',
      { q0: { query: 'x', properties: [{ pid: 'a' }] } },
      'queries.q0.properties.0.v is required',
    ],
  ])('%s is refused, in words', async (_what, queries, error) => {
    const answer = await service02.post({ queries })
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  it('and an extension at once are refused', async () => {
    const answer = await service02.post({ queries: {}, extend: { ids: [], properties: [] } })
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request'])
  })
})

describe('an extension', () => {
  it('gives values of all sorts, and ids for entities', async () => {
    const properties = ['birth_date', 'out.member_of', 'external_ids.wikidata', 'aliases', 'nothing']
    const { meta, rows } = await service02.extend([idOf('Ada Lovelace')], properties)
    expect(meta.map(({ id }: Json) => id)).toEqual(properties)
    expect(rows[idOf('Ada Lovelace')]).toEqual({
      birth_date: [{ str: '1815-12-10' }],
      'out.member_of': [{ id: idOf('Analytical Society'), name: 'Analytical Society' }],
      'external_ids.wikidata': [{ str: 'Q7259' }],
      aliases: [{ str: 'Augusta Ada King' }],
      nothing: [],
    })
  })

  it('gives dates, numbers, and the other way of relationships', async () => {
    const { rows } = await service02.extend(
      [idOf('Great Exhibition'), idOf('Kiel'), idOf('Analytical Society')],
      ['when', 'when.start', 'where.lat', 'where.country', 'in.member_of', 'kind'],
    )
    expect(rows[idOf('Great Exhibition')]).toMatchObject({
      when: [{ str: '1851-05-01' }],
      'when.start': [{ date: '1851-05-01T00:00:00Z' }],
    })
    expect(rows[idOf('Kiel')]).toMatchObject({ 'where.lat': [{ float: 54.32 }], 'where.country': [{ str: 'DE' }] })
    expect(rows[idOf('Analytical Society')]['in.member_of']).toEqual([
      { id: idOf('Ada Lovelace'), name: 'Ada Lovelace' },
    ])
  })

  it('has an empty row for what it does not know', async () => {
    const { rows } = await service02.extend(['no id', crypto.randomUUID(), '__proto_'], ['kind'])
    expect(Object.values(rows)).toEqual([{ kind: [] }, { kind: [] }, { kind: [] }])
  })

  it('follows an entity that was merged', async () => {
    const own = await saidGraph(test)
    await own.say({ 'a.example/1': [says('person', 'Ada Berg')], 'b.example/1': [says('person', 'Jonas Holm')] })
    const [ada, jonas] = await own.entities()
    const body = { target: ada?.id, sources: [jonas?.id] }
    await call('POST', `/v1/domains/${own.id}/entities/merge`, { key, body })
    const merged = reconcilerAt(`${url}/v1/domains/${own.id}/reconcile`, key)
    const [former, survivor] = [jonas?.id as string, ada?.id as string]
    const { rows } = await merged.extend([former, survivor], ['name', 'aliases'])
    expect(rows[former].name).toHaveLength(1)
    expect(rows[former]).toEqual(rows[survivor])
  })

  it.each<[string, object, string]>([
    ['of too many ids', { ids: Array(501).fill('x'), properties: [] }, 'extend.ids must be a list of at most 500 ids'],
    [
      'of too many properties',
      { ids: [], properties: Array(51).fill({ id: 'x' }) },
      'extend.properties must be a list of at most 50',
    ],
    ['of nothing', {}, 'extend.ids is required'],
  ])('%s is refused', async (_what, extend, error) => {
    const answer = await service02.post({ extend })
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })
})

describe('suggestions', () => {
  const suggest = async (what: string, query: string) => {
    const schema =
      `suggest-${what === 'entity' ? 'entities' : what === 'type' ? 'types' : 'properties'}-response` as const
    return (await service02.get(`/suggest/${what}?${query}`, schema)).body.result
  }

  it('of entities, by the beginning of a name or an id', async () => {
    expect((await suggest('entity', 'prefix=Ada+Lov'))[0]).toMatchObject({
      id: idOf('Ada Lovelace'),
      name: 'Ada Lovelace',
      notable: [{ id: 'person', name: 'person' }],
    })
    expect(await suggest('entity', `prefix=${idOf('Kiel')}`)).toMatchObject([{ name: 'Kiel' }])
    expect(await suggest('entity', 'prefix=')).toEqual([])
    const all = await suggest('entity', 'prefix=Johann')
    expect(await suggest('entity', 'prefix=Johann&cursor=1')).toEqual(all.slice(1))
  })

  it('of kinds and properties, with the parameters that OpenRefine sends', async () => {
    expect(await suggest('type', 'prefix=per')).toEqual([{ id: 'person', name: 'person' }])
    const asked = 'prefix=birth&spell=always&exact=false&scoring=schema&prefixed=true&type=person'
    expect(await suggest('property', asked)).toEqual([{ id: 'attributes.birth_date', name: 'birth date' }])
    // As people call it, which is understood wherever a property is named.
    expect(await suggest('property', 'prefix=bor')).toContainEqual({ id: 'attributes.birth_date', name: 'birth date' })
    expect(await suggest('property', 'prefix=descr')).toEqual([{ id: 'summary', name: 'summary' }])
    expect(await suggest('property', 'prefix=member')).toContainEqual({ id: 'out.member_of', name: 'member of' })
  })

  it('of anything else are not found', async () => {
    expect((await service02.get('/suggest/nothing?prefix=a')).status).toBe(404)
    expect((await service02.get('/suggest/entity?prefix=a&cursor=x')).status).toBe(400)
  })

  it('properties are proposed for a kind', async () => {
    const { body } = await service02.get('/properties?type=person', 'data-extension-property-proposal')
    expect(body.type).toBe('person')
    expect(body.properties.map(({ id }: Json) => id)).toEqual(
      expect.arrayContaining(['attributes.birth_date', 'external_ids.wikidata', 'out.member_of', 'when.start']),
    )
    expect(body.properties.map(({ id }: Json) => id)).not.toContain('attributes.founded')
    const few = await service02.get('/properties?type=person&limit=2', 'data-extension-property-proposal')
    expect([few.body.limit, few.body.properties.length]).toEqual([2, 2])
  })
})

describe('who may', () => {
  const at = (domain: string, withKey?: string) => reconcilerAt(`${url}/v1/domains/${domain}/reconcile`, withKey)

  it('nobody without a key', async () => {
    expect((await at(graph.id).get()).status).toBe(401)
    expect((await at(graph.id, 'svc_wrong').post({ queries: {} })).status).toBe(401)
  })

  it('a key of another project finds no domain', async () => {
    const other = await makeProject()
    const { status, body } = await at(graph.id, other.key).get()
    expect([status, body.error]).toEqual([404, 'domain not found'])
    expect((await at(graph.id, other.key).post({ queries: { q0: { query: 'Ada' } } })).status).toBe(404)
  })

  it('a key that only reads asks by GET: what is no GET is a write call', async () => {
    const place = await makePlace(service.db)
    const { secret } = await makeKey(service.db, place.id, 'read')
    const queries = encodeURIComponent('{"q0":{"query":"x"}}')
    expect((await at(place.domain.id, secret).get(`?queries=${queries}`)).status).toBe(200)
    const refused = await at(place.domain.id, secret).post({ queries: {} })
    expect([refused.status, refused.body.error]).toEqual([403, 'read-only access'])
  })

  it('only forms and JSON are read', async () => {
    const send = (type: string, body: string) =>
      fetch(`${url}/v1/domains/${graph.id}/reconcile`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': type },
        body,
      })
    expect((await send('application/json', '{"queries":"{}"}')).status).toBe(200)
    expect((await send('text/plain', 'queries={}')).status).toBe(415)
    expect((await send('multipart/form-data; boundary=x', 'queries={}')).status).toBe(415)
  })
})

describe('hostile names', () => {
  it.each([
    `Robert'); drop table entities;--`,
    '<script>alert(1)</script>',
    '%%%___\\\\',
    '\u202eevil',
    'a'.repeat(10_000),
    '(((((((((((((((((((',
    '🦄'.repeat(500),
  ])('%#: are searched for as they are', async (query) => {
    const results = await service02.reconcile({
      query,
      properties: [{ pid: query.slice(0, 150), v: query.slice(0, 500) }],
    })
    expect(Array.isArray(results)).toBe(true)
  })
})
