import { describe, expect, it } from 'vitest'
import { relates, says } from '../../../../test/support/graph/claims-fixture.ts'
import { pictureOf, saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'

const test = await startTestService()
const { call, key } = test
const { db } = test.service
const newGraph = () => saidGraph(test)

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
    const parents = ['Hofkapelle Wien', 'Nationaltheater Mannheim', 'Domchor Salzburg']
    // One name, but two postal codes and two telephones.
    const feast = (postal_code: string, telephone: string) =>
      says('event', 'Singfest Eintracht', {
        external_ids: { imdb: postal_code },
        attributes: { postal_code, telephone },
      })
    const [one, two] = [feast('4020', '0732 555019'), feast('4400', '07252 31408')]
    const belongs = (saying: typeof one) => [
      saying,
      ...parents.map((parent) => relates(['event', 'Singfest Eintracht'], 'hosted_by', ['object', parent])),
    ]
    await graph.say({ 'a.example/1': [one], 'b.example/1': [two] })
    const apart = await graph.names()
    await graph.say({ 'a.example/2': belongs(one), 'b.example/2': belongs(two) })
    const together = await graph.names()
    await graph.silence('a.example/2', 'b.example/2')
    expect(await graph.names()).toEqual(apart)
    // Guards the test itself: the neighbours must have made the two the same.
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
    // One host is below `min_confidence`. A member's relationships are hidden and shown with the head of its cluster.
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
    const undo = () => call('POST', `/v1/domains/${graph.id}/merges/${merge?.id}/revert`, { key, body: {} })
    expect(await undo()).toMatchObject({ status: 200 })
    expect(await undo()).toMatchObject({ status: 409, body: { code: 'merge_reverted' } })
    await apart.say({ 'a.example/1': [says('person', 'Maria Skłodowska')], 'b.example/1': [two, work] })
    const strip = ({ entities, edges }: Awaited<ReturnType<typeof pictureOf>>) =>
      JSON.stringify([entities, edges]).replaceAll(/\\*"external_ids\\*":{[^}]*}/g, '')
    expect(strip(await pictureOf(graph))).toBe(strip(await pictureOf(apart)))
    await graph.say({ 'c.example/1': [one, two] })
    expect(await graph.names()).toEqual(['Maria Skłodowska', 'Marie Curie', 'Sorbonne'])
  })
})
