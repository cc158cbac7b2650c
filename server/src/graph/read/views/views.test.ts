import { describe, expect, it } from 'vitest'
import { changeGraph, entityDoc, insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { type Answer, startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'

const { call, key, service } = await startTestService()
const { db } = service

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))

async function makeDomain() {
  const id: string = (await call('POST', '/v1/domains', { key, body: { name: 'views' } })).body.id
  return { id, get: (rest: string) => call('GET', `/v1/domains/${id}${rest}`, { key }) }
}

const where = (lat: number | null, lon: number | null) => ({
  lat,
  lon,
  precision: 'city' as const,
  country: null,
  place_id: null,
})
const [caesar, rome, ides, fiji, moon, war] = Array.from({ length: 6 }, () => newId()) as [
  ...ids: [string, string, string, string, string, string],
]
const pair = [newId(), newId()].sort() as [string, string]
const { id: domainId, get } = await makeDomain()
await insertGraph(db, domainId, {
  entities: [
    { id: caesar, kind: 'person', name: 'Caesar', when: '-0099/-0043', at: hour(0) },
    { id: rome, kind: 'location', name: 'Rome', where: where(41.9, 12.5), at: hour(0) },
    { id: ides, kind: 'event', name: 'Ides of March', when: '-0043-03-15', where: where(41.9, 12.48), at: hour(1) },
    { id: fiji, kind: 'location', name: 'Taveuni', where: where(-16.8, 179.97), at: hour(1) },
    { id: moon, kind: 'event', name: 'Moon landing', when: '1969-07-20', where: where(null, null), at: hour(24) },
    { id: war, kind: 'event', name: 'Before the war', when: '../1914-07-28', at: hour(25) },
    { id: pair[0], kind: 'person', name: 'Gaius Julius', merged_into: caesar },
    { id: pair[1], kind: 'person', name: 'Julius' },
  ],
  relationships: [
    { from: caesar, to: rome, type: 'ruled', at: hour(1) },
    { from: ides, to: caesar, type: 'killed', at: hour(1) },
  ],
  claims: [
    { entity: caesar, url: 'https://a.example/caesar', quote: 'Caesar', observed_at: hour(0) },
    { entity: pair[0], url: 'https://a.example/caesar', quote: 'Gaius Julius', observed_at: hour(1), mode: 'agentic' },
    { entity: caesar, url: 'https://b.example/rome', quote: 'the dictator', observed_at: hour(2) },
  ],
})
await db.query(
  `insert into merges (domain_id, id, merge_id, target_id, source_id, score, reasons, merged_by, merged_at)
   values ($1, $2, $2, $3, $4, 0.97, '{same name}', 'pipeline', $5)`,
  [domainId, newId(), caesar, pair[0], hour(1)],
)
await db.query(
  `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
   values ($1, $2, $3, $4, 'unsure', 0.6, '{similar name}', $5),
     ($1, $6, least($3, $7::uuid), greatest($3, $7::uuid), 'same', 0.97, '{same name}', $5)`,
  [domainId, newId(), pair[0], pair[1], hour(1), newId(), caesar],
)

describe('the timeline', () => {
  const timeline = (query = '') => get(`/timeline?${query}`)
  const namesOf = ({ body }: Answer) => body.items.map(({ name }: { name: string }) => name)

  const spans: [query: string, names: string[]][] = [
    ['', ['Caesar', 'Ides of March', 'Moon landing', 'Before the war']],
    ['from=1900', ['Moon landing', 'Before the war']],
    ['to=-0050', ['Caesar', 'Before the war']],
    ['from=-0043&to=-0043', ['Caesar', 'Ides of March', 'Before the war']],
    ['from=19XX', ['Moon landing', 'Before the war']],
    ['from=1969-07&to=1969-07-20', ['Moon landing']],
    ['from=1969-07-21', []],
    ['kind=event', ['Ides of March', 'Moon landing', 'Before the war']],
    [`entity=${caesar}`, ['Caesar', 'Ides of March']],
    [`entity=${pair[0]}&kind=person`, ['Caesar']],
  ]
  it.each(spans)('%s', async (query, names) => {
    expect(namesOf(await timeline(query))).toEqual(names)
  })

  it('counts in buckets of a fitting size, and what has no time', async () => {
    expect((await timeline()).body).toMatchObject({
      bucket: 'century',
      buckets: [
        { start: '-0099-01-01', count: 2 },
        { start: '1901-01-01', count: 2 },
      ],
      undated: 3,
    })
    expect((await timeline('from=1969&to=1969&bucket=month&kind=event')).body).toMatchObject({
      bucket: 'month',
      buckets: [{ start: '1969-07-01', count: 1 }],
      undated: 0,
    })
    expect((await timeline('from=1969&bucket=week')).body.buckets).toEqual([{ start: '1969-07-14', count: 1 }])
  })

  it('is read on in its order', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Answer = await timeline(`limit=1${cursor && `&cursor=${cursor}`}`)
      seen.push(...namesOf(page))
      cursor = page.body.next_cursor
    }
    expect(seen).toEqual(['Caesar', 'Ides of March', 'Moon landing', 'Before the war'])
  })

  it.each([
    ['from=then', '400 from must be a date as EDTF or ISO 8601, such as 1987, 1987-05 or 1987-05-03'],
    ['to=1969-02-30', '400 to must be a date as EDTF or ISO 8601, such as 1987, 1987-05 or 1987-05-03'],
    ['from=2000&to=1999', '400 from must not be after to'],
    ['entity=7', '404 entity not found'],
    ['entity=7&bucket=hour', '400 bucket must be one of auto, day, week, month, year'],
    [`entity=${newId()}`, '404 entity not found'],
    ['bucket=hour', '400 bucket must be one of auto, day, week, month, year'],
  ])('refuses %s', async (query, error) => {
    expect(said(await timeline(query))).toBe(error)
  })

  it('of nothing is empty', async () => {
    const { get } = await makeDomain()
    expect((await get('/timeline')).body).toEqual({
      items: [],
      bucket: 'day',
      buckets: [],
      undated: 0,
      next_cursor: null,
    })
  })
})

describe('the map', () => {
  const map = (query = '') => get(`/map?${query}`)
  const namesOf = ({ body }: Answer) =>
    body.features.map((one: { properties: { name: string } }) => one.properties.name)

  const boxes: [query: string, names: string[], unlocated: number][] = [
    ['', ['Rome', 'Ides of March', 'Taveuni'], 4],
    ['bbox=12,41,13,42', ['Rome', 'Ides of March'], 4],
    ['bbox=12.49,41,13,42', ['Rome'], 4],
    ['bbox=179,-20,-179,0', ['Taveuni'], 4],
    ['bbox=-179,-20,179,0', [], 4],
    ['kind=event', ['Ides of March'], 2],
    ['from=-0050&to=-0040', ['Ides of March'], 2],
  ]
  it.each(boxes)('%s', async (query, names, unlocated) => {
    const answer = await map(query)
    expect(namesOf(answer)).toEqual(names)
    expect(answer.body.unlocated).toBe(unlocated)
  })

  it('is GeoJSON', async () => {
    const { body } = await map('kind=event')
    expect(body).toMatchObject({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', id: ides, geometry: { type: 'Point', coordinates: [12.48, 41.9] } }],
      truncated: false,
    })
  })

  it.each(['1,2,3', '1,2,3,4,5', '-181,0,0,0', '0,10,0,-10', '0,-91,0,0', 'a,b,c,d', '1e2,0,0,0'])(
    'refuses bbox=%s',
    async (bbox) => {
      expect(said(await map(`bbox=${bbox}`))).toBe('400 bbox must be west,south,east,north in degrees')
    },
  )
})

describe('the numbers', () => {
  it('are counted by kind, type, host and mode, and by day', async () => {
    const counts = (values: Record<string, number>) =>
      Object.entries(values).map(([value, count]) => ({ value, count }))
    const { body } = await get('/stats')
    expect(body).toMatchObject({
      entities: 7,
      relationships: 2,
      evidence: 3,
      kinds: counts({ event: 3, location: 2, person: 2 }),
      types: counts({ killed: 1, ruled: 1 }),
      hosts: counts({ 'a.example': 1, 'b.example': 1 }),
      modes: counts({ deterministic: 2, agentic: 1 }),
    })
    expect(body.growth.slice(0, 2)).toEqual([
      { day: '2026-01-01', entities_added: 4, entities_removed: 0, relationships_added: 2, relationships_removed: 0 },
      { day: '2026-01-02', entities_added: 2, entities_removed: 0, relationships_added: 0, relationships_removed: 0 },
    ])
  })

  it('of models are added up by month', async () => {
    const { id, get } = await makeDomain()
    await db.query(
      `insert into model_usage (domain_id, month, purpose, model, calls, tokens_input, tokens_cached, tokens_output, spend_usd)
       values ($1, '2026-01-01', 'reading', 'openai:x', 2, 100, 10, 20, 0.1), ($1, '2026-01-01', 'reading', 'openai:y', 1, 1, 0, 1, 0.2),
         ($1, '2025-12-01', 'reading', 'openai:x', 1, 1, 0, 1, 0)`,
      [id],
    )
    const one = {
      purpose: 'reading',
      model: 'openai:x',
      calls: 2,
      tokens_input: 100,
      tokens_cached: 10,
      tokens_output: 20,
      spend_usd: 0.1,
    }
    const january = {
      month: '2026-01',
      calls: 3,
      tokens_input: 101,
      tokens_cached: 10,
      tokens_output: 21,
      spend_usd: 0.3,
      by_purpose_and_model: [
        one,
        { ...one, model: 'openai:y', calls: 1, tokens_input: 1, tokens_cached: 0, tokens_output: 1, spend_usd: 0.2 },
      ],
    }
    expect((await get('/usage?months=1')).body).toEqual({ months: [january] })
    const months = (await get('/usage?as_of=2025-12-31')).body.months.map(({ month }: { month: string }) => month)
    expect(months).toEqual(['2025-12'])
  })
})

describe('times that are hard to draw', () => {
  it('are on the timeline, however long ago, and in no bucket outside of what was asked for', async () => {
    const domain = await makeDomain()
    await insertGraph(db, domain.id, {
      entities: [
        { kind: 'event', name: 'Flood', when: '-7000' },
        { kind: 'event', name: 'Fair', when: '../1950' },
        { kind: 'event', name: 'Feast', when: '1920' },
      ],
    })
    const read = async (query: string) => (await call('GET', `/v1/domains/${domain.id}/timeline${query}`, { key })).body
    for (const query of ['', '?bucket=year', '?from=-9000&to=-5000', '?from=-9000']) {
      expect((await read(query)).items.length, query).toBeGreaterThan(0)
    }
    const { buckets } = await read('?from=1900&to=1940')
    for (const { start } of buckets) expect(start >= '1900' && start <= '1940-12-31', start).toBe(true)
  })
})

describe('why an entity is here', () => {
  it('is what pages say, what was merged, and what may be the same', async () => {
    const { body } = await get(`/entities/${caesar}/explain`)
    expect(body.entity).toEqual({ id: caesar, kind: 'person', name: 'Caesar' })
    const shown = body.pages.map(({ url, mode_reason, gate_rule, quotes }: never) => [
      url,
      mode_reason,
      gate_rule,
      (quotes as { quote: string; mode: string }[]).map(({ quote, mode }) => `${quote}, ${mode}`),
    ])
    expect(shown).toEqual([
      ['https://b.example/rome', 'structured data', null, ['the dictator, deterministic']],
      ['https://a.example/caesar', 'structured data', null, ['Gaius Julius, agentic', 'Caesar, deterministic']],
    ])
    expect(body.merges).toMatchObject([
      { target: { name: 'Caesar' }, source: { name: 'Gaius Julius' }, score: 0.97, reasons: ['same name'] },
    ])
    expect(body.pairs).toMatchObject([{ other: { name: 'Julius' }, decision: 'unsure', reasons: ['similar name'] }])
    expect(body.edits).toEqual([])
  })
})

describe('changes', () => {
  const doc = (name: string) => entityDoc({ kind: 'person', name })
  async function makeChanges() {
    const domain = await makeDomain()
    const { entities } = await insertGraph(db, domain.id, {
      entities: [
        { kind: 'person', name: 'A', at: hour(1) },
        { kind: 'person', name: 'B', at: hour(2) },
      ],
    })
    const [a, b] = entities as [string, string]
    await changeGraph(db, domain.id, { type: 'entity', id: a, change: 'changed', doc: doc('AA'), at: hour(3) })
    await changeGraph(db, domain.id, {
      type: 'entity',
      id: b,
      change: 'merged',
      doc: { merged_into: a },
      at: hour(4),
      reason: 'same mail',
    })
    await changeGraph(db, domain.id, { type: 'entity', id: a, change: 'left', doc: null, at: hour(5) })
    return { ...domain, a, b }
  }

  it('are followed from any of them, or from a time', async () => {
    const { get, a, b } = await makeChanges()
    const { body } = await get('/changes')
    expect(body.cursor).toBe(5)
    expect(body.changes.map(({ cursor, change, id }: never) => [cursor, change, id])).toEqual([
      [1, 'entered', a],
      [2, 'entered', b],
      [3, 'changed', a],
      [4, 'merged', b],
      [5, 'left', a],
    ])
    expect(body.changes[2]).toEqual({
      cursor: 3,
      at: hour(3).toISOString(),
      type: 'entity',
      id: a,
      change: 'changed',
      actor: 'pipeline',
      reason: null,
      before: doc('A'),
      after: doc('AA'),
    })
    expect(body.changes[0].before).toBeNull()
    expect(body.changes[3]).toMatchObject({ before: { name: 'B' }, after: { merged_into: a } })
    const cursors = async (query: string) => {
      const { changes, cursor } = (await get(`/changes?${query}`)).body
      return [changes.map((change: { cursor: number }) => change.cursor), cursor]
    }
    expect(await cursors('since=3')).toEqual([[4, 5], 5])
    expect(await cursors('since=1&limit=2')).toEqual([[2, 3], 3])
    expect(await cursors('since=5')).toEqual([[], 5])
    expect(await cursors(`since=${hour(3).toISOString()}`)).toEqual([[3, 4, 5], 5])
    expect(await cursors('since=2030-01-01')).toEqual([[], 5])
    expect(await cursors(`since=1&as_of=${hour(3).toISOString()}`)).toEqual([[2, 3], 3])
    // From before a backup was restored.
    expect(said(await get('/changes?since=6'))).toMatch(/^410 history is kept since \d{4}-/)
    expect(said(await get('/changes?since=now'))).toBe(
      '400 since must be a cursor of an earlier answer, or an ISO 8601 timestamp',
    )
  })

  it('of one entity are its history, also after it has left', async () => {
    const { get, a, b } = await makeChanges()
    const { body } = await get(`/entities/${a}/history`)
    expect(body.history.map(({ change, before, after }: never) => [change, before, after])).toEqual([
      ['entered', null, doc('A')],
      ['changed', doc('A'), doc('AA')],
      ['merged_in', null, null],
      ['left', doc('AA'), null],
    ])
    expect(body.history[2]).toMatchObject({ actor: 'pipeline', reason: 'same mail', other: { id: b, name: 'B' } })
    const first = (await get(`/entities/${a}/history?limit=1`)).body
    expect(first.history).toMatchObject([{ change: 'entered', actor: 'pipeline', reason: null, other: null }])
    const rest = (await get(`/entities/${a}/history?cursor=${first.next_cursor}`)).body
    expect(rest.history).toEqual(body.history.slice(1))
    expect(rest.next_cursor).toBeNull()
  })
})
