import { describe, expect, it } from 'vitest'
import { says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { type GivenAnswer, type ReceivedCall, startModelServer } from '../../test/support/model/model-server.ts'
import { runJob } from '../../test/support/run-job.ts'

const model = await startModelServer({ answer: () => ({ text: '{}' }) })
const environment = {
  ...{ MODEL: 'openai-compatible:judge', MODEL_BASE_URL: model.url, MODEL_PRICE: '1,2', RESOLVE_WITH_MODEL: '1' },
}
const test = await startTestService({ environment })
const { call, key } = test

/** Two people who may be the same. */
async function unsureGraph(settings: object = {}) {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  if (Object.keys(settings).length > 0) await call('PATCH', base, { key, body: settings })
  await graph.say({
    'a.example/1': [says('person', 'Jonathan Smith', { attributes: { role: 'harbour master' } })],
    'b.example/1': [says('person', 'J. Smith')],
  })
  const pending = async () => (await call('GET', `${base}/duplicates`, { key })).body.duplicates
  return { ...graph, base, pending }
}

const answers = (judgement: string) => {
  model.answer = () => ({
    text: JSON.stringify({ judgement, reason: 'the same office' }),
    usage: { input: 500, output: 20 },
  })
}

async function judge(): Promise<ReceivedCall[]> {
  const before = model.calls.length
  await runJob(test, 'judge-duplicates', { environment })
  return model.calls.slice(before)
}

describe('a model that judges pairs', () => {
  it('merges what it takes for the same, is paid for, and can be reverted', async () => {
    const graph = await unsureGraph()
    expect(await graph.pending()).toHaveLength(1)
    answers('same')
    const [asked] = await judge()
    expect(asked?.user).toContain('harbour master')
    expect(await graph.names()).toEqual(['Jonathan Smith'])
    const { body } = await call('GET', `${graph.base}/merges`, { key })
    expect(body.merges).toMatchObject([{ merged_by: 'model:openai-compatible:judge', reverted_at: null }])
    const usage = (await call('GET', `${graph.base}/usage`, { key })).body.months
    expect(usage[0].by_purpose_and_model).toMatchObject([{ purpose: 'resolving', calls: 1 }])
    const activity = await test.service.db.query(
      'select agent, action, subject from agent_activity where domain_id = $1',
      [graph.id],
    )
    expect(activity).toMatchObject([{ agent: 'resolver', action: 'judge' }])
    await call('POST', `${graph.base}/merges/${body.merges[0].id}/revert`, { key, body: {} })
    expect(await graph.names()).toEqual(['J. Smith', 'Jonathan Smith'])
    expect(await judge()).toEqual([])
  })

  it('counts as the machine, so a revert leaves what people set on the merged entity', async () => {
    const graph = await unsureGraph()
    // Edits since a merge are told by the entries of the audit before it.
    const other = { kind: 'event', name: 'Harbour day' }
    expect((await call('POST', `${graph.base}/entities`, { key, body: other })).status).toBe(201)
    answers('same')
    await judge()
    const get = async (path: string) => (await call('GET', `${graph.base}${path}`, { key })).body
    expect((await get('/merges?by=person')).merges).toEqual([])
    const { merges } = await get('/merges?by=machine')
    expect(merges).toMatchObject([{ merged_by: 'model:openai-compatible:judge' }])
    const { id, name } = merges[0].target
    test.clock.advance(1000)
    const edit = { summary: 'Runs the harbour.' }
    expect((await call('PATCH', `${graph.base}/entities/${id}`, { key, body: edit })).status).toBe(200)
    expect((await call('POST', `${graph.base}/merges/${merges[0].id}/revert`, { key, body: {} })).status).toBe(200)
    expect(await graph.names()).toEqual(['Harbour day', 'J. Smith', 'Jonathan Smith'])
    expect(await get(`/entities/${id}`)).toMatchObject({ name, ...edit, pinned: ['summary'] })
  })

  it('does not stand in the way of reverting what a person merged before', async () => {
    const graph = await unsureGraph()
    await graph.say({ 'c.example/1': [says('person', 'Peter Olsen')] })
    const idOf = async (name: string) => (await graph.entities()).find(({ doc }) => doc.name === name)?.id
    const body = { target: await idOf('Jonathan Smith'), sources: [await idOf('Peter Olsen')] }
    const merged = await call('POST', `${graph.base}/entities/merge`, { key, body })
    expect(merged.status).toBe(200)
    test.clock.advance(1000)
    answers('same')
    expect(await judge()).toHaveLength(1)
    expect(await graph.names()).toEqual(['Jonathan Smith'])
    test.clock.advance(1000)
    const reverted = await call('POST', `${graph.base}/merges/${merged.body.merge_id}/revert`, { key, body: {} })
    expect(reverted).toMatchObject({ status: 200 })
    expect(await graph.names()).toEqual(['Jonathan Smith', 'Peter Olsen'])
  })

  it('leaves pairs of which both are named, though they are one entity now', async () => {
    const graph = await unsureGraph()
    answers('same')
    await judge()
    const { body } = await call('GET', `${graph.base}/duplicates?status=same`, { key })
    expect(body.duplicates).toHaveLength(1)
    const [one, other] = body.duplicates[0].entities
    expect([one.name, other.name].toSorted()).toEqual(['J. Smith', 'Jonathan Smith'])
    expect(one.id).not.toBe(other.id)
  })

  it('goes on with other domains when one is paused while its pairs are judged', async () => {
    const [first, second] = [await unsureGraph(), await unsureGraph()]
    await first.say({
      'c.example/1': [says('person', 'Marianne Weber')],
      'd.example/1': [says('person', 'M. Weber')],
    })
    expect(await first.pending()).toHaveLength(2)
    answers('different')
    const { answer } = model
    model.answer = async (asked) => {
      await call('POST', `${first.base}/runs/pause`, { key, body: {} })
      return answer(asked) as GivenAnswer
    }
    expect(await judge()).toHaveLength(2)
    expect(await first.pending()).toHaveLength(1)
    expect(await second.pending()).toEqual([])
  })

  it('leaves to people what it is not sure of, and is not asked again', async () => {
    const graph = await unsureGraph()
    model.answer = () => ({ text: 'I think so', usage: { input: 500, output: 20 } })
    expect(await judge()).toHaveLength(1)
    expect(await graph.pending()).toHaveLength(1)
    expect(await judge()).toEqual([])
  })

  it('is never asked over the word of a person, nor without money, nor in a paused domain', async () => {
    const judged = await unsureGraph()
    const [pair] = await judged.pending()
    await call('POST', `${judged.base}/duplicates/${pair.id}`, { key, body: { judgement: 'different' } })
    const poor = await unsureGraph({ max_spend_usd: 0 })
    const paused = await unsureGraph()
    await call('POST', `${paused.base}/runs/pause`, { key, body: {} })
    answers('same')
    expect(await judge()).toEqual([])
    expect(await judged.names()).toHaveLength(2)
    expect(await poor.names()).toHaveLength(2)
  })
})
