import { expect, it } from 'vitest'
import { curatedGraph, person } from '../../../../test/support/curation/curated-graph.ts'
import { relates, says } from '../../../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'

// Lists and searches of entities by how something is stated of them.

const test = await startTestService()
const newGraph = () => curatedGraph(test)

const acme = ['object', 'Acme'] as const
const thing = (name: string) => says('object', name)
const how = (certainty: 'reported' | 'denied') => ({ certainty })
const works = () => relates(['person', 'Leo Thun'], 'works_for', [...acme])

it('tells entities of which something is stated so from others', async () => {
  const graph = await newGraph()
  const bo = ['person', 'Bo Lind'] as const
  await graph.say({
    'a.example/1': [person('Leo Thun'), thing('Acme'), works(), person('Ida Falk')],
    'b.example/1': [person('Bo Lind'), thing('Acme'), relates([...bo], 'leads', [...acme], how('reported'))],
    'c.example/1': [person('Ida Falk'), person('Ida Falk', { attributes: { role: 'captain' }, ...how('denied') })],
  })
  const then = new Date(Date.now() + 60_000).toISOString()
  for (const moment of ['', `&as_of=${then}`]) {
    const named = async (query: string) => {
      const { entities, total } = await graph.get(`/entities?${query}${moment}`)
      expect(total).toBe(entities.length)
      return entities.map(({ name }: { name: string }) => name).sort()
    }
    expect(await named('')).toEqual(['Acme', 'Bo Lind', 'Ida Falk', 'Leo Thun'])
    expect(await named('certainty=said')).toEqual(['Acme', 'Bo Lind', 'Ida Falk', 'Leo Thun'])
    expect(await named('certainty=reported')).toEqual(['Acme', 'Bo Lind'])
    expect(await named('certainty=denied')).toEqual(['Ida Falk'])
    expect(await named('certainty=reported,denied&kind=person')).toEqual(['Bo Lind', 'Ida Falk'])
    expect(await named('certainty=reported&q=falk')).toEqual([])
    // With a type it is the relationships of that type that are stated so.
    expect(await named('certainty=reported&type=works_for')).toEqual([])
    expect(await named('certainty=said&type=works_for')).toEqual(['Acme', 'Leo Thun'])
  }
  const { facets } = await graph.get('/entities?certainty=reported&facets=kind')
  expect(facets.kind).toEqual([
    { value: 'object', count: 1 },
    { value: 'person', count: 1 },
  ])
})

it('narrows a search to entities of which something is stated so', async () => {
  const graph = await newGraph()
  await graph.say({
    'a.example/1': [person('Leo Thun'), thing('Acme'), works()],
    'b.example/1': [
      person('Leo Falk'),
      thing('Acme'),
      relates(['person', 'Leo Falk'], 'leads', [...acme], how('reported')),
    ],
  })
  const found = async (query: string) => {
    const { entities, passages } = await graph.get(`/search?q=leo${query}`)
    const ids = entities.map(({ id }: { id: string }) => id)
    const about = passages.flatMap(({ entity_ids }: { entity_ids: string[] }) => entity_ids)
    expect(about.filter((id: string) => query !== '' && !ids.includes(id))).toEqual([])
    return entities.map(({ name }: { name: string }) => name).sort()
  }
  expect(await found('')).toEqual(['Leo Falk', 'Leo Thun'])
  expect(await found('&certainty=reported')).toEqual(['Leo Falk'])
  expect(await found('&certainty=denied')).toEqual([])
  expect(await found('&certainty=said,reported&kind=object')).toEqual([])
  const refused = await test.call('GET', `${graph.base}/search?q=leo&certainty=maybe`, { key: test.key })
  expect(refused.body.error).toMatch(/certainty must be one or more of said, reported, denied/)
})
