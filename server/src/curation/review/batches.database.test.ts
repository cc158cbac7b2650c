import { describe, expect, it } from 'vitest'
import { curatedGraph, person } from '../../../test/support/curation/curated-graph.ts'
import { startTestService } from '../../../test/support/harness.ts'

const test = await startTestService()

const people = ['Erik Lind', 'Hanna Sand', 'Tomasz Berg']

/** Two spellings of each name, which only a person can call the same. */
async function misspelt(count = people.length) {
  const graph = await curatedGraph(test)
  for (const [n, name] of people.slice(0, count).entries()) {
    const job = { attributes: { job_title: `engineer ${n}` } }
    await graph.say({ [`a.example/${n}`]: [person(`${name}qvist`, job)] })
    await graph.say({ [`a.example/${n}b`]: [person(`${name}quist`, job)] })
  }
  return graph
}

const judge = (graph: Awaited<ReturnType<typeof misspelt>>, rule: object) =>
  graph.send('POST', '/duplicates/judge-by-reason', { because: 'same job_title', judgement: 'same', ...rule })

describe('pairs that wait', () => {
  it('say what speaks against them, and are counted by what they have in common', async () => {
    const graph = await misspelt()
    const { duplicates } = await graph.get('/duplicates')
    expect(duplicates).toHaveLength(3)
    for (const { reasons, against } of duplicates) {
      expect(reasons).toContain('nothing else tells that they are the same')
      expect(against).toEqual(['nothing else tells that they are the same'])
    }
    const { reasons } = await graph.get('/duplicates/reasons')
    expect(reasons).toContainEqual({ because: 'same job_title', is_against: false, pairs: 3, uncontested: 0 })
    expect(reasons).toContainEqual({
      ...{ because: 'nothing else tells that they are the same', is_against: true, pairs: 3, uncontested: 0 },
    })
    expect(await graph.get('/duplicates?because=same%20job_title&kind=person')).toMatchObject({ duplicates })
    for (const nothing of ['because=same', 'because=same%20job_title&uncontested=1', 'kind=object']) {
      expect(await graph.get(`/duplicates?${nothing}`)).toEqual({ duplicates: [], next_cursor: null })
    }
    expect(await graph.get('/review')).toEqual({
      ...{ duplicates: 3, merges: 0, contradictions: 0, tombstones: 0, audit: 0 },
    })
  })

  it('are judged by a reason, and the whole batch is taken back', async () => {
    const graph = await misspelt()
    const names = await graph.names()
    const none = await judge(graph, {})
    expect(none.body).toMatchObject({ audit_id: null, judged: 0, has_more: false })
    const judged = await judge(graph, { uncontested: false, reason: 'One register.' })
    expect(judged).toMatchObject({ status: 200, body: { judged: 3, has_more: false } })
    expect(await graph.names()).toHaveLength(3)
    const { audit } = await graph.get('/audit')
    expect(audit).toMatchObject([
      { action: 'duplicate.judge', batch_id: judged.body.batch_id, reason: 'One register.' },
    ])
    const [first] = audit[0].after.judgements
    expect(first.entities.map(({ name }: { name: string }) => name).join()).toMatch(/q[uv]ist,.*q[uv]ist/)
    expect(await graph.get('/review')).toMatchObject({ duplicates: 0, merges: 3, audit: 1 })
    const undo = () => graph.send('POST', `/audit/batches/${judged.body.batch_id}/undo`, {})
    expect((await undo()).body).toMatchObject({ audit_id: expect.any(String), has_more: false })
    expect(await graph.names()).toEqual(names)
    expect(await graph.get('/review')).toMatchObject({ duplicates: 3, merges: 0, audit: 2 })
    expect((await undo()).body).toMatchObject({ audit_id: null, has_more: false })
  })

  it('are judged once an entity in a bite, so that what one makes known holds for the next', async () => {
    const graph = await curatedGraph(test)
    const job = { attributes: { job_title: 'engineer' } }
    const names = ['Erik Lindqvist', 'Erik Lindquist', 'Erik Lindkvist']
    for (const [n, name] of names.entries()) await graph.say({ [`a.example/${n}`]: [person(name, job)] })
    const [first, second] = [await graph.idOf('Erik Lindqvist'), await graph.idOf('Erik Lindquist')]
    const { duplicates } = await graph.get('/duplicates')
    const ofBoth = duplicates.find(({ entities }: { entities: { id: string }[] }) =>
      entities.every(({ id }) => id === first || id === second),
    )
    await graph.send('POST', `/duplicates/${ofBoth.id}`, { judgement: 'different' })
    let { body } = await judge(graph, { uncontested: false })
    expect(body).toMatchObject({ judged: 1, has_more: true })
    const { batch_id } = body
    for (let bites = 0; body.has_more && bites < 5; bites++) {
      body = (await judge(graph, { uncontested: false, batch_id })).body
    }
    expect(body).toMatchObject({ batch_id, judged: 0, has_more: false })
    // The third is one of the two, which stay apart.
    expect(await graph.names()).toHaveLength(2)
  })

  it('cannot be added to the batch of somebody else', async () => {
    const graph = await misspelt(1)
    const { body } = await judge(graph, { uncontested: false })
    const editor = await test.makeMember(test.key, 'editor', 'eve@example.org')
    const path = `${graph.base}/duplicates/judge-by-reason`
    const rule = { because: 'same job_title', judgement: 'same', batch_id: body.batch_id }
    const refused = await test.call('POST', path, { cookie: editor.cookie, body: rule })
    expect(refused).toMatchObject({ status: 404, body: { code: 'batch_not_found' } })
  })
})
