import { describe, expect, it } from 'vitest'
import { curatedGraph, person } from '../../../../test/support/curation/curated-graph.ts'
import { relates, says } from '../../../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { holdForCrawl } from '../../../domains/domains.ts'
import type { Certainty } from '../../../facts/claim.ts'
import { showConfident } from '../update/show-confident.ts'

const test = await startTestService()
const newGraph = () => curatedGraph(test)
type Graph = Awaited<ReturnType<typeof newGraph>>

const leo = ['person', 'Leo Thun'] as const
const acme = ['object', 'Acme'] as const
const thing = (name: string, rest = {}) => says('object', name, rest)
const how = (certainty: Certainty) => (certainty === 'said' ? {} : { certainty })
const works = (certainty: Certainty = 'said', rest = {}) =>
  relates([...leo], 'works_for', [...acme], { ...how(certainty), ...rest })
const ends = [person('Leo Thun', { external_ids: { wikidata: 'Q7' } }), thing('Acme')]
const all = 'certainty=said,reported,denied'

interface Row {
  id: string
  certainty: Certainty
  evidence_count: number
}

const certaintiesOf = (rows: Row[]) => rows.map(({ certainty }) => certainty).sort()
const relationships = async (graph: Graph, query = ''): Promise<Row[]> =>
  (await graph.get(`/relationships?${query}`)).relationships
const oneOf = async (graph: Graph, certainty: Certainty): Promise<Row> =>
  (await relationships(graph, `certainty=${certainty}`))[0] as Row

/** Leo works for Acme, as one page says, another reports, and a third denies. */
async function disputed() {
  const graph = await newGraph()
  await graph.say({
    'a.example/1': [...ends, works()],
    'b.example/1': [...ends, works('reported')],
    'c.example/1': [...ends, works('denied')],
    'd.example/1': [...ends, works('reported', { since: '1999' })],
  })
  return graph
}

describe('what is said, reported and denied', () => {
  it('stay relationships of their own, and what is denied is shown when it is asked for', async () => {
    const graph = await disputed()
    const [id, other] = [await graph.idOf('Leo Thun'), await graph.idOf('Acme')]
    const lists = [`/relationships?`, `/entities/${id}/relationships?`]
    for (const list of lists) {
      const asked = async (query: string) => (await graph.get(`${list}${query}`)).relationships
      expect(certaintiesOf(await asked(''))).toEqual(['reported', 'said'])
      expect(certaintiesOf(await asked('certainty=denied'))).toEqual(['denied'])
      expect(certaintiesOf(await asked(`${all}&type=works_for`))).toEqual(['denied', 'reported', 'said'])
    }
    const views = [`/graph?`, `/graph?seed=${id}&`, `/entities/${id}/neighbors?`]
    for (const view of views) {
      const asked = async (query: string) => (await graph.get(`${view}${query}`)).edges
      expect(certaintiesOf(await asked(''))).toEqual(['reported', 'said'])
      expect(certaintiesOf(await asked('certainty=denied'))).toEqual(['denied'])
      expect(certaintiesOf(await asked(`${all}&type=works_for`))).toEqual(['denied', 'reported', 'said'])
    }
    const counts = (await relationships(graph, all)).map(({ certainty, evidence_count }) => [certainty, evidence_count])
    expect(Object.fromEntries(counts)).toEqual({ said: 1, reported: 2, denied: 1 })
    // A path takes what is said plainly, where there is some.
    const path = async (query: string) => (await graph.get(`/paths?from=${id}&to=${other}&${query}`)).paths
    expect((await path('')).flatMap(({ edges }: { edges: Row[] }) => certaintiesOf(edges))).toEqual(['said'])
    const refused = await test.call('GET', `${graph.base}/relationships?certainty=true`, { key: test.key })
    expect(refused.body.error).toMatch(/certainty must be one or more of said, reported, denied/)
  })

  it('is counted for an entity unless it is denied', async () => {
    const graph = await disputed()
    const id = await graph.idOf('Leo Thun')
    expect(await graph.get(`/entities/${id}`)).toMatchObject({ relationship_count: 2 })
    const typesOf = async (query = '') => (await graph.get(`/entities/${id}/relationships?${query}`)).types
    expect(await typesOf()).toEqual([{ type: 'works_for', direction: 'out', count: 2 }])
    expect(await typesOf(all)).toEqual([{ type: 'works_for', direction: 'out', count: 3 }])
    expect(await graph.get('/stats')).toMatchObject({ relationships: 2, types: [{ value: 'works_for', count: 2 }] })
    expect((await graph.get('/stats')).growth.at(-1)).toMatchObject({ relationships_added: 2 })
    await graph.silence('a.example/1', 'b.example/1', 'd.example/1')
    expect(await graph.get(`/entities/${id}`)).toMatchObject({ relationship_count: 0 })
    expect(await graph.get('/entities?type=works_for')).toMatchObject({ total: 0 })
    expect((await graph.get(`/graph?type=works_for`)).nodes).toEqual([])
    expect((await graph.get(`/graph?type=works_for&certainty=denied`)).nodes).toHaveLength(2)
    // Nobody walks along what is denied.
    const other = await graph.idOf('Acme')
    expect((await graph.get(`/paths?from=${id}&to=${other}`)).paths).toEqual([])
    expect((await graph.get(`/paths?from=${id}&to=${other}&certainty=denied`)).paths).toHaveLength(1)
    expect((await graph.get(`/entities/${id}/neighbors`)).nodes).toHaveLength(1)
    expect((await graph.get(`/entities/${id}/neighbors?certainty=denied`)).nodes).toHaveLength(2)
  })

  it('has evidence of its own, and goes with it', async () => {
    const graph = await disputed()
    for (const certainty of ['said', 'reported', 'denied'] as const) {
      const { id, evidence_count } = await oneOf(graph, certainty)
      const { evidence } = await graph.get(`/relationships/${id}/evidence`)
      expect(certaintiesOf(evidence)).toEqual(Array.from({ length: evidence_count }, () => certainty))
      expect(await graph.get(`/relationships/${id}`)).toMatchObject({ certainty })
    }
    expect(await oneOf(graph, 'said')).toMatchObject({ since: null })
    expect(await oneOf(graph, 'reported')).toMatchObject({ since: '1999' })
    await graph.say({ 'b.example/1': ends, 'd.example/1': ends })
    expect(certaintiesOf(await relationships(graph, all))).toEqual(['denied', 'said'])
    const { changes } = await graph.get('/changes?limit=500')
    expect(changes.at(-1)).toMatchObject({ type: 'relationship', change: 'left', before: { certainty: 'reported' } })
    expect(changes.at(-1).after).toBe(null)
  })

  it('contradicts what is denied', async () => {
    const graph = await disputed()
    const [id, other] = [await graph.idOf('Leo Thun'), await graph.idOf('Acme')]
    const dispute = {
      field: 'certainty',
      relationship: { from: { id, name: 'Leo Thun' }, type: 'works_for', to: { id: other } },
      values: [
        { value: 'said', certainty: 'said', hosts: ['a.example'] },
        { value: 'denied', certainty: 'denied', hosts: ['c.example'] },
      ],
    }
    for (const one of [id, other]) {
      expect((await graph.get(`/entities/${one}/explain`)).contradictions).toMatchObject([dispute])
    }
    // The list has it once.
    expect((await graph.get('/contradictions')).contradictions).toMatchObject([
      { entity: { id }, contradictions: [dispute] },
    ])
    await graph.silence('a.example/1')
    // What is only reported contradicts nothing.
    expect((await graph.get('/contradictions')).contradictions).toEqual([])
    expect((await graph.get(`/entities/${id}/explain`)).contradictions).toEqual([])
  })
})

describe('what people decide', () => {
  it('is said plainly, and deletes one certainty alone', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': [...ends, works('reported')] })
    const [from, to] = [await graph.idOf('Leo Thun'), await graph.idOf('Acme')]
    const made = await graph.send('POST', '/relationships', { from, to, type: 'works_for' })
    expect(made.body).toMatchObject({ certainty: 'said', confidence: 1, said_as: [] })
    const reported = await oneOf(graph, 'reported')
    expect(reported.id).not.toBe(made.body.id)
    const { body } = await graph.send('DELETE', `/relationships/${reported.id}`)
    expect(certaintiesOf(await relationships(graph, all))).toEqual(['said'])
    expect((await graph.get('/tombstones')).tombstones).toMatchObject([
      { relation: 'works_for', certainty: 'reported' },
    ])
    // Another page, and one that knows the ends by other subjects, bring back neither it nor hide what is said.
    await graph.say({ 'b.example/1': [person('Leo Thun', { external_ids: { wikidata: 'Q7' } }), works('reported')] })
    await graph.say({ 'b.example/2': [...ends, works()] })
    expect(certaintiesOf(await relationships(graph, all))).toEqual(['said'])
    await graph.send('DELETE', `/tombstones/${body.tombstone_id}`)
    expect(certaintiesOf(await relationships(graph, all))).toEqual(['reported', 'said'])
  })

  it('keeps a relationship of other subjects deleted by its certainty', async () => {
    const graph = await newGraph()
    const born = (rest = {}) => [person('Leo Thun', { attributes: { birth_date: '1960' }, ...rest }), thing('Acme')]
    await graph.say({ 'a.example/1': [...born(), works('reported')] })
    const { id } = await oneOf(graph, 'reported')
    await graph.send('DELETE', `/relationships/${id}`)
    await graph.silence('a.example/1')
    // The page is gone; another makes another subject of the same person.
    await graph.say({ 'e.example/1': [person('Leo Thun'), thing('Acme'), works('reported'), works('denied'), works()] })
    expect(certaintiesOf(await relationships(graph, all))).toEqual(['denied', 'said'])
  })

  it('is merged, split, reverted and undone with its certainty', async () => {
    const graph = await disputed()
    await graph.say({
      'a.example/2': [
        person('Bert Kurz'),
        thing('Acme'),
        relates(['person', 'Bert Kurz'], 'works_for', [...acme], { certainty: 'reported' }),
      ],
      'a.example/3': [person('Bert Kurz'), thing('Acme'), relates(['person', 'Bert Kurz'], 'works_for', [...acme])],
    })
    const before = await graph.picture()
    const counts = async () =>
      (await relationships(graph, all)).map((one) => `${one.certainty} ${one.evidence_count}`).sort()
    expect(await counts()).toEqual(['denied 1', 'reported 1', 'reported 2', 'said 1', 'said 1'])
    const [target, source] = [await graph.idOf('Leo Thun'), await graph.idOf('Bert Kurz')]
    const merge = await graph.send('POST', '/entities/merge', { target, sources: [source] })
    expect(await counts()).toEqual(['denied 1', 'reported 3', 'said 2'])
    expect(await graph.get(`/entities/${target}`)).toMatchObject({ relationship_count: 2 })
    const merged = await graph.picture()

    const { evidence } = await graph.get(`/entities/${target}/evidence?limit=100`)
    const ofPage = (url: string) =>
      evidence.flatMap((one: { id: string; url: string }) => (one.url.endsWith(url) ? [one.id] : []))
    const split = await graph.send('POST', `/entities/${target}/split`, {
      groups: [{ name: 'Leo Thun junior', evidence_ids: [...ofPage('c.example/1'), ...ofPage('a.example/3')] }],
    })
    expect(split.status).toBe(200)
    const junior = await graph.idOf('Leo Thun junior')
    const own = (await graph.get(`/entities/${junior}/relationships?${all}`)).relationships
    expect(certaintiesOf(own)).toEqual(['denied', 'said'])
    expect(await counts()).toEqual(['denied 1', 'reported 3', 'said 1', 'said 1'])
    await graph.send('POST', `/audit/${split.body.audit_id}/undo`)
    expect(await graph.picture()).toBe(merged)
    await graph.send('POST', `/merges/${merge.body.merge_id}/revert`)
    expect(await counts()).toEqual(['denied 1', 'reported 1', 'reported 2', 'said 1', 'said 1'])
    expect(certaintiesOf(JSON.parse(before)[1])).toEqual(certaintiesOf(await relationships(graph, all)))
  })
})

describe('an earlier time', () => {
  it('has the certainties, counts and paths of then', async () => {
    const graph = await newGraph()
    await graph.say({ 'c.example/1': [...ends, works('denied')] })
    const denied = test.clock.now().toISOString()
    test.clock.advance(5_000)
    await graph.say({ 'a.example/1': [...ends, works()], 'b.example/1': [...ends, works('reported')] })
    const [id, other] = [await graph.idOf('Leo Thun'), await graph.idOf('Acme')]
    const then = test.clock.now().toISOString()
    test.clock.advance(5_000)
    await graph.silence('a.example/1', 'b.example/1', 'c.example/1')
    expect(await relationships(graph, all)).toEqual([])
    const asked = (time: string, query = '') => relationships(graph, `as_of=${time}&${query}`)
    expect(certaintiesOf(await asked(then))).toEqual(['reported', 'said'])
    expect(certaintiesOf(await asked(then, all))).toEqual(['denied', 'reported', 'said'])
    expect(certaintiesOf(await asked(denied))).toEqual([])
    expect(certaintiesOf(await asked(denied, 'certainty=denied'))).toEqual(['denied'])
    const at = (path: string, time: string) => graph.get(`${path}${path.includes('?') ? '&' : '?'}as_of=${time}`)
    expect(await at(`/entities/${id}`, then)).toMatchObject({ relationship_count: 2 })
    expect(await at(`/entities/${id}`, denied)).toMatchObject({ relationship_count: 0 })
    expect(await at('/entities?sort=connections', denied)).toMatchObject({ entities: [{ relationship_count: 0 }, {}] })
    expect(await at('/stats', denied)).toMatchObject({ relationships: 0, entities: 2 })
    expect((await at(`/paths?from=${id}&to=${other}`, denied)).paths).toEqual([])
    expect((await at(`/paths?from=${id}&to=${other}&certainty=denied`, denied)).paths).toHaveLength(1)
    expect((await at('/graph', denied)).edges).toEqual([])
    expect(certaintiesOf((await at(`/graph?${all}`, then)).edges)).toEqual(['denied', 'reported', 'said'])
    expect((await at(`/entities/${id}/explain`, then)).contradictions).toMatchObject([{ field: 'certainty' }])
  })
})

describe('an entity', () => {
  it('takes nothing from what is only reported or denied of it, and shows it as evidence', async () => {
    const graph = await newGraph()
    const plain = person('Leo Thun', { attributes: { role: 'clerk' } })
    await graph.say({ 'a.example/1': [plain] })
    const id = await graph.idOf('Leo Thun')
    const before = await graph.get(`/entities/${id}`)
    const more = {
      ...{
        aliases: ['The Fox'],
        summary: 'A thief.',
        attributes: { role: 'thief', born: '1960' },
        urls: ['https://thief.example/'],
      },
      external_ids: { wikidata: 'Q13' },
    }
    await graph.say({ 'a.example/2': [person('Leo Thun', { ...more, certainty: 'reported' })] })
    await graph.say({ 'a.example/3': [person('Leo Thun', { attributes: { role: 'clerk' }, certainty: 'denied' })] })
    const { updated_at: _, evidence_count, last_seen_at: __, ...after } = await graph.get(`/entities/${id}`)
    expect(before).toMatchObject(after)
    expect(evidence_count).toBe(3)
    const { evidence } = await graph.get(`/entities/${id}/evidence`)
    expect(certaintiesOf(evidence)).toEqual(['denied', 'reported', 'said'])
    const reported = evidence.find(({ certainty }: Row) => certainty === 'reported')
    expect(reported.fields).toContainEqual({ field: 'attributes.role', value: 'thief' })
    const explained = await graph.get(`/entities/${id}/explain`)
    expect(certaintiesOf(explained.pages.flatMap(({ quotes }: { quotes: Row[] }) => quotes))).toEqual(
      certaintiesOf(evidence),
    )
    // The reported role contradicts nothing, the denied one what is said.
    const dispute = [
      { value: 'clerk', certainty: 'said', hosts: ['a.example'] },
      { value: 'clerk', certainty: 'denied', hosts: ['a.example'] },
    ]
    expect(explained.contradictions).toMatchObject([{ field: 'attributes.role', relationship: null, values: dispute }])
    expect((await graph.get('/contradictions')).contradictions).toMatchObject([{ entity: { id } }])
    // As of now, both ways of counting agree.
    const now = test.clock.now().toISOString()
    test.clock.advance(1000)
    expect(await graph.get(`/entities/${id}?as_of=${now}`)).toMatchObject({
      ...{ confidence: before.confidence, source_count: 1, evidence_count: 3 },
    })
  })

  it('of which nothing is said plainly is there while a relationship needs it', async () => {
    const graph = await newGraph()
    const rumour = person('Eva Holm', { attributes: { role: 'heir' }, certainty: 'reported' })
    await graph.say({ 'a.example/1': [rumour], 'a.example/2': [thing('Acme')] })
    expect(await graph.names()).toEqual(['Acme'])
    const owns = relates(['person', 'Eva Holm'], 'owns', [...acme], { certainty: 'reported' })
    await graph.say({ 'a.example/2': [thing('Acme'), owns] })
    expect(await graph.names()).toEqual(['Acme', 'Eva Holm'])
    const id = await graph.idOf('Eva Holm')
    const shown = await graph.get(`/entities/${id}`)
    expect(shown).toMatchObject({
      attributes: {},
      aliases: [],
      source_count: 0,
      evidence_count: 2,
      relationship_count: 1,
    })
    const now = test.clock.now().toISOString()
    test.clock.advance(1000)
    const { confidence, source_count, evidence_count } = await graph.get(`/entities/${id}?as_of=${now}`)
    expect([confidence, source_count, evidence_count]).toEqual([shown.confidence, 0, 2])
    // It goes with the relationship, by a page or by a person, and comes back with it.
    const { id: owning } = await oneOf(graph, 'reported')
    const deleted = await graph.send('DELETE', `/relationships/${owning}`)
    expect(await graph.names()).toEqual(['Acme'])
    await graph.send('POST', `/audit/${deleted.body.audit_id}/undo`)
    expect(await graph.names()).toEqual(['Acme', 'Eva Holm'])
    await graph.say({ 'a.example/2': [thing('Acme')] })
    expect(await graph.names()).toEqual(['Acme'])
    await graph.say({ 'a.example/2': [thing('Acme'), { ...owns }] })
    expect(await graph.names()).toEqual(['Acme', 'Eva Holm'])
    // What is said plainly makes it an entity like any other.
    await graph.say({ 'a.example/2': [thing('Acme')], 'a.example/3': [person('Eva Holm')] })
    expect(await graph.entities()).toMatchObject([{}, { source_count: 1, doc: { name: 'Eva Holm', attributes: {} } }])
  })

  it('that a gate keeps out comes with a lower bound, though it is only reported', async () => {
    const graph = await newGraph()
    const versions = '/gate/versions'
    const publish = async (min_confidence: number) => {
      const { version } = (await graph.send('POST', versions, { rules: { min_confidence }, note: '' })).body
      await graph.send('POST', `${versions}/${version}/publish`, {})
    }
    await publish(0.95)
    const rumour = { certainty: 'reported' as const }
    const owns = relates(['person', 'Eva Holm'], 'owns', [...acme], rumour)
    await graph.say({ 'a.example/1': [person('Eva Holm', rumour), thing('Acme'), owns] })
    await graph.say({ 'a.example/2': [person('Ida Holm', rumour)] })
    expect(await graph.names()).toEqual([])
    await publish(0.2)
    expect(await showAll(graph)).toBeLessThan(5)
    expect(await graph.names()).toEqual(['Acme', 'Eva Holm'])
    await publish(0.95)
    await showAll(graph)
    expect(await graph.names()).toEqual([])
  })
})

/** Shows what the gate lets through now, as its job does, and returns in how many bites: it would not end if a row never fitted. */
async function showAll(graph: Graph): Promise<number> {
  const showSome = () =>
    test.service.db.transaction(async (tx) => {
      await holdForCrawl(tx, graph.id)
      return showConfident(tx, graph.id, 100)
    })
  let bites = 0
  while (bites < 10 && (await showSome())) bites++
  return bites
}

describe('the words for a relationship', () => {
  it('are shown, the most said first, and the role that somebody has in it', async () => {
    const graph = await newGraph()
    const led = (said_as: string, role?: string) => works('said', { said_as, ...(role && { role }) })
    await graph.say({
      'a.example/1': [...ends, led('heads', 'head')],
      'b.example/1': [...ends, led('runs', 'former president')],
      'c.example/1': [...ends, led('runs', 'former president')],
      'd.example/1': [...ends, works()],
    })
    const [one] = await relationships(graph)
    expect(one).toMatchObject({
      ...{ type: 'works_for', said_as: ['runs', 'heads'], evidence_count: 4 },
      attributes: { role: 'former president' },
    })
    const byField = async (field: string) =>
      (await graph.get(`/relationships/${one?.id}/evidence?field=${field}`)).evidence.map(
        ({ host }: { host: string }) => host,
      )
    expect((await byField('attributes.role')).sort()).toEqual(['a.example', 'b.example', 'c.example'])
    expect((await byField('said_as')).sort()).toEqual(['a.example', 'b.example', 'c.example'])
    expect(await byField('attributes.rank')).toEqual([])
    // The role is of the relationship alone.
    expect(await graph.get(`/entities/${await graph.idOf('Leo Thun')}`)).toMatchObject({ attributes: {} })
    await graph.say(
      Object.fromEntries(['1', '2', '3', '4', '5', '6'].map((n) => [`e.example/${n}`, [...ends, led(`word_${n}`)]])),
    )
    expect(((await relationships(graph))[0] as Row & { said_as: string[] }).said_as).toHaveLength(5)
    await graph.say({ 'b.example/1': ends, 'c.example/1': ends })
    expect((await relationships(graph))[0]).toMatchObject({ attributes: { role: 'head' } })
    expect(((await relationships(graph))[0] as Row & { said_as: string[] }).said_as).not.toContain('runs')
  })
})
