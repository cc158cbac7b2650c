import { expect, it } from 'vitest'
import { relates, sayingPages, says } from '../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { scoreGraph } from './scorecard.ts'

const { call, key, service } = await startTestService()

async function newDomain() {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'scored' } })).body
  const read = async () => (await call('GET', `/v1/domains/${id}/scorecard`, { key })).body.scorecard
  return { read, ...sayingPages(service.db, id) }
}

it('of an empty graph is nothing', async () => {
  const { score, components, metrics } = await (await newDomain()).read()
  expect(score).toBe(0)
  expect(new Set(Object.values(components))).toEqual(new Set([0]))
  expect(metrics).toMatchObject({ entities: 0, entities_by_kind: { person: 0, object: 0, location: 0, event: 0 } })
})

it('follows from plain counts', async () => {
  const domain = await newDomain()
  await domain.say({
    'a.example/1': [
      says('person', 'Ada Lovelace', { summary: 'A mathematician.', attributes: { born: '1815' } }),
      relates(['person', 'Ada Lovelace'], 'lived_in', ['location', 'London']),
    ],
    'b.example/1': [says('person', 'Ada Lovelace', { urls: ['https://ada.example/'] })],
    'b.example/2': [says('object', 'Analytical Society'), says('object', 'Royal Institution')],
  })
  const { score, components, metrics } = await domain.read()
  expect(metrics).toEqual({
    entities: 4,
    entities_by_kind: { person: 1, object: 2, location: 1, event: 0 },
    relationships: 1,
    evidence: 5,
    hosts: 2,
    largest_host_share: 0.6,
    mean_confidence: 0.9225,
    pending_duplicates: 0,
    ...{ judged_pairs: 0, merge_precision: null, merge_recall: null },
    connected: 2,
    repeated: 0,
    corroborated: 1,
    with_summary: 1,
    with_attributes: 1,
    with_when: 0,
    with_where: 0,
    with_identifier: 1,
  })
  // Three of four kinds, and 4 of 1,000 entities on a logarithmic scale.
  expect(components.coverage).toBe(49.1)
  expect(components).toMatchObject({ precision: 92.3, connectivity: 50, corroboration: 25, facets: 15 })
  // 1 - (0.6² + 0.4²) for hosts; (1 - (1 + 4 + 1) / 16) / (1 - 1/4) for kinds.
  expect(components.diversity).toBe(65.7)
  expect(score).toBe(53)
  expect(await domain.read()).toEqual({ score, components, metrics })
})

it('goes down with what waits to be judged', () => {
  const graph = {
    entities: 10,
    entities_by_kind: { person: 10 },
    relationships: 5,
    evidence: 20,
    hosts: 1,
    largest_host_share: 1,
    mean_confidence: 0.8,
    ...{ judged_pairs: 0, merge_precision: null, merge_recall: null },
    connected: 8,
    repeated: 10,
    corroborated: 0,
    with_summary: 10,
    with_attributes: 10,
    with_when: 10,
    with_where: 10,
    with_identifier: 10,
    ontology: ['person'],
    host_shares: [1],
  }
  const clean = scoreGraph({ ...graph, pending_duplicates: 0 })
  const doubtful = scoreGraph({ ...graph, pending_duplicates: 5 })
  expect([clean.components.precision, doubtful.components.precision]).toEqual([80, 40])
  expect(doubtful.score).toBeLessThan(clean.score)
})
