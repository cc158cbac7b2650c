import { describe, expect, it } from 'vitest'
import { curatedGraph, person } from '../../test/support/curation/curated-graph.ts'
import { relates } from '../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'

const test = await startTestService()
const newGraph = () => curatedGraph(test)

describe('the audit', () => {
  it('names its entry in the answer to every correction, which undoes it', async () => {
    const graph = await newGraph()
    const people = ['Ada Lovelace', 'Charles Babbage', 'Mary Somerville', 'Luigi Menabrea']
    const knows = relates(['person', 'Ada Lovelace'], 'knows', ['person', 'Charles Babbage'])
    await graph.say({
      'a.example/1': [...people.map((name) => person(name, { attributes: { role: 'writer' } })), knows],
    })
    const [ada, charles, mary, luigi] = await Promise.all(people.map(graph.idOf))
    const { relationships } = await graph.get('/relationships')
    const relationship = `/relationships/${relationships[0].id}`
    const { evidence } = await graph.get(`/entities/${luigi}/evidence`)
    const before = await graph.picture()
    const corrections: [Parameters<typeof graph.send>[0], string, object?][] = [
      ['POST', '/entities', { kind: 'person', name: 'Grace Hopper' }],
      ['PATCH', `/entities/${ada}`, { name: 'Ada King' }],
      ['DELETE', `/entities/${ada}`],
      ['POST', '/entities/delete', { ids: [ada, charles] }],
      ['DELETE', `/entities/${ada}/attributes/role`],
      ['POST', '/entities/merge', { target: ada, sources: [mary] }],
      ['POST', `/entities/${luigi}/split`, { groups: [{ name: 'L. Menabrea', evidence_ids: [evidence[0].id] }] }],
      ['POST', '/relationships', { from: ada, to: mary, type: 'advises' }],
      ['PATCH', relationship, { since: '1833' }],
      ['DELETE', relationship],
      ['POST', '/relationships/delete', { ids: [relationships[0].id] }],
    ]
    for (const [method, path, body] of corrections) {
      const { audit_id } = (await graph.send(method, path, body)).body
      expect((await graph.get('/audit?limit=1')).audit[0].id, `${method} ${path}`).toBe(audit_id)
      const undone = await graph.send('POST', `/audit/${audit_id}/undo`, {})
      expect(undone.body, `${method} ${path}`).toEqual({ id: undone.body.audit_id, audit_id: expect.any(String) })
      expect(await graph.picture(), `${method} ${path}`).toBe(before)
    }
    const { tombstone_id } = (await graph.send('DELETE', `/entities/${ada}`)).body
    const { merge_id } = (await graph.send('POST', '/entities/merge', { target: charles, sources: [mary] })).body
    for (const [method, path] of [
      ['DELETE', `/tombstones/${tombstone_id}`],
      ['POST', `/merges/${merge_id}/revert`],
    ] as const) {
      const { body } = await graph.send(method, path, method === 'POST' ? {} : undefined)
      expect(body).toEqual({ ok: true, audit_id: (await graph.get('/audit?limit=1')).audit[0].id })
    }
  })

  it('says what was changed by whom, and undoes it unless something builds on it', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('Ada Lovelace')] })
    const id = await graph.idOf('Ada Lovelace')
    await graph.send('PATCH', `/entities/${id}`, { name: 'Ada King', reason: 'married' })
    await graph.send('PATCH', `/entities/${id}`, { name: 'Ada' })
    const { audit } = await graph.get(`/audit?entity=${id}`)
    expect(audit).toMatchObject([
      { action: 'entity.edit', before: { name: 'Ada King' }, after: { name: 'Ada' } },
      { action: 'entity.edit', before: { name: 'Ada Lovelace' }, after: { name: 'Ada King' }, reason: 'married' },
    ])
    const undo = (one: number) => graph.send('POST', `/audit/${audit[one].id}/undo`, {})
    expect(await undo(1)).toMatchObject({
      status: 409,
      body: { code: 'overtaken', error: `a later change builds on it: ${audit[0].id}` },
    })
    expect((await undo(0)).status).toBe(200)
    expect(await graph.get(`/entities/${id}`)).toMatchObject({ name: 'Ada King' })
    expect(await undo(0)).toMatchObject({ status: 409, body: { code: 'already_undone' } })
  })

  it('has what the explanation, the history and the changes of an entity say of actor and reason', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('Ada Lovelace')] })
    const id = await graph.idOf('Ada Lovelace')
    await graph.send('PATCH', `/entities/${id}`, { name: 'Ada King', reason: 'married' })
    const [entry] = (await graph.get(`/audit?entity=${id}`)).audit
    const by = { actor: entry.actor, reason: 'married' }
    expect(entry).toMatchObject({ action: 'entity.edit', ...by })
    expect(entry.actor).not.toBe('pipeline')
    expect((await graph.get(`/entities/${id}/explain`)).edits).toEqual([entry])
    const { history } = await graph.get(`/entities/${id}/history`)
    expect(history).toMatchObject([{ actor: 'pipeline', reason: null }, by])
    const { changes } = await graph.get('/changes')
    expect(changes).toMatchObject([
      { id, actor: 'pipeline', reason: null },
      { id, ...by },
    ])
  })

  it('undoes a deletion and a merge', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [person('One Name'), person('Two Words')] })
    const before = await graph.picture()
    const [one, two] = [await graph.idOf('One Name'), await graph.idOf('Two Words')]
    await graph.send('POST', '/entities/merge', { target: two, sources: [one] })
    await graph.send('DELETE', `/entities/${two}`)
    expect(await graph.names()).toEqual([])
    for (let left = 2; left > 0; left--) {
      const { audit } = await graph.get('/audit')
      const entry = audit.find(
        ({ action, undone_by }: { action: string; undone_by: string | null }) => action !== 'undo' && !undone_by,
      )
      expect((await graph.send('POST', `/audit/${entry.id}/undo`, {})).status).toBe(200)
    }
    expect(await graph.picture()).toBe(before)
  })
})
