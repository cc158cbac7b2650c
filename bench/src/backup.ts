import { execFile } from 'node:child_process'
import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { makeDomain } from './api.ts'
import { withDatabase } from './bench-database.ts'
import { service, startServer } from './child.ts'
import { order } from './graph.ts'
import type { BenchGraph } from './graph-rows.ts'
import type { Measurement, Options, Row } from './measurement.ts'
import { withScratchFolder } from './scratch-folder.ts'
import { findPostmaster, readEndedCpu, readServerCpu } from './server-cpu.ts'

// A graph of 100,000 entities, 500,000 relationships and their facts, backed up while the service runs and restored, by the
// command line. BENCH_BACKUP_ENTITIES makes fewer, BENCH_BACKUP_ENGINE=postgresql or embedded takes only one of both.

const entities = Number(process.env.BENCH_BACKUP_ENTITIES ?? 100_000)
const size = { entities, relationships: entities * 5, hub: entities / 4 }
const targetSeconds = 60
const key = `svc_${'b'.repeat(40)}`
const graphService = fileURLToPath(new URL('./graph-service.ts', import.meta.url))
const commandLine = resolve(import.meta.dirname, '../../cli/bin/polegraph.js')
const run = promisify(execFile)

export const backups: Measurement = {
  name: 'backup',
  describe: 'backup and restore of 100,000 entities, beside pg_dump and pg_restore',
  run: (options) =>
    withScratchFolder(async (folder) => {
      const only = process.env.BENCH_BACKUP_ENGINE
      const onServer =
        only === 'embedded' ? undefined : await withDatabase((url) => measureServer(url, folder, options))
      return [...(onServer ?? []), ...(only === 'postgresql' ? [] : await measureEmbedded(folder, options))]
    }),
}

async function measureServer(url: string, folder: string, options: Options): Promise<Row[]> {
  return withGraph({ DATABASE_URL: url }, options, async () => {
    const [file, dumped] = [join(folder, 'server.backup'), join(folder, 'server.dump')]
    const made = await measureOn(url, () => polegraph(['backup', file, '--database-url', url]))
    options.progress('pg_dump')
    const dump = await measureOn(url, () => run('pg_dump', ['-Fc', '-f', dumped, url]))
    options.progress('restore')
    const restore = await withDatabase((target) =>
      measureOn(target, () => polegraph(['restore', file, '--database-url', target])),
    )
    options.progress('pg_restore')
    const peer = await withDatabase((target) =>
      measureOn(target, () => run('pg_restore', ['-1', '-d', target, dumped])),
    )
    if (!restore || !peer) return []
    return [
      timeRow('backup, PostgreSQL', made, dump),
      timeRow('restore, PostgreSQL', restore, peer),
      sizeRow('PostgreSQL', file, dumped),
    ]
  })
}

/** With the CPU of the server, where it is on this machine. */
async function measureOn(url: string, work: () => Promise<unknown>): Promise<Cost> {
  const postmaster = await findPostmaster(url)
  return measure(() => readEndedCpu() + (postmaster ? readServerCpu(postmaster).milliseconds : 0), work)
}

async function measureEmbedded(folder: string, options: Options): Promise<Row[]> {
  const data = join(folder, 'data')
  const file = join(folder, 'embedded.backup')
  return withGraph({ DATA_DIR: data }, options, async () => {
    const made = await measure(readEndedCpu, () => polegraph(['backup', file, '--data', data]))
    options.progress('restore')
    const restore = await measure(readEndedCpu, () => polegraph(['restore', file, '--data', join(folder, 'restored')]))
    return [timeRow('backup, embedded', made), timeRow('restore, embedded', restore), sizeRow('embedded', file)]
  })
}

/** The service runs while the work is done. */
async function withGraph(
  environment: Record<string, string>,
  { progress }: Options,
  work: () => Promise<Row[]>,
): Promise<Row[]> {
  const port = await findFreePort()
  const settings = { BOOTSTRAP_KEY: key, RATE_LIMIT: '0', PORT: String(port) }
  const server = startServer({ ...service, script: graphService, environment: { ...settings, ...environment } })
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

async function measure(cpu: () => number, work: () => Promise<unknown>): Promise<Cost> {
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

function sizeRow(name: string, file: string, peer?: string): Row {
  const mb = (path: string) => statSync(path).size / 1e6
  return { measure: `size of the file, ${name}`, unit: 'MB', ours: mb(file), ...(peer && { peer: mb(peer) }) }
}
