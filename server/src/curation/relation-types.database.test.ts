import { describe, expect, it } from 'vitest'
import { curatedGraph, person } from '../../test/support/curation/curated-graph.ts'
import { relates, type Saying, says } from '../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { retypeDue } from '../graph/store/update/retype-due.ts'

const test = await startTestService()

type Graph = Awaited<ReturnType<typeof newGraph>>

/** A graph in which people are in towns, in words of pages. */
async function newGraph() {
  const graph = await curatedGraph(test)
  const at = '/relation-types'
  return {
    ...graph,
    types: async () => (await graph.get(at)).relation_types,
    put: (type: string, same_as: string) =>
      test.call('PUT', `${graph.base}${at}/${type}`, { key: test.key, body: { same_as } }),
    unmap: (type: string) => graph.send('DELETE', `${at}/${type}`),
    shown: async () =>
      (await graph.get('/relationships?certainty=said,reported,denied&limit=500')).relationships
        .map(
          ({ from, type, to, said_as, certainty, evidence_count }: Shown) =>
            `${from.name} ${type} ${to.name} ${certainty} ${evidence_count} [${said_as}]`,
        )
        .sort(),
  }
}

interface Shown {
  from: { name: string }
  to: { name: string }
  type: string
  certainty: string
  said_as: string[]
  evidence_count: number
}

const isIn = (word: string, name = 'Ida Holm', certainty?: 'reported'): Saying[] => [
  person(name),
  says('location', 'Wien'),
  relates(['person', name], word, ['location', 'Wien'], certainty && { certainty }),
]

const sited = () => ({
  'a.example/1': isIn('is_sited_at'),
  'b.example/1': isIn('located_in'),
  'a.example/2': isIn('is_sited_at', 'Ida Holm', 'reported'),
})
const apart = [
  'Ida Holm is_sited_at Wien reported 1 []',
  'Ida Holm is_sited_at Wien said 1 []',
  'Ida Holm located_in Wien said 1 []',
]
const asOne = ['Ida Holm located_in Wien reported 1 [is_sited_at]', 'Ida Holm located_in Wien said 2 [is_sited_at]']

describe('two types that a person calls the same', () => {
  it('are one from then on, in the words of the pages, and two again when it is taken back', async () => {
    const graph = await newGraph()
    await graph.say({ ...sited(), 'a.example/3': [person('Ida Holm', { external_ids: { wikidata: 'Q1' } })] })
    await graph.say({ 'b.example/2': [person('Ida Holm', { external_ids: { wikidata: 'Q1' } })] })
    const own = { type: 'is_sited_at', count: 2, same_as: null, is_own: true }
    const known = { type: 'located_in', count: 1, same_as: null, is_own: false }
    expect(await graph.types()).toEqual([own, known])
    expect(await graph.shown()).toEqual(apart)
    const before = await graph.picture()

    const mapped = await graph.put('is_sited_at', 'located_in')
    expect(mapped).toMatchObject({ status: 200, body: { ...own, same_as: 'located_in', audit_id: expect.any(String) } })
    expect(await graph.shown()).toEqual(asOne)
    expect(await graph.types()).toEqual([
      { ...own, same_as: 'located_in' },
      { ...known, count: 2 },
    ])
    const ida = await graph.idOf('Ida Holm')
    expect(await graph.get(`/entities/${ida}`)).toMatchObject({ relationship_count: 2 })
    expect((await graph.get('/graph?type=located_in')).edges).toHaveLength(2)
    expect((await graph.get('/relationships?type=is_sited_at')).relationships).toEqual([])
    const [said] = (await graph.get('/relationships?certainty=said')).relationships
    const { evidence } = await graph.get(`/relationships/${said.id}/evidence?field=type`)
    const values = evidence.flatMap(({ fields }: { fields: { value: string }[] }) => fields.map(({ value }) => value))
    expect(values.sort()).toEqual(['is_sited_at', 'located_in'])
    expect((await graph.get(`/audit?action=relation_type.map`)).audit).toMatchObject([
      {
        target: { type: 'relation_type', name: 'is_sited_at' },
        before: { same_as: null },
        after: { same_as: 'located_in' },
      },
    ])

    // Later claims too.
    await graph.say({ 'c.example/1': isIn('is_sited_at', 'Bert Kurz') })
    expect(await graph.shown()).toContain('Bert Kurz located_in Wien said 1 [is_sited_at]')
    await graph.silence('c.example/1')
    expect((await graph.unmap('is_sited_at')).body).toMatchObject({ ok: true })
    expect(await graph.shown()).toEqual(apart)
    expect(await graph.picture()).toBe(before)
    expect(await graph.types()).toEqual([own, known])
  })

  it('is undone, and the undo is undone, as every decision', async () => {
    const graph = await newGraph()
    await graph.say(sited())
    const { body } = await graph.put('is_sited_at', 'located_in')
    const undone = await graph.send('POST', `/audit/${body.audit_id}/undo`)
    expect(await graph.shown()).toEqual(apart)
    await graph.send('POST', `/audit/${undone.body.audit_id}/undo`)
    expect(await graph.shown()).toEqual(asOne)
    const other = await graph.put('is_sited_at', 'lives_in')
    expect(other.status).toBe(200)
    expect(await graph.shown()).toContain('Ida Holm lives_in Wien said 1 [is_sited_at]')
    expect((await graph.send('POST', `/audit/${body.audit_id}/undo`)).body.code).toBe('overtaken')
  })

  it('may be in any script, as pages are', async () => {
    const graph = await newGraph()
    await graph.say({ 'a.example/1': isIn('живёт_в'), 'a.example/2': isIn('ζει_σε', 'Eva Lind') })
    const [own, other] = ['живёт_в', 'ζει_σε'].map(encodeURIComponent) as [string, string]
    const found = async (query: string) => (await graph.get(`/relationships?type=${query}`)).relationships.length
    expect([await found(own), await found(`${own},${other}`), await found('located_in')]).toEqual([1, 2, 0])
    expect((await graph.get(`/entities?type=${own}`)).total).toBe(2)
    expect((await graph.put(own, 'located_in')).status).toBe(200)
    expect((await graph.put(other, 'живёт_в')).status).toBe(200)
    expect([await found(own), await found('located_in')]).toEqual([0, 2])
    await graph.unmap(other)
    expect([await found(other), await found('located_in')]).toEqual([1, 1])
    for (const name of ['Живёт_в', 'живёт в', '1', '%00', '_', 'x'.repeat(61)])
      expect((await graph.put(encodeURIComponent(name), 'located_in')).status, name).toBe(404)
  })

  it('may lead to a third, but not in a circle, nor to what nobody says', async () => {
    const graph = await newGraph()
    await graph.say({ ...sited(), 'd.example/1': isIn('dwells_at', 'Bert Kurz') })
    await graph.put('dwells_at', 'is_sited_at')
    await graph.put('is_sited_at', 'located_in')
    expect(await graph.shown()).toContain('Bert Kurz located_in Wien said 1 [dwells_at]')
    const refused = async (type: string, same_as: string) => {
      const { status, body } = await graph.put(type, same_as)
      return [status, body.code]
    }
    expect(await refused('located_in', 'dwells_at')).toEqual([409, 'relation_type_circle'])
    expect(await refused('located_in', 'located_in')).toEqual([400, 'invalid_request'])
    expect(await refused('located_in', 'nobody_says_this')).toEqual([404, 'relation_type_not_found'])
    expect(await refused('nobody_says_this', 'located_in')).toEqual([404, 'relation_type_not_found'])
    expect(await refused('Nobody', 'located_in')).toEqual([404, 'relation_type_not_found'])
    expect((await graph.unmap('located_in')).body.code).toBe('relation_type_not_found')
    // An undo makes no circle either.
    const taken = await graph.unmap('is_sited_at')
    expect(await refused('located_in', 'is_sited_at')).toEqual([200, undefined])
    expect((await graph.send('POST', `/audit/${taken.body.audit_id}/undo`)).body.code).toBe('relation_type_circle')
    expect(await graph.shown()).toContain('Ida Holm is_sited_at Wien said 2 [located_in]')
  })

  it('is what a person means by it, and keeps deleted what was', async () => {
    const graph = await newGraph()
    await graph.say(sited())
    await graph.put('is_sited_at', 'located_in')
    const [from, to] = [await graph.idOf('Ida Holm'), await graph.idOf('Wien')]
    const made = await graph.send('POST', '/relationships', { from, to, type: 'is_sited_at', since: '1999' })
    expect(made.body).toMatchObject({ type: 'located_in', since: '1999', evidence_count: 2, confidence: 1 })
    const { body } = await graph.send('DELETE', `/relationships/${made.body.id}`)
    await graph.say({ 'e.example/1': isIn('is_sited_at'), 'e.example/2': isIn('located_in') })
    expect(await graph.shown()).toEqual(['Ida Holm located_in Wien reported 1 [is_sited_at]'])
    await graph.send('POST', `/audit/${body.audit_id}/undo`)
    expect(await graph.shown()).toContain('Ida Holm located_in Wien said 4 [is_sited_at]')
  })

  it('is of its domain alone, and of the time since', async () => {
    const [graph, other] = [await newGraph(), await newGraph()]
    for (const one of [graph, other]) await one.say(sited())
    const before = test.clock.now().toISOString()
    test.clock.advance(5_000)
    await graph.put('is_sited_at', 'located_in')
    expect(await other.shown()).toEqual(apart)
    const typesThen = (await graph.get(`/relationships?as_of=${before}`)).relationships
    expect(typesThen.map(({ type }: Shown) => type).sort()).toEqual(['is_sited_at', 'is_sited_at', 'located_in'])
  })

  it('follow in bites where they are many', async () => {
    const graph = await newGraph()
    await many(graph)
    await graph.put('is_sited_at', 'located_in')
    const counts = async () =>
      Object.fromEntries((await graph.get('/stats')).types.map(({ value, count }: Count) => [value, count]))
    expect(await counts()).toEqual({ is_sited_at: 125, located_in: 500 })
    expect(await graph.types()).toMatchObject([{ type: 'is_sited_at', count: 625 }, { count: 500 }])
    await retypeDue(test.service.db)
    expect(await counts()).toEqual({ located_in: 625 })
    await graph.unmap('is_sited_at')
    // Before the job has come, a page that says more is shown right.
    await graph.say({ 'z.example/1': isIn('is_sited_at', 'Bert Kurz') })
    await retypeDue(test.service.db)
    expect(await counts()).toEqual({ is_sited_at: 626 })
    expect(await graph.types()).toEqual([{ type: 'is_sited_at', count: 626, same_as: null, is_own: true }])
    const left = await test.service.db.query('select from relation_types where domain_id = $1', [graph.id])
    expect(left).toEqual([])
  })
})

interface Count {
  value: string
  count: number
}

const words =
  'Anker Birke Cello Distel Eiche Fackel Giebel Hafen Insel Jacht Kessel Linde Mantel Nebel Orgel Pendel Quarz Ruder Segel Tanne Ulme Vogel Weide Xenon Zeder'
const firms = words.split(' ').map((word) => ['object', `${word} Werke`] as [string, string])
const towns = words.split(' ').map((word) => ['location', `${word}stadt`] as [string, string])

/** Every firm in every town, 625 relationships in one word. */
async function many(graph: Graph) {
  const of = (firm: [string, string]) => towns.map((town) => relates(firm, 'is_sited_at', town))
  await graph.say({ 'm.example/1': firms.flatMap(of) })
}
