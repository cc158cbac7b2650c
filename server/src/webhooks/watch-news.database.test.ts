import { expect, it, onTestFinished } from 'vitest'
import { readEvents } from '../../test/support/event-reader.ts'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { answerWith, type Receiver, startReceiver } from '../../test/support/web/receiver.ts'
import { startWebhookService } from '../../test/support/webhook-service.ts'
import { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../graph/memory/search/search.ts'
import { createLog } from '../platform/log.ts'
import { queueGraphChanges } from './graph-changes.ts'

const test = await startWebhookService()
const { call, key, clock, service, url, makeProject } = test

const events = ['entity.added', 'entity.changed', 'entity.deleted', 'relationship.added']
const unknownId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'

async function watchedGraph(query: object) {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const receiver = await startReceiver()
  const ask = async (method: string, path: string, body?: object) => {
    clock.advance(1000)
    const answer = await call(method, `${base}${path}`, { key, ...(body && { body }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const watch_id: string = (await ask('POST', '/watches', { name: 'W', query })).id
  const subscribe = async (filter: object = {}) =>
    `${base}/webhooks/${(await ask('POST', '/webhooks', { url: receiver.url, events, filter: { watch_id, ...filter } })).id}`
  return { ...graph, base, receiver, ask, watch_id, subscribe }
}

// Each process has an index of its own.
const findNames = findNamesBy(new GraphIndexes({ max_bytes: 10_000_000 }))
const queue = () => queueGraphChanges(service.db, createLog({ level: 'silent' }), findNames)

const namesTo = async (receiver: Receiver): Promise<string[]> => {
  await queue()
  const told = receiver.received.flatMap(({ json }) => json.data.events ?? [])
  return told.map(({ type, payload }) => `${type} ${payload.name ?? payload.from.name}`)
}

it('sends a webhook the news of its watch, each once and in order, however often the receiver fails', async () => {
  const graph = await watchedGraph({ q: 'Ada Berg' })
  const path = await graph.subscribe()
  graph.receiver.answer = answerWith(500)
  await graph.say({
    'a.example/1': [
      says('person', 'Ada Berg'),
      says('person', 'Olga Dahl'),
      says('object', 'Acme Works'),
      relates(['person', 'Ada Berg'], 'works_for', ['object', 'Acme Works']),
    ],
  })
  await queue()
  await expect.poll(async () => (await test.attempts(path))[0]?.attempt).toBe(2)
  const ada = (await graph.entities()).find(({ doc }) => doc.name === 'Ada Berg')?.id
  await graph.ask('PATCH', `/entities/${ada}`, { summary: 'Of Bergen.' })
  await Promise.all([queue(), queue()])
  graph.receiver.answer = answerWith(200)
  clock.advance(3_600_000)
  const news = ['entity.added Ada Berg', 'relationship.added Ada Berg', 'entity.changed Ada Berg']
  const byDelivery = async () => {
    await queue()
    return new Map(graph.receiver.received.map(({ json }) => [json.id, json.data.events])).size
  }
  await expect.poll(byDelivery).toBe(2)
  const once = new Map(graph.receiver.received.map(({ json }) => [json.id, json.data.events]))
  const told = [...once.values()].flat()
  expect(told.map(({ type, payload }) => `${type} ${payload.name ?? payload.from.name}`)).toEqual(news)
  expect(told.map(({ id }) => id)).toEqual(told.map(({ id }) => id).toSorted((a, b) => a - b))
})

it('holds the other filters too, and moves on where nothing is news', async () => {
  const graph = await watchedGraph({ kinds: ['person', 'object'] })
  await graph.subscribe({ kinds: ['object'] })
  await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
  await queue()
  const [row] = await service.db.query(
    'select w.graph_cursor = d.graph_seq as is_there from webhooks w join domains d on d.id = w.domain_id where d.id = $1',
    [graph.id],
  )
  expect(row).toEqual({ is_there: true })
  await graph.say({ 'b.example/1': [says('object', 'Acme Works'), says('location', 'Bergen')] })
  await expect.poll(() => namesTo(graph.receiver)).toEqual(['entity.added Acme Works'])
})

it('switches a webhook off when its watch is deleted, which it says, and on again with another', async () => {
  const graph = await watchedGraph({ kinds: ['person'] })
  const path = await graph.subscribe()
  await graph.ask('DELETE', `/watches/${graph.watch_id}`)
  const { enabled, disabled_reason } = (await call('GET', path, { key })).body
  expect([enabled, disabled_reason]).toEqual([false, 'the watch was deleted whose news it sent'])
  await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
  expect(await namesTo(graph.receiver)).toEqual([])
  const on = await call('PATCH', path, { key, body: { enabled: true } })
  expect([on.status, on.body.error]).toEqual([404, 'watch not found'])
  const watch_id = (await graph.ask('POST', '/watches', { name: 'W', query: { kinds: ['person'] } })).id
  const again = await call('PATCH', path, { key, body: { enabled: true, filter: { watch_id } } })
  expect([again.status, again.body.disabled_reason]).toEqual([200, null])
  await expect.poll(() => namesTo(graph.receiver)).toEqual(['entity.added Ada Berg'])
})

it('refuses a watch that is not there, or is of another domain or project', async () => {
  const graph = await watchedGraph({ kinds: ['person'] })
  const path = await graph.subscribe()
  const { key: own } = await makeProject()
  const other = (await call('POST', '/v1/domains', { key: own, body: { name: 'other' } })).body.id
  const refusal = async (domain: string, watch_id: string, ofKey = key) => {
    const body = { url: graph.receiver.url, events, filter: { watch_id } }
    const made = await call('POST', `/v1/domains/${domain}/webhooks`, { key: ofKey, body })
    const streamed = await call('GET', `/v1/domains/${domain}/events?events=entity.added&watch_id=${watch_id}`, {
      key: ofKey,
    })
    return [made, streamed].map(({ status, body }) => `${status} ${body.error}`)
  }
  expect(await refusal(graph.id, unknownId)).toEqual(['404 watch not found', '404 watch not found'])
  expect(await refusal(other, graph.watch_id, own)).toEqual(['404 watch not found', '404 watch not found'])
  expect(await refusal(graph.id, 'x')).toEqual(['404 watch not found', '404 watch not found'])
  const changed = await call('PATCH', path, { key, body: { filter: { watch_id: unknownId } } })
  expect([changed.status, changed.body.error]).toEqual([404, 'watch not found'])
})

it('streams the news of a watch from a cursor on, and ends when the watch is deleted', async () => {
  const graph = await watchedGraph({ q: 'Ada Berg' })
  await graph.say({ 'a.example/1': [says('person', 'Ada Berg'), says('person', 'Olga Dahl')] })
  const open = async (rest: string) => {
    const path = `${graph.base}/events?events=${events}&watch_id=${graph.watch_id}${rest}`
    const reader = await readEvents(url, path, { key })
    onTestFinished(() => reader.break())
    return reader
  }
  const [all, live] = [await open('&since=0'), await open('')]
  const lines = (reader: typeof all) => reader.messages.map(({ event, data }) => `${event} ${data.name}`)
  await expect.poll(() => lines(all)).toEqual(['entity.added Ada Berg'])
  await expect.poll(() => live.lastId).toBeDefined()
  for (const [n, summary] of ['One.', 'Two.', 'Three.'].entries()) {
    for (const { id, doc } of await graph.entities()) {
      await graph.ask('PATCH', `/entities/${id}`, { summary: `${doc.name} ${summary}` })
    }
    await expect.poll(() => live.messages.length).toBe(n + 1)
  }
  await expect.poll(() => lines(all)).toEqual(['entity.added Ada Berg', ...Array(3).fill('entity.changed Ada Berg')])
  const changed = 'entity.changed Ada Berg'
  expect(lines(live)).toEqual([changed, changed, changed])
  expect(all.ids).toEqual(all.ids.toSorted((a, b) => a - b))
  await graph.ask('DELETE', `/watches/${graph.watch_id}`)
  // Nothing happens to the graph any more.
  await expect.poll(() => [all.ended, live.ended], { timeout: 10_000 }).toEqual([true, true])
})
