import { describe, expect, it } from 'vitest'
import { curatedGraph, person } from '../../test/support/curation/curated-graph.ts'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'

const test = await startTestService()
const { call, key } = test
const newGraph = () => curatedGraph(test)

describe('what a person sets', () => {
  it('is pinned, stays through crawls, and is given back by unpinning it', async () => {
    const graph = await newGraph()
    await graph.say({
      'a.example/1': [person('Ada Lovelace', { attributes: { role: 'writer' }, summary: 'A countess.' })],
    })
    const id = await graph.idOf('Ada Lovelace')
    const edit = { name: 'Ada King', attributes: { role: 'mathematician' }, when: '1815/1852', reason: 'as she signed' }
    const changed = await graph.send('PATCH', `/entities/${id}`, edit)
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...{ id, name: 'Ada King', attributes: { role: 'mathematician' }, summary: 'A countess.', confidence: 1 },
        ...{ aliases: ['Ada Lovelace'], when: { edtf: '1815/1852', start: '1815-01-01' } },
        pinned: ['attributes.role', 'name', 'when'],
      },
    })
    await graph.say({ 'a.example/1': [person('Ada Lovelace', { attributes: { role: 'poet' }, summary: 'A poet.' })] })
    await graph.say({ 'b.example/1': [person('Ada Lovelace', { attributes: { role: 'poet' } })] })
    expect(await graph.get(`/entities/${id}`)).toMatchObject({
      ...{ name: 'Ada King', attributes: { role: 'mathematician' }, summary: 'A poet.', evidence_count: 2 },
    })
    await graph.send('PATCH', `/entities/${id}`, { pinned: { name: null, 'attributes.role': null } })
    expect(await graph.get(`/entities/${id}`)).toMatchObject({
      ...{ name: 'Ada Lovelace', attributes: { role: 'poet' }, pinned: ['when'] },
    })
    await graph.silence('a.example/1', 'b.example/1')
    expect(await graph.get(`/entities/${id}`)).toMatchObject({ name: 'Ada Lovelace', evidence_count: 0, confidence: 1 })
    const left = await graph.send('PATCH', `/entities/${id}`, { pinned: { when: null } })
    expect(left).toMatchObject({ status: 200, body: { pinned: [], confidence: 0 } })
    expect(await graph.names()).toEqual([])
  })

  it('is one with what pages say of the same thing', async () => {
    const graph = await newGraph()
    const made = await graph.send('POST', '/entities', {
      ...{
        kind: 'person',
        name: 'Mary Somerville',
        external_ids: { wikidata: 'Q268702' },
        where: { lat: 55.9, lon: -2.5 },
      },
    })
    expect(made).toMatchObject({
      status: 201,
      body: { evidence_count: 0, confidence: 1, where: { precision: 'point' } },
    })
    await graph.say({ 'a.example/1': [person('M. Somerville', { external_ids: { wikidata: 'Q268702' } })] })
    expect(await graph.get('/entities')).toMatchObject({
      entities: [{ id: made.body.id, name: 'Mary Somerville', aliases: ['M. Somerville'], evidence_count: 1 }],
    })
  })

  it('can be a relationship', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('Ada Lovelace'), person('Charles Babbage')] })
    const [from, to] = [await graph.idOf('Ada Lovelace'), await graph.idOf('Charles Babbage')]
    const made = await graph.send('POST', '/relationships', { from, to, type: 'corresponds_with', since: '1833' })
    expect(made).toMatchObject({ status: 201, body: { since: '1833', pinned: ['since', 'type'], confidence: 1 } })
    expect(await graph.get(`/entities/${from}`)).toMatchObject({ relationship_count: 1 })
    const edited = await graph.send('PATCH', `/relationships/${made.body.id}`, {
      until: '1852',
      attributes: { by: 'letter' },
    })
    expect(edited.body).toMatchObject({ since: '1833', until: '1852', attributes: { by: 'letter' } })
  })
})

describe('what a person deletes', () => {
  it('stays deleted, however it is spelled, and comes back with its evidence when the tombstone is lifted', async () => {
    const graph = await newGraph()
    const knows = relates(['person', 'Jürgen Müller'], 'knows', ['person', 'Ada Lovelace'])
    await graph.say({ 'a.example/1': [person('Jürgen Müller'), person('Ada Lovelace'), knows] })
    const id = await graph.idOf('Jürgen Müller')
    const deleted = await graph.send('DELETE', `/entities/${id}?reason=wrong`)
    expect(deleted).toMatchObject({ status: 200, body: { tombstone_id: expect.any(String) } })
    expect(await graph.names()).toEqual(['Ada Lovelace'])
    expect((await call('GET', `${graph.base}/entities/${id}`, { key })).status).toBe(404)
    await graph.say({ 'a.example/1': [person('Jürgen Müller', { summary: 'Again.' }), person('Ada Lovelace'), knows] })
    await graph.say({ 'b.example/1': [person('Juergen Mueller')], 'c.example/1': [person('Müller, Jürgen')] })
    await graph.say({ 'd.example/1': [person('Dr. JURGEN MULLER')] })
    expect(await graph.names()).toEqual(['Ada Lovelace'])
    expect(await graph.get('/stats')).toMatchObject({ entities: 1, relationships: 0, evidence: 1 })
    const { tombstones } = await graph.get('/tombstones')
    expect(tombstones).toMatchObject([{ type: 'entity', name: 'Jürgen Müller', reason: 'wrong', blocked_count: 4 }])
    await graph.send('DELETE', `/tombstones/${deleted.body.tombstone_id}`)
    expect(await graph.get(`/entities/${id}`)).toMatchObject({ summary: 'Again.', relationship_count: 1 })
    expect((await graph.get(`/entities/${id}`)).evidence_count).toBeGreaterThan(1)
    expect(await graph.get('/tombstones')).toMatchObject({ tombstones: [] })
  })

  it('is not somebody else of the same name', async () => {
    const graph = await newGraph()
    const john = (orcid: string) => person('John Smith', { external_ids: { orcid } })
    await graph.say({ 'a.example/1': [john('0000-0002-1825-0097')] })
    await graph.send('DELETE', `/entities/${await graph.idOf('John Smith')}`)
    await graph.say({ 'b.example/1': [john('0000-0001-5109-3700')] })
    expect(await graph.names()).toEqual(['John Smith'])
  })

  it('can be an attribute or a relationship', async () => {
    const graph = await newGraph()
    const works = relates(['person', 'Ada Lovelace'], 'works_for', ['object', 'Acme'])
    const page = [person('Ada Lovelace', { attributes: { role: 'spy' } }), says('object', 'Acme'), works]
    await graph.say({ 'a.example/1': page })
    const ada = await graph.idOf('Ada Lovelace')
    const { relationships } = await graph.get('/relationships')
    const first = await graph.send('DELETE', `/entities/${ada}/attributes/role`)
    await graph.send('DELETE', `/relationships/${relationships[0].id}`)
    await graph.say({ 'b.example/1': page })
    expect(await graph.get('/relationships')).toMatchObject({ relationships: [] })
    expect(await graph.get(`/entities/${ada}`)).toMatchObject({ attributes: {}, relationship_count: 0 })
    expect((await graph.get('/tombstones')).tombstones).toMatchObject([
      { type: 'relationship', relation: 'works_for', from: { name: 'Ada Lovelace' }, blocked_count: 1 },
      { type: 'attribute', attribute: 'role', name: 'Ada Lovelace', blocked_count: 1 },
    ])
    await graph.send('DELETE', `/tombstones/${first.body.tombstone_id}`)
    expect(await graph.get(`/entities/${ada}`)).toMatchObject({ attributes: { role: 'spy' } })
  })
})

describe('a merge of a person', () => {
  const pages = {
    'a.example/1': [
      person('Ada Lovelace', { attributes: { role: 'writer' } }),
      relates(['person', 'Ada Lovelace'], 'knows', ['person', 'Mary Somerville']),
    ],
    'b.example/1': [
      person('Countess of the Engine'),
      relates(['person', 'Countess of the Engine'], 'knows', ['person', 'Mary Somerville']),
    ],
  }

  it('lasts, moves what hangs on it, and is reverted exactly, with what was edited since', async () => {
    const graph = await newGraph()
    await graph.say(pages)
    const before = await graph.picture()
    const [ada, countess] = [await graph.idOf('Ada Lovelace'), await graph.idOf('Countess of the Engine')]
    const { body } = await graph.send('POST', '/entities/merge', { target: countess, sources: [ada] })
    expect(await graph.get('/entities')).toMatchObject({ total: 2 })
    expect(await graph.get(`/entities/${countess}`)).toMatchObject({ evidence_count: 2, relationship_count: 1 })
    expect(await call('GET', `${graph.base}/entities/${ada}`, { key })).toMatchObject({ status: 308 })
    await graph.say({ 'c.example/1': [person('Ada Lovelace')] })
    await graph.silence('c.example/1')
    await graph.send('PATCH', `/entities/${countess}`, { name: 'Ada', summary: 'Both.' })
    await graph.send('POST', `/merges/${body.merge_id}/revert`, {})
    expect(await graph.picture()).toBe(before)
    await graph.say({ 'd.example/1': [person('Ada Lovelace'), person('Countess of the Engine')] })
    expect(await graph.names()).toEqual(['Ada Lovelace', 'Countess of the Engine', 'Mary Somerville'])
  })

  it('outlives the evidence of its target', async () => {
    const graph = await newGraph()
    await graph.say({
      'a.example/1': [person('One Name')],
      'b.example/1': [person('Two Words')],
      'c.example/1': [person('Third Thing')],
    })
    const ids = [await graph.idOf('One Name'), await graph.idOf('Two Words'), await graph.idOf('Third Thing')]
    await graph.send('POST', '/entities/merge', { target: ids[1], sources: [ids[0], ids[2]] })
    await graph.silence('b.example/1')
    expect(await graph.get('/entities')).toMatchObject({ entities: [{ id: ids[1], evidence_count: 2 }] })
  })

  it('cannot be reverted before a later one', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('One Name'), person('Two Words'), person('Third Thing')] })
    const ids = [await graph.idOf('One Name'), await graph.idOf('Two Words'), await graph.idOf('Third Thing')]
    const first = await graph.send('POST', '/entities/merge', { target: ids[0], sources: [ids[1]] })
    const second = await graph.send('POST', '/entities/merge', { target: ids[2], sources: [ids[0]] })
    const revert = (id: string) => graph.send('POST', `/merges/${id}/revert`, {})
    expect(await revert(first.body.merge_id)).toMatchObject({
      status: 409,
      body: { error: `a later merge builds on it: ${second.body.merge_id}` },
    })
    expect((await revert(second.body.merge_id)).status).toBe(200)
    expect(await graph.names()).toHaveLength(2)
    expect((await revert(first.body.merge_id)).status).toBe(200)
    expect(await graph.names()).toHaveLength(3)
  })
})

describe('a split', () => {
  it('gives each part its evidence, for good, and is undone exactly', async () => {
    const graph = await newGraph()
    const at = (company: string) => [
      person('John Smith'),
      says('object', company),
      relates(['person', 'John Smith'], 'works_for', ['object', company]),
    ]
    await graph.say({ 'a.example/1': at('Acme'), 'a.example/2': at('Globex') })
    const before = await graph.picture()
    const john = await graph.idOf('John Smith')
    const { evidence } = await graph.get(`/entities/${john}/evidence`)
    const ofSecond = evidence
      .filter(({ url }: { url: string }) => url === 'https://a.example/2')
      .map(({ id }: { id: string }) => id)
    const split = await graph.send('POST', `/entities/${john}/split`, {
      groups: [{ name: 'John Smith (Globex)', evidence_ids: ofSecond }],
    })
    expect(split).toMatchObject({ status: 200, body: { entities: [expect.any(String)] } })
    const part = split.body.entities[0]
    expect(await graph.names()).toEqual(['Acme', 'Globex', 'John Smith', 'John Smith (Globex)'])
    const worksFor = async (id: string) =>
      (await graph.get(`/entities/${id}/relationships`)).relationships.map(
        ({ to }: { to: { name: string } }) => to.name,
      )
    expect([await worksFor(john), await worksFor(part)]).toEqual([['Acme'], ['Globex']])
    await graph.say({ 'a.example/2': [...at('Globex'), says('location', 'Springfield')] })
    expect([await worksFor(john), await worksFor(part)]).toEqual([['Acme'], ['Globex']])
    await graph.say({ 'a.example/2': at('Globex') })
    const { audit } = await graph.get('/audit?action=entity.split')
    expect((await graph.send('POST', `/audit/${audit[0].id}/undo`, {})).status).toBe(200)
    expect(await graph.picture()).toBe(before)
  })

  it('holds against every merge that people have made of its parts', async () => {
    const names = ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville', 'Luigi Menabrea']
    for (const leaving of names) {
      const graph = await newGraph()
      await graph.say({ 'a.example/1': names.map((name) => person(name)) })
      const [first = '', ...others] = await Promise.all(names.map(graph.idOf))
      for (const other of others) await graph.send('POST', '/entities/merge', { target: first, sources: [other] })
      const before = await graph.picture()
      const { evidence } = await graph.get(`/entities/${first}/evidence`)
      const { id } = evidence.find(({ quote }: { quote: string }) => quote.includes(leaving))
      const { body } = await graph.send('POST', `/entities/${first}/split`, {
        groups: [{ name: leaving, evidence_ids: [id] }],
      })
      const ofPart = await graph.get(`/entities/${body.entities[0]}/evidence`)
      expect(ofPart.evidence.map((one: { id: string }) => one.id)).toEqual([id])
      const { audit } = await graph.get('/audit?action=entity.split')
      expect((await graph.send('POST', `/audit/${audit[0].id}/undo`, {})).status).toBe(200)
      expect(await graph.picture()).toBe(before)
    }
  })
})

describe('two editors at once', () => {
  it('do not lose a change', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('Ada Lovelace')] })
    const id = await graph.idOf('Ada Lovelace')
    const { headers } = await call('GET', `${graph.base}/entities/${id}`, { key })
    const etag = headers.get('etag') as string
    expect((await graph.send('PATCH', `/entities/${id}`, { summary: 'One.' }, { 'if-match': etag })).status).toBe(200)
    expect(await graph.send('PATCH', `/entities/${id}`, { summary: 'Two.' }, { 'if-match': etag })).toMatchObject({
      status: 412,
      body: { code: 'stale_etag' },
    })
    expect(await graph.get(`/entities/${id}`)).toMatchObject({ summary: 'One.' })
  })

  it('of a relationship do not lose a change either', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('Ada Lovelace'), person('Charles Babbage')] })
    const [from, to] = [await graph.idOf('Ada Lovelace'), await graph.idOf('Charles Babbage')]
    const { id } = (await graph.send('POST', '/relationships', { from, to, type: 'corresponds_with' })).body
    const etagNow = async () =>
      (await call('GET', `${graph.base}/relationships/${id}`, { key })).headers.get('etag') as string
    const old = await etagNow()
    const edit = (since: string, etag: string) =>
      graph.send('PATCH', `/relationships/${id}`, { since }, { 'if-match': etag })
    expect(await edit('1833', old)).toMatchObject({ status: 200, body: { since: '1833' } })
    const stale = { status: 412, body: { code: 'stale_etag' } }
    expect(await edit('1834', old)).toMatchObject(stale)
    expect(await graph.send('DELETE', `/relationships/${id}`, undefined, { 'if-match': old })).toMatchObject(stale)
    expect(await graph.get(`/relationships/${id}`)).toMatchObject({ since: '1833' })
    expect(await edit('1834', await etagNow())).toMatchObject({ status: 200, body: { since: '1834' } })
  })
})
