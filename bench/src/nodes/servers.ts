import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import pg from 'pg'
import { distribute } from '../../../server/src/distribute/distribute.ts'
import { systemClock } from '../../../server/src/platform/clock.ts'
import { openPostgres } from '../../../server/src/platform/db/postgres.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { databaseUrl, joinNodes, nodesOf, runOnAll, runOnServer } from '../../../server/test/support/template.ts'
import { processesOf, readTree } from '../process-tree.ts'

// PostgreSQL servers on this machine that somebody has started: a plain one (BENCH_DATABASE_URL), and the coordinator of a
// cluster with its nodes (BENCH_CLUSTER_URL). Both by a role that may make databases and see settings.

export interface PostgresServer {
  url: string
  /** Its first process, of which all others are children. */
  pid: number
  /** How it was started, for starting it again. */
  command: string[]
  user: number
}

export async function findServer(url: string): Promise<PostgresServer> {
  const pid = await withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8'))?.[1])
  })
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  return { url, pid, command, user: statSync(`/proc/${pid}`).uid }
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

export const ask = <Row extends object>(url: string, text: string): Promise<Row[]> =>
  withClient(url, async (client) => (await client.query<Row>(text)).rows)

export const cpuOf = (servers: PostgresServer[]) =>
  servers.reduce((sum, { pid }) => sum + readTree(pid).milliseconds, 0)

/** Stands still as a machine that hangs: connections are neither answered nor refused. */
export function freeze({ pid }: PostgresServer): () => Promise<void> {
  const frozen = processesOf(pid)
  for (const each of frozen) process.kill(each, 'SIGSTOP')
  return async () => {
    for (const each of frozen) process.kill(each, 'SIGCONT')
  }
}

/** Ends at once, as a process that crashes: connections are refused. */
export function crash(server: PostgresServer): () => Promise<void> {
  const [program = '', ...args] = server.command
  process.kill(server.pid, 'SIGQUIT')
  return async () => {
    const started = spawn(program, args, { uid: server.user, stdio: 'ignore', detached: true })
    started.unref()
    server.pid = started.pid as number
  }
}

export interface Cluster {
  /** The database on the coordinator. */
  url: string
  coordinator: PostgresServer
  nodes: PostgresServer[]
}

/** Gives `work` a database that was dealt out to all nodes of a cluster, and removes it. */
export async function withCluster<Result>(url: string, work: (cluster: Cluster) => Promise<Result>): Promise<Result> {
  const nodeUrls = await nodesOf(url)
  const database = `polegraph_bench_${process.pid}`
  const servers = { serverUrl: url, nodeUrls }
  await runOnAll(servers, `create database ${database} encoding 'UTF8' template template0`)
  try {
    await joinNodes(url, nodeUrls, database)
    const own = databaseUrl(url, database)
    const log = createLog({ level: 'silent' })
    const connection = { connectionString: own }
    const db = openPostgres({ connection, clock: systemClock, log, poolSize: 1, withoutTimeLimits: true })
    await distribute({ db, onProgress: () => undefined }).finally(() => db.close())
    const nodes = await Promise.all(nodeUrls.map(findServer))
    return await work({ url: own, coordinator: await findServer(url), nodes })
  } finally {
    await runOnAll(servers, `drop database ${database} with (force)`)
  }
}

/** Gives `work` an empty database on a server, and removes it. */
export async function withPlain<Result>(url: string, work: (url: string) => Promise<Result>): Promise<Result> {
  const database = `polegraph_bench_${process.pid}`
  await runOnServer(url, `create database ${database} encoding 'UTF8' template template0`)
  try {
    return await work(databaseUrl(url, database))
  } finally {
    await runOnServer(url, `drop database ${database} with (force)`)
  }
}
