import { describe, expect, it } from 'vitest'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { runJob } from '../../test/support/run-job.ts'
import { deleteRows } from '../domains/delete-rows.ts'
import type { GraphEvent } from '../graph/events/graph-event.ts'

const test = await startTestService()
const { call, key, clock, service, makeProject, makeMember } = test
const { db } = service

interface Credentials {
  key?: string
  cookie?: string
}

async function watchedGraph() {
  const graph = await saidGraph(test)
  const base = `/v1/domains/${graph.id}`
  const ask = async (method: string, path: string, body?: object, who: Credentials = { key }) => {
    clock.advance(1000)
    const answer = await call(method, `${base}${path}`, { ...who, ...(body && { body }) })
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const watch = async (of: object): Promise<string> =>
    `/watches/${(await ask('POST', '/watches', { name: 'W', ...of })).id}`
  const news = async (path: string, who?: Credentials, since?: number) =>
    ask('GET', `${path}/news${since === undefined ? '' : `?since=${since}`}`, undefined, who)
  /** The news of a reader, a line each. */
  const lines = async (path: string, since = 0): Promise<string[]> =>
    linesOf((await news(path, undefined, since)).events)
  const idOf = async (name: string) => (await graph.entities()).find(({ doc }) => doc.name === name)?.id as string
  return { ...graph, base, ask, watch, news, lines, idOf }
}

const linesOf = (events: GraphEvent[]) =>
  events.map(({ type, payload }) =>
    'from' in payload ? `${type} ${payload.from?.name} ${payload.type} ${payload.to?.name}` : `${type} ${payload.name}`,
  )

const harbour = {
  'a.example/1': [
    says('person', 'Ada Berg', { attributes: { role: 'captain' } }),
    says('person', 'Olga Dahl', { attributes: { role: 'pilot' } }),
    says('object', 'Acme Works'),
    relates(['person', 'Ada Berg'], 'works_for', ['object', 'Acme Works']),
  ],
}
const allOf = (...names: string[]) => expect.arrayContaining(names)

describe('the news of a watch', () => {
  it('of entities are their events and those of their relationships', async () => {
    const graph = await watchedGraph()
    await graph.say(harbour)
    const acme = await graph.watch({ entity_ids: [await graph.idOf('Acme Works')] })
    expect(await graph.lines(acme)).toEqual([
      'entity.added Acme Works',
      'relationship.added Ada Berg works_for Acme Works',
    ])
    await graph.ask('PATCH', `/entities/${await graph.idOf('Olga Dahl')}`, { summary: 'Pilot of the bay.' })
    await graph.ask('PATCH', `/entities/${await graph.idOf('Acme Works')}`, { summary: 'A shipyard.' })
    const { events } = await graph.news(acme)
    expect(linesOf(events)).toEqual(['entity.changed Acme Works'])
    expect(events[0].payload.changes).toContainEqual({ field: 'summary', from: null, to: 'A shipyard.' })
  })

  it('of a saved search are of those whom it finds now', async () => {
    const graph = await watchedGraph()
    const captains = await graph.watch({ query: { kinds: ['person'], attributes: { role: 'Captain' } } })
    const employed = await graph.watch({ query: { types: ['works_for'], min_confidence: 0.1, host: 'a.example' } })
    const elsewhere = await graph.watch({ query: { host: 'b.example' } })
    await graph.say(harbour)
    expect(await graph.lines(captains)).toEqual([
      'entity.added Ada Berg',
      'relationship.added Ada Berg works_for Acme Works',
    ])
    expect((await graph.lines(employed)).sort()).toEqual([
      'entity.added Acme Works',
      'entity.added Ada Berg',
      'relationship.added Ada Berg works_for Acme Works',
    ])
    expect(await graph.lines(elsewhere)).toEqual([])
    // She becomes one, and is found with all that happened to her.
    await graph.ask('PATCH', `/entities/${await graph.idOf('Olga Dahl')}`, { attributes: { role: 'captain' } })
    expect(await graph.lines(captains)).toEqual(allOf('entity.added Olga Dahl', 'entity.changed Olga Dahl'))
  })

  it('by a name go on when it is written otherwise, and after a new name', async () => {
    const graph = await watchedGraph()
    const ada = await graph.watch({ query: { q: 'Adda Berg' } })
    await graph.say(harbour)
    expect(await graph.lines(ada)).toContain('entity.added Ada Berg')
    expect(await graph.lines(ada)).not.toContain('entity.added Olga Dahl')
    await graph.ask('PATCH', `/entities/${await graph.idOf('Olga Dahl')}`, { name: 'Ada Bergh' })
    expect(await graph.lines(ada)).toContain('entity.changed Ada Bergh')
  })

  it('go on when an entity is merged, split, deleted and brought back', async () => {
    const graph = await watchedGraph()
    const people = await graph.watch({ query: { q: 'Ada Berg', kinds: ['person'] } })
    await graph.say({ ...harbour, 'b.example/1': [says('person', 'Ada Berg', { attributes: { role: 'captain' } })] })
    const [adaId, olgaId] = [await graph.idOf('Ada Berg'), await graph.idOf('Olga Dahl')]
    const olga = await graph.watch({ entity_ids: [olgaId] })
    const since = (await graph.news(people, undefined, 0)).cursor
    await graph.ask('POST', '/entities/merge', { target: adaId, sources: [olgaId] })
    expect(await graph.lines(people, since)).toEqual(allOf('entity.merged Olga Dahl', 'entity.changed Ada Berg'))
    // Who watched her watches now whom she was merged into.
    await graph.ask('PATCH', `/entities/${adaId}`, { summary: 'One of two.' })
    expect(await graph.lines(olga, since)).toEqual(allOf('entity.merged Olga Dahl', 'entity.changed Ada Berg'))

    // Also of changes that are read long after the merge.
    const later = (await graph.news(olga, undefined, 0)).cursor
    await graph.ask('PATCH', `/entities/${adaId}`, { summary: 'Still one of two.' })
    expect(await graph.lines(olga, later)).toEqual(['entity.changed Ada Berg'])

    const { evidence } = await graph.ask('GET', `/entities/${adaId}/evidence`)
    const group = { name: 'Ada Berg the younger', evidence_ids: [evidence[0].id] }
    await graph.ask('POST', `/entities/${adaId}/split`, { groups: [group] })
    expect(await graph.lines(people, since)).toContain('entity.split Ada Berg the younger')

    const { tombstone_id } = await graph.ask('DELETE', `/entities/${adaId}`)
    // Her evidence under the first name went with the part.
    expect(await graph.lines(people, since)).toContain('entity.deleted Olga Dahl')
    expect(await graph.lines(olga, since)).toContain('entity.deleted Olga Dahl')
    await graph.ask('DELETE', `/tombstones/${tombstone_id}`)
    expect((await graph.lines(people, since)).at(-1)).toMatch(/^(?:entity|relationship)\.added Olga Dahl/)
  })

  it('of a search have those who left the graph while they were in it, and nobody else', async () => {
    const graph = await watchedGraph()
    const captains = await graph.watch({ query: { attributes: { role: 'captain' }, min_confidence: 0.1 } })
    await graph.say(harbour)
    await graph.ask('DELETE', `/entities/${await graph.idOf('Ada Berg')}`)
    await graph.ask('DELETE', `/entities/${await graph.idOf('Olga Dahl')}`)
    const lines = await graph.lines(captains)
    expect(lines).toContain('entity.deleted Ada Berg')
    expect(lines.join()).not.toContain('Olga')
  })

  it('come page by page, each once, and end where nothing is left', async () => {
    const graph = await watchedGraph()
    const all = await graph.watch({ query: { kinds: ['person', 'object'] } })
    await graph.say(harbour)
    const whole = await graph.news(all, undefined, 0)
    expect(whole.more).toBe(false)
    const paged: number[] = []
    for (let since = 0; ; ) {
      const { events, cursor, more } = await graph.ask('GET', `${all}/news?since=${since}&limit=1`)
      paged.push(...events.map(({ id }: { id: number }) => id))
      since = cursor
      if (!more) break
    }
    expect(paged).toEqual(whole.events.map(({ id }: { id: number }) => id))
    // From before a backup was restored.
    expect(await graph.news(all, undefined, 999_999)).toEqual({ events: [], cursor: whole.cursor, more: false })
  })
})

describe('who has looked', () => {
  it('is kept by person, in all sessions, and by key', async () => {
    const { key: own } = await makeProject()
    const viewer = await makeMember(own, 'viewer')
    const editor = await makeMember(own, 'editor')
    const { id } = (await call('POST', '/v1/domains', { key: own, body: { name: 'ports' } })).body
    const path = `/v1/domains/${id}/watches`
    const made = await call('POST', path, {
      cookie: editor.cookie,
      body: { name: 'All', query: { min_confidence: 0 } },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const watch = `${path}/${made.body.id}`
    for (const name of ['Ada', 'Mary']) {
      await call('POST', `/v1/domains/${id}/entities`, { key: own, body: { kind: 'person', name } })
    }
    const unseen = async (who: Credentials) => (await call('GET', watch, who)).body.unseen.count
    const newFor = async (who: Credentials) => (await call('GET', `${watch}/news`, who)).body
    const readers = [{ cookie: viewer.cookie }, { cookie: editor.cookie }, { key: own }]
    expect(await Promise.all(readers.map(unseen))).toEqual([2, 2, 2])
    const { events, cursor } = await newFor({ cookie: viewer.cookie })
    expect(linesOf(events)).toEqual(['entity.added Ada', 'entity.added Mary'])
    const seen = await call('POST', `${watch}/seen`, { cookie: viewer.cookie, body: { cursor: events[0].id } })
    expect([seen.status, seen.body.unseen]).toEqual([200, { count: 1, more: false }])
    expect(linesOf((await newFor({ cookie: viewer.cookie })).events)).toEqual(['entity.added Mary'])
    expect(await unseen({ cookie: editor.cookie })).toBe(2)
    await call('POST', `${watch}/seen`, { key: own, body: { cursor } })
    expect([await unseen({ key: own }), await unseen({ cookie: editor.cookie })]).toEqual([0, 2])
    const listed = (await call('GET', path, { cookie: viewer.cookie })).body.watches
    expect([listed[0].unseen.count, listed[0].seen_at]).toEqual([1, seen.body.seen_at])
    // Nobody sees ahead of the log.
    const far = await call('POST', `${watch}/seen`, { cookie: viewer.cookie, body: { cursor: 999_999 } })
    expect(far.body.unseen.count).toBe(0)
    await call('POST', `/v1/domains/${id}/entities`, { key: own, body: { kind: 'person', name: 'Vera' } })
    expect(await unseen({ cookie: viewer.cookie })).toBe(1)
  })
})

describe('a watch', () => {
  it('is created and changed by those who may write, and refuses what it cannot be', async () => {
    const graph = await watchedGraph()
    await graph.say(harbour)
    const path = `${graph.base}/watches`
    const refusal = async (body: object, method = 'POST', at = path) => {
      const answer = await call(method, at, { key, body })
      return `${answer.status} ${answer.body.error}`
    }
    const query = { kinds: ['person'] }
    const entity_ids = [await graph.idOf('Ada Berg')]
    expect(await refusal({ name: 'Both', query, entity_ids })).toBe('400 pass either query or entity_ids')
    expect(await refusal({ name: 'None', query: {} })).toBe('400 query needs at least one filter')
    expect(await refusal({ name: 'None', query: { attributes: {} } })).toBe('400 query needs at least one filter')
    expect(await refusal({ name: 'Gone', entity_ids: ['0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'] })).toBe(
      '404 entity not found',
    )
    const watch = await graph.watch({ query })
    expect(await refusal({}, 'PATCH', `${graph.base}${watch}`)).toBe('400 nothing to update')
    expect(await refusal({ query, entity_ids }, 'PATCH', `${graph.base}${watch}`)).toBe(
      '400 pass either query or entity_ids',
    )
    const changed = await graph.ask('PATCH', watch, { name: 'Ada', entity_ids })
    expect([changed.name, changed.query, changed.entity_ids]).toEqual(['Ada', null, entity_ids])
    await graph.ask('DELETE', watch)
    expect(await refusal({ cursor: 1 }, 'POST', `${graph.base}${watch}/seen`)).toBe('404 watch not found')
  })

  it('goes with its domain, and with what was seen of it', async () => {
    const graph = await watchedGraph()
    const watch = await graph.watch({ query: { kinds: ['person'] } })
    await graph.ask('POST', `${watch}/seen`, { cursor: 0 })
    await graph.ask('POST', `${watch}/feed`)
    await call('DELETE', `${graph.base}?confirm=graph`, { key })
    // The service may be at it already.
    await deleteRows(db, new AbortController().signal)
    for (const table of ['watches', 'watch_seen', 'watch_feeds']) {
      const rows = () => db.query(`select domain_id from ${table} where domain_id = $1`, [graph.id])
      await expect.poll(rows, { timeout: 10_000 }).toEqual([])
    }
  })

  it('forgets who has left the project, and keys that were revoked', async () => {
    const { key: own } = await makeProject()
    const [viewer, editor] = [await makeMember(own, 'viewer'), await makeMember(own, 'editor')]
    const { id } = (await call('POST', '/v1/domains', { key: own, body: { name: 'ports' } })).body
    const other = (await call('POST', '/v1/project/keys', { key: own, body: { name: 'other' } })).body
    const path = `/v1/domains/${id}/watches`
    const watch = (await call('POST', path, { key: own, body: { name: 'All', query: { q: 'a' } } })).body
    const see = (who: Credentials) => call('POST', `${path}/${watch.id}/seen`, { ...who, body: { cursor: 0 } })
    for (const who of [{ cookie: viewer.cookie }, { cookie: editor.cookie }, { key: own }, { key: other.key }]) {
      expect((await see(who)).status).toBe(200)
    }
    const readers = async () =>
      (await db.query<{ reader: string }>('select reader from watch_seen where domain_id = $1', [id])).map(
        ({ reader }) => reader,
      )
    await runJob(test, 'forget-readers')
    expect(await readers()).toHaveLength(4)
    await call('DELETE', `/v1/project/members/${viewer.id}`, { key: own })
    await call('DELETE', `/v1/project/keys/${other.id}`, { key: own })
    clock.advance(1000)
    await runJob(test, 'forget-readers')
    const left = await readers()
    expect([left.length, left.includes(`user:${editor.id}`)]).toEqual([2, true])
  })

  it('costs a crawl nothing: nothing is written for it', async () => {
    const graph = await watchedGraph()
    const rows = () =>
      db.query(
        `select w.xmin::text, w.ctid::text, s.xmin::text as seen from watches w
         left join watch_seen s on s.domain_id = w.domain_id and s.watch_id = w.id where w.domain_id = $1 order by w.id`,
        [graph.id],
      )
    for (const kind of ['person', 'object']) {
      const watch = await graph.watch({ query: { kinds: [kind] } })
      await graph.ask('POST', `${watch}/seen`, { cursor: 0 })
    }
    const before = await rows()
    const [, logged] = [await graph.say(harbour), await graph.changes()]
    expect(logged.length).toBeGreaterThan(0)
    expect(await rows()).toEqual(before)
  })
})
