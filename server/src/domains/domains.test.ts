import { describe, expect, it } from 'vitest'
import { insertGraph } from '../../test/support/graph/graph-rows.ts'
import { type Answer, startTestService } from '../../test/support/harness.ts'
import { newId } from '../platform/ids.ts'

const { call, key, service, clock, makeProject, makeMember } = await startTestService()
const { db } = service

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)

async function makeDomain(body: object = { name: 'ports' }, withKey = key) {
  const created = await call('POST', '/v1/domains', { key: withKey, body })
  expect(said(created)).toBe(201)
  const id: string = created.body.id
  const path = `/v1/domains/${id}`
  return {
    id,
    path,
    get: async () => (await call('GET', path, { key: withKey })).body,
    patch: (change: unknown) => call('PATCH', path, { key: withKey, body: change }),
    post: (action: string) => call('POST', `${path}/${action}`, { key: withKey }),
    remove: (query: string) => call('DELETE', `${path}${query}`, { key: withKey }),
  }
}

async function addPages(domainId: string, count: number, withKey: string) {
  // Paused, so that no worker fetches them.
  await call('POST', `/v1/domains/${domainId}/runs/pause`, { key: withKey })
  const urls = Array.from({ length: count }, (_, n) => `https://example.org/${n}`)
  const { body } = await call('POST', `/v1/domains/${domainId}/sources/bulk`, { key: withKey, body: { urls } })
  expect(body).toEqual({ queued: count })
}
const addEntities = (domainId: string, kind: string, count: number) =>
  insertGraph(db, domainId, { entities: Array.from({ length: count }, (_, n) => ({ kind, name: `${kind} ${n}` })) })

async function addedAt(domainId: string): Promise<string | null> {
  const [row] = await db.query<{ at: string | null }>('select attributes_added_at as at from domains where id = $1', [
    domainId,
  ])
  return row?.at ?? null
}

describe('creating', () => {
  it('needs a name only', async () => {
    const created = await call('POST', '/v1/domains', { key, body: { name: ' Baltic ports ' } })
    const ontology = ['person', 'object', 'location', 'event']
    const { id } = created.body
    expect(created.body).toEqual({ id, name: 'Baltic ports', ontology })
    expect((await call('GET', `/v1/domains/${id}`, { key })).body).toEqual({
      ...created.body,
      recrawl_every: null,
      next_recrawl_at: null,
      description: '',
      attributes: [],
      max_depth: 2,
      max_pages: 100,
      max_spend_usd: null,
      readers_may_spend: false,
      archived: false,
      crawl_state: 'idle',
      paused_reason: null,
      active_run: null,
      published_spec_version: 1,
      created_at: expect.any(String),
    })
  })

  it('takes every field', async () => {
    const sent = {
      name: 'p',
      description: 'Ports of the Baltic Sea.',
      ontology: ['ship', 'port'],
      max_depth: 0,
      max_pages: 1,
      max_spend_usd: 12.5,
    }
    const { get } = await makeDomain(sent)
    expect(await get()).toMatchObject(sent)
  })

  it('makes two with one name', async () => {
    const [one, two] = [await makeDomain({ name: 'twin' }), await makeDomain({ name: 'twin' })]
    expect(one.id).not.toBe(two.id)
  })

  const refused: [body: object | undefined, error: string][] = [
    [undefined, 'name is required'],
    [{}, 'name is required'],
    [{ name: '' }, 'name is required'],
    [{ name: ' \n' }, 'name is required'],
    [{ name: 7 }, 'name must be a string of 1 to 200 characters'],
    [{ name: 'x', max_pages: 0 }, 'max_pages must be an integer from 1 to 10000000'],
    [{ name: 'x', max_pages: 1.5 }, 'max_pages must be an integer from 1 to 10000000'],
    [{ name: 'x', max_depth: -1 }, 'max_depth must be an integer from 0 to 100'],
    [{ name: 'x', max_spend_usd: -0.01 }, 'max_spend_usd must be a number from 0 to 1000000, or null'],
    [{ name: 'x', ontology: [] }, 'ontology must be a list of 1 to 50'],
    [{ name: 'x', ontology: ['a', 'a'] }, 'ontology must not contain duplicates'],
    [{ name: 'x', ontology: ['Person'] }, 'ontology.0 must be a word of lower-case letters, digits and underscores'],
    [{ name: 'x', attributes: [] }, 'attributes is not a known field'],
  ]
  it.each(refused)('%j', async (body, error) => {
    expect(said(await call('POST', '/v1/domains', { key, body }))).toBe(`400 ${error}`)
  })
})

describe('the list', () => {
  it('is newest first, with counts', async () => {
    const { key: full } = await makeProject('listing')
    const [first, second, third] = [
      await makeDomain({ name: 'one' }, full),
      await makeDomain({ name: 'two' }, full),
      await makeDomain({ name: 'three' }, full),
    ]
    await addPages(second.id, 3, full)
    await addEntities(second.id, 'person', 2)
    await addEntities(second.id, 'event', 5)
    await addPages(first.id, 1, full)
    const { body } = await call('GET', '/v1/domains', { key: full })
    const counts = body.domains.map((row: { id: string; entity_count: number; page_count: number }) => [
      row.id,
      row.entity_count,
      row.page_count,
    ])
    expect(counts).toEqual([
      [third.id, 0, 0],
      [second.id, 7, 3],
      [first.id, 0, 1],
    ])
    const { attributes, active_run, published_spec_version, ...listed } = await third.get()
    expect(body.domains[0]).toEqual({ ...listed, entity_count: 0, page_count: 0, spend_usd: 0 })
  })

  it('leaves archived domains out unless all=1', async () => {
    const { key: full } = await makeProject('archiving')
    const kept = await makeDomain({ name: 'kept' }, full)
    const shelved = await makeDomain({ name: 'shelved' }, full)
    await shelved.post('archive')
    const list = async (query: string) => {
      const { domains } = (await call('GET', `/v1/domains${query}`, { key: full })).body
      return domains.map((row: { id: string; archived: boolean }) => [row.id, row.archived])
    }
    for (const query of ['', '?all=', '?all=0', '?all=false']) expect(await list(query)).toEqual([[kept.id, false]])
    for (const query of ['?all=1', '?all=true', '?all=True']) {
      expect(await list(query), query).toEqual([
        [shelved.id, true],
        [kept.id, false],
      ])
    }
    expect(await list('?all=1&limit=1')).toEqual([[shelved.id, true]])
  })
})

describe('changing', () => {
  const changes: [field: string, value: unknown][] = [
    ['name', 'renamed'],
    ['description', 'Other ports.'],
    ['description', ''],
    ['ontology', ['person', 'ship']],
    ['max_depth', 7],
    ['max_pages', 5000],
    ['max_spend_usd', 0.25],
    ['max_spend_usd', 0],
    ['max_spend_usd', null],
  ]
  it.each(changes)('%s to %j leaves the rest', async (field, value) => {
    const { get, patch } = await makeDomain({ name: 'ports', description: 'd', max_spend_usd: 5 })
    const before = await get()
    expect((await patch({ [field]: value })).body).toEqual({ ok: true })
    expect(await get()).toEqual({ ...before, [field]: value })
  })

  it('nothing is refused', async () => {
    const { patch } = await makeDomain()
    for (const body of [{}, undefined]) expect(said(await patch(body))).toBe('400 nothing to update')
  })

  it('to what it is already is fine', async () => {
    const { get, patch } = await makeDomain()
    const before = await get()
    expect(said(await patch({ name: before.name, ontology: before.ontology }))).toBe(200)
    expect(await get()).toEqual(before)
  })

  it('several fields at once, by several callers, loses none', async () => {
    const { get, patch } = await makeDomain()
    const values = { name: 'n', description: 'd', ontology: ['x'], max_depth: 9, max_pages: 9, max_spend_usd: 9 }
    const answers = await Promise.all(Object.entries(values).map(([field, value]) => patch({ [field]: value })))
    expect(answers.map(said)).toEqual(answers.map(() => 200))
    expect(await get()).toMatchObject(values)
  })
})

describe('attributes', () => {
  const port = { key: 'port_code', label: 'Port code', kinds: ['location'], description: 'UN/LOCODE' }

  it('are set, completed and cleared', async () => {
    const { get, patch } = await makeDomain()
    expect(said(await patch({ attributes: [port, { key: 'flag' }] }))).toBe(200)
    const flag = { key: 'flag', label: 'flag', kinds: [], description: '' }
    expect((await get()).attributes).toEqual([port, flag])
    expect(said(await patch({ attributes: [] }))).toBe(200)
    expect((await get()).attributes).toEqual([])
  })

  it('are six at most, each key once', async () => {
    const { patch } = await makeDomain()
    const some = (count: number) => Array.from({ length: count }, (_, n) => ({ key: `k${n}` }))
    expect(said(await patch({ attributes: some(6) }))).toBe(200)
    expect(said(await patch({ attributes: some(7) }))).toBe('400 attributes must be a list of at most 6')
    const twice = [{ key: 'a' }, { key: 'a', label: 'b' }]
    expect(said(await patch({ attributes: twice }))).toBe('400 attributes must have unique keys')
  })

  it('with a new key are remembered as added, and nothing else is', async () => {
    const { id, patch } = await makeDomain()
    const attributes = (list: object[]) => patch({ attributes: list })
    expect(await addedAt(id)).toBeNull()
    await attributes([port])
    const first = await addedAt(id)
    expect(first).not.toBeNull()
    clock.advance(5000)
    const unchanged = [[{ ...port, label: 'Code', description: '', kinds: [] }], [port], []]
    for (const list of unchanged) {
      await attributes(list)
      expect(await addedAt(id)).toBe(first)
    }
    await patch({ name: 'other', ontology: ['location', 'ship'] })
    expect(await addedAt(id)).toBe(first)
    // The key had been removed, so it counts as new.
    await attributes([port, { key: 'flag' }])
    const second = await addedAt(id)
    expect(Date.parse(second as string)).toBeGreaterThan(Date.parse(first as string))
    clock.advance(5000)
    await attributes([{ key: 'flag' }, port])
    expect(await addedAt(id)).toBe(second)
    await attributes([{ key: 'flag' }])
    expect(await addedAt(id)).toBe(second)
    await attributes([{ key: 'flag' }, { key: 'length' }])
    expect(await addedAt(id)).not.toBe(second)
  })

  it('belong to kinds of the ontology, whichever of the two changes', async () => {
    const { get, patch } = await makeDomain()
    const unknown = await patch({ attributes: [{ key: 'a' }, { key: 'b', kinds: ['person', 'ship'] }] })
    const text = 'attributes.1.kinds must be kinds of the ontology; ship is not'
    expect(said(unknown)).toBe(`400 ${text}`)
    expect(unknown.body.details).toEqual([{ path: 'attributes.1.kinds', message: text }])
    const both = { ontology: ['ship'], attributes: [{ key: 'b', kinds: ['ship'] }] }
    expect(said(await patch(both))).toBe(200)
    const dropped = await patch({ ontology: ['port'] })
    expect(said(dropped)).toBe('400 attributes.0.kinds must be kinds of the ontology; ship is not')
    expect((await get()).ontology).toEqual(['ship'])
    expect(said(await patch({ ontology: ['port'], attributes: [] }))).toBe(200)
  })
})

describe('kinds in use', () => {
  it('cannot be removed, and the answer counts what is in the way', async () => {
    const { id, get, patch } = await makeDomain()
    await addEntities(id, 'location', 12)
    const refused = await patch({ ontology: ['person', 'object', 'event'], name: 'other' })
    expect(said(refused)).toBe('409 kind still has entities: location (12)')
    expect(refused.body.code).toBe('kind_has_entities')
    expect(await get()).toMatchObject({ name: 'ports', ontology: ['person', 'object', 'location', 'event'] })
    await addEntities(id, 'event', 1)
    expect(said(await patch({ ontology: ['person'] }))).toBe('409 kind still has entities: event (1), location (12)')
    expect(said(await patch({ ontology: ['location', 'ship', 'event'] }))).toBe(200)
    await db.query('delete from entities where domain_id = $1', [id])
    expect(said(await patch({ ontology: ['ship'] }))).toBe(200)
  })

  it('are those of this domain', async () => {
    const [one, two] = [await makeDomain(), await makeDomain()]
    await addEntities(two.id, 'person', 3)
    expect(said(await one.patch({ ontology: ['ship'] }))).toBe(200)
    expect(said(await two.patch({ ontology: ['ship'] }))).toBe('409 kind still has entities: person (3)')
  })
})

describe('archiving', () => {
  it('can be done twice, and undone twice', async () => {
    const { id, get, post, patch } = await makeDomain()
    const archivedAt = async () => (await db.query('select archived_at from domains where id = $1', [id]))[0]
    for (const action of ['archive', 'archive']) expect((await post(action)).body).toEqual({ ok: true })
    const first = await archivedAt()
    clock.advance(1000)
    await post('archive')
    expect(await archivedAt()).toEqual(first)
    expect((await get()).archived).toBe(true)
    // The settings of an archived domain can be changed; its work is stopped.
    expect(said(await patch({ name: 'shelved' }))).toBe(200)
    for (const action of ['unarchive', 'unarchive']) expect((await post(action)).body).toEqual({ ok: true })
    expect(await get()).toMatchObject({ archived: false, name: 'shelved' })
  })
})

describe('an archived domain', () => {
  it('is not running, and is again what it was when it is unarchived', async () => {
    const { id, get, post } = await makeDomain()
    const listed = async () =>
      (await call('GET', '/v1/domains?all=1', { key })).body.domains.find((row: { id: string }) => row.id === id)
    for (const [state, shown] of [
      ['running', 'idle'],
      ['paused', 'paused'],
      ['idle', 'idle'],
    ]) {
      const reason = state === 'paused' ? 'a test' : null
      const by = state === 'paused' ? 'caller' : null
      await db.query('update domains set crawl_state = $2, paused_reason = $3, paused_by = $4 where id = $1', [
        ...[id, state, reason, by],
      ])
      await post('archive')
      expect([(await get()).crawl_state, (await listed()).crawl_state]).toEqual([shown, shown])
      await post('unarchive')
      expect([(await get()).crawl_state, (await listed()).crawl_state]).toEqual([state, state])
    }
  })
})

describe('deleting', () => {
  it('needs the name, exactly', async () => {
    const { get, remove, id } = await makeDomain({ name: 'Ports' })
    for (const query of ['', '?confirm=', '?confirm=ports', '?confirm=Ports%20', '?confirm=Port', `?confirm=${id}`]) {
      expect(said(await remove(query)), query).toBe('400 pass ?confirm=<domain name> to delete')
    }
    expect((await get()).name).toBe('Ports')
    expect((await remove('?confirm=Ports')).body).toEqual({ deleted: id })
    expect((await remove('?confirm=Ports')).body.error).toBe('domain not found')
  })

  it.each(['a&b=c', '100 %', '1+1', 'a b', 'Zürich – 東京 🚀', '%41', '#?/', '"quoted"', "o'clock", '+'])(
    'works for the name %s',
    async (name) => {
      const { remove, id } = await makeDomain({ name })
      expect((await remove(`?confirm=${encodeURIComponent(name)}`)).body).toEqual({ deleted: id })
    },
  )

  it('takes a name in another normal form for the same', async () => {
    for (const [name, confirm] of [
      ['Cafe\u0301', 'Caf\u00e9'],
      ['Caf\u00e9', 'Cafe\u0301'],
    ] as const) {
      const { remove, id } = await makeDomain({ name })
      expect((await remove(`?confirm=${encodeURIComponent(confirm)}`)).body).toEqual({ deleted: id })
    }
  })

  it('happens once, however many ask at once', async () => {
    const { remove } = await makeDomain()
    const answers = await Promise.all(Array.from({ length: 8 }, () => remove('?confirm=ports')))
    expect(answers.map(said).sort()).toEqual([200, ...Array(7).fill('404 domain not found')])
  })

  it('and changing at once end well', async () => {
    const { path, remove, patch, post } = await makeDomain()
    const answers = await Promise.all([
      ...[1, 2, 3].map((max_depth) => patch({ max_depth })),
      remove('?confirm=ports'),
      ...['archive', 'unarchive'].map((action) => post(action)),
      call('POST', `${path}/gate/versions`, { key, body: { rules: {} } }),
      call('GET', path, { key }),
    ])
    const outcomes = new Set(answers.map((answer) => (answer.status < 400 ? 'done' : said(answer))))
    expect([...outcomes].filter((outcome) => outcome !== 'done' && outcome !== '404 domain not found')).toEqual([])
    expect(said(await call('GET', path, { key }))).toBe('404 domain not found')
  })

  it('is for owners', async () => {
    const { key: full } = await makeProject('owned')
    const { path } = await makeDomain({ name: 'd' }, full)
    const editor = await makeMember(full, 'editor')
    expect(said(await call('DELETE', `${path}?confirm=d`, editor))).toBe('403 owner access required')
    const owner = await makeMember(full, 'owner')
    expect(said(await call('DELETE', `${path}?confirm=d`, owner))).toBe(200)
  })
})

describe('others', () => {
  it('do not find the domain', async () => {
    const { id, path, get } = await makeDomain()
    const other = await makeProject()
    for (const [method, target, body] of [
      ['GET', path],
      ['PATCH', path, { name: 'mine' }],
      ['DELETE', `${path}?confirm=ports`],
      ['POST', `${path}/archive`],
      ['POST', `${path}/unarchive`],
      ['GET', `/v1/domains/${newId()}`],
      ['GET', '/v1/domains/x'],
      ['GET', `/v1/domains/${id.slice(0, -1)}`],
    ] as const) {
      expect(said(await call(method, target, { key: other.key, body })), target).toBe('404 domain not found')
    }
    expect((await call('GET', '/v1/domains?all=1', { key: other.key })).body.domains).toEqual([])
    expect(await get()).toMatchObject({ name: 'ports', archived: false })
    expect(said(await call('GET', path.toUpperCase().replace('/V1/DOMAINS', '/v1/domains'), { key }))).toBe(200)
  })
})
