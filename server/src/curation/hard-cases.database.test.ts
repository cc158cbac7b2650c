import { expect, it } from 'vitest'
import { relates, type Said, says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'

const test = await startTestService()
const { call, key, clock } = test

const person = (name: string, rest: Said = {}) => says('person', name, rest)
const wikidata = (id: string): Said => ({ external_ids: { wikidata: id } })

async function newGraph() {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const get = async (path: string) => (await call('GET', `${base}${path}`, { key })).body
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    clock.advance(1000)
    return call(method, `${base}${path}`, { key, ...(body && { body }) })
  }
  const done = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => {
    const answer = await send(method, path, body)
    expect([answer.status, answer.body]).toEqual([answer.status < 300 ? answer.status : 200, expect.anything()])
    return answer.body
  }
  const idOf = async (name: string) =>
    (await get('/entities?limit=500')).entities.find((one: { name: string }) => one.name === name)?.id as string
  const lastAudit = async (action: string) => (await get(`/audit?action=${action}`)).audit[0].id as string
  return { ...graph, base, get, send, done, idOf, lastAudit }
}

it('an older subject of the same id that had no evidence stays deleted', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace', wikidata('Q7259'))] })
  await graph.say({ 'b.example/1': [person('Countess King', wikidata('Q7259'))] })
  expect(await graph.names()).toHaveLength(1)
  await graph.silence('b.example/1')
  const [one] = await graph.entities()
  await graph.done('DELETE', `/entities/${one?.id}`)
  await graph.silence('a.example/1')
  await graph.say({ 'b.example/1': [person('Countess King', wikidata('Q7259'))] })
  expect(await graph.names()).toEqual([])
})

it('two tombstones: lifting one does not show what the other holds', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace')] })
  const id = await graph.idOf('Ada Lovelace')
  const first = (await graph.done('DELETE', `/entities/${id}`)).tombstone_id
  await graph.done('DELETE', `/tombstones/${first}`)
  await graph.done('DELETE', `/entities/${id}`)
  await graph.done('POST', `/audit/${await graph.lastAudit('tombstone.lift')}/undo`, {})
  await graph.done('DELETE', `/tombstones/${first}`)
  expect([await graph.names(), (await graph.get('/tombstones')).tombstones.length]).toEqual([[], 1])
})

it('redoing a deletion hides what has joined meanwhile', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace', wikidata('Q7259'))] })
  const { tombstone_id } = await graph.done('DELETE', `/entities/${await graph.idOf('Ada Lovelace')}`)
  await graph.done('DELETE', `/tombstones/${tombstone_id}`)
  await graph.say({ 'b.example/1': [person('Ada Byron', wikidata('Q7259'))] })
  expect(await graph.names()).toHaveLength(1)
  await graph.done('POST', `/audit/${await graph.lastAudit('tombstone.lift')}/undo`, {})
  expect(await graph.names()).toEqual([])
})

it('creating a deleted relationship of a merged entity lifts its tombstone', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace'), person('Mary Somerville')] })
  await graph.say({
    'b.example/1': [
      person('Countess of the Engine'),
      relates(['person', 'Countess of the Engine'], 'knows', ['person', 'Mary Somerville']),
    ],
  })
  const [ada, countess, mary] = [
    await graph.idOf('Ada Lovelace'),
    await graph.idOf('Countess of the Engine'),
    await graph.idOf('Mary Somerville'),
  ]
  await graph.done('POST', '/entities/merge', { target: ada, sources: [countess] })
  const [edge] = await graph.relationships()
  await graph.done('DELETE', `/relationships/${edge?.id}`)
  const made = await graph.send('POST', '/relationships', { from: ada, to: mary, type: 'knows' })
  expect(made).toMatchObject({ status: 201, body: { type: 'knows' } })
  expect((await graph.get('/tombstones')).tombstones).toEqual([])
})

it('an attribute that was deleted after a merge: tombstone and graph agree after the revert', async () => {
  const graph = await newGraph()
  await graph.say({
    'a.example/1': [person('Ada Lovelace', { attributes: { role: 'spy' } })],
    'b.example/1': [person('Countess of the Engine')],
  })
  const [ada, countess] = [await graph.idOf('Ada Lovelace'), await graph.idOf('Countess of the Engine')]
  const { merge_id } = await graph.done('POST', '/entities/merge', { target: ada, sources: [countess] })
  await graph.done('DELETE', `/entities/${ada}/attributes/role`)
  await graph.done('POST', `/merges/${merge_id}/revert`, {})
  const held = (await graph.get('/tombstones')).tombstones.length
  expect([held, (await graph.get(`/entities/${ada}`)).attributes]).toEqual(held ? [1, {}] : [0, { role: 'spy' }])
})

it('setting or unpinning an attribute that was deleted from a member lifts its tombstone', async () => {
  for (const edit of [{ attributes: { role: 'poet' } }, { pinned: { 'attributes.role': null } }]) {
    const graph = await newGraph()
    await graph.say({
      'a.example/1': [person('Ada Lovelace', { attributes: { role: 'spy' } })],
      'b.example/1': [person('Countess of the Engine')],
    })
    const [ada, countess] = [await graph.idOf('Ada Lovelace'), await graph.idOf('Countess of the Engine')]
    await graph.done('DELETE', `/entities/${ada}/attributes/role`)
    await graph.done('POST', '/entities/merge', { target: countess, sources: [ada] })
    await graph.done('PATCH', `/entities/${countess}`, edit)
    const { attributes } = await graph.get(`/entities/${countess}`)
    const held = (await graph.get('/tombstones')).tombstones.length
    expect([edit, held, Object.keys(attributes)]).toEqual([edit, 0, ['role']])
  }
})

it('lifting the tombstone of an attribute restores the value that a person had set', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace', { attributes: { role: 'spy' } })] })
  const ada = await graph.idOf('Ada Lovelace')
  await graph.done('PATCH', `/entities/${ada}`, { attributes: { role: 'mathematician' } })
  const { tombstone_id } = await graph.done('DELETE', `/entities/${ada}/attributes/role`)
  await graph.done('DELETE', `/tombstones/${tombstone_id}`)
  expect(await graph.get(`/entities/${ada}`)).toMatchObject({
    attributes: { role: 'mathematician' },
    pinned: ['attributes.role'],
  })
})

it('a deleted person among a thousand new ones stays deleted', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Jürgen Müller')] })
  await graph.done('DELETE', `/entities/${await graph.idOf('Jürgen Müller')}`)
  const letters = (n: number) => [...String(n)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('a')
  const crowd = Array.from({ length: 900 }, (_, n) => person(`X${letters(n + 1000)}o Y${letters(9999 - n)}u`))
  await graph.say({ 'b.example/1': [...crowd, person('Juergen Mueller', wikidata('Q99'))] })
  expect((await graph.names()).filter((name) => /m.*ller/i.test(name) && name.startsWith('Ju'))).toEqual([])
})

it('a page that changes its person to a deleted one does not bring it back', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Jürgen Müller')] })
  await graph.done('DELETE', `/entities/${await graph.idOf('Jürgen Müller')}`)
  await graph.say({ 'b.example/1': [person('Mary Somerville', { ref: 'author' })] })
  expect(await graph.names()).toEqual(['Mary Somerville'])
  await graph.say({ 'b.example/1': [person('Juergen Mueller', { ref: 'author' })] })
  expect(await graph.names()).toEqual([])
})

it('a page that changes its deleted person to another shows the other', async () => {
  const graph = await newGraph()
  const john = (orcid: string) => person('John Smith', { external_ids: { orcid } })
  await graph.say({ 'a.example/1': [john('0000-0002-1825-0097')] })
  await graph.done('DELETE', `/entities/${await graph.idOf('John Smith')}`)
  await graph.say({ 'a.example/1': [john('0000-0001-5109-3700')] })
  expect(await graph.names()).toEqual(['John Smith'])
  await graph.say({ 'a.example/1': [john('0000-0002-1825-0097')] })
  expect(await graph.names()).toEqual([])
})

it('unpinning a field of a relationship unpins it wherever it was set', async () => {
  const graph = await newGraph()
  await graph.say({
    'a.example/1': [person('Ada Lovelace'), person('Countess of the Engine'), person('Mary Somerville')],
  })
  const [ada, countess, mary] = [
    await graph.idOf('Ada Lovelace'),
    await graph.idOf('Countess of the Engine'),
    await graph.idOf('Mary Somerville'),
  ]
  await graph.done('POST', '/relationships', { from: ada, to: mary, type: 'knows' })
  await graph.done('POST', '/relationships', { from: countess, to: mary, type: 'knows', since: '1833' })
  await graph.done('POST', '/entities/merge', { target: ada, sources: [countess] })
  const [edge] = (await graph.get('/relationships')).relationships
  expect(edge).toMatchObject({ since: '1833' })
  const changed = await graph.done('PATCH', `/relationships/${edge.id}`, { pinned: { since: null } })
  expect(changed).toMatchObject({ since: null, pinned: ['type'] })
})

it('a merge can be reverted while its entity is deleted', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('One Name')], 'b.example/1': [person('Two Words')] })
  const [one, two] = [await graph.idOf('One Name'), await graph.idOf('Two Words')]
  const { merge_id } = await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  const { tombstone_id } = await graph.done('DELETE', `/entities/${one}`)
  await graph.done('POST', `/merges/${merge_id}/revert`, {})
  expect(await graph.names()).toEqual([])
  await graph.done('DELETE', `/tombstones/${tombstone_id}`)
  expect(await graph.names()).toEqual(['One Name', 'Two Words'])
})

it('a merge can be reverted after its entity had no evidence for a while', async () => {
  const graph = await newGraph()
  const pages = { 'a.example/1': [person('One Name')], 'b.example/1': [person('Two Words')] }
  await graph.say(pages)
  const [one, two] = [await graph.idOf('One Name'), await graph.idOf('Two Words')]
  const { merge_id } = await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  await graph.silence('a.example/1', 'b.example/1')
  clock.advance(1000)
  await graph.say(pages)
  expect(await graph.names()).toHaveLength(1)
  await graph.done('POST', `/merges/${merge_id}/revert`, {})
  expect(await graph.names()).toEqual(['One Name', 'Two Words'])
})

it('a revert gives back what was unpinned since', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('One Name')], 'b.example/1': [person('Two Words')] })
  const [one, two] = [await graph.idOf('One Name'), await graph.idOf('Two Words')]
  await graph.done('PATCH', `/entities/${two}`, { summary: 'The second.' })
  const { merge_id } = await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  await graph.done('PATCH', `/entities/${one}`, { pinned: { summary: null } })
  await graph.done('POST', `/merges/${merge_id}/revert`, {})
  expect(await graph.get(`/entities/${two}`)).toMatchObject({ summary: 'The second.', pinned: ['summary'] })
})

it('merging three of which two were called different makes one', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('One Name'), person('Two Words'), person('Third Thing')] })
  const [one, two, three] = [
    await graph.idOf('One Name'),
    await graph.idOf('Two Words'),
    await graph.idOf('Third Thing'),
  ]
  const { merge_id } = await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  await graph.done('POST', `/merges/${merge_id}/revert`, {})
  await graph.done('POST', '/entities/merge', { target: three, sources: [one, two] })
  expect((await graph.entities()).map(({ id }) => id)).toEqual([three])
})

it('clusters that were merged and reverted can be merged again', async () => {
  const graph = await newGraph()
  await graph.say({
    'a.example/1': [person('One Name', wikidata('Q1'))],
    'b.example/1': [person('Eins Nom', wikidata('Q1'))],
    'c.example/1': [person('Two Words', wikidata('Q2'))],
    'd.example/1': [person('Zwei Worte', wikidata('Q2'))],
  })
  const [one, two] = (await graph.entities()).map(({ id }) => id)
  expect(await graph.entities()).toHaveLength(2)
  const { merge_id } = await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  await graph.done('POST', `/merges/${merge_id}/revert`, {})
  expect(await graph.entities()).toHaveLength(2)
  await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  expect((await graph.entities()).map(({ id }) => id)).toEqual([one])
})

it('undoing a merge on which another was built says so', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('One Name'), person('Two Words'), person('Third Thing')] })
  const [one, two, three] = [
    await graph.idOf('One Name'),
    await graph.idOf('Two Words'),
    await graph.idOf('Third Thing'),
  ]
  await graph.done('POST', '/entities/merge', { target: one, sources: [two] })
  const first = await graph.lastAudit('entity.merge')
  await graph.done('POST', '/entities/merge', { target: three, sources: [one] })
  const answer = await graph.send('POST', `/audit/${first}/undo`, {})
  const split = (await graph.entities()).length
  expect([answer.status, split]).toEqual(answer.status === 409 ? [409, 1] : [200, 2])
})

it('undoing a split of which a part was deleted does not bring the part back', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('John Smith')], 'a.example/2': [person('John Smith')] })
  const john = await graph.idOf('John Smith')
  const { evidence } = await graph.get(`/entities/${john}/evidence`)
  const { entities } = await graph.done('POST', `/entities/${john}/split`, {
    groups: [{ name: 'John Smith (2)', evidence_ids: [evidence[0].id] }],
  })
  await graph.done('DELETE', `/entities/${entities[0]}`)
  const answer = await graph.send('POST', `/audit/${await graph.lastAudit('entity.split')}/undo`, {})
  expect([answer.status, (await graph.entities()).map(({ evidence_count }) => evidence_count)]).toEqual([409, [1]])
})

const lovelace = (rest: Said = {}) => [
  person('Ada Lovelace', { attributes: { role: 'spy', ...rest.attributes } }),
  person('Mary Somerville'),
  relates(['person', 'Ada Lovelace'], 'knows', ['person', 'Mary Somerville']),
]

it('a deleted relationship stays deleted when pages tell more of its end', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': lovelace(), 'b.example/1': lovelace() })
  const [edge] = await graph.relationships()
  await graph.done('DELETE', `/relationships/${edge?.id}`)
  const more = lovelace({ attributes: { birth_date: '1815-12-10' } })
  await graph.say({ 'a.example/1': more, 'b.example/1': more })
  expect(await graph.relationships()).toEqual([])
})

it('a deleted attribute stays deleted when pages tell more of its entity', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': lovelace(), 'b.example/1': lovelace() })
  await graph.done('DELETE', `/entities/${await graph.idOf('Ada Lovelace')}/attributes/role`)
  const more = lovelace({ attributes: { birth_date: '1815-12-10' } })
  await graph.say({ 'a.example/1': more, 'b.example/1': more })
  expect((await graph.get('/entities?q=Lovelace')).entities).toMatchObject([
    { attributes: { birth_date: '1815-12-10' } },
  ])
  expect((await graph.get('/entities?q=Lovelace')).entities[0].attributes).not.toHaveProperty('role')
})

it('what a person called different from a deleted one is shown again with its evidence', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace', wikidata('Q1'))] })
  await graph.say({ 'b.example/1': [person('Ada Byron', wikidata('Q1'))] })
  const { merges } = await graph.get('/merges')
  await graph.done('POST', `/merges/${merges[0].id}/revert`, {})
  expect(await graph.names()).toEqual(['Ada Byron', 'Ada Lovelace'])
  await graph.done('DELETE', `/entities/${await graph.idOf('Ada Lovelace')}`)
  await graph.silence('b.example/1')
  await graph.say({ 'b.example/1': [person('Ada Byron', wikidata('Q1'))] })
  expect(await graph.names()).toEqual(['Ada Byron'])
})

it('a namesake that was shown when another was deleted stays, also after it had no evidence', async () => {
  const graph = await newGraph()
  const john = (born: string) => person('John Smith', { attributes: { birth_date: born } })
  const namesake = { 'b.example/1': [john('1960-05-12')] }
  await graph.say({ 'a.example/1': [john('1900-01-01')], ...namesake })
  const born = async () => (await graph.entities()).map(({ doc }) => doc.attributes.birth_date)
  expect((await born()).toSorted()).toEqual(['1900-01-01', '1960-05-12'])
  const deleted = (await graph.entities()).find(({ doc }) => doc.attributes.birth_date === '1900-01-01')
  await graph.done('DELETE', `/entities/${deleted?.id}`)
  expect(await born()).toEqual(['1960-05-12'])
  await graph.silence('b.example/1')
  expect(await born()).toEqual([])
  await graph.say(namesake)
  expect(await born()).toEqual(['1960-05-12'])
})

it('an entity with a pinned field stays without evidence, and as_of shows it as it was', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': lovelace(), 'b.example/1': lovelace() })
  const ada = await graph.idOf('Ada Lovelace')
  const { evidence } = await graph.get(`/entities/${ada}/evidence`)
  const { tombstone_id } = await graph.done('DELETE', `/entities/${ada}/attributes/role`)
  const { entities } = await graph.done('POST', `/entities/${ada}/split`, {
    groups: [{ name: 'Another Ada', evidence_ids: [evidence[0].id] }],
  })
  const confidences = async (query = '') =>
    (await graph.get(`/entities${query}`)).entities.map((one: { name: string; confidence: number }) => [
      one.name,
      one.confidence,
    ])
  const shown = await confidences()
  clock.advance(1000)
  expect(await confidences(`?as_of=${clock.now().toISOString()}`)).toEqual(shown)
  await graph.silence('a.example/1', 'b.example/1')
  expect((await graph.entities()).map(({ id }) => id).sort()).toEqual([ada, ...entities].sort())
  await graph.done('DELETE', `/tombstones/${tombstone_id}`)
  expect((await graph.entities()).map(({ id }) => id)).toEqual(entities)
})

it('a pinned field stays when pages tell more of its entity', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': lovelace(), 'b.example/1': lovelace() })
  await graph.done('PATCH', `/entities/${await graph.idOf('Ada Lovelace')}`, { summary: 'A countess.' })
  const more = lovelace({ attributes: { birth_date: '1815-12-10' } })
  await graph.say({ 'a.example/1': more, 'b.example/1': more })
  expect((await graph.get('/entities?q=Lovelace')).entities).toMatchObject([
    { summary: 'A countess.', evidence_count: 2 },
  ])
})

it('a corrected value does not take an entity apart', async () => {
  const graph = await newGraph()
  const page = (attributes: Record<string, string>) => [person('Wilhelm Brandis', { attributes })]
  await graph.say({
    'a.example/1': page({ occupation: 'Physiker', birth_date: '1861-03-02' }),
    'b.example/1': page({ occupation: 'Physiker', birth_date: '1861' }),
  })
  const id = await graph.idOf('Wilhelm Brandis')
  await graph.done('PATCH', `/entities/${id}`, {
    attributes: { occupation: 'Institutsgründer', birth_date: '1851-03-02' },
  })
  expect((await graph.get('/entities?q=Brandis')).entities).toMatchObject([
    { id, attributes: { occupation: 'Institutsgründer', birth_date: '1851-03-02' }, evidence_count: 2 },
  ])
  // What is known of the entity still tells it from others of its name.
  await graph.say({ 'c.example/1': page({ occupation: 'Maler', birth_date: '1790' }) })
  expect(await graph.entities()).toHaveLength(2)
})

it('whoever comes with a deleted one, as the same by a number, stays deleted with it', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [person('Ada Lovelace')] })
  await graph.done('DELETE', `/entities/${await graph.idOf('Ada Lovelace')}`)
  const page = ['Countess King', 'Ada Lovelace'].map((name) => person(name, wikidata('Q7259')))
  await graph.say({ 'b.example/1': page })
  expect(await graph.names()).toEqual([])
})
