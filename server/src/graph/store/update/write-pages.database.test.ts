import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { relates, type Saying, says } from '../../../../test/support/graph/claims-fixture.ts'
import { findDanglingRows } from '../../../../test/support/graph/dangling-rows.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'

const test = await startTestService()
const { db } = test.service
const newGraph = () => saidGraph(test)

const ada = (rest = {}) => says('person', 'Ada Lovelace', rest)

describe('what pages say', () => {
  it('of one thing is one entity, counted by claims and by hosts', async () => {
    const graph = await newGraph()
    const written = await graph.say({
      'a.example/1': [ada({ summary: 'A mathematician.' })],
      'a.example/2': [says('person', 'Dr. Ada LOVELACE')],
      'b.example/': [ada({ aliases: ['Ada King'] })],
    })
    expect(written.entities_added).toBe(1)
    const [entity, ...others] = await graph.entities()
    expect(others).toEqual([])
    expect(entity).toMatchObject({ evidence_count: 3, source_count: 2 })
    expect(entity?.doc).toMatchObject({
      name: 'Ada Lovelace',
      aliases: ['Dr. Ada LOVELACE', 'Ada King'],
      summary: 'A mathematician.',
    })
    const [{ entity_count }] = (await db.query<{ entity_count: number }>(
      'select entity_count from domains where id = $1',
      [graph.id],
    )) as [never]
    expect(entity_count).toBe(1)
  })

  it('leaves the graph with the evidence, and comes back with it as what it was', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [ada(), relates(['person', 'Ada Lovelace'], 'born_in', ['location', 'London'])] })
    const before = await graph.entities()
    expect(before.map(({ doc }) => doc.name)).toEqual(['Ada Lovelace', 'London'])
    await graph.silence('a.example/1')
    expect([await graph.entities(), await graph.relationships()]).toEqual([[], []])
    await graph.say({ 'a.example/2': [ada(), relates(['person', 'Ada Lovelace'], 'born_in', ['location', 'London'])] })
    expect((await graph.entities()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await graph.changes()).map(({ change }) => change)).toEqual([
      'entered',
      'entered',
      'entered',
      'left',
      'left',
      'left',
      'entered',
      'entered',
      'entered',
    ])
  })

  it('under names of signs or digits alone is of one thing each', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': ['!!!', '???', '\u{1f600}', '☃', '42'].map((name) => says('object', name)) })
    expect((await graph.names()).sort()).toEqual(['!!!', '42', '???', '☃', '\u{1f600}'])
  })

  it('was last said by the last page that says it still', async () => {
    const graph = await newGraph()
    const seen = async () => {
      const rows = await db.query<{ last_seen_at: string }>(
        'select last_seen_at from entities where domain_id = $1 and is_shown',
        [graph.id],
      )
      return rows.map(({ last_seen_at }) => last_seen_at)
    }
    await graph.say({ 'a.example/1': [ada()] })
    const first = await seen()
    await graph.say({ 'a.example/2': [ada({ summary: 'A mathematician.' })] })
    expect(await seen()).not.toEqual(first)
    await graph.silence('a.example/2')
    expect(await seen()).toEqual(first)
  })

  it('is updated when it is said once more, or once less, and not when it is said as before', async () => {
    const graph = await newGraph()
    const claims = [ada(), relates(['person', 'Ada Lovelace'], 'born_in', ['location', 'London'])]
    const updated = async () => {
      const rows = await db.query<{ updated_at: string }>(
        `select updated_at from entities where domain_id = $1 and is_shown
         union all select updated_at from relationships where domain_id = $1 and is_shown`,
        [graph.id],
      )
      return rows.map(({ updated_at }) => Date.parse(updated_at))
    }
    await graph.say({ 'a.example/1': claims })
    test.clock.advance(60_000)
    await graph.say({ 'a.example/2': claims })
    const first = await updated()
    expect(first).toHaveLength(3)
    test.clock.advance(60_000)
    await graph.say({ 'b.example/1': claims })
    const second = await updated()
    for (const [at, time] of second.entries()) expect(time).toBeGreaterThan(first[at] as number)
    test.clock.advance(60_000)
    await graph.say({ 'c.example/1': [says('person', 'Grace Hopper')] })
    expect((await updated()).toSorted().slice(0, 3)).toEqual(second.toSorted())
    test.clock.advance(60_000)
    await graph.silence('b.example/1')
    const third = (await updated()).filter((time) => time > Math.max(...second))
    expect(third.length).toBeGreaterThanOrEqual(3)
  })

  it('that contradicts is kept, and one is shown by rule', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [says('object', 'Acme Corp', { attributes: { employees: '12' } })] })
    await graph.say({ 'b.example/1': [says('object', 'Acme Corp', { attributes: { employees: '15' } })] })
    const shown = async () => (await graph.entities())[0]?.doc.attributes.employees
    expect(await shown()).toBe('12')
    await graph.say({ 'c.example/1': [says('object', 'Acme Corp', { attributes: { employees: '15' } })] })
    expect(await shown()).toBe('15')
    await graph.silence('b.example/1', 'c.example/1')
    expect(await shown()).toBe('12')
  })

  it('of two with one name stays two when it cannot be one', async () => {
    const graph = await newGraph()
    await graph.say({
      'a.example/1': [says('person', 'John Smith', { attributes: { birth_date: '1952-03-11' } })],
      'a.example/2': [says('person', 'John Smith', { attributes: { birth_date: '1985-07-01' } })],
      'a.example/3': [says('person', 'John Smith')],
    })
    expect(await graph.names()).toEqual(['John Smith', 'John Smith'])
  })
})

describe('two of one name', () => {
  const smith = (attributes: Record<string, string>, rest = {}) => says('person', 'John Smith', { attributes, ...rest })
  const life = (edtf: string) => {
    const [start = null, end = null] = edtf.split('/')
    return { when: { edtf, start, end, precision: 'year' as const } }
  }
  const at = (where: object) => ({ where: where as never })

  it.each<[string, Saying[], number]>([
    ['who died at different times', [smith({ death_date: '1631' }), smith({ death_date: '1994' })], 2],
    ['who lived at different times', [smith({}, life('1700/1780')), smith({}, life('1900/1980'))], 2],
    ['born long after the death of the other', [smith({ birth_date: '1700' }), smith({ death_date: '1990' })], 2],
    [
      'born on different days',
      [smith({ birth_date: '1952-03-11' }), smith({ birth_date: '1952-06-11' }), smith({})],
      2,
    ],
    ['born in different years', [smith({ birth_date: '1952' }), smith({ birth_date: '1953' }), smith({})], 2],
    ['the same birth, more or less exactly', [smith({ birth_date: '1952' }), smith({ birth_date: '1952-03-11' })], 1],
    [
      'places in different regions',
      ['Illinois', 'Massachusetts'].map((region) =>
        says(
          'location',
          'Springfield',
          at({ region, country: 'US', lat: null, lon: null, precision: 'city', place_id: null }),
        ),
      ),
      2,
    ],
    [
      'houses in different towns',
      [
        says('object', 'Town Library', at({ locality: 'Graz', street: 'Ring 1', country: 'AT' })),
        says('object', 'Town Library', at({ locality: 'Oslo', street: 'Torg 7', country: 'NO' })),
      ],
      2,
    ],
  ])('%s', async (_title, sayings, wanted) => {
    const graph = await newGraph()
    await graph.say(Object.fromEntries(sayings.map((saying, at) => [`${'abc'[at]}.example/`, [saying]])))
    expect(await graph.names()).toHaveLength(wanted)
  })

  it('are not made of two who share an office, or an account', async () => {
    const graph = await newGraph()
    const office = { email: 'office@weber.example', telephone: '+43 1 2345678', street: 'Ring 1' }
    await graph.say({
      'a.example/1': [
        says('person', 'Anna Weber', { attributes: office }),
        says('person', 'Jane Roe', { external_ids: { twitter: 'acme' } }),
      ],
      'a.example/2': [
        says('person', 'Anton Weber', { attributes: office }),
        says('person', 'Mary Poppins', { external_ids: { twitter: 'acme' } }),
      ],
    })
    expect(await graph.names()).toEqual(['Anna Weber', 'Anton Weber', 'Jane Roe', 'Mary Poppins'])
  })
})

describe('a page that says something else of the same thing', () => {
  const day = (edtf: string) => ({ when: { edtf, start: edtf, end: edtf, precision: 'day' as const } })

  it('changes it, and not its id', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [says('event', 'Harbour Day', day('2026-06-01')), ada()] })
    const before = await graph.entities()
    await graph.say({
      'a.example/1': [
        says('event', 'Harbour Day', day('2026-06-08')),
        ada({ attributes: { birth_date: '1815-12-10' } }),
      ],
    })
    expect((await graph.entities()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await graph.changes()).map(({ change }) => change)).toEqual(['entered', 'entered', 'changed', 'changed'])
  })

  it('in another way is counted once', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [ada({ origin: 'text' })] })
    await graph.say({
      'a.example/1': [ada({ origin: 'model' }), ada({ origin: 'model', attributes: { born: '1815' } })],
    })
    expect(await graph.entities()).toMatchObject([{ evidence_count: 2, source_count: 1 }])
    await graph.silence('a.example/1')
    expect(await graph.entities()).toEqual([])
    expect(await db.query('select from facts where domain_id = $1', [graph.id])).toEqual([])
  })

  it('may call it anything', async () => {
    const graph = await newGraph()
    const odd = { constructor: '1', __proto__: 'x', toString: 'y' }
    await graph.say({
      'a.example/1': [ada({ attributes: odd, external_ids: { constructor: 'z' } })],
      'a.example/2': [ada({ aliases: ['Ada King'], attributes: { valueOf: 'w' } })],
    })
    await graph.say({ 'b.example/1': [says('person', 'Ada King', { attributes: { constructor: '1', 'a\0b': '2' } })] })
    expect(await graph.names()).toHaveLength(1)
  })
})

describe('the log of changes', () => {
  it('played from the start gives the graph', async () => {
    const graph = await newGraph()
    await graph.say(someSite)
    await graph.silence('a.example/2')
    await graph.say({ 'b.example/1': [says('person', 'Grace Hopper')] })
    const state = new Map<string, object>()
    for (const { id, doc, seq, change } of await graph.changes()) {
      expect(seq).toBeGreaterThan(0)
      if (doc === null || change === 'merged') state.delete(id)
      else state.set(id, doc)
    }
    const now = [...(await graph.entities()), ...(await graph.relationships())]
    expect(new Map(now.map(({ id, doc }) => [id, doc]))).toEqual(state)
    const open = (await graph.changes()).filter(({ until }) => until === null)
    expect(new Set(open.map(({ id }) => id)).size).toBe(open.length)
  })
})

const someSite: Record<string, Saying[]> = {
  'a.example/1': [
    says('person', 'Grace Brewster Hopper', { attributes: { birth_date: '1906-12-09' }, aliases: ['Grace Hopper'] }),
    relates(['person', 'Grace Brewster Hopper'], 'works_for', ['object', 'Remington Rand Inc.']),
  ],
  'a.example/2': [
    says('person', 'Grace Hopper'),
    says('object', 'Remington Rand', { urls: ['https://remington.example/'] }),
  ],
  'b.example/1': [
    says('person', 'G. Hopper', { origin: 'text' }),
    says('person', 'Remington Rand', { origin: 'text' }),
    relates(['person', 'G. Hopper'], 'works_for', ['object', 'Remington Rand']),
  ],
  'b.example/2': [says('person', 'Grace Hopper', { attributes: { birth_date: '1990-01-01' } })],
  'c.example/1': [
    says('event', 'Compiler Day', {
      when: { edtf: '1952-05-01', start: '1952-05-01', end: '1952-05-01', precision: 'day' },
    }),
  ],
  'c.example/2': [
    says('event', 'Compiler Day', {
      when: { edtf: '1953', start: '1953-01-01', end: '1953-12-31', precision: 'year' },
    }),
    says('event', 'Compiler Day'),
  ],
  'c.example/3': [says('object', 'Remington-Rand'), says('person', 'Hopper, Grace')],
}

describe('the order in which pages come', () => {
  it('makes no difference, not even when some go and come again', { timeout: 300_000 }, async () => {
    const whole = await newGraph()
    await whole.say(someSite)
    const wanted = await pictureOf(whole)
    const addresses = Object.keys(someSite)
    const orders = fc.record({
      order: fc.shuffledSubarray(addresses, { minLength: addresses.length }),
      batch: fc.integer({ min: 1, max: 3 }),
      gone: fc.subarray(addresses),
    })
    await fc.assert(
      fc.asyncProperty(orders, async ({ order, batch, gone }) => {
        const graph = await newGraph()
        for (let at = 0; at < order.length; at += batch) {
          await graph.say(
            Object.fromEntries(order.slice(at, at + batch).map((one) => [one, someSite[one] as Saying[]])),
          )
        }
        if (gone.length > 0) await graph.silence(...gone)
        for (const one of gone) await graph.say({ [one]: someSite[one] as Saying[] })
        expect(await pictureOf(graph)).toEqual(wanted)
      }),
      { numRuns: 30 },
    )
  })
})

it('leaves no row that names another which is not there', async () => {
  expect(await findDanglingRows(db)).toEqual([])
})
