import { describe, expect, it } from 'vitest'
import { countQueries } from '../../test/support/count-queries.ts'
import { insertGraph } from '../../test/support/graph/graph-rows.ts'
import { callService, startTestService } from '../../test/support/harness.ts'
import { spawnService } from '../../test/support/spawn-service.ts'

const { call, key, service, makeProject, environment } = await startTestService()
const { db } = service

async function makeGraph() {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'cached' } })
  const { entities } = await insertGraph(db, body.id, { entities: [{ kind: 'person', name: 'Ada' }] })
  return { id: body.id as string, path: `/v1/domains/${body.id}`, entity: entities[0] as string }
}

describe('a domain that requests name', () => {
  it('is looked up once', async () => {
    const { path, entity } = await makeGraph()
    const ask = async () =>
      expect((await call('GET', `${path}/entities/${entity}/neighbors`, { key })).status).toBe(200)
    await ask()
    // The notice of its making may arrive after the first request, which then has to look again.
    await expect.poll(() => countQueries(db, 'from domains where project_id = \\$1 and id = \\$2', ask)).toBe(0)
  })

  it('is not found by other projects, also when it was looked up', async () => {
    const { path } = await makeGraph()
    const other = await makeProject('other')
    for (const [as, status] of [
      [key, 200],
      [other.key, 404],
      [key, 200],
    ] as const) {
      expect((await call('GET', `${path}/stats`, { key: as })).status).toBe(status)
    }
  })

  it('is known with its changes as soon as they are answered', async () => {
    const { id, path } = await makeGraph()
    const names = async () =>
      (await call('GET', `${path}/search?q=grace`, { key })).body.entities.map(({ name }: { name: string }) => name)
    expect(await names()).toEqual([])
    await insertGraph(db, id, { entities: [{ kind: 'person', name: 'Grace' }] })
    expect(await names()).toEqual(['Grace'])
    await call('POST', `${path}/archive`, { key })
    expect((await call('GET', `${path}/stats`, { key })).status).toBe(200)
    expect((await call('POST', `${path}/crawl`, { key })).body.code).toBe('domain_archived')
    expect((await call('DELETE', `${path}?confirm=cached`, { key })).status).toBe(200)
    expect((await call('GET', `${path}/stats`, { key })).status).toBe(404)
  })

  // Two processes need a server.
  it('is known with what another node has changed', async () => {
    const there = await spawnService({ ...environment, ROLE: 'api' })
    try {
      const { id, path } = await makeGraph()
      const found = async () => (await callService(there.url, 'GET', `${path}/search?q=grace`, { key })).body.entities
      expect(await found()).toEqual([])
      await insertGraph(db, id, { entities: [{ kind: 'person', name: 'Grace' }] })
      await expect.poll(async () => (await found()).length).toBe(1)
      await call('DELETE', `${path}?confirm=cached`, { key })
      await expect.poll(async () => (await callService(there.url, 'GET', `${path}/stats`, { key })).status).toBe(404)
    } finally {
      there.child.kill('SIGTERM')
      await there.ended
    }
  })
})
