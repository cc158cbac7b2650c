import { describe, expect, it } from 'vitest'
import { inRow, relates, type Saying, says } from '../../../../test/support/graph/claims-fixture.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'

const test = await startTestService()
const { call, key } = test

type Graph = Awaited<ReturnType<typeof saidGraph>>

async function explained(graph: Graph, name: string) {
  const { id } = (await graph.entities()).find(({ doc }) => doc.name === name) as { id: string }
  return (await call('GET', `/v1/domains/${graph.id}/entities/${id}/explain`, { key })).body
}

const pending = async ({ id }: Graph) => (await call('GET', `/v1/domains/${id}/duplicates`, { key })).body.duplicates

/** Who would be one by a telephone that both have. */
const phone = { attributes: { telephone: '+43 1 5120000' } }
const hofer = says('person', 'Anton Hofer', phone)
const hofner = says('person', 'Anton Hofner', phone)

describe('two rows of one list', () => {
  it('are two people, and the explanation says so', async () => {
    const graph = await saidGraph(test)
    await graph.say({ 'a.example/1': [inRow('r1', hofer), inRow('r2', hofner)] })
    expect(await graph.names()).toEqual(['Anton Hofer', 'Anton Hofner'])
    expect((await explained(graph, 'Anton Hofer')).pairs).toMatchObject([
      {
        other: { name: 'Anton Hofner' },
        decision: 'different',
        reasons: ['in two rows of one list', expect.any(String), expect.any(String), expect.any(String)],
      },
    ])
    expect(await pending(graph)).toEqual([])
  })

  it('stay two when other pages name them outside of lists, in whatever order, and are one when the list is gone', async () => {
    const rows = { 'a.example/1': [inRow('r1', hofer), inRow('r2', hofner)] }
    const others = { 'b.example/1': [hofer], 'b.example/2': [hofner] }
    const [one, two] = [await saidGraph(test), await saidGraph(test)]
    await one.say(rows)
    await one.say(others)
    await two.say(others)
    expect(await two.names()).toHaveLength(1)
    await two.say(rows)
    expect(await two.names()).toHaveLength(2)
    expect((await pictureOf(two)).entities).toEqual((await pictureOf(one)).entities)
    await one.silence('a.example/1')
    expect(await one.names()).toHaveLength(1)
  })

  it('are one where both have the number of one register', async () => {
    const graph = await saidGraph(test)
    const place = (name: string) => says('location', name, { external_ids: { geonames: '3060972' } })
    await graph.say({ 'a.example/1': [inRow('r1', place('Pressburg')), inRow('r2', place('Bratislava'))] })
    expect(await graph.names()).toHaveLength(1)
  })

  it('say nothing where a row names several, such as the authors of a paper', async () => {
    const graph = await saidGraph(test)
    const paper = (row: string, ...authors: Saying[]) => authors.map((author) => inRow(row, author))
    await graph.say({
      'a.example/1': [
        ...paper('r1', hofer, says('person', 'Ida Pfeiffer')),
        ...paper('r2', hofner, says('person', 'Emil Holub')),
      ],
    })
    expect(await graph.names()).toHaveLength(3)
  })
})

describe('the two ends of one relation', () => {
  const emperor = says('person', 'Franz Joseph', phone)
  const bishop = says('person', 'Franz Joseph Rudigier', phone)
  const letter = relates(['person', 'Franz Joseph Rudigier'], 'writes_to', ['person', 'Franz Joseph'])

  it('are two: a bishop does not write to himself', async () => {
    const graph = await saidGraph(test)
    await graph.say({ 'a.example/1': [emperor], 'a.example/2': [bishop] })
    expect(await graph.names()).toHaveLength(1)
    await graph.say({ 'a.example/3': [emperor, bishop, letter] })
    expect(await graph.names()).toEqual(['Franz Joseph', 'Franz Joseph Rudigier'])
    const [pair] = (await explained(graph, 'Franz Joseph')).pairs
    expect(pair).toMatchObject({
      decision: 'different',
      reasons: expect.arrayContaining(['the two ends of one writes_to']),
    })
    await graph.silence('a.example/3')
    expect(await graph.names()).toHaveLength(1)
  })

  it('wait for somebody to look where a sentence only names both', async () => {
    const graph = await saidGraph(test)
    const both = relates(['object', 'Acme'], 'mentioned_with', ['object', 'Acme Inc.'])
    await graph.say({ 'a.example/1': [says('object', 'Acme'), says('object', 'Acme Inc.'), both] })
    expect(await graph.names()).toEqual(['Acme', 'Acme Inc.'])
    expect(await pending(graph)).toMatchObject([
      { reasons: expect.arrayContaining(['the two ends of one mentioned_with']) },
    ])
  })

  it('are one where the relation says so', async () => {
    const graph = await saidGraph(test)
    const both = relates(['object', 'Acme'], 'also_known_as', ['object', 'Acme Inc.'])
    await graph.say({ 'a.example/1': [says('object', 'Acme'), says('object', 'Acme Inc.'), both] })
    expect(await graph.names()).toHaveLength(1)
  })
})

describe('a conference and its short name on one site', () => {
  it('wait for a person with their reason, also where many things have the year', async () => {
    const graph = await saidGraph(test)
    const [short, long] = ['DConf 2016', 'The D Programming Language Conference 2016']
    const others = Array.from(
      { length: 80 },
      (_, n) => `${String.fromCharCode(65 + (n % 26))}${'xyz'[n % 3]}lo${n}ra Fair 2016`,
    )
    const pages = [[long, ...others], [short]].map((names) => names.map((name) => says('event', name)))
    await graph.say({ 'a.example/1': pages[0] as Saying[], 'a.example/2': pages[1] as Saying[] })
    const found = (await pending(graph)).filter(({ reasons }: { reasons: string[] }) =>
      reasons.includes(`short form: ${short}, ${long}`),
    )
    expect(found).toHaveLength(1)
    expect(await graph.names()).toEqual(expect.arrayContaining([short, long]))
  })
})

describe('a pair that is called the same and is not merged', () => {
  it('waits, and says what holds it back', async () => {
    const graph = await saidGraph(test)
    const lee = (born?: string) =>
      says('person', 'Ann Lee', { attributes: born === undefined ? {} : { birth_date: born } })
    await graph.say({ 'a.example/1': [lee('1952')], 'b.example/1': [lee()], 'c.example/1': [lee('1990')] })
    expect(await graph.names()).toHaveLength(2)
    const [waiting] = await pending(graph)
    expect(waiting).toMatchObject({
      reasons: ['same name', 'nothing else tells that they are the same'],
      held_by: 'Ann Lee and Ann Lee: born at different times: 1952, 1990',
    })
    const pairs = (await explained(graph, 'Ann Lee')).pairs
    expect(pairs).toMatchObject([{ decision: 'same', held_by: waiting.held_by }])
    // Without the other birth date nothing holds it back.
    await graph.silence('c.example/1')
    expect(await graph.names()).toHaveLength(1)
    expect(await pending(graph)).toEqual([])
  })

  it('says so where too many hang together', async () => {
    const graph = await saidGraph(test)
    const one = (n: number) =>
      [n, n + 1].map((id) => says('object', `Number${n}th`, { ref: `#${n}`, external_ids: { isbn: `chain${id}` } }))
    await graph.say({ 'a.example/1': Array.from({ length: 155 }, (_, n) => one(n)).flat() })
    const [waiting] = await pending(graph)
    expect(waiting.held_by).toMatch(/^\d+ hang together/)
  })
})
