import { beforeAll, describe, expect, inject, it } from 'vitest'
import { EventLog } from '../../src/events/event-log.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { readEvents } from '../support/event-reader.ts'
import { callService, copyDatabase } from '../support/harness.ts'
import { type SpawnedService, spawnService } from '../support/spawn-service.ts'

const { key } = inject('template')

describe('two api nodes on one database', () => {
  let nodes: SpawnedService[]
  let here: SpawnedService
  let there: SpawnedService
  let databaseUrl: string
  beforeAll(async () => {
    const { environment, remove } = await copyDatabase()
    databaseUrl = environment.DATABASE_URL as string
    here = await spawnService({ ...environment, ROLE: 'api' })
    there = await spawnService({ ...environment, ROLE: 'api' })
    nodes = [here, there]
    return async () => {
      for (const node of nodes) node.child.kill('SIGTERM')
      await Promise.all(nodes.map((node) => node.ended))
      await remove()
    }
  })

  async function newKey(): Promise<{ id: string; key: string }> {
    const created = await callService(here.url, 'POST', '/v1/project/keys', { key })
    // Both nodes have it in their cache before it changes.
    for (const node of nodes) {
      expect((await callService(node.url, 'GET', '/v1/project', { key: created.body.key })).status).toBe(200)
    }
    return created.body
  }

  async function expectRefusedThere(secret: string): Promise<void> {
    // How fast this is belongs to the benchmarks (npm run bench -- revocation).
    await expect
      .poll(async () => (await callService(there.url, 'GET', '/v1/project', { key: secret })).status, { interval: 5 })
      .toBe(401)
  }

  it('a key revoked on one is refused on the other', async () => {
    for (let n = 0; n < 20; n++) {
      const created = await newKey()
      await callService(here.url, 'DELETE', `/v1/project/keys/${created.id}`, { key })
      expect((await callService(here.url, 'GET', '/v1/project', { key: created.key })).status).toBe(401)
      await expectRefusedThere(created.key)
    }
  })

  it('and so is the old secret of a rotated key', async () => {
    const created = await newKey()
    await callService(here.url, 'POST', `/v1/project/keys/${created.id}/rotate`, { key })
    await expectRefusedThere(created.key)
  })

  it('a member who is removed on one is signed out on the other', async () => {
    const invite = await callService(here.url, 'POST', '/v1/project/invites', { key })
    const body = { email: 'nodes@example.org', name: 'N', password: 'correct horse' }
    const accepted = await callService(there.url, 'POST', invite.body.accept_path, { body })
    const cookie = accepted.headers.get('set-cookie')?.split(';')[0]
    expect((await callService(there.url, 'GET', '/v1/project', { cookie })).status).toBe(200)
    await callService(here.url, 'DELETE', `/v1/project/members/${accepted.body.user.id}`, { key })
    await expect.poll(async () => (await callService(there.url, 'GET', '/v1/project', { cookie })).status).toBe(401)
  })

  it('an event reaches the readers of both, and a key revoked on one ends its stream on the other', async () => {
    const connection = { connectionString: databaseUrl }
    const db = openPostgres({ connection, clock: systemClock, log: createLog({ level: 'silent' }) })
    try {
      const { body: domain } = await callService(here.url, 'POST', '/v1/domains', { key, body: { name: 'ports' } })
      const created = await newKey()
      const path = `/v1/domains/${domain.id}/events`
      const readers = [
        await readEvents(here.url, path, { key }),
        await readEvents(there.url, path, { key }),
        await readEvents(there.url, path, { key: created.key }),
      ] as const
      await expect.poll(() => readers.every(({ lastId }) => lastId === 0)).toBe(true)
      const log = new EventLog([])
      const append = () =>
        db.transaction((tx) => log.append(tx, domain.id, [{ type: 'run.update', payload: { n: 1 } }]))
      await append()
      await expect.poll(() => readers.map(({ ids }) => ids)).toEqual([[1], [1], [1]])
      await callService(here.url, 'DELETE', `/v1/project/keys/${created.id}`, { key })
      await expect.poll(() => readers.map(({ ended }) => ended)).toEqual([false, false, true])
      await append()
      await expect.poll(() => readers.map(({ ids }) => ids)).toEqual([[1, 2], [1, 2], [1]])
      for (const reader of readers) reader.break()
    } finally {
      await db.close()
    }
  })

  it('a new role and an archived project hold on the other', async () => {
    const invite = await callService(here.url, 'POST', '/v1/project/invites', { key, body: { role: 'owner' } })
    const body = { email: 'roles@example.org', name: 'R', password: 'correct horse' }
    const accepted = await callService(here.url, 'POST', invite.body.accept_path, { body })
    const cookie = accepted.headers.get('set-cookie')?.split(';')[0]
    const roleThere = async () => (await callService(there.url, 'GET', '/v1/project', { cookie })).body.role
    expect(await roleThere()).toBe('owner')
    const other = { ...body, email: 'keeper@example.org' }
    const second = await callService(here.url, 'POST', '/v1/project/invites', { key, body: { role: 'owner' } })
    await callService(here.url, 'POST', second.body.accept_path, { body: other })
    const path = `/v1/project/members/${accepted.body.user.id}`
    expect((await callService(here.url, 'PATCH', path, { key, body: { role: 'viewer' } })).status).toBe(200)
    await expect.poll(roleThere).toBe('viewer')
    const keyThere = async () => (await callService(there.url, 'GET', '/v1/project', { key })).status
    expect(await keyThere()).toBe(200)
    await callService(here.url, 'POST', '/v1/project/archive', { key })
    await expect.poll(keyThere).toBe(403)
  })
})
