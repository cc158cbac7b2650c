import { expect, it } from 'vitest'
import { says } from '../../../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'

const test = await startTestService()
const { call, key, clock } = test

async function newGraph() {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const get = async (path: string) => (await call('GET', `${base}${path}`, { key })).body
  const post = async (path: string, body: object) => {
    clock.advance(1000)
    const answer = await call('POST', `${base}${path}`, { key, body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const history = async (id: string) =>
    (await get(`/entities/${id}/history`)).history.map(
      ({ change, other }: { change: string; other: { name: string } | null }) =>
        other ? `${change} ${other.name}` : change,
    )
  return { ...graph, base, get, post, history }
}

it('names merges and reverts in the history of the entity that stays', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [says('person', 'Ann Lee')], 'b.example/1': [says('person', 'Virginia Gautreau')] })
  const [ann = '', virginia = ''] = (await graph.entities()).map(({ id }) => id)
  const { merge_id } = await graph.post('/entities/merge', { target: ann, sources: [virginia] })
  expect(await graph.history(ann)).toEqual(['entered', 'changed', 'merged_in Virginia Gautreau'])
  const answer = await call('GET', `${graph.base}/entities/${virginia}/history?limit=3`, { key })
  expect(answer.status).toBe(308)
  expect(answer.headers.get('location')).toBe(`${graph.base}/entities/${ann}/history?limit=3`)
  await graph.post(`/merges/${merge_id}/revert`, {})
  const whole = ['entered', 'changed', 'merged_in Virginia Gautreau', 'changed', 'parted Virginia Gautreau']
  expect((await graph.history(ann)).sort()).toEqual(whole.sort())
  expect(await graph.history(virginia)).toEqual(['entered', 'merged', 'entered'])
  // Page by page, each once.
  const paged: string[] = []
  for (let cursor = ''; ; ) {
    const { history, next_cursor } = await graph.get(`/entities/${ann}/history?limit=1${cursor}`)
    paged.push(...history.map(({ change }: { change: string }) => change))
    if (next_cursor === null) break
    cursor = `&cursor=${next_cursor}`
  }
  expect(paged).toHaveLength(5)
})

it('gives the newest changes first to those who ask for them, with the same states', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [says('person', 'Ann Lee')] })
  const [{ id } = { id: '' }] = await graph.entities()
  for (const summary of ['One.', 'Two.', 'Three.']) {
    clock.advance(1000)
    await call('PATCH', `${graph.base}/entities/${id}`, { key, body: { summary } })
  }
  const oldest = (await graph.get(`/entities/${id}/history`)).history
  expect(oldest).toHaveLength(4)
  expect((await graph.get(`/entities/${id}/history?order=newest`)).history).toEqual(oldest.toReversed())
  const first = await graph.get(`/entities/${id}/history?order=newest&limit=3`)
  const rest = await graph.get(`/entities/${id}/history?order=newest&limit=3&cursor=${first.next_cursor}`)
  expect([...first.history, ...rest.history]).toEqual(oldest.toReversed())
  expect(rest.next_cursor).toBe(null)
  const refused = await call('GET', `${graph.base}/entities/${id}/history?order=loudest`, { key })
  expect(refused.status).toBe(400)
})

it('names splits, and also answers for an entity that has left', async () => {
  const graph = await newGraph()
  await graph.say({ 'a.example/1': [says('person', 'Ann Lee')], 'b.example/1': [says('person', 'Ann Lee')] })
  const [{ id } = { id: '' }] = await graph.entities()
  const { evidence } = await graph.get(`/entities/${id}/evidence`)
  await graph.post(`/entities/${id}/split`, {
    groups: [{ name: 'Ann Lee the second', evidence_ids: [evidence[0].id] }],
  })
  expect(await graph.history(id)).toContain('split Ann Lee the second')
  await graph.silence('a.example/1')
  await graph.silence('b.example/1')
  expect((await graph.history(id)).at(-1)).toBe('left')
})
