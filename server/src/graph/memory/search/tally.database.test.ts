import { describe, expect, it } from 'vitest'
import { countQueries } from '../../../../test/support/count-queries.ts'
import { changeGraph, insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'
import type { EntityFilter } from '../../read/entities/entity-filter.ts'
import { listEntities } from '../../read/entities/entity-list.ts'
import { getStats } from '../../read/views/stats.ts'
import { GraphIndexes } from '../load/graph-indexes.ts'
import { tallyBy } from './tally.ts'

const { call, key, service } = await startTestService()
const { db } = service
const ids = Array.from({ length: 20 }, () => newId())
const { body: domain } = await call('POST', '/v1/domains', { key, body: { name: 'tally' } })
const { relationships } = await insertGraph(db, domain.id, {
  entities: ids.map((id, n) => ({
    id,
    name: `E${n}`,
    kind: n % 3 ? 'person' : 'event',
    confidence: n / 20,
    when: ['1900', null, '../1920', '1930-05/..', '1910/1940'][n % 5] as string | null,
  })),
  relationships: Array.from({ length: 40 }, (_, n) => ({
    from: ids[n % 20] as string,
    // Some are of an entity with itself, of which some have no other of that type.
    to: ids[n % 4 === 0 ? n % 20 : (n * 3 + 1) % 20] as string,
    type: ['knows', 'owns', 'saw'][(n + 2 * Math.floor(n / 20)) % 3] as string,
  })),
})

async function moment() {
  const [row] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [domain.id])
  return { domain_id: domain.id as string, as_of: undefined, graph_seq: row?.graph_seq ?? 0 }
}
const indexes = new GraphIndexes({ max_bytes: 1e9 })
const find_tally = tallyBy(indexes)
const noNames = async () => []

const filters: EntityFilter[] = [
  {},
  ...[['person'], ['event', 'nothing'], ['nothing']].map((kind) => ({ kind })),
  ...[['saw'], ['knows', 'owns'], ['nothing']].map((type) => ({ type })),
  ...[0, 0.5, 0.55, 1].map((min_confidence) => ({ min_confidence })),
  ...['1899', '1900', '1930-04', '1941'].flatMap((date) => [{ from: date }, { to: date }]),
  { from: '1915', to: '1925' },
  { kind: ['person'], type: ['owns'], min_confidence: 0.3, from: '1901', to: '1935' },
]

async function expectSame() {
  const now = await moment()
  await indexes.at(db, now)
  expect(await getStats(db, now, find_tally)).toEqual(await getStats(db, now, async () => undefined))
  for (const filter of filters) {
    const query = { limit: 1, facets: ['type', 'kind'], ...filter }
    const inMemory = await listEntities(db, noNames, now, query, { find_tally })
    expect(inMemory).toEqual(await listEntities(db, noNames, now, query))
  }
}

describe('counts from the index', () => {
  it('are those of the database, also after changes', async () => {
    await expectSame()
    const at = new Date()
    // Those of the entity that leaves are among them: a relationship is shown only with both its ends.
    for (const id of relationships.filter((_, n) => n < 9 || n === 22 || n === 27)) {
      await changeGraph(db, domain.id, { type: 'relationship', id, change: 'left', doc: null, at })
    }
    await changeGraph(db, domain.id, { type: 'entity', id: ids[7] as string, change: 'left', doc: null, at })
    await expectSame()
  })

  it('read no relationships', async () => {
    const now = await moment()
    const ask = () => listEntities(db, noNames, now, { limit: 1, facets: ['type'] }, { find_tally })
    expect(await countQueries(db, 'from relationships', ask)).toBe(0)
  })

  it('are not taken for entities that other filters choose', async () => {
    const now = await moment()
    const query = { limit: 1, facets: ['type'], host: 'nowhere.example' }
    const { facets } = await listEntities(db, noNames, now, query, { find_tally })
    expect(facets).toEqual({ type: [] })
  })
})
