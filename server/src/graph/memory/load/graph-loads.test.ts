import { expect, it } from 'vitest'
import { insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import type { Database } from '../../../platform/db/database.ts'
import { GraphIndexes } from './graph-indexes.ts'

const { call, key, service } = await startTestService()

it('are two at a time, though nobody who asks waits for them', async () => {
  const ids: string[] = []
  for (let n = 0; n < 6; n++) {
    const { id } = (await call('POST', '/v1/domains', { key, body: { name: `graph ${n}` } })).body
    await insertGraph(service.db, id, { entities: [{ kind: 'person', name: 'Ada' }] })
    ids.push(id)
  }
  let loading = 0
  let most = 0
  const slow = {
    query: async (text: string, values: unknown[]) => {
      loading++
      most = Math.max(most, loading)
      await new Promise((resolve) => setTimeout(resolve, 150))
      loading--
      return service.db.query(text, values)
    },
  } as unknown as Database
  const indexes = new GraphIndexes({ max_bytes: 1e9 })
  const moment = (domain_id: string) => ({ domain_id, as_of: undefined, graph_seq: 0 })
  expect(await Promise.all(ids.map((id) => indexes.soon(slow, moment(id))))).toEqual(ids.map(() => undefined))
  await Promise.all(ids.map((id) => indexes.at(slow, moment(id))))
  expect(most).toBe(2)
})

it('are given to one caller in each turn of the event loop, because what they do with it takes a while', async () => {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'turns' } })).body
  await insertGraph(service.db, id, { entities: [{ kind: 'person', name: 'Ada' }] })
  const indexes = new GraphIndexes({ max_bytes: 1e9 })
  const moment = { domain_id: id, as_of: undefined, graph_seq: 0 }
  await indexes.at(service.db, moment)
  let turn = 0
  const count = () => {
    turn++
    if (turn < 1_000) setImmediate(count)
  }
  setImmediate(count)
  const turns = await Promise.all(Array.from({ length: 4 }, () => indexes.at(service.db, moment).then(() => turn)))
  expect(new Set(turns).size).toBe(4)
})
