import { expect, it } from 'vitest'
import { insertGraph } from '../../../../test/support/graph/graph-rows.ts'
import { startTestService } from '../../../../test/support/harness.ts'
import { newId } from '../../../platform/ids.ts'
import { GraphIndexes } from './graph-indexes.ts'
import { preloadGraphs } from './preload.ts'

const { call, key, service } = await startTestService()
const { db } = service

async function makeGraph(entities: number): Promise<string> {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: `graph of ${entities}` } })
  await insertGraph(db, body.id, {
    entities: Array.from({ length: entities }, (_, n) => ({ id: newId(), name: `Name ${n}`, kind: 'person' })),
    relationships: [],
  })
  await db.query('update domains set entity_count = $2 where id = $1', [body.id, entities])
  return body.id
}

it('loads large graphs after a start, as long as there is room', async () => {
  const [large, larger] = [await makeGraph(2_000), await makeGraph(2_500)]
  await makeGraph(10)
  const roomy = new GraphIndexes({ max_bytes: 1e9 })
  await preloadGraphs(db, roomy, AbortSignal.timeout(60_000))
  expect(roomy.use.graphs).toBe(2)
  const tight = new GraphIndexes({ max_bytes: 1_000 })
  await preloadGraphs(db, tight, AbortSignal.timeout(60_000))
  expect(tight.use.graphs).toBe(1)
  const stopped = new GraphIndexes({ max_bytes: 1e9 })
  await preloadGraphs(db, stopped, AbortSignal.abort())
  expect(stopped.use.graphs).toBe(0)
  await call('POST', `/v1/domains/${larger}/archive`, { key })
  const used = new GraphIndexes({ max_bytes: 1e9 })
  await preloadGraphs(db, used, AbortSignal.timeout(60_000))
  used.forget(large)
  expect(used.use.graphs).toBe(0)
})
