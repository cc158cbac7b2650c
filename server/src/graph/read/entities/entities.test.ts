import { describe, expect, it } from 'vitest'
import { insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { type Answer, startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'

const { call, key, service } = await startTestService()
const { db } = service

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))

async function makeDomain(): Promise<string> {
  return (await call('POST', '/v1/domains', { key, body: { name: 'ships' } })).body.id
}
const reader = (domainId: string) => (rest: string, headers?: Record<string, string>) =>
  call('GET', `/v1/domains/${domainId}${rest}`, { key, ...(headers && { headers }) })
const namesOf = ({ body }: Answer): string[] => body.entities.map(({ name }: { name: string }) => name)

const [ada, augusta, charles, engine, london, sketch] = Array.from({ length: 6 }, () => newId()) as [
  ...ids: [string, string, string, string, string, string],
]
const [works, worked, lives] = [newId(), newId(), newId()]
const place = (lat: number, lon: number) => ({ lat, lon, precision: 'city' as const, country: 'GB', place_id: null })

/** Augusta is merged into Ada; two claims state her work on the engine. */
async function makeShipping() {
  const id = await makeDomain()
  await insertGraph(db, id, {
    entities: [
      { id: ada, kind: 'person', name: 'Ada Lovelace', aliases: ['Enchantress'], when: '1815-12-10', at: hour(0) },
      { id: augusta, kind: 'person', name: 'Augusta King', merged_into: ada, at: hour(0) },
      { id: charles, kind: 'person', name: 'Charles Babbage', attributes: { role: 'inventor' }, at: hour(1) },
      {
        id: engine,
        kind: 'object',
        name: 'Analytical Engine',
        attributes: { role: 'machine' },
        confidence: 0.4,
        at: hour(2),
      },
      { id: london, kind: 'location', name: 'Élondon', where: place(51.5, -0.13), at: hour(3) },
      { id: sketch, kind: 'event', name: '100 % Sketch_1', when: '1843', where: place(51, 0), at: hour(4) },
    ],
    relationships: [
      { id: works, from: ada, to: engine, type: 'works_on', since: '1842', at: hour(2) },
      { id: worked, from: augusta, to: engine, type: 'works_on', merged_into: works, at: hour(2) },
      { id: lives, from: charles, to: london, type: 'lives_in', at: hour(3) },
    ],
    claims: [
      { entity: ada, url: 'https://a.example/ada', quote: 'Ada Lovelace', observed_at: hour(0) },
      { entity: ada, url: 'https://a.example/more', observed_at: hour(1), retracted_at: hour(5) },
      { entity: augusta, url: 'https://b.example/king', mode: 'agentic', observed_at: hour(0) },
      { entity: charles, url: 'https://b.example/king', observed_at: hour(1) },
      { entity: charles, url: 'http://c.example:8080/', observed_at: hour(1) },
      { relationship: works, url: 'https://a.example/ada', observed_at: hour(2) },
      { relationship: worked, url: 'https://b.example/king', observed_at: hour(2) },
    ],
  })
  return { id, get: reader(id) }
}

const { id: domainId, get } = await makeShipping()

describe('an entity', () => {
  it('has what is said of it, by all its names', async () => {
    const { body } = await get(`/entities/${ada}`)
    expect(body).toEqual({
      id: ada,
      kind: 'person',
      name: 'Ada Lovelace',
      aliases: ['Enchantress'],
      summary: null,
      attributes: {},
      when: { edtf: '1815-12-10', start: '1815-12-10', end: '1815-12-10', precision: 'day' },
      where: null,
      external_ids: {},
      urls: [],
      confidence: 0.9,
      relationship_count: 1,
      evidence_count: 2,
      source_count: 2,
      pinned: [],
      merged_from: [augusta],
      first_seen_at: hour(0).toISOString(),
      last_seen_at: hour(0).toISOString(),
      created_at: hour(0).toISOString(),
      updated_at: hour(0).toISOString(),
    })
  })

  it.each(['', '/relationships', '/evidence', '/history', '/explain'])(
    'leads to the one that stands for it: %s',
    async (rest) => {
      const answer = await get(`/entities/${augusta.toUpperCase()}${rest}?as_of=2030-01-01`)
      expect(answer.status).toBe(308)
      expect(answer.headers.get('location')).toBe(`/v1/domains/${domainId}/entities/${ada}${rest}?as_of=2030-01-01`)
      expect(answer.body).toEqual({ merged_into: ada })
      expect(answer.headers.get('etag')).toBeNull()
    },
  )

  it('is not found in another domain, nor when it is not there', async () => {
    const other = reader(await makeDomain())
    for (const rest of ['', '/relationships', '/evidence', '/history', '/explain']) {
      expect(said(await other(`/entities/${ada}${rest}`))).toBe('404 entity not found')
      expect(said(await get(`/entities/${newId()}${rest}`))).toBe('404 entity not found')
    }
    expect(said(await other(`/relationships/${works}`))).toBe('404 relationship not found')
    expect(said(await get(`/relationships/${newId()}/evidence`))).toBe('404 relationship not found')
  })

  it('carries an ETag, and is not sent again to those who have it', async () => {
    for (const rest of [
      `/entities/${ada}`,
      '/entities?facets=1',
      '/stats',
      '/timeline',
      '/map',
      '/changes',
      '/usage',
    ]) {
      const first = await get(rest)
      const etag = first.headers.get('etag') as string
      expect(etag, rest).toMatch(/^"[\w-]+"$/)
      const again = await get(rest, { 'if-none-match': etag })
      expect([again.status, again.body]).toEqual([304, ''])
      expect((await get(rest, { 'if-none-match': '"else"' })).status).toBe(200)
    }
  })
})

describe('its relationships', () => {
  const typesOf = ({ body }: Answer) => body.relationships.map(({ type }: { type: string }) => type)

  it('are those of all that it stands for, once', async () => {
    const { body } = await get(`/entities/${ada}/relationships`)
    expect(body.next_cursor).toBeNull()
    expect(body.relationships).toEqual([
      {
        id: works,
        from: { id: ada, kind: 'person', name: 'Ada Lovelace' },
        to: { id: engine, kind: 'object', name: 'Analytical Engine' },
        type: 'works_on',
        certainty: 'said',
        said_as: [],
        attributes: {},
        since: '1842',
        until: null,
        pinned: [],
        confidence: 0.8,
        evidence_count: 2,
        source_count: 2,
        created_at: hour(2).toISOString(),
        updated_at: hour(2).toISOString(),
      },
    ])
    expect((await get(`/relationships/${works}`)).body).toEqual(body.relationships[0])
  })

  it('are filtered by type, direction and the kind of the other end', async () => {
    const of = (rest: string) => get(`/entities/${engine}/relationships?${rest}`).then(typesOf)
    expect(await of('direction=in')).toEqual(['works_on'])
    expect(await of('direction=out')).toEqual([])
    expect(await of('direction=both&kind=person')).toEqual(['works_on'])
    expect(await of('kind=object')).toEqual([])
    expect(await of('type=lives_in')).toEqual([])
    expect(await of('type=lives_in,works_on')).toEqual(['works_on'])
  })

  it('are counted by type and direction, all of them', async () => {
    const { get } = await emptyDomain(async (id) => {
      const [a, b, c] = [newId(), newId(), newId()] as const
      await insertGraph(db, id, {
        entities: [a, b, c].map((one, n) => ({ id: one, kind: 'person', name: 'abc'[n] as string, at: hour(0) })),
        relationships: [
          { from: a, to: b, type: 'knows', at: hour(0) },
          { from: a, to: c, type: 'knows', at: hour(0) },
          { from: b, to: a, type: 'knows', at: hour(2) },
          { from: a, to: a, type: 'owns', at: hour(0) },
          { from: b, to: c, type: 'saw', at: hour(0) },
        ],
      })
    })
    const [{ id }] = (await get('/entities?limit=1')).body.entities
    const counted = async (query: string) => (await get(`/entities/${id}/relationships?${query}`)).body.types
    const types = [
      { type: 'knows', direction: 'out', count: 2 },
      { type: 'knows', direction: 'in', count: 1 },
      { type: 'owns', direction: 'out', count: 1 },
      { type: 'owns', direction: 'in', count: 1 },
    ]
    for (const query of ['', 'limit=1', 'type=owns', 'direction=in&kind=nothing']) {
      expect(await counted(query), query).toEqual(types)
    }
    for (const { type, direction, count } of types) {
      const listed = await get(`/entities/${id}/relationships?type=${type}&direction=${direction}`)
      expect(listed.body.relationships).toHaveLength(count)
    }
    const then = `as_of=${hour(1).toISOString()}`
    expect(await counted(then)).toEqual(types.filter((one) => one !== types[1]))
  })

  it('of all are listed with the same filters', async () => {
    expect(typesOf(await get('/relationships')).sort()).toEqual(['lives_in', 'works_on'])
    expect(typesOf(await get('/relationships?kind=location'))).toEqual(['lives_in'])
    expect(typesOf(await get('/relationships?type=works_on'))).toEqual(['works_on'])
  })

  it('lead to the one that stands for them', async () => {
    const answer = await get(`/relationships/${worked}/evidence`)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      308,
      `/v1/domains/${domainId}/relationships/${works}/evidence`,
    ])
  })
})

describe('what it stands on', () => {
  it('is what pages say of all its names, without what they no longer say', async () => {
    const { body } = await get(`/entities/${ada}/evidence`)
    expect(body.evidence.map(({ url }: { url: string }) => url).sort()).toEqual([
      'https://a.example/ada',
      'https://b.example/king',
    ])
    expect(body.evidence.find(({ host }: { host: string }) => host === 'a.example')).toEqual({
      id: expect.any(String),
      page_id: expect.any(String),
      url: 'https://a.example/ada',
      file: null,
      row: null,
      host: 'a.example',
      quote: 'Ada Lovelace',
      start: 0,
      end: 12,
      mode: 'deterministic',
      model: null,
      run_id: null,
      gate_version: 1,
      observed_at: hour(0).toISOString(),
      retracted_at: null,
      certainty: 'said',
      fields: [{ field: 'name', value: 'Ada Lovelace' }],
    })
    expect((await get(`/relationships/${works}/evidence`)).body.evidence).toHaveLength(2)
  })
})

describe('the list of entities', () => {
  const list = (query = '') => get(`/entities?${query}`)
  const all = ['100 % Sketch_1', 'Ada Lovelace', 'Analytical Engine', 'Charles Babbage', 'Élondon']

  const filters: [query: string, names: string[]][] = [
    ['', all],
    ['kind=person', ['Ada Lovelace', 'Charles Babbage']],
    ['kind=person,location', ['Ada Lovelace', 'Charles Babbage', 'Élondon']],
    ['kind=nothing', []],
    ['attr.role=inventor', ['Charles Babbage']],
    ['attr.role=inventor&attr.rank=1', []],
    ['attr.role=Inventor', ['Charles Babbage']],
    ['attr[role]=INVENTOR', ['Charles Babbage']],
    ['attr.role=machine&attr[role]=machine', ['Analytical Engine']],
    ['host=c.example', ['Charles Babbage']],
    ['host=c.example:8080', ['Charles Babbage']],
    ['host=c.example:80', []],
    ['host=.example', []],
    ['min_confidence=4e-1&kind=object', ['Analytical Engine']],
    ['min_confidence=0.40000001&kind=object', []],
    ['host=b.example', ['Ada Lovelace', 'Charles Babbage']],
    ['host=A.example', ['Ada Lovelace']],
    ['min_confidence=0.5', ['100 % Sketch_1', 'Ada Lovelace', 'Charles Babbage', 'Élondon']],
    ['has=when', ['100 % Sketch_1', 'Ada Lovelace']],
    ['has=where', ['100 % Sketch_1', 'Élondon']],
    ['has=when,where', ['100 % Sketch_1']],
    ['sort=updated', ['100 % Sketch_1', 'Élondon', 'Analytical Engine', 'Charles Babbage', 'Ada Lovelace']],
    ['q=ada', ['Ada Lovelace']],
    ['q=ENCHANT', ['Ada Lovelace']],
    ['q=elondon', ['Élondon']],
    ['q=babb&kind=person', ['Charles Babbage']],
    ['q=babb&kind=object', []],
    ['q=%25', []],
    ['q=_', []],
    ['q=sketsch+1', ['100 % Sketch_1']],
    ['q=%5C', []],
    ['q=an&sort=name', ['Analytical Engine']],
  ]
  it.each(filters)('%s', async (query, names) => {
    const answer = await list(query)
    expect(namesOf(answer)).toEqual(names)
    expect(answer.body).toMatchObject({ total: names.length, facets: null, next_cursor: null })
  })

  it('has what is called so before what only contains it', async () => {
    const { get } = await emptyDomain((id) =>
      insertGraph(db, id, {
        entities: ['Ada Cape', 'Cape', 'Landscape', 'Capetown'].map((name) => ({ kind: 'location', name })),
      }),
    )
    expect(namesOf(await get('/entities?q=cape'))).toEqual(['Cape', 'Capetown', 'Ada Cape', 'Landscape'])
  })

  it('counts what there is to choose from', async () => {
    const counts = (values: Record<string, number>) =>
      Object.entries(values).map(([value, count]) => ({ value, count }))
    expect((await list('facets=1&limit=1')).body.facets).toEqual({
      kind: counts({ person: 2, event: 1, location: 1, object: 1 }),
      host: counts({ 'b.example': 2, 'a.example': 1, 'c.example:8080': 1 }),
      type: counts({ lives_in: 2, works_on: 2 }),
    })
    expect((await list('facets=attr.role,kind&kind=object')).body.facets).toEqual({
      'attr.role': counts({ machine: 1 }),
      kind: counts({ object: 1 }),
    })
    expect((await list('q=babb&facets=kind')).body.facets).toEqual({ kind: counts({ person: 1 }) })
  })

  const refused: [query: string, error: string][] = [
    ['attr.=1', 'attr. is not a known field'],
    ['attr.Role=1', 'attr.Role is not a known field'],
    ['attr.role=1&attr.role=2', 'attr.role must be a string of at most 500 characters'],
    ['attribute=1', 'attribute is not a known field'],
    ['has=nothing', 'has must be one or more of when, where, separated by commas'],
    ['facets=everything', 'facets must be 1, or at most 10 of kind, host, type and attr.<key>, separated by commas'],
    ['min_confidence=2', 'min_confidence must be a number from 0 to 1'],
    ['sort=size', 'sort must be one of name, relevance, updated, connections'],
    ['as_of=yesterday', 'as_of must be an ISO 8601 timestamp'],
    ['as_of=2026-02-30', 'as_of must be an ISO 8601 timestamp'],
    ['as_of=0000-01-01T00:00:00Z', 'as_of must be an ISO 8601 timestamp'],
    ['as_of=9999-12-31T23:59:59-12:00', 'as_of must be an ISO 8601 timestamp'],
    ['q=', 'q must be a string of 1 to 10000 characters'],
    ['q=%00', 'q must not contain the character NUL'],
    ['kind=Person', 'kind must be at most 50 words of lower-case letters, digits and underscores, separated by commas'],
  ]
  it.each(refused)('refuses %s', async (query, error) => {
    expect(said(await list(query))).toBe(`400 ${error}`)
  })

  it.each(['name', 'updated', 'connections', 'relevance'])('by %s is read on while more are added', async (sort) => {
    const names = Array.from({ length: 9 }, (_, n) => `Ship ${n % 3} of ${n}`)
    const { id, get } = await emptyDomain(async (id) => {
      const ids = names.map(() => newId())
      await insertGraph(db, id, {
        entities: names.map((name, n) => ({ id: ids[n] as string, kind: 'object', name, at: hour(n % 3) })),
        relationships: names.slice(1).map((_, n) => ({ from: ids[n] as string, to: ids[0] as string, type: 'tows' })),
      })
    })
    const seen: string[] = []
    let cursor = ''
    for (let page = 0; page < 12 && cursor !== 'null'; page++) {
      const answer = await get(`/entities?q=ship&limit=2&sort=${sort}${cursor && `&cursor=${cursor}`}`)
      expect(said(answer)).toBe(200)
      seen.push(...namesOf(answer))
      cursor = String(answer.body.next_cursor)
      await insertGraph(db, id, { entities: [{ kind: 'object', name: `Ship, later ${page}`, at: hour(1) }] })
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(names.filter((name) => !seen.includes(name))).toEqual([])
  })

  it('takes no cursor of another order', async () => {
    const { body } = await list('limit=1&sort=updated')
    expect(said(await list(`limit=1&cursor=${body.next_cursor}`))).toBe(
      '400 cursor must be the next_cursor of an earlier answer',
    )
  })
})

async function emptyDomain(fill: (id: string) => Promise<unknown> = async () => undefined) {
  const id = await makeDomain()
  await fill(id)
  return { id, get: reader(id) }
}

describe('a domain without entities', () => {
  it('has empty lists', async () => {
    const { get } = await emptyDomain()
    expect((await get('/entities?facets=1&q=x')).body).toEqual({
      entities: [],
      facets: { kind: [], host: [], type: [] },
      total: 0,
      next_cursor: null,
    })
    expect((await get('/relationships')).body).toEqual({ relationships: [], next_cursor: null })
  })
})
