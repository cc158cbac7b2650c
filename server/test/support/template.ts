import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { OwnServer } from '../../src/platform/embedded/own-server.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'

// Runs before the tests: makes one migrated database with its first project, of which every test file gets a copy.
// On a PostgreSQL server that is thrown away after the run, or on the one of TEST_DATABASE_URL.

export interface Template {
  /** For what the processes of a run share. */
  folder: string
  /** Address of the server's own database, from which copies are made. */
  serverUrl: string
  database: string
  key: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-test-'))
  const server = process.env.TEST_DATABASE_URL ? undefined : await startServer(join(folder, 'server'))
  const serverUrl = server?.url ?? (process.env.TEST_DATABASE_URL as string)
  const database = `polegraph_template_${process.pid}`
  const key = `svc_${'t'.repeat(40)}`
  const log = createLog({ level: 'warn' })
  await runOnServer(serverUrl, `create database ${database}`)
  const config = readConfig({
    PORT: '0',
    DATABASE_URL: databaseUrl(serverUrl, database),
    BOOTSTRAP_KEY: key,
  })
  const service = await startService({ config, clock: systemClock, log })
  await service.working
  await service.stop()
  project.provide('template', { folder, serverUrl, database, key })
  return async () => {
    if (server) await server.stop()
    else await runOnServer(serverUrl, `drop database ${database}`)
    await rm(folder, { recursive: true, force: true })
  }
}

/** The PostgreSQL that the service brings along, with a port, and with nothing that must outlive the machine. */
async function startServer(folder: string): Promise<{ url: string; stop(): Promise<void> }> {
  const port = await findFreePort()
  const settings = {
    ...{ listen_addresses: '127.0.0.1', port: String(port), max_connections: '500' },
    ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  }
  const server = new OwnServer({ folder, settings, log: createLog({ level: 'silent' }) })
  await server.start()
  return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, stop: () => server.stop() }
}

export async function runOnServer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}
