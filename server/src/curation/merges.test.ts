import { expect, it } from 'vitest'
import { says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'

const test = await startTestService()
const { call, key, clock } = test

const born = (name: string, birth_date?: string) =>
  says('person', name, birth_date ? { attributes: { birth_date } } : {})

it('a merge takes all of an entity along, whatever its parts say, and gives it back', async () => {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  await graph.say({ 'a.example/1': [born('Ann Lee', '1952-03-11')] })
  // The machine makes one of these two, and could not make one of the second and Ann Lee.
  await graph.say({
    'b.example/1': [born('Virginia Gautreau')],
    'c.example/1': [born('Virginia Gautreau', '1967-08-25')],
  })
  const before = await graph.entities()
  const [ann, virginia] = before.map(({ id }) => id)
  expect(before.map(({ doc, evidence_count }) => [doc.name, evidence_count])).toEqual([
    ['Ann Lee', 1],
    ['Virginia Gautreau', 2],
  ])
  clock.advance(1000)
  const { body } = await call('POST', `${base}/entities/merge`, { key, body: { target: ann, sources: [virginia] } })
  expect((await graph.entities()).map(({ id, evidence_count }) => [id, evidence_count])).toEqual([[ann, 3]])
  await graph.say({ 'c.example/1': [born('Virginia Gautreau', '1967-08-25'), born('Bob Gray')] })
  expect(await graph.entities()).toHaveLength(2)
  await graph.say({ 'c.example/1': [born('Virginia Gautreau', '1967-08-25')] })
  clock.advance(1000)
  expect((await call('POST', `${base}/merges/${body.merge_id}/revert`, { key, body: {} })).status).toBe(200)
  expect(await graph.entities()).toEqual(before)
})

it('of two that people made, the target keeps what was said of it, and the other gives it its name', async () => {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'd' } })).body
  const base = `/v1/domains/${id}`
  const make = async (body: object): Promise<string> =>
    (await call('POST', `${base}/entities`, { key, body: { kind: 'person', ...body } })).body.id
  const target = await make({ name: 'Katherine Johnson', summary: 'A calculator of orbits.' })
  clock.advance(1000)
  const source = await make({ name: 'Catherine Johnson', summary: 'Unknown.', attributes: { role: 'mathematician' } })
  const [first, second] = await Promise.all(
    [target, source].map(async (one) => (await call('GET', `${base}/entities/${one}`, { key })).body),
  )
  clock.advance(1000)
  const { body } = await call('POST', `${base}/entities/merge`, { key, body: { target, sources: [source] } })
  expect((await call('GET', `${base}/entities/${target}`, { key })).body).toMatchObject({
    name: 'Katherine Johnson',
    aliases: ['Catherine Johnson'],
    summary: 'A calculator of orbits.',
    attributes: { role: 'mathematician' },
    merged_from: [source],
  })
  await call('POST', `${base}/merges/${body.merge_id}/revert`, { key, body: {} })
  for (const [one, before] of [
    [target, first],
    [source, second],
  ]) {
    const { updated_at, ...now } = (await call('GET', `${base}/entities/${one}`, { key })).body
    expect({ ...now, updated_at: before.updated_at }).toEqual(before)
  }
})

it('two that were told apart stay so, whatever joins their parts later, and when a part of them has no evidence', async () => {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const known = (name: string, ids: Record<string, string>) => says('person', name, { external_ids: ids })
  const pages = {
    'a.example/1': [known('Ann Lee', { member: 'm1' })],
    'a.example/2': [known('Nancy Leigh', { member: 'm1' })],
    'a.example/3': [known('Hannah Lea', { member: 'm1' })],
    'b.example/1': [known('Virginia Gautreau', { member: 'm2' })],
    'b.example/2': [known('Ginny Avegno', { member: 'm2' })],
    'b.example/3': [known('Greta Noll', { member: 'm2' })],
  }
  await graph.say(pages)
  const [ann, virginia] = await graph.entities()
  clock.advance(1000)
  const merge = { target: ann?.id, sources: [virginia?.id] }
  const { body } = await call('POST', `${base}/entities/merge`, { key, body: merge })
  expect(await graph.names()).toHaveLength(1)
  clock.advance(1000)
  expect((await call('POST', `${base}/merges/${body.merge_id}/revert`, { key, body: {} })).status).toBe(200)
  const parted = await graph.names()
  expect(parted).toHaveLength(2)
  // A number that says that two of their parts are one.
  await graph.say({
    'a.example/3': [known('Hannah Lea', { member: 'm1', passport: 'z9' })],
    'b.example/3': [known('Greta Noll', { member: 'm2', passport: 'z9' })],
  })
  const across = await test.service.db.query<{ decision: string; judgement: string | null }>(
    `select p.decision, p.judgement from entity_pairs p
     join entities a on a.domain_id = $1 and a.id = p.a_id join entities b on b.domain_id = $1 and b.id = p.b_id
     where p.domain_id = $1 and a.key ~ 'hannah|greta' and b.key ~ 'hannah|greta'`,
    [graph.id],
  )
  expect(across).toEqual([{ decision: 'same', judgement: null }])
  expect(await graph.names()).toEqual(parted)
  expect((await call('GET', `${base}/duplicates`, { key })).body.duplicates).toEqual([])
  // The judgement was made about those that stand for the others.
  await graph.silence('a.example/1')
  await graph.silence('b.example/1')
  await graph.say({ 'c.example/1': [known('Greta Noll', { member: 'm2', passport: 'z9' })] })
  expect(await graph.entities()).toHaveLength(2)
  expect((await call('GET', `${base}/duplicates`, { key })).body.duplicates).toEqual([])
})
