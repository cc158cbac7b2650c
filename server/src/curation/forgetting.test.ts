import { expect, it } from 'vitest'
import { relates, says } from '../../test/support/graph/claims-fixture.ts'
import { findDanglingRows } from '../../test/support/graph/dangling-rows.ts'
import { saidGraph } from '../../test/support/graph/graph-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { runJob } from '../../test/support/run-job.ts'

const test = await startTestService()
const { call, key, clock } = test

it('what people decided outlives the history of the pages', async () => {
  const graph = await saidGraph(test)
  const send = (method: string, path: string, body?: object) =>
    call(method, `/v1/domains/${graph.id}${path}`, { key, ...(body && { body }) })
  const at = (company: string) => [
    says('person', 'John Smith', { attributes: { role: 'clerk' } }),
    says('object', company),
    relates(['person', 'John Smith'], 'works_for', ['object', company]),
  ]
  await graph.say({ 'a.example/1': at('Acme'), 'b.example/1': at('Acme'), 'c.example/1': [says('person', 'Eve Hill')] })
  const idOf = async (name: string) => (await graph.entities()).find(({ doc }) => doc.name === name)?.id
  const john = await idOf('John Smith')
  const { evidence } = (await send('GET', `/entities/${john}/evidence`)).body
  const ofB = evidence.filter(({ host }: { host: string }) => host === 'b.example')
  const { body } = await send('POST', `/entities/${john}/split`, {
    groups: [{ name: 'John Smith (2)', evidence_ids: ofB.map(({ id }: { id: string }) => id) }],
  })
  await send('DELETE', `/entities/${await idOf('Eve Hill')}`)
  await send('DELETE', `/entities/${john}/attributes/role`)
  await send('PATCH', `/entities/${await idOf('Acme')}`, { summary: 'Makes everything.' })
  await graph.silence('a.example/1', 'c.example/1')
  for (let day = 0; day < 2; day++) {
    clock.advance(400 * 86_400_000)
    await runJob(test, 'forget-history', { environment: { HISTORY_RETENTION_DAYS: '30' } })
  }
  expect(await findDanglingRows(test.service.db)).toEqual([])
  await graph.say({ 'a.example/1': at('Acme'), 'c.example/1': [says('person', 'Eve Hill')] })
  expect(await graph.names()).toEqual(['Acme', 'John Smith', 'John Smith (2)'])
  const worksFor = (await graph.relationships()).map(({ doc }) => doc.from)
  expect(worksFor.toSorted()).toEqual([john, ...body.entities].toSorted())
  expect((await send('GET', `/entities/${john}`)).body).toMatchObject({ attributes: {} })
  // Nothing of it is overtaken, so it can still be undone, the latest first.
  const { audit } = (await send('GET', '/audit')).body
  for (const { id } of audit) expect((await send('POST', `/audit/${id}/undo`, {})).status).toBe(200)
  expect(await graph.names()).toEqual(['Acme', 'Eve Hill', 'John Smith'])
  expect(await findDanglingRows(test.service.db)).toEqual([])
})
