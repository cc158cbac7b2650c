import { describe, expect, it } from 'vitest'
import { insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { GraphIndexes } from '../load/graph-indexes.ts'
import { readNeighbors } from './neighbor-rows.ts'
import { listNeighbors } from './subgraphs.ts'

const { call, key, service } = await startTestService()
const { db } = service

/** Forty entities; the first has a relationship with most of them, and some have several with each other. */
async function makeGraph() {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'near' } })
  const domain_id: string = body.id
  const ids = Array.from({ length: 40 }, () => newId())
  await insertGraph(db, domain_id, {
    entities: ids.map((id, n) => ({
      ...{ id, name: `E${n}`, kind: n % 3 ? 'person' : 'event', confidence: 0.5 + (n % 4) / 10 },
    })),
    relationships: Array.from({ length: 90 }, (_, n) => ({
      from: ids[n < 30 ? 0 : 1 + ((n * 7) % 39)] as string,
      to: ids[n < 30 ? n + 1 : 1 + ((n * 11 + 3 + Math.floor(n / 39)) % 39)] as string,
      type: n % 2 ? 'knows' : 'owns',
    })),
  })
  await db.query(
    `update entities e set relationship_count = (select count(*) from relationships r where r.domain_id = $1
       and e.id in (r.from_entity, r.to_entity) and r.from_entity <> r.to_entity) where domain_id = $1`,
    [domain_id],
  )
  const [row] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [domain_id])
  return { ids, moment: { domain_id, as_of: undefined, graph_seq: row?.graph_seq ?? 0 } }
}
const { ids, moment } = await makeGraph()

describe('neighbors from the database', () => {
  it.each([
    { depth: 1, limit: 50 },
    { depth: 1, limit: 7 },
    { depth: 2, limit: 50 },
    { depth: 3, limit: 12 },
    { depth: 2, limit: 50, kind: ['person'] },
    { depth: 2, limit: 50, type: ['knows'] },
    { depth: 2, limit: 50, kind: ['event'], type: ['owns'] },
  ])('are those of the index: %o', async (walk) => {
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    await indexes.at(db, moment)
    for (const id of [ids[0], ids[5], ids[35]] as string[]) {
      const expected = await listNeighbors(db, indexes, moment, id, walk)
      const read = await readNeighbors(db, moment.domain_id, id, walk)
      const inOrder = (edges: { id: string }[] = []) => edges.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      expect(read?.nodes).toEqual(expected?.nodes)
      expect(inOrder(read?.edges)).toEqual(inOrder(expected?.edges))
      expect(read?.truncated).toBe(expected?.truncated)
    }
    expect(await readNeighbors(db, moment.domain_id, newId(), walk)).toBe(undefined)
  })

  it('are given while the index is loaded', async () => {
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    const loaded = Promise.withResolvers<void>()
    const slow: Queryable = {
      ...{ queryAsPg: db.queryAsPg.bind(db) },
      query: async (text, values) => {
        if (text.includes('as aliases')) await loaded.promise
        return db.query(text, values)
      },
    }
    const ask = () => listNeighbors(slow, indexes, moment, ids[0] as string, { depth: 1, limit: 50 })
    expect((await ask())?.nodes).toHaveLength(31)
    expect(indexes.use).toMatchObject({ graphs: 1, bytes: 0 })
    loaded.resolve()
    await indexes.at(slow, moment)
    expect((await ask())?.nodes).toHaveLength(31)
    expect(indexes.use.bytes).toBeGreaterThan(0)
  })
})
