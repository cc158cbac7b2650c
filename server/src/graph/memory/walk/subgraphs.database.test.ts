import { MultiDirectedGraph } from 'graphology'
import { describe, expect, it } from 'vitest'
import { relates, sayingPages, says } from '../../../../test/support/graph/claims-fixture.ts'
import { changeGraph, insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { type Answer, startTestService } from '../../../../test/support/harness.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Moment } from '../../read/moment/graph-at.ts'
import { GraphIndexes } from '../load/graph-indexes.ts'

const { call, key, service, clock } = await startTestService()
const { db } = service

async function newGraph() {
  const id: string = (await call('POST', '/v1/domains', { key, body: { name: 'graph' } })).body.id
  return { id, get: (rest: string) => call('GET', `/v1/domains/${id}${rest}`, { key }) }
}

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
const namesOf = ({ nodes }: { nodes: { name: string }[] }) => nodes.map(({ name }) => name)
const typesOf = ({ edges }: { edges: { type: string }[] }) => edges.map(({ type }) => type)

/** a–b–c–d in a row, a–x–c beside it, alone by itself, and `old`, which is merged into a. */
async function makeRow() {
  const graph = await newGraph()
  const [a, b, c, d, x, alone, old] = Array.from({ length: 7 }, () => newId()) as [
    string,
    string,
    string,
    string,
    string,
    string,
    string,
  ]
  const named = Object.entries({ a, b, c, d, x, alone })
  await insertGraph(db, graph.id, {
    entities: [
      ...named.map(([name, id]) => ({ id, kind: name === 'x' ? 'event' : 'person', name })),
      { id: old, kind: 'person', name: 'old', merged_into: a },
    ],
    relationships: [
      { from: a, to: b, type: 'knows' },
      { from: c, to: b, type: 'owns' },
      { from: c, to: d, type: 'knows' },
      { from: a, to: x, type: 'knows' },
      { from: x, to: c, type: 'knows' },
    ],
  })
  return { ...graph, a, b, c, d, x, alone, old }
}
const row = await makeRow()

it('has edges that a graph library takes as they are', async () => {
  interface Edge {
    id: string
    from: string
    to: string
    source: string
    target: string
  }
  const subgraphs: { nodes: { id: string }[]; edges: Edge[] }[] = [
    (await row.get('/graph')).body,
    (await row.get(`/entities/${row.a}/neighbors?depth=3`)).body,
    ...(await row.get(`/paths?from=${row.a}&to=${row.d}`)).body.paths,
  ]
  for (const { nodes, edges } of subgraphs) {
    const graph = new MultiDirectedGraph()
    graph.import({ nodes: nodes.map(({ id }) => ({ key: id })), edges })
    expect(graph.size).toBe(edges.length)
    expect(edges.length).toBeGreaterThan(0)
    for (const { from, to, source, target } of edges) expect([source, target]).toEqual([from, to])
  }
})

describe('neighbors', () => {
  it.each([
    ['', 'a b x', 'knows knows'],
    ['?depth=2', 'a b x c', 'knows knows owns knows'],
    ['?depth=3', 'a b x c d', 'knows knows owns knows knows'],
    ['?depth=3&kind=person', 'a b c d', 'knows owns knows'],
    ['?depth=3&type=knows', 'a b x c d', 'knows knows knows knows'],
    ['?depth=3&type=owns', 'a', ''],
    ['?kind=nothing', 'a', ''],
  ])('of a%s', async (query, nodes, types) => {
    const { body } = await row.get(`/entities/${row.a}/neighbors${query}`)
    expect(namesOf(body).join(' ')).toBe(nodes)
    expect(typesOf(body).sort().join(' ')).toBe(types.split(' ').sort().join(' '))
    expect(body.truncated).toBe(false)
  })

  it('say so when there are more', async () => {
    const { body } = await row.get(`/entities/${row.c}/neighbors?limit=3`)
    expect([namesOf(body), body.truncated]).toEqual([['c', 'b', 'x'], true])
    expect(body.nodes[0]).toMatchObject({ id: row.c, kind: 'person', relationship_count: 3 })
  })

  it('of one that was merged are found at its survivor, of nobody not at all', async () => {
    const merged = await row.get(`/entities/${row.old}/neighbors?depth=2`)
    expect([merged.status, merged.body]).toEqual([308, { merged_into: row.a }])
    expect(merged.headers.get('location')).toBe(`/v1/domains/${row.id}/entities/${row.a}/neighbors?depth=2`)
    expect(said(await row.get(`/entities/${newId()}/neighbors`))).toBe('404 entity not found')
  })
})

describe('paths', () => {
  const paths = async (from: string, to: string, rest = '') => {
    const { body } = await row.get(`/paths?from=${from}&to=${to}${rest}`)
    for (const { nodes, edges } of body.paths) expect(edges).toHaveLength(nodes.length - 1)
    return body.paths.map((path: never) => namesOf(path).join(''))
  }

  it('come shortest first, and no longer than asked for', async () => {
    expect((await paths(row.a, row.d)).sort()).toEqual(['abcd', 'axcd'])
    expect(await paths(row.a, row.b)).toEqual(['ab', 'axcb'])
    expect(await paths(row.a, row.b, '&max_depth=2')).toEqual(['ab'])
    expect(await paths(row.a, row.b, '&limit=1')).toEqual(['ab'])
    expect(await paths(row.a, row.d, '&max_depth=2')).toEqual([])
  })

  it('lead nowhere from one to itself, and not to what is not connected', async () => {
    expect(await paths(row.a, row.a)).toEqual(['a'])
    expect(await paths(row.a, row.alone, '&max_depth=6')).toEqual([])
  })

  it('take a merged id for its survivor, and refuse one that nobody has', async () => {
    expect((await paths(row.old, row.b))[0]).toBe('ab')
    expect(said(await row.get(`/paths?from=${row.a}&to=${newId()}`))).toBe('404 entity not found')
    expect(said(await row.get(`/paths?from=${newId()}&to=${row.a}`))).toBe('404 entity not found')
  })
})

describe('a drawing', () => {
  it.each([
    ['', ['c', 'a', 'b', 'x', 'd', 'alone'], 0],
    ['?limit=2', ['c', 'a'], 4],
    ['?kind=event', ['x'], 0],
    ['?type=owns', ['c', 'b'], 0],
    [`?seed=${row.d}&depth=2`, ['d', 'c', 'b', 'x'], 0],
    [`?seed=${row.d}&depth=3&limit=2`, ['d', 'c'], 3],
    [`?seed=${row.old}`, ['a', 'b', 'x'], 0],
    ['?q=alone', ['alone'], 0],
    ['?q=nobody+at+all', [], 0],
  ])('of the graph%s', async (query, nodes, omitted) => {
    const { body } = await row.get(`/graph${query}`)
    expect([namesOf(body), body.omitted, body.truncated]).toEqual([nodes, omitted, omitted > 0])
    const shown = new Set(body.nodes.map(({ id }: { id: string }) => id))
    for (const { from, to } of body.edges) expect([shown.has(from), shown.has(to)]).toEqual([true, true])
  })

  it('shows hubs with their neighbours, and counts what has none', async () => {
    const graph = await newGraph()
    // Three hubs of twelve leaves each, which know nobody else; the best connected alone would have no edges.
    const entities: { id: string; kind: string; name: string }[] = [{ id: newId(), kind: 'person', name: 'nobody' }]
    const relationships: { from: string; to: string; type: string }[] = []
    for (let hub = 0; hub < 3; hub++) {
      const id = newId()
      entities.push({ id, kind: 'person', name: `hub ${hub}` })
      for (let leaf = 0; leaf < 12 + hub; leaf++) {
        const other = newId()
        entities.push({ id: other, kind: leaf % 2 ? 'event' : 'person', name: `leaf ${hub}` })
        relationships.push({ from: id, to: other, type: leaf % 2 ? 'speaker_at' : 'knows' })
      }
    }
    await insertGraph(db, graph.id, { entities, relationships })
    const draw = async (rest: string) => (await graph.get(`/graph?sample=neighborhoods${rest}`)).body
    const some = await draw('&limit=12')
    expect(namesOf(some)).toEqual(['hub 2', ...Array(5).fill('leaf 2'), 'hub 1', ...Array(5).fill('leaf 1')])
    expect([some.edges.length, some.truncated, some.omitted, some.unconnected]).toEqual([10, true, 31, 1])
    const all = await draw('&limit=500')
    expect([all.nodes.length, all.edges.length, all.omitted, all.unconnected]).toEqual([42, 39, 1, 1])
    expect(namesOf(all)).not.toContain('nobody')
    // Leaves that are events have no tie to what the filter leaves, and neither have hubs by another type.
    const persons = await draw('&kind=person')
    expect([persons.nodes.length, persons.unconnected]).toEqual([23, 1])
    expect(typesOf(await draw('&type=speaker_at'))).toEqual(Array(19).fill('speaker_at'))
    const connected = (await graph.get('/graph?limit=3&sample=connected')).body
    expect([namesOf(connected), connected.edges]).toEqual([['hub 2', 'hub 1', 'hub 0'], []])
    expect(connected).not.toHaveProperty('unconnected')
    expect(said(await graph.get('/graph?sample=all'))).toContain('400 sample must be')
  })

  it('tells the attributes that are asked for', async () => {
    const graph = await newGraph()
    const pages = sayingPages(db, graph.id)
    await pages.say({
      'a.example/1': [
        says('person', 'Ada Lovelace', { attributes: { role: 'countess', field: 'mathematics' } }),
        says('person', 'Charles Babbage'),
        relates(['person', 'Ada Lovelace'], 'knows', ['person', 'Charles Babbage']),
      ],
    })
    const told = ({ nodes }: { nodes: { name: string; attributes?: object }[] }) =>
      Object.fromEntries(nodes.map(({ name, attributes }) => [name, attributes]))
    const wanted = { 'Ada Lovelace': { role: 'countess' }, 'Charles Babbage': {} }
    const { body } = await graph.get('/graph?attributes=role,height')
    expect(told(body)).toEqual(wanted)
    const ada = body.nodes.find(({ name }: { name: string }) => name === 'Ada Lovelace')
    expect(told((await graph.get(`/entities/${ada.id}/neighbors?attributes=role`)).body)).toEqual(wanted)
    expect(told((await graph.get('/graph')).body)).toEqual({ 'Ada Lovelace': undefined, 'Charles Babbage': undefined })
  })

  it('begins at nobody who is not there', async () => {
    expect(said(await row.get(`/graph?seed=${newId()}`))).toBe('404 entity not found')
  })
})

describe('what pages write', () => {
  it('is found by the next request, and gone by the one after it is taken back', async () => {
    const graph = await newGraph()
    const pages = sayingPages(db, graph.id)
    const find = async (q: string) => {
      const { body } = await graph.get(`/search?q=${encodeURIComponent(q)}`)
      return body.entities.map(({ name }: { name: string }) => name)
    }
    expect(await find('Ada')).toEqual([])
    await pages.say({ 'a.example/1': [says('person', 'Ada Lovelace')] })
    expect(await find('Ada')).toEqual(['Ada Lovelace'])
    await pages.say({
      'a.example/2': [
        says('person', 'Charles Babbage'),
        relates(['person', 'Ada Lovelace'], 'knows', ['person', 'Charles Babbage']),
      ],
    })
    const { body } = await graph.get('/graph?q=lovelase')
    expect(namesOf(body).sort()).toEqual(['Ada Lovelace', 'Charles Babbage'])
    expect(typesOf(body)).toEqual(['knows'])
    await pages.silence('a.example/2')
    expect(await find('Babbage')).toEqual([])
    expect(namesOf((await graph.get('/graph')).body)).toEqual(['Ada Lovelace'])
  })

  it('is found while it is written', async () => {
    const graph = await newGraph()
    const pages = sayingPages(db, graph.id)
    const writing = (async () => {
      for (let n = 0; n < 10; n++) await pages.say({ [`a.example/${n}`]: [says('person', `Somebody Number ${n}`)] })
    })()
    const counts: number[] = []
    for (let n = 0; n < 10; n++) counts.push((await graph.get('/graph')).body.nodes.length)
    await writing
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect((await graph.get('/graph')).body.nodes).toHaveLength(10)
  })
})

it('draws and finds the graph of an earlier time', async () => {
  const graph = await newGraph()
  const [a, b] = [newId(), newId()]
  const hour = (n: number) => new Date(Date.UTC(2026, 0, 1, n))
  await insertGraph(db, graph.id, {
    entities: [
      { id: a, kind: 'person', name: 'Ada', at: hour(1) },
      { id: b, kind: 'person', name: 'Bob', at: hour(2) },
    ],
    relationships: [{ from: a, to: b, type: 'knows', at: hour(3) }],
    claims: [
      { entity: a, url: 'https://a.example/1', quote: 'Ada was here', observed_at: hour(1), retracted_at: hour(4) },
    ],
  })
  const at = (n: number) => `as_of=${new Date(hour(n).getTime() + 1).toISOString()}`
  const drawn = async (n: number) => {
    const { body } = await graph.get(`/graph?${at(n)}`)
    return [namesOf(body).join(' '), typesOf(body).join(' ')]
  }
  expect(await drawn(0)).toEqual(['', ''])
  expect(await drawn(1)).toEqual(['Ada', ''])
  expect(await drawn(2)).toEqual(['Ada Bob', ''])
  expect(await drawn(3)).toEqual(['Ada Bob', 'knows'])
  // A subgraph of an earlier time does not change with what is written now.
  await changeGraph(db, graph.id, { type: 'entity', id: b, change: 'merged', doc: { merged_into: a }, at: clock.now() })
  expect(await drawn(3)).toEqual(['Ada Bob', 'knows'])
  expect((await graph.get(`/entities/${b}/neighbors?${at(3)}`)).status).toBe(200)
  expect((await graph.get(`/entities/${b}/neighbors`)).status).toBe(308)
  const found = await graph.get(`/search?q=ada&${at(3)}`)
  expect(found.body.passages).toMatchObject([{ url: 'https://a.example/1', quote: 'Ada was here', entity_ids: [a] }])
  expect((await graph.get(`/search?q=ada&${at(5)}`)).body.passages).toEqual([])
})

it('say how sure it is, also when that is all that changes', async () => {
  const { id, get } = await newGraph()
  const pages = sayingPages(db, id)
  const sentence = [relates(['person', 'Ada Lovelace'], 'born_in', ['location', 'London'])]
  const drawn = async (query = '') => {
    const { nodes, edges } = (await get(`/graph?${query}`)).body
    return [...nodes, ...edges].map(({ id, confidence }) => [id, confidence])
  }
  const told = async (query = '') => {
    const { entities } = (await get(`/entities?sort=connections&${query}`)).body
    const { relationships } = (await get(`/relationships?${query}`)).body
    return [...entities, ...relationships].map(({ id, confidence }) => [id, confidence])
  }
  const seen: unknown[] = []
  for (const page of ['a.example/1', 'a.example/2', 'b.example/1']) {
    await pages.say({ [page]: sentence })
    seen.push(await drawn())
    expect(new Map(seen.at(-1) as [])).toEqual(new Map((await told()) as []))
    clock.advance(1000)
  }
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(3)
  await pages.silence('b.example/1')
  expect(await drawn()).toEqual(seen[1])
  const then = `as_of=${clock.now().toISOString()}`
  clock.advance(1000)
  await pages.silence('a.example/2')
  expect(await drawn()).toEqual(seen[0])
  for (let asked = 0; asked < 2; asked++) expect(await drawn(then)).toEqual(seen[1])
})

it('tell the past in one order, however often it is asked for', async () => {
  const { id, get } = await newGraph()
  const pages = sayingPages(db, id)
  await pages.say({ 'a.example/1': [says('person', 'Old Unsure', { origin: 'text' })] })
  await pages.say({ 'b.example/1': [says('person', 'New Sure')] })
  const then = `as_of=${clock.now().toISOString()}`
  clock.advance(1000)
  const first = namesOf((await get(`/graph?limit=1&${then}`)).body)
  expect(namesOf((await get(`/graph?limit=10&${then}`)).body)).toHaveLength(2)
  expect(namesOf((await get(`/graph?limit=1&${then}`)).body)).toEqual(first)
  expect(namesOf((await get('/graph?limit=1')).body)).toEqual(['New Sure'])
})

describe('graphs in memory', () => {
  const moment = async (id: string): Promise<Moment> => {
    const [domain] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [id])
    return { domain_id: id, as_of: undefined, graph_seq: domain?.graph_seq as number }
  }

  it('are loaded once for all who wait', async () => {
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    const now = await moment(row.id)
    const [first, ...others] = await Promise.all(Array.from({ length: 5 }, () => indexes.at(db, now)))
    for (const other of others) expect(other).toBe(first)
    expect(first?.node_count).toBe(6)
  })

  it('make room for others, the longest unused first, and one stays', async () => {
    const indexes = new GraphIndexes({ max_bytes: 1 })
    const second = await makeRow()
    const [mine, other] = [await moment(row.id), await moment(second.id)]
    const index = await indexes.at(db, mine)
    expect(await indexes.at(db, mine)).toBe(index)
    expect((await indexes.at(db, other)).findNode(row.a)).toBe(-1)
    expect(indexes.use.graphs).toBe(1)
    expect(await indexes.at(db, mine)).not.toBe(index)
    const roomy = new GraphIndexes({ max_bytes: 1e9 })
    for (const one of [mine, other]) await roomy.at(db, one)
    expect(roomy.use.graphs).toBe(2)
  })

  it('are dropped when their domain is deleted, of all times', async () => {
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    const kept = await makeRow()
    const now = await moment(row.id)
    await indexes.at(db, now)
    await indexes.at(db, { ...now, as_of: '2020-01-01T00:00:00Z' })
    await indexes.at(db, await moment(kept.id))
    indexes.forget(row.id)
    expect(indexes.use.graphs).toBe(1)
  })

  it('know how sure all is that they show, also while it is leaving', async () => {
    const { id } = await newGraph()
    const pages = sayingPages(db, id)
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    await indexes.at(db, await moment(id))
    await pages.say({ 'a.example/1': [says('person', 'Ada Lovelace')] })
    const now = await moment(id)
    const slow: Queryable = {
      ...db,
      query: async (text, values) => {
        if (text.includes('confidence_seq')) await pages.silence('a.example/1')
        return db.query(text, values)
      },
    }
    const index = await indexes.at(slow, now)
    for (let node = 0; node < index.node_end; node++) {
      if (index.isShown(node)) expect(index.confidenceOf(node)).toBeGreaterThan(0)
    }
    expect(index.node_count).toBe(0)
  })

  it('are loaded again after a failure', async () => {
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    const now = await moment(row.id)
    const broken = {
      query: () => Promise.reject(new Error('gone')),
      queryAsPg: () => Promise.reject(new Error('gone')),
    }
    await expect(indexes.at(broken, now)).rejects.toThrow('gone')
    expect((await indexes.at(db, now)).node_count).toBe(6)
  })
})
