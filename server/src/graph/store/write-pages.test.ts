import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../../test/harness.ts'
import { relates, type Saying, sayingPages, says } from '../../../test/said-pages.ts'
import { isThorough } from '../../../test/thorough.ts'
import { holdForCrawl } from '../../domains/domains.ts'
import type { EntityDoc, RelationshipDoc } from '../documents.ts'
import { linkOldClaims } from './link-old-claims.ts'
import { undoMerge } from './undo-merge.ts'

const { call, key, service } = await startTestService()
const { db } = service

async function newGraph() {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'graph' } })).body
  const pages = sayingPages(db, id)
  const entities = () =>
    db.query<{ id: string; doc: EntityDoc; evidence_count: number; source_count: number; relationship_count: number }>(
      `select id, doc, evidence_count, source_count, relationship_count from entities
       where domain_id = $1 and is_shown order by name_sort, id`,
      [id],
    )
  const names = async () => (await entities()).map(({ doc }) => doc.name)
  const relationships = () =>
    db.query<{ id: string; doc: RelationshipDoc; evidence_count: number }>(
      'select id, doc, evidence_count from relationships where domain_id = $1 and is_shown order by id',
      [id],
    )
  const changes = () =>
    db.query<{ seq: number; type: string; id: string; change: string; doc: object | null; until: string | null }>(
      'select seq, type, id, change, doc, until from graph_changes where domain_id = $1 order by seq',
      [id],
    )
  return { id, ...pages, entities, names, relationships, changes }
}

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
    await graph.say({ 'b.example/1': [ada(), relates(['person', 'Ada Lovelace'], 'born_in', ['location', 'London'])] })
    expect((await graph.entities()).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
    expect((await graph.changes()).map(({ change }) => change)).toEqual([
      ...['entered', 'entered', 'entered'],
      ...['left', 'left', 'left'],
      ...['entered', 'entered', 'entered'],
    ])
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

describe('a merge', () => {
  const smith = (rest = {}) => says('person', 'John Henry Smith', { external_ids: { wikidata: 'Q1' }, ...rest })
  const alias = (rest = {}) => says('person', 'Jack Smythe', { external_ids: { wikidata: 'Q1' }, ...rest })

  it('is recorded with its reasons, moves relationships, and ends with what spoke for it', async () => {
    const graph = await newGraph()
    await graph.say({
      'a.example/1': [smith(), relates(['person', 'John Henry Smith'], 'works_for', ['object', 'Acme Corp'])],
    })
    const john = (await graph.entities())[1] as { id: string }
    await graph.say({
      'b.example/1': [alias(), relates(['person', 'Jack Smythe'], 'works_for', ['object', 'Acme Corp'])],
    })
    expect(await graph.names()).toEqual(['Acme Corp', 'John Henry Smith'])
    const merged = await graph.entities()
    expect(merged[1]).toMatchObject({ id: john.id, evidence_count: 2, relationship_count: 1 })
    expect(merged[0]?.relationship_count).toBe(1)
    expect(await graph.relationships()).toMatchObject([{ evidence_count: 2 }])
    const merges = await db.query<{ reasons: string[]; reverted_at: string | null }>(
      'select * from merges where domain_id = $1',
      [graph.id],
    )
    expect(merges).toMatchObject([{ target_id: john.id, merged_by: 'pipeline', reverted_at: null }])
    expect(merges[0]?.reasons.join()).toMatch(/wikidata/)

    await graph.say({
      'b.example/1': [
        says('person', 'Jack Smythe'),
        relates(['person', 'Jack Smythe'], 'works_for', ['object', 'Acme Corp']),
      ],
    })
    expect(await graph.names()).toEqual(['Acme Corp', 'Jack Smythe', 'John Henry Smith'])
    expect((await graph.entities()).map(({ relationship_count }) => relationship_count)).toEqual([2, 1, 1])
    expect(await graph.relationships()).toHaveLength(2)
    expect(await db.query('select from merges where domain_id = $1 and reverted_at is null', [graph.id])).toEqual([])
  })
})

describe('what hangs on others', () => {
  it('is undone when the neighbours that made two the same are gone', async () => {
    const graph = await newGraph()
    const [short, long] = ['EMSI', 'Economic Modeling Specialists International'] as const
    const parents = ['Hofkapelle Wien', 'Nationaltheater Mannheim', 'Domchor Salzburg']
    const belongs = (name: string) => parents.map((parent) => relates(['object', name], 'part_of', ['object', parent]))
    await graph.say({ 'a.example/1': [says('object', short)], 'b.example/1': [says('object', long)] })
    const apart = await graph.names()
    await graph.say({ 'a.example/2': belongs(short), 'b.example/2': belongs(long) })
    const together = await graph.names()
    await graph.silence('a.example/2', 'b.example/2')
    expect(await graph.names()).toEqual(apart)
    // Otherwise this says nothing.
    expect([apart.length, together.filter((name) => !parents.includes(name)).length]).toEqual([2, 1])
  })

  it('is hidden and shown with the one that stands for it', async () => {
    const graph = await newGraph()
    const versions = `/v1/domains/${graph.id}/gate/versions`
    const { version } = (await call('POST', versions, { key, body: { rules: { min_confidence: 0.7 }, note: '' } })).body
    await call('POST', `${versions}/${version}/publish`, { key, body: {} })
    const guess = (name: string) => says('person', name, { external_ids: { wikidata: 'Q1' }, origin: 'text' })
    const lives = relates(['person', 'Marie Bergh'], 'lives_in', ['location', 'Wien'])
    const shown = async () => [(await graph.names()).sort(), (await graph.relationships()).length]
    await graph.say({ 'a.example/1': [guess('Maria Berg')], 'c.example/1': [guess('Maria Berg')] })
    await graph.say({ 'a.example/2': [guess('Marie Bergh'), says('location', 'Wien'), lives] })
    expect(await shown()).toEqual([['Maria Berg', 'Wien'], 1])
    // One host is not sure enough. What hangs on the member goes with its head, and comes back with it.
    await graph.silence('c.example/1')
    expect(await shown()).toEqual([['Wien'], 0])
    expect((await graph.entities())[0]).toMatchObject({ relationship_count: 0 })
    await graph.say({ 'c.example/1': [guess('Maria Berg')] })
    expect(await shown()).toEqual([['Maria Berg', 'Wien'], 1])
  })
})

describe('a merge that is undone', () => {
  const one = says('person', 'Maria Skłodowska', { external_ids: { wikidata: 'Q7186' } })
  const two = says('person', 'Marie Curie', { external_ids: { wikidata: 'Q7186' } })
  const work = relates(['person', 'Marie Curie'], 'works_for', ['object', 'Sorbonne'])

  it('gives back exactly what was there, and is not made again', async () => {
    const [graph, apart] = [await newGraph(), await newGraph()]
    await graph.say({ 'a.example/1': [one], 'b.example/1': [two, work] })
    expect(await graph.names()).toEqual(['Maria Skłodowska', 'Sorbonne'])
    const [merge] = await db.query<{ id: string }>('select id from merges where domain_id = $1', [graph.id])
    const undo = () =>
      db.transaction(async (tx) => {
        await holdForCrawl(tx, graph.id)
        return undoMerge(tx, graph.id, merge?.id ?? '', 'key 1')
      })
    expect(await undo()).toMatchObject({ entities_added: 1 })
    expect(await undo()).toBeUndefined()
    await apart.say({ 'a.example/1': [says('person', 'Maria Skłodowska')], 'b.example/1': [two, work] })
    const strip = ({ entities, edges }: Awaited<ReturnType<typeof picture>>) =>
      JSON.stringify([entities, edges]).replaceAll(/\\*"external_ids\\*":{[^}]*}/g, '')
    expect(strip(await picture(graph))).toBe(strip(await picture(apart)))
    await graph.say({ 'c.example/1': [one, two] })
    expect(await graph.names()).toEqual(['Maria Skłodowska', 'Marie Curie', 'Sorbonne'])
  })
})

describe('claims of before there was a graph', () => {
  it('become part of it', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [ada()], 'a.example/2': [ada(), says('location', 'London')] })
    const wanted = await picture(graph)
    const old = await newGraph()
    for (const address of ['a.example/1', 'a.example/2']) await old.pageId(address)
    await db.query(
      `insert into claims (domain_id, id, page_id, fact_key, type, fact, quote, quote_start, quote_end, origin, mode, gate_version,
         observed_at, host)
       select $2, c.id, q.id, fact_key, type, fact, quote, quote_start, quote_end, origin, mode, c.gate_version, observed_at, c.host
       from claims c join pages p on p.domain_id = c.domain_id and p.id = c.page_id
       join pages q on q.domain_id = $2 and q.url = p.url where c.domain_id = $1`,
      [graph.id, old.id],
    )
    const link = () =>
      db.transaction(async (tx) => {
        await holdForCrawl(tx, old.id)
        return linkOldClaims(tx, old.id, 1)
      })
    expect([await link(), await link(), await link()]).toEqual([true, true, false])
    expect(await picture(old)).toEqual(wanted)
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

/** The graph without ids. */
async function picture(graph: Awaited<ReturnType<typeof newGraph>>) {
  const entities = await graph.entities()
  const names = new Map(entities.map(({ id, doc }) => [id, JSON.stringify(doc)]))
  const edges = (await graph.relationships()).map(({ doc, evidence_count }) => {
    return [names.get(doc.from), doc.type, names.get(doc.to), doc.since, doc.until, evidence_count].join(' ')
  })
  return {
    entities: entities.map(({ id: _, ...entity }) => JSON.stringify(entity)).sort(),
    edges: edges.sort(),
  }
}

describe('the order in which pages come', () => {
  it('makes no difference, not even when some go and come again', async () => {
    const whole = await newGraph()
    await whole.say(someSite)
    const wanted = await picture(whole)
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
        expect(await picture(graph)).toEqual(wanted)
      }),
      { numRuns: isThorough ? 30 : 6 },
    )
  })
})
