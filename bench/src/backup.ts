import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort, PostgresMissing, startPrivatePostgres } from '../../scripts/private-postgres.ts'
import { makeDomain } from './api.ts'
import { service, startServer } from './child.ts'
import { order } from './graph/graph.ts'
import type { BenchGraph } from './graph/graph-rows.ts'
import type { Measurement, Options, Row } from './measurement.ts'
import { readEndedCpu, readTree } from './process-tree.ts'
import { withScratchFolder } from './scratch-folder.ts'

// A graph of 100,000 entities, 500,000 relationships and their facts, backed up while the service runs and restored, by the
// command line. BENCH_BACKUP_ENTITIES makes fewer. The peers are those of Debian's PostgreSQL, on a server of the same version with
// the same rows: they refuse a newer one.

const entities = Number(process.env.BENCH_BACKUP_ENTITIES ?? 100_000)
const size = { entities, relationships: entities * 5, hub: entities / 4 }
const targetSeconds = 60
const key = `svc_${'b'.repeat(40)}`
const graphService = fileURLToPath(new URL('./graph/graph-service.ts', import.meta.url))
const commandLine = resolve(import.meta.dirname, '../../cli/bin/polegraph.js')
const run = promisify(execFile)

export const backups: Measurement = {
  name: 'backup',
  describe: 'backup and restore of 100,000 entities, beside pg_dump and pg_restore',
  run: (options) => withScratchFolder((folder) => measureBoth(folder, options)),
}

async function measureBoth(folder: string, options: Options): Promise<Row[]> {
  const [data, file, dumped] = ['data', 'backup', 'dump'].map((name) => join(folder, name)) as [string, string, string]
  return withGraph(data, options, async () => {
    const made = await measure(process.pid, () => polegraph(['backup', file, '--data', data]))
    options.progress('restore')
    const restored = join(folder, 'restored')
    const restore = await measure(process.pid, () => polegraph(['restore', file, '--data', restored]))
    const peer = await measurePeer(file, dumped, options)
    return [
      timeRow('backup', made, peer?.dump),
      timeRow('restore', restore, peer?.restore),
      sizeRow(file, peer && dumped),
    ]
  })
}

/** Undefined where Debian's PostgreSQL is not installed. */
async function measurePeer(file: string, dumped: string, { progress }: Options) {
  try {
    const [source, target] = [await startPrivatePostgres(), await startPrivatePostgres()]
    try {
      progress('pg_dump')
      await polegraph(['restore', file, '--database-url', source.url])
      const dump = await measure(source.pid, () => run('pg_dump', ['-Fc', '-f', dumped, source.url]))
      progress('pg_restore')
      const restore = await measure(target.pid, () => run('pg_restore', ['-1', '-d', target.url, dumped]))
      return { dump, restore }
    } finally {
      await Promise.all([source.stop(), target.stop()])
    }
  } catch (error) {
    if (error instanceof PostgresMissing) return undefined
    throw error
  }
}

/** The service runs while the work is done. */
async function withGraph(data: string, { progress }: Options, work: () => Promise<Row[]>): Promise<Row[]> {
  const port = await findFreePort()
  const settings = { BOOTSTRAP_KEY: key, RATE_LIMIT: '0', PORT: String(port) }
  const server = startServer({ ...service, script: graphService, environment: { ...settings, DATA_DIR: data } })
  try {
    const url = `http://127.0.0.1:${port}`
    await server.answers(`${url}/v1/project`, { authorization: `Bearer ${key}` })
    const domainId = await makeDomain(url, key)
    progress(`fills ${entities} entities`)
    const { ids } = await order<BenchGraph>(server, { verb: 'fill', domain_id: domainId, size })
    await order(server, { verb: 'state', domain_id: domainId, hub: ids.at(-1) as string, relationships: 0 })
    progress('backup')
    return await work()
  } finally {
    await server.stop()
  }
}

const polegraph = (args: string[]) =>
  run(process.execPath, [commandLine, ...args, '--json'], { env: { PATH: process.env.PATH } })

interface Cost {
  seconds: number
  cpu_seconds: number
}

/** CPU of the programs that the work runs, and of the processes below this one: those of the server. */
async function measure(server: number, work: () => Promise<unknown>): Promise<Cost> {
  const cpu = () => readTree(server).milliseconds + (server === process.pid ? 0 : readEndedCpu())
  const [before, begun] = [cpu(), performance.now()]
  await work()
  return { seconds: (performance.now() - begun) / 1000, cpu_seconds: (cpu() - before) / 1000 }
}

function timeRow(name: string, ours: Cost, peer?: Cost): Row {
  const wall = `wall time ${ours.seconds.toFixed(1)} s${peer ? `, peer ${peer.seconds.toFixed(1)} s` : ''}`
  return {
    measure: `${name}, CPU of all processes`,
    unit: 's',
    ours: ours.cpu_seconds,
    ...(peer && { peer: peer.cpu_seconds }),
    target: { text: `< ${targetSeconds} s wall time`, met: ours.seconds < targetSeconds },
    note: wall,
  }
}

function sizeRow(file: string, peer?: string): Row {
  const mb = (path: string) => statSync(path).size / 1e6
  return { measure: 'size of the file', unit: 'MB', ours: mb(file), ...(peer && { peer: mb(peer) }) }
}
