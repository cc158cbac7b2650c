import { describe, expect, it } from 'vitest'
import { relates, type Saying, says } from '../../../../test/support/graph/claims-fixture.ts'
import { findDanglingRows } from '../../../../test/support/graph/dangling-rows.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { randomOf } from '../../../../test/support/random-text.ts'
import { runJob } from '../../../../test/support/run-job.ts'
import { forgetHistory } from './forget-history.ts'

const test = await startTestService()
const { call, key, clock } = test
const { db } = test.service
type Graph = Awaited<ReturnType<typeof saidGraph>>

const dayMs = 86_400_000
const wait = (days: number) => clock.advance(days * dayMs)
/** As the job does, of one domain. */
const forget = (graph: Graph, before: Date) => forgetHistory(db, graph.id, before, new AbortController().signal)
const forgetAllBefore = (days: number) =>
  runJob(test, 'forget-history', { environment: { HISTORY_RETENTION_DAYS: String(days) } })

async function count(graph: Graph, table: string): Promise<number> {
  const [row] = await db.query<{ n: number }>(`select count(*) as n from ${table} where domain_id = $1`, [graph.id])
  return row?.n ?? 0
}

async function ask(graph: Graph, path: string) {
  const { status, body } = await call('GET', `/v1/domains/${graph.id}${path}`, { key })
  return status === 200 ? body : `${status} ${body.error}`
}

/** All that the graph of a time is asked for, without decisions that were taken back before another time. */
async function factsAt(graph: Graph, horizon: Date, time?: Date) {
  const asOf = time ? `&as_of=${time.toISOString()}` : ''
  const { entities } = await ask(graph, `/entities?limit=200${asOf}`)
  const { relationships } = await ask(graph, `/relationships?limit=200${asOf}`)
  const { growth: _, ...stats } = await ask(graph, `/stats?${asOf}`)
  const each = []
  for (const { id } of entities) {
    const { merges, ...explained } = await ask(graph, `/entities/${id}/explain?${asOf}`)
    const isKept = (merge: { reverted_at: string | null }) =>
      !(merge.reverted_at && new Date(merge.reverted_at) < horizon)
    each.push(await ask(graph, `/entities/${id}/evidence?${asOf}`), explained, merges.filter(isKept))
  }
  return { entities, relationships, stats, each, drawn: await ask(graph, `/graph?${asOf}`) }
}

const names = [
  ...['Ada Lovelace', 'Mary Somerville', 'Charles Babbage', 'Augusta King', 'William King', 'Annabella Byron'],
  ...['Analytical Society', 'Royal Society'],
]
const nameOf = (n: number) => names[n % names.length] as string
const kindOf = (n: number) => (n % names.length < 6 ? 'person' : 'object')

/** What a page may say: some are the same as others, by what a register says of them. */
function sayingsOf(random: ReturnType<typeof randomOf>): Saying[] {
  return Array.from({ length: random.between(1, 3) }, () => {
    const [one, two] = [random.between(0, names.length - 1), random.between(0, names.length - 1)]
    if (one !== two && random.chance(0.5)) {
      return relates([kindOf(one), nameOf(one)], 'knows', [kindOf(two), nameOf(two)])
    }
    const external_ids: Record<string, string> = random.chance(0.3) ? { wikidata: `Q${one % 3}` } : {}
    return says(kindOf(one), nameOf(one), { external_ids, summary: `Summary ${random.between(1, 3)}` })
  })
}

describe('the past that is kept', () => {
  it.each([1, 2, 3, 4])('is what it was, and all goes on as before (%i)', async (seed) => {
    const [graph, twin] = [await saidGraph(test), await saidGraph(test)]
    const random = randomOf(seed)
    const step = async () => {
      const page = `${random.pick(['a', 'b', 'c'])}.example/${random.between(1, 2)}`
      const said = random.chance(0.25) ? undefined : sayingsOf(random)
      for (const one of [graph, twin]) await (said ? one.say({ [page]: said }) : one.silence(page))
    }
    const times: Date[] = []
    for (let n = 0; n < 24; n++) {
      await step()
      wait(3)
      times.push(clock.now())
      wait(3)
    }
    const horizon = times[12] as Date
    const kept = [...times.slice(12), undefined]
    const facts = () => Promise.all(kept.map((time) => factsAt(graph, horizon, time)))
    const before = await facts()
    const rows = [await count(graph, 'graph_changes'), await count(graph, 'claims')] as const
    await forget(graph, horizon)
    expect(await facts()).toEqual(before)
    expect(await count(graph, 'graph_changes')).toBeLessThan(rows[0])
    expect(await count(graph, 'claims')).toBeLessThan(rows[1])

    const earlier = new Date(horizon.getTime() - 1).toISOString()
    for (const path of ['/entities', '/stats', '/graph', '/search?q=ada', '/changes', '/export?format=csv']) {
      const asked = await ask(graph, `${path}${path.includes('?') ? '&' : '?'}as_of=${earlier}`)
      expect(asked).toBe(`410 history is kept since ${horizon.toISOString()}`)
    }
    // Nothing was forgotten of the other.
    expect(await ask(twin, `/stats?as_of=${earlier}`)).toBeTypeOf('object')

    for (let n = 0; n < 12; n++) await step()
    expect(await pictureOf(graph)).toEqual(await pictureOf(twin))
  })
})

describe('changes', () => {
  it('make the graph of now from the beginning, and refuse who comes from before', async () => {
    const graph = await saidGraph(test)
    const say = (summary: string) => graph.say({ 'a.example/1': [says('person', 'Ada Lovelace', { summary })] })
    await graph.say({ 'b.example/1': [says('person', 'Mary Somerville')] })
    await say('One.')
    const { cursor } = await ask(graph, '/changes')
    await say('Two.')
    await graph.silence('b.example/1')
    wait(10)
    const horizon = clock.now()
    const mark = (await ask(graph, '/changes')).cursor
    await say('Three.')
    wait(1)
    await say('Four.')
    await forget(graph, horizon)

    const { changes } = await ask(graph, '/changes?since=0')
    type Change = { id: string; change: string; after: { name?: string; summary?: string } | null }
    const now = new Map(changes.map(({ id, after }: Change) => [id, after]))
    expect([...now.values()].filter(Boolean)).toMatchObject([{ name: 'Ada Lovelace', summary: 'Four.' }])
    // The last before that time, and all since.
    const summaries = changes.map(({ after }: Change) => after?.summary)
    expect(summaries).toEqual(['Two.', 'Three.', 'Four.'])
    const gone = `410 history is kept since ${horizon.toISOString()}`
    expect(await ask(graph, `/changes?since=${cursor}`)).toBe(gone)
    expect(await ask(graph, `/changes?since=${new Date(horizon.getTime() - 1).toISOString()}`)).toBe(gone)
    expect((await ask(graph, `/changes?since=${mark}`)).changes).toHaveLength(2)
    expect((await ask(graph, `/changes?since=${horizon.toISOString()}`)).changes).toHaveLength(2)
    const [ada] = await graph.entities()
    const { history } = await ask(graph, `/entities/${ada?.id}/history`)
    expect(history.map(({ before }: { before: { summary: string } | null }) => before?.summary)).toEqual([
      ...[undefined, 'Two.', 'Three.'],
    ])
    const { growth } = await ask(graph, '/stats')
    expect(growth).toEqual([])
  })
})

describe('an entity that has left', () => {
  const ada = says('person', 'Ada Lovelace')
  const knows = relates(['person', 'Ada Lovelace'], 'knows', ['person', 'Charles Babbage'])

  it('is forgotten with its relationships, and is another one when it comes back', async () => {
    const graph = await saidGraph(test)
    await graph.say({ 'a.example/1': [ada, knows], 'b.example/1': [says('person', 'Mary Somerville')] })
    const [before] = await graph.entities()
    await graph.silence('a.example/1')
    wait(366)
    await graph.say({ 'b.example/2': [says('person', 'Mary Somerville')] })
    await forgetAllBefore(365)
    const tables = ['entities', 'relationships', 'claims', 'graph_changes']
    expect(await Promise.all(tables.map((table) => count(graph, table)))).toEqual([1, 0, 2, 1])
    expect(await ask(graph, `/entities/${before?.id}/history`)).toBe('404 entity not found')
    expect(await graph.names()).toEqual(['Mary Somerville'])
    await graph.say({ 'a.example/1': [ada, knows] })
    const [after] = await graph.entities()
    expect(after?.doc).toEqual(before?.doc)
    expect(after?.id).not.toBe(before?.id)
  })

  it('is the same one when it comes back in time', async () => {
    const graph = await saidGraph(test)
    await graph.say({ 'a.example/1': [ada, knows] })
    const before = await graph.entities()
    await graph.silence('a.example/1')
    wait(364)
    await forgetAllBefore(365)
    await graph.say({ 'a.example/1': [ada, knows] })
    expect(await graph.entities()).toEqual(before)
  })

  it('is forgotten though nobody ever saw it', async () => {
    const graph = await saidGraph(test)
    const versions = `/v1/domains/${graph.id}/gate/versions`
    const { version } = (await call('POST', versions, { key, body: { rules: { min_confidence: 0.95 }, note: '' } }))
      .body
    await call('POST', `${versions}/${version}/publish`, { key, body: {} })
    await graph.say({ 'a.example/1': [ada, knows] })
    expect([await graph.names(), await count(graph, 'entities')]).toEqual([[], 2])
    await graph.silence('a.example/1')
    wait(366)
    await forgetAllBefore(365)
    expect([await count(graph, 'entities'), await count(graph, 'relationships')]).toEqual([0, 0])
  })

  it('stays when somebody has judged what it is', async () => {
    const graph = await saidGraph(test)
    const ofQ1 = (name: string) => says('person', name, { external_ids: { wikidata: 'Q1' } })
    await graph.say({ 'a.example/1': [ofQ1('Ada Lovelace')], 'b.example/1': [ofQ1('Augusta King')] })
    const [merge] = await db.query<{ id: string }>('select id from merges where domain_id = $1', [graph.id])
    await call('POST', `/v1/domains/${graph.id}/merges/${merge?.id}/revert`, { key, body: {} })
    await graph.silence('a.example/1', 'b.example/1')
    wait(366)
    await forgetAllBefore(365)
    await graph.say({ 'a.example/1': [ofQ1('Ada Lovelace')], 'b.example/1': [ofQ1('Augusta King')] })
    expect(await graph.names()).toEqual(['Ada Lovelace', 'Augusta King'])
  })
})

describe('an entity that has left stays as long as another row names it', () => {
  const isNamedBy: [what: string, sql: string][] = [
    [
      'a claim that was retracted since',
      `insert into claims (domain_id, id, page_id, host, fact_key, type, fact, entity_id, quote, quote_start, quote_end,
         origin, mode, gate_version, observed_at, retracted_at)
       select $1, gen_random_uuid(), id, host, 'x', 'entity', '{}', $2, 'x', 0, 1, 'text', 'deterministic', 1, $3, $3
       from pages where domain_id = $1 limit 1`,
    ],
    [
      'one that is merged into it',
      'update entities set merged_into = $2, is_shown = false where domain_id = $1 and is_shown',
    ],
    ...['from_id', 'to_id', 'from_entity', 'to_entity'].map((end): [string, string] => [
      `the ${end} of a relationship`,
      `insert into relationships (domain_id, id, word, type, from_id, to_id, from_entity, to_entity, is_shown, doc, confidence,
         evidence_count, source_count, created_at, updated_at)
       select $1, gen_random_uuid(), 'knows', 'knows', ${['from_id', 'to_id', 'from_entity', 'to_entity']
         .map((column) => (column === end ? '$2' : 'id'))
         .join(', ')}, false, '{}', 0, 1, 1, $3, $3 from entities where domain_id = $1 and is_shown`,
    ]),
    ['a key', `insert into entity_keys (domain_id, key, entity_id, is_strong) values ($1, 'x', $2, true)`],
    [
      'a pair, as its first',
      `insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
       select $1, gen_random_uuid(), $2, id, 'unsure', 0, '{}', $3 from entities where domain_id = $1 and is_shown`,
    ],
    [
      'a pair, as its second',
      `with first as (insert into entities (domain_id, id, key, is_shown, kind, doc, name_sort, confidence,
           relationship_count, evidence_count, source_count, created_at, updated_at)
         values ($1, '00000000-0000-7000-8000-000000000000', 'x', false, 'person', '{}', '', 0, 0, 1, 1, $3, $3))
       insert into entity_pairs (domain_id, id, a_id, b_id, decision, score, reasons, created_at)
       values ($1, gen_random_uuid(), '00000000-0000-7000-8000-000000000000', $2, 'unsure', 0, '{}', $3)`,
    ],
    ...['target_id, source_id', 'source_id, target_id'].map((columns): [string, string] => [
      `a merge, as ${columns.split(',', 1)[0]}`,
      `insert into merges (domain_id, id, merge_id, ${columns}, score, reasons, merged_by, merged_at)
       select $1, gen_random_uuid(), gen_random_uuid(), $2, id, 0, '{}', 'x', $3 from entities where domain_id = $1 and is_shown`,
    ]),
    [
      'a state of another',
      `insert into graph_changes (domain_id, seq, at, type, id, change, doc, actor)
       values ($1, 1000, $3, 'entity', gen_random_uuid(), 'merged', jsonb_build_object('merged_into', $2), 'x')`,
    ],
  ]
  it.each(isNamedBy)('%s', async (_what, sql) => {
    const graph = await saidGraph(test)
    await graph.say({
      'a.example/1': [says('person', 'Ada Lovelace')],
      'b.example/1': [says('person', 'Mary Somerville')],
    })
    const [ada] = await graph.entities()
    await graph.silence('a.example/1')
    wait(366)
    await db.query(
      sql
        .replaceAll('$2', `'${ada?.id}'::uuid`)
        .replaceAll('$1', `'${graph.id}'::uuid`)
        .replaceAll('$3', `'${clock.now().toISOString()}'::timestamptz`),
    )
    await forget(graph, new Date(clock.now().getTime() - 365 * dayMs))
    expect(await db.query('select from entities where domain_id = $1 and id = $2', [graph.id, ada?.id])).toHaveLength(1)
  })
})

describe('a merge', () => {
  it('can be undone exactly, long after', async () => {
    const graph = await saidGraph(test)
    const withId = (name: string) => says('person', name, { external_ids: { wikidata: 'Q2' } })
    await graph.say({ 'h.example/1': [says('person', 'Henry Ostler')] })
    await graph.say({ 'a.example/1': [withId('Jack Smythe')] })
    wait(1)
    await graph.say({ 'b.example/1': [withId('John Smith')] })
    wait(1)
    // Now all three are one, and the oldest stands for them.
    await graph.say({ 'h.example/1': [withId('Henry Ostler')] })
    expect(await graph.names()).toHaveLength(1)
    expect(await count(graph, 'merges')).toBe(3)
    wait(400)
    await forgetAllBefore(365)
    const [merge] = await db.query<{ id: string }>(
      `select m.id from merges m join entities e on e.domain_id = m.domain_id and e.id = m.source_id
       where m.domain_id = $1 and m.reverted_at is null and e.doc ->> 'name' = 'Jack Smythe'`,
      [graph.id],
    )
    await call('POST', `/v1/domains/${graph.id}/merges/${merge?.id}/revert`, { key, body: {} })
    const shown = (await graph.entities()).map(({ doc, evidence_count }) => [doc.name, evidence_count])
    expect(shown).toEqual([
      ['Henry Ostler', 1],
      ['Jack Smythe', 2],
    ])
    // What was undone by that is forgotten in its turn.
    const merges = await count(graph, 'merges')
    wait(400)
    await forgetAllBefore(365)
    expect(await count(graph, 'merges')).toBeLessThan(merges)
    expect(await graph.names()).toEqual(['Henry Ostler', 'Jack Smythe'])
  })
})

it('keeps everything for ever with 0', async () => {
  const graph = await saidGraph(test)
  await graph.say({ 'a.example/1': [says('person', 'Ada Lovelace')] })
  await graph.silence('a.example/1')
  const before = await Promise.all(['graph_changes', 'claims', 'entities'].map((table) => count(graph, table)))
  wait(4000)
  await forgetAllBefore(0)
  expect(await Promise.all(['graph_changes', 'claims', 'entities'].map((table) => count(graph, table)))).toEqual(before)
  await forgetAllBefore(3999)
  expect(await count(graph, 'claims')).toBe(0)
})

it('leaves no row that names another which is not there', async () => {
  expect(await findDanglingRows(db)).toEqual([])
})
