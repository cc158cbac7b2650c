import { describe, expect, it } from 'vitest'
import { countQueries } from '../../../../test/support/count-queries.ts'
import { changeGraph, entityDoc, insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { GraphIndexes } from './graph-indexes.ts'

const { call, key, service } = await startTestService()
const { db } = service

const day = (n: number, hour = 0) => new Date(Date.UTC(2020, 0, n, hour))

/** A graph of one entity, which gets a new name on each day up to the `days`th. */
async function makeGraph(days: number) {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'past' } })
  const named = (n: number) => ({ kind: 'person', name: `Name ${n}`, at: day(n) })
  const { entities } = await insertGraph(db, body.id, { entities: [named(1)] })
  const id = entities[0] as string
  for (let n = 2; n <= days; n++) {
    const step = { type: 'entity', id, change: 'changed', doc: entityDoc(named(n)), at: day(n) } as const
    await changeGraph(db, body.id, step)
  }
  const [row] = await db.query<{ graph_seq: number }>('select graph_seq from domains where id = $1', [body.id])
  const momentOf = (at: Date | undefined) => ({
    ...{ domain_id: body.id as string, graph_seq: row?.graph_seq ?? 0, as_of: at?.toISOString() },
  })
  return { id, momentOf }
}

describe('graphs of earlier times', () => {
  it('share an index from one change to the next, and since the last one that of now', async () => {
    const { id, momentOf } = await makeGraph(3)
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    const nameAt = async (at: Date) => {
      const index = await indexes.at(db, momentOf(at))
      const node = index.findNode(id)
      return node < 0 ? null : index.nameOf(node)
    }
    const hours = Array.from({ length: 24 }, (_, hour) => hour)
    expect(new Set(await Promise.all(hours.map((hour) => nameAt(day(2, hour)))))).toEqual(new Set(['Name 2']))
    expect(indexes.use.graphs).toBe(1)
    expect(await nameAt(day(1, 23))).toBe('Name 1')
    expect(indexes.use.graphs).toBe(2)
    const now = await indexes.at(db, momentOf(undefined))
    expect(await indexes.at(db, momentOf(day(3)))).toBe(now)
    expect(await indexes.at(db, momentOf(day(300)))).toBe(now)
    expect(indexes.use.graphs).toBe(3)
    expect(await nameAt(new Date('2019-12-31'))).toBe(null)
  })

  it('are few in memory, and loaded one after the other', async () => {
    const { id, momentOf } = await makeGraph(12)
    const indexes = new GraphIndexes({ max_bytes: 1e9 })
    let loading = 0
    let mostLoading = 0
    const watched = {
      ...{ queryAsPg: db.queryAsPg.bind(db) },
      query: async <Row extends object>(text: string, values?: unknown[]) => {
        const isLoad = text.includes("change in ('entered', 'changed')")
        if (isLoad) mostLoading = Math.max(mostLoading, ++loading)
        try {
          return await db.query<Row>(text, values)
        } finally {
          if (isLoad) loading--
        }
      },
    }
    const days = Array.from({ length: 11 }, (_, n) => n + 1)
    const names = await Promise.all(
      days.map(async (n) => {
        const index = await indexes.at(watched, momentOf(day(n, 12)))
        return index.nameOf(index.findNode(id))
      }),
    )
    expect(names).toEqual(days.map((n) => `Name ${n}`))
    expect(mostLoading).toBe(1)
    expect(indexes.use.graphs).toBeLessThanOrEqual(4)
    const again = () => indexes.at(db, momentOf(day(11, 13)))
    expect(await countQueries(db, "in \\('entered', 'changed'\\)", again)).toBe(0)
  })
})
