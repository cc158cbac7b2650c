import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { distribute } from '../../src/distribute/distribute.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { OwnServer } from '../../src/platform/embedded/own-server.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'

// Runs before the tests: makes one migrated database with its first project, of which every test file gets a copy.
// On a PostgreSQL server that is thrown away after the run, or on the one of TEST_DATABASE_URL. TEST_CITUS_URL names the coordinator of a
// cluster: its domains live on the nodes then, and a copy is one of the databases of all of them.

export interface Template {
  /** For what the processes of a run share. */
  folder: string
  /** Address of the server's own database, from which copies are made. */
  serverUrl: string
  /** The same of the nodes of a cluster. */
  nodeUrls: string[]
  database: string
  key: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    template: Template
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { template, remove } = await makeTemplate()
  project.provide('template', template)
  return remove
}

/** The template, and what removes it with its server. */
export async function makeTemplate(): Promise<{ template: Template; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-test-'))
  const { TEST_CITUS_URL: coordinatorUrl, TEST_DATABASE_URL: givenUrl } = process.env
  const server = coordinatorUrl || givenUrl ? undefined : await startServer(join(folder, 'server'))
  const serverUrl = server?.url ?? coordinatorUrl ?? (givenUrl as string)
  const nodeUrls = coordinatorUrl ? await nodesOf(coordinatorUrl) : []
  const database = `polegraph_template_${process.pid}`
  const key = `svc_${'t'.repeat(40)}`
  await runOnAll({ serverUrl, nodeUrls }, `create database ${database}`)
  if (coordinatorUrl) await joinNodes(serverUrl, nodeUrls, database)
  await useOnce(databaseUrl(serverUrl, database), key)
  if (coordinatorUrl) {
    await distributeTemplate(databaseUrl(serverUrl, database))
    await closeForCopies({ serverUrl, nodeUrls }, database)
  }
  const remove = async () => {
    if (server) await server.stop()
    else await runOnAll({ serverUrl, nodeUrls }, `drop database ${database} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  return { template: { folder, serverUrl, nodeUrls, database, key }, remove }
}

/** Migrates the database, and makes its first project. */
async function useOnce(url: string, key: string): Promise<void> {
  const config = readConfig({ PORT: '0', DATABASE_URL: url, BOOTSTRAP_KEY: key })
  const service = await startService({ config, clock: systemClock, log: createLog({ level: 'warn' }) })
  await service.working
  await service.stop()
}

/** Few, because each is some fifty tables on a node. */
const shards = 4

async function distributeTemplate(url: string): Promise<void> {
  const log = createLog({ level: 'silent' })
  const connection = { connectionString: url }
  const db = openPostgres({ connection, clock: systemClock, log, poolSize: 1, withoutTimeLimits: true })
  await distribute({ db, shards, onProgress: () => undefined }).finally(() => db.close())
}

/** Addresses of the nodes that a coordinator knows, as it has them. */
export async function nodesOf(coordinatorUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: coordinatorUrl })
  await client.connect()
  const { rows } = await client.query<{ host: string; port: number }>(
    `select nodename as host, nodeport as port from pg_dist_node where noderole = 'primary' and groupid > 0`,
  )
  await client.end()
  return rows.map(
    ({ host, port }) => Object.assign(new URL(coordinatorUrl), { hostname: host, port: String(port) }).href,
  )
}

/** Makes a cluster of the databases of this name. */
export async function joinNodes(serverUrl: string, nodeUrls: string[], database: string): Promise<void> {
  for (const url of [serverUrl, ...nodeUrls]) await runOnServer(databaseUrl(url, database), 'create extension citus')
  const coordinator = databaseUrl(serverUrl, database)
  const addressOf = (url: string) => `'${new URL(url).hostname}', ${new URL(url).port}`
  await runOnServer(coordinator, `select citus_set_coordinator_host(${addressOf(serverUrl)})`)
  for (const url of nodeUrls) await runOnServer(coordinator, `select citus_add_node(${addressOf(url)})`)
}

/** A database of which a copy is made may have no sessions, not even those of the cluster's own. */
async function closeForCopies({ serverUrl, nodeUrls }: ServerUrls, database: string): Promise<void> {
  for (const url of [serverUrl, ...nodeUrls]) {
    await runOnServer(url, `alter database ${database} with allow_connections false`)
    const sessions = `pg_stat_activity where datname = '${database}'`
    await runOnServer(url, `select pg_terminate_backend(pid, 10000) from ${sessions}`)
  }
}

type ServerUrls = Pick<Template, 'serverUrl' | 'nodeUrls'>

/** On the server, or on all of a cluster: each has the databases of the others. */
export async function runOnAll({ serverUrl, nodeUrls }: ServerUrls, statement: string): Promise<void> {
  await Promise.all([serverUrl, ...nodeUrls].map((url) => runUntilFree(url, statement)))
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

const inUse = '55006'

/** What a cluster does in a database by itself ends a moment after its sessions. */
async function runUntilFree(url: string, statement: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnServer(url, statement)
    } catch (error) {
      if (attempt === 5 || (error as { code?: string }).code !== inUse) throw error
      await sleep(1_000)
    }
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
