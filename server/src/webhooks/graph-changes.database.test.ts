import { describe, expect, it, onTestFinished } from 'vitest'
import { readEvents } from '../../test/support/event-reader.ts'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { answerWith, type Receiver, startReceiver } from '../../test/support/web/receiver.ts'
import { startWebhookService } from '../../test/support/webhook-service.ts'
import { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { findNamesBy } from '../graph/memory/search/search.ts'
import { createLog } from '../platform/log.ts'
import { forgetOldDeliveries } from './deliveries.ts'
import { queueGraphChanges } from './graph-changes.ts'

const test = await startWebhookService()
const { call, key, clock, service, url } = test
const { db } = service

const ofGraph = ['entity.added', 'entity.changed', 'entity.merged', 'entity.split', 'entity.deleted']
const ofTies = ['relationship.added', 'relationship.changed', 'relationship.deleted']
const everything = [...ofGraph, ...ofTies]

interface Told {
  type: string
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever field they expect
  payload: any
}

async function watchedGraph() {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const receiver = await startReceiver()
  const watch = async (body: object = {}) => {
    const answer = await call('POST', `${base}/webhooks`, {
      key,
      body: { url: receiver.url, events: everything, ...body },
    })
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return `${base}/webhooks/${answer.body.id}`
  }
  const post = async (path: string, body: object) => {
    clock.advance(1000)
    const answer = await call('POST', `${base}${path}`, { key, body })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  return { ...graph, base, receiver, watch, post }
}

const queue = () =>
  queueGraphChanges(db, createLog({ level: 'silent' }), findNamesBy(new GraphIndexes({ max_bytes: 10_000_000 })))
const toldTo = (receiver: Receiver): Told[] => receiver.received.flatMap(({ json }) => json.data.events ?? [])
const linesOf = (told: Told[]) =>
  told.map(({ type, payload }) =>
    'from' in payload ? `${type} ${payload.from.name} ${payload.type} ${payload.to.name}` : `${type} ${payload.name}`,
  )

/** What a receiver was told until now: the service looks every few seconds by itself. */
const linesTo = async (receiver: Receiver) => {
  await queue()
  return linesOf(toldTo(receiver))
}

/** Waits until as many deliveries have come. */
async function deliveries(receiver: Receiver, count: number) {
  await expect.poll(() => receiver.received.length).toBe(count)
  return receiver.received.map(({ json }) => json)
}

describe('changes of the graph', () => {
  it('come in one delivery, in order, with what has changed and by whom', async () => {
    const graph = await watchedGraph()
    await graph.watch()
    await graph.say({
      'a.example/1': [
        says('person', 'Ada Berg', { attributes: { job_title: 'director' } }),
        says('object', 'Acme'),
        relates(['person', 'Ada Berg'], 'works_for', ['object', 'Acme']),
      ],
    })
    const [ada = { id: '' }] = (await graph.entities()).filter(({ doc }) => doc.name === 'Ada Berg')
    clock.advance(1000)
    const edit = await call('PATCH', `${graph.base}/entities/${ada.id}`, {
      key,
      body: { attributes: { job_title: 'chair' } },
    })
    expect(edit.status).toBe(200)
    await expect.poll(() => linesTo(graph.receiver)).toHaveLength(4)
    const { changes, cursor } = (await call('GET', `${graph.base}/changes`, { key })).body
    const delivery = graph.receiver.received.at(-1)?.json
    expect(delivery).toMatchObject({ type: 'graph.changes', domain_id: graph.id, data: { cursor } })
    expect(delivery).not.toHaveProperty('event_id')
    const told = toldTo(graph.receiver) as (Told & { id: number })[]
    expect(linesOf(told)).toEqual([
      expect.stringMatching(/^entity.added (Ada Berg|Acme)$/),
      expect.stringMatching(/^entity.added (Ada Berg|Acme)$/),
      'relationship.added Ada Berg works_for Acme',
      'entity.changed Ada Berg',
    ])
    expect(told.map(({ id }) => id)).toEqual(changes.map((one: { cursor: number }) => one.cursor))
    expect(told.at(-1)?.payload).toMatchObject({
      id: ada.id,
      kind: 'person',
      changes: [{ field: 'attributes.job_title', from: 'director', to: 'chair' }],
      actor: expect.stringMatching(/^key:/),
    })
  })

  it('tell of merges, splits and deletions', async () => {
    const graph = await watchedGraph()
    await graph.say({
      'a.example/1': [says('person', 'Ann Lee'), says('object', 'Acme')],
      'b.example/1': [
        says('person', 'Virginia Gautreau'),
        relates(['person', 'Virginia Gautreau'], 'works_for', ['object', 'Acme']),
      ],
    })
    await graph.watch()
    const idOf = async (name: string) => (await graph.entities()).find(({ doc }) => doc.name === name)?.id ?? ''
    const [ann, virginia] = [await idOf('Ann Lee'), await idOf('Virginia Gautreau')]
    await graph.post('/entities/merge', { target: ann, sources: [virginia] })
    const { evidence } = (await call('GET', `${graph.base}/entities/${ann}/evidence`, { key })).body
    const ofVirginia = evidence
      .filter(({ host }: { host: string }) => host === 'b.example')
      .map(({ id }: { id: string }) => id)
    await graph.post(`/entities/${ann}/split`, { groups: [{ name: 'Ginny', evidence_ids: ofVirginia }] })
    clock.advance(1000)
    await call('DELETE', `${graph.base}/entities/${ann}`, { key })
    await expect.poll(() => linesTo(graph.receiver)).toContain('entity.deleted Ann Lee')
    const told = toldTo(graph.receiver)
    const merged = told.find(({ type }) => type === 'entity.merged')
    expect(merged?.payload).toMatchObject({
      id: virginia,
      name: 'Virginia Gautreau',
      merged_into: { id: ann, kind: 'person' },
    })
    expect(linesOf(told)).toContain('entity.split Ginny')
  })

  it('pass a filter by kind, type and entity, also of what an entity was merged into', async () => {
    const graph = await watchedGraph()
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')], 'b.example/1': [says('person', 'Eva Holm')] })
    const idOf = async (name: string) => (await graph.entities()).find(({ doc }) => doc.name === name)?.id ?? ''
    const [ada, eva] = [await idOf('Ada Berg'), await idOf('Eva Holm')]
    const byKind = await startReceiver()
    const byType = await startReceiver()
    await graph.watch({ filter: { entity_ids: [eva] } })
    await graph.watch({ url: byKind.url, filter: { kinds: ['location'] } })
    await graph.watch({ url: byType.url, events: ofTies, filter: { types: ['born_in'] } })
    await graph.say({
      'a.example/3': [says('object', 'Acme'), relates(['person', 'Ada Berg'], 'works_for', ['object', 'Acme'])],
    })
    await queue()
    await graph.post('/entities/merge', { target: ada, sources: [eva] })
    await expect.poll(() => linesTo(graph.receiver)).toContain('entity.merged Eva Holm')
    await graph.say({
      'a.example/2': [says('location', 'Bergen'), relates(['person', 'Ada Berg'], 'born_in', ['location', 'Bergen'])],
    })
    const born = 'relationship.added Ada Berg born_in Bergen'
    await expect.poll(() => linesTo(graph.receiver)).toContain(born)
    expect(linesOf(toldTo(graph.receiver))).not.toContain('relationship.added Ada Berg works_for Acme')
    await expect.poll(async () => (await linesTo(byKind)).sort()).toEqual(['entity.added Bergen', born])
    await expect.poll(() => linesTo(byType)).toEqual([born])
  })

  it('are not sent to those who do not ask for them, nor those of before', async () => {
    const graph = await watchedGraph()
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    const old = await graph.watch({ events: ['crawl.finished'] })
    const path = await graph.watch()
    await graph.say({ 'b.example/1': [says('person', 'Eva Holm')] })
    await expect.poll(() => linesTo(graph.receiver)).toEqual(['entity.added Eva Holm'])
    // Whoever asks later is told of what comes from then on; who asks no more is not told.
    await call('PATCH', old, { key, body: { events: ['entity.added', 'crawl.finished'] } })
    await call('PATCH', path, { key, body: { events: ['crawl.finished'] } })
    await graph.say({ 'c.example/1': [says('person', 'Ida Moe')] })
    await expect.poll(() => linesTo(graph.receiver)).toEqual(['entity.added Eva Holm', 'entity.added Ida Moe'])
  })

  it('wait for those before them, which are tried until they arrive', async () => {
    const graph = await watchedGraph()
    const path = await graph.watch()
    graph.receiver.answer = answerWith(500)
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    await queue()
    for (let attempt = 1; attempt <= 5; attempt++) {
      await expect.poll(async () => (await test.attempts(path))[0]?.attempt).toBe(attempt + 1)
      await graph.say({ [`b.example/${attempt}`]: [says('person', `Person Number${'abcdef'[attempt]}`)] })
      await queue()
      clock.advance(3_600_000)
    }
    const sent = new Set(graph.receiver.received.map(({ json }) => json.id))
    expect(sent.size).toBe(1)
    // Not forgotten either, as long as nobody has taken it.
    await forgetOldDeliveries(db, new Date(clock.now().getTime() + 365 * 86_400_000), 1)
    graph.receiver.answer = answerWith(200)
    clock.advance(3_600_000)
    await expect.poll(async () => (await test.attempts(path))[0]?.status).toBe('delivered')
    await queue()
    await expect.poll(() => new Set(graph.receiver.received.map(({ json }) => json.id)).size).toBe(2)
    const last = graph.receiver.received.at(-1)?.json
    expect(last.data.events).toHaveLength(5)
  })

  it('go on where they were when a webhook is switched on again', async () => {
    const graph = await watchedGraph()
    const path = await graph.watch()
    await call('PATCH', path, { key, body: { enabled: false } })
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    await queue()
    expect(await test.attempts(path)).toEqual([])
    await call('PATCH', path, { key, body: { enabled: true } })
    await expect.poll(() => linesTo(graph.receiver)).toEqual(['entity.added Ada Berg'])
  })

  it('can be sent again with the same content', async () => {
    const graph = await watchedGraph()
    const path = await graph.watch()
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    await queue()
    const [first] = await deliveries(graph.receiver, 1)
    await expect.poll(async () => (await test.attempts(path))[0]?.status).toBe('delivered')
    const again = await call('POST', `${path}/deliveries/${first.id}/resend`, { key, body: {} })
    expect(again.body).toMatchObject({ status: 'delivered' })
    expect(graph.receiver.received[1]?.body).toBe(graph.receiver.received[0]?.body)
  })

  it('are looked for once, also where the last number is that of no change', async () => {
    const graph = await watchedGraph()
    const path = await graph.watch({ filter: { kinds: ['location'] } })
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    // A further page that says the same changes the confidence alone.
    await graph.say({ 'a.example/2': [says('person', 'Ada Berg')] })
    await queue()
    const [row] = await db.query<{ is_there: boolean }>(
      'select w.graph_cursor = d.graph_seq as is_there from webhooks w join domains d on d.id = w.domain_id where d.id = $1',
      [graph.id],
    )
    expect(row).toEqual({ is_there: true })
    expect(await test.attempts(path)).toEqual([])
  })

  it('are queued once by two processes that look at the same time', async () => {
    const graph = await watchedGraph()
    await graph.watch()
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    await Promise.all([queue(), queue(), queue()])
    await deliveries(graph.receiver, 1)
    await queue()
    const [row] = await db.query('select count(*) as count from webhook_deliveries where domain_id = $1', [graph.id])
    expect(row).toEqual({ count: 1 })
  })
})

describe('a stream of the graph', () => {
  const open = async (path: string, lastEventId?: number) => {
    const reader = await readEvents(url, path, { key, lastEventId })
    onTestFinished(() => reader.break())
    return reader
  }

  it('has the cursors of /changes as ids, and goes on after one', async () => {
    const graph = await watchedGraph()
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    const all = await open(`${graph.base}/events?events=entity.added&since=0`)
    const people = await open(`${graph.base}/events?events=${everything}&kinds=person`)
    await expect.poll(() => all.messages.length).toBe(1)
    await graph.say({ 'b.example/1': [says('object', 'Acme'), says('person', 'Eva Holm')] })
    await expect.poll(() => all.messages.length).toBe(3)
    await expect.poll(() => people.messages.map(({ data }) => data.name)).toEqual(['Eva Holm'])
    const { changes } = (await call('GET', `${graph.base}/changes`, { key })).body
    expect(all.ids).toEqual(changes.map(({ cursor }: { cursor: number }) => cursor))
    const rest = await open(`${graph.base}/events?events=entity.added`, all.ids[0])
    await expect.poll(() => rest.ids).toEqual(all.ids.slice(1))
  })

  it('has no other events beside, and other streams have none of the graph', async () => {
    const graph = await watchedGraph()
    const refused = async (query: string) => (await call('GET', `${graph.base}/events?${query}`, { key })).body.error
    expect(await refused('events=entity.added,crawl.finished')).toBe(
      'events must be of the graph alone, or have none of the graph',
    )
    expect(await refused('kinds=person')).toBe('kinds needs events of the graph')
    expect(await refused('events=entity.added&entity_ids=x')).toMatch(/^entity_ids must be at most/)
    expect(await refused('events=entity.seen')).toMatch(/^events must be one or more of/)
    const plain = await open(`${graph.base}/events?since=0`)
    const chosen = await open(`${graph.base}/events?since=0&events=budget.hit`)
    await graph.say({ 'a.example/1': [says('person', 'Ada Berg')] })
    await test.append(graph.id, { type: 'crawl.finished', payload: {} }, { type: 'budget.hit', payload: {} })
    await expect.poll(() => plain.messages.map(({ event }) => event)).toEqual(['crawl.finished', 'budget.hit'])
    await expect.poll(() => chosen.messages.map(({ event }) => event)).toEqual(['budget.hit'])
  })
})
