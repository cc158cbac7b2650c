import { randomBytes } from 'node:crypto'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import type { FirstStart } from '../../src/service/bootstrap.ts'
import { type Service, startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { callService, closedNetwork } from '../support/harness.ts'
import { databaseUrl, runOnServer } from '../support/template.ts'

const { serverUrl } = inject('template')

// The nodes share this process: started as ten processes on two cores, they would come one after the other.
describe('ten nodes that start at once on an empty database', () => {
  it('all come up, and one of them gives out the first key and invite', { timeout: 120_000 }, async () => {
    const name = `polegraph_nodes_${randomBytes(6).toString('hex')}`
    await runOnServer(serverUrl, `create database ${name}`)
    const config = readConfig({ PORT: '0', DATABASE_URL: databaseUrl(serverUrl, name) })
    const firsts: FirstStart[] = []
    const start = () => {
      const log = createLog({ level: 'silent' })
      // With few connections, the one that migrated is used for what follows: what it remembers of the catalog is old.
      const connection = { connectionString: config.DATABASE_URL as string }
      const db = openPostgres({ connection, clock: systemClock, log, poolSize: 2 })
      const onFirstStart = (first: FirstStart) => firsts.push(first)
      return startService({
        config,
        clock: systemClock,
        log,
        network: closedNetwork,
        db: Promise.resolve(db),
        onFirstStart,
      })
    }
    const nodes: Service[] = await Promise.all(Array.from({ length: 10 }, start))
    onTestFinished(async () => {
      await Promise.all(nodes.map((node) => node.stop()))
      await runOnServer(serverUrl, `drop database ${name} with (force)`)
    })
    const ends = await Promise.allSettled(nodes.map(({ working }) => working))
    expect(ends.filter(({ status }) => status === 'rejected')).toEqual([])
    expect(firsts.length).toBe(1)
    const key = firsts[0]?.key
    for (const { url } of nodes) {
      expect((await callService(url as string, 'GET', '/readyz')).status).toBe(200)
      const { body } = await callService(url as string, 'GET', '/v1/project/invites', { key })
      expect(body.invites.length).toBe(1)
    }
  })
})
