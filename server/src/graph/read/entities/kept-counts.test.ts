import { describe, expect, it } from 'vitest'
import { countQueries } from '../../../../test/support/count-queries.ts'
import { says } from '../../../../test/support/graph/claims-fixture.ts'
import { saidGraph } from '../../../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../../../test/support/harness.ts'

const test = await startTestService()
const { call, key, service } = test
const { db } = service

describe('counts over a whole graph', () => {
  it.each([
    ['/stats', 'claims'],
    ['/entities?facets=host', 'facts'],
  ])('of %s are made once, and again when a page says more', async (path, table) => {
    const graph = await saidGraph(test)
    const ask = () => call('GET', `/v1/domains/${graph.id}${path}`, { key })
    await graph.say({ 'a.example/1': [says('person', 'Ada Lovelace')] })
    const first = (await ask()).body
    // The notice of a change may come after the answer that already shows it: then one more answer is counted anew.
    await expect.poll(() => countQueries(db, table, async () => expect((await ask()).body).toEqual(first))).toBe(0)
    await graph.say({ 'a.example/2': [says('person', 'Grace Hopper')] })
    expect(await countQueries(db, table, ask)).toBeGreaterThan(0)
  })

  it('show evidence that changes nothing else', async () => {
    const graph = await saidGraph(test)
    const evidence = async () => (await call('GET', `/v1/domains/${graph.id}/stats`, { key })).body.evidence
    for (let page = 1; page <= 12; page++) {
      await graph.say({ [`a.example/${page}`]: [says('person', 'Ada Lovelace')] })
      expect(await evidence()).toBe(page)
    }
  })

  it('are made for each set of filters', async () => {
    const graph = await saidGraph(test)
    await graph.say({ 'a.example/1': [says('person', 'Ada Lovelace'), says('organization', 'Engines')] })
    const total = async (query: string) =>
      (await call('GET', `/v1/domains/${graph.id}/entities${query}`, { key })).body.total
    expect(await total('')).toBe(2)
    expect(await total('?kind=person')).toBe(1)
    expect(await total('?kind=person&limit=1')).toBe(1)
    expect(await total('?q=engines')).toBe(1)
    expect(await total('')).toBe(2)
  })
})
