import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { readConfig } from '../../src/config.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start.ts'

// Runs before the tests: makes one migrated database with its first project, of which every test file gets a copy.
// Embedded, or on the server of TEST_DATABASE_URL.

export interface Template {
  /** Folder of the embedded database `template` and of its copies. */
  folder: string
  /** Address of the server's own database, from which copies are made. */
  serverUrl: string | undefined
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
  const serverUrl = process.env.TEST_DATABASE_URL
  const database = `polegraph_template_${process.pid}`
  const key = `svc_${'t'.repeat(40)}`
  const log = createLog({ level: 'warn' })
  if (serverUrl) await runOnServer(serverUrl, `create database ${database}`)
  // This process is too short-lived to profit from optimised code.
  else setFlagsFromString('--liftoff-only')
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(folder, 'template'),
    BOOTSTRAP_KEY: key,
    ...(serverUrl && { DATABASE_URL: databaseUrl(serverUrl, database) }),
  })
  const service = await startService({ config, clock: systemClock, log })
  await service.working
  await service.stop()
  project.provide('template', { folder, serverUrl, database, key })
  return async () => {
    if (serverUrl) await runOnServer(serverUrl, `drop database ${database}`)
    await rm(folder, { recursive: true, force: true })
  }
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
