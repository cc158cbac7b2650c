import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../scripts/private-postgres.ts'
import { withDatabase } from './bench-database.ts'
import { Child, type Program, readCpu, service, startServer } from './child.ts'
import type { CpuUse } from './cpu-probe.ts'
import { listValues, type Measurement, median, type Options, type Row } from './measurement.ts'

// CPU per request, not requests per second: on a machine with other work the clock measures the others.

const rounds = 5
const warmUpRequests = 10_000
const requests = 30_000
const connections = 10
const targetMicroseconds = 125

/** What one request cost, on average over a round. */
type PerRequest = Omit<CpuUse, 'peak_mb'>

const key = `svc_${'b'.repeat(40)}`
const headers = { authorization: `Bearer ${key}` }
const loader = fileURLToPath(import.meta.resolve('autocannon'))
const peerScript = fileURLToPath(new URL('./peers/bare-fastify.ts', import.meta.url))

export const http: Measurement = {
  name: 'http',
  describe: 'CPU of the server for one authenticated GET /v1/project',
  run: (options) => withDatabase((url) => measure(url, options)),
}

async function measure(url: string, options: Options): Promise<Row[]> {
  const peer: Program = { script: peerScript, environment: { DATABASE_URL: url } }
  // Ours goes first: it makes the table that the peer reads.
  const [ours = [], theirs = []] = await alternate([ourService({ DATABASE_URL: url }), peer], options)
  return [rowOf(ours, theirs)]
}

function ourService(environment: Record<string, string>): Program {
  return {
    ...service,
    environment: { BOOTSTRAP_KEY: key, RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0', ...environment },
  }
}

function rowOf(ours: PerRequest[], peer: PerRequest[]): Row {
  const row = { measure: 'GET /v1/project', unit: 'µs', ours: cpuOf(ours), peer: cpuOf(peer) }
  const met = row.ours <= targetMicroseconds && row.ours < row.peer
  const note = `CPU per request; ours ${describe(ours)}; peer ${describe(peer)}`
  return { ...row, target: { text: `<= ${targetMicroseconds} µs, < peer`, met }, note }
}

function cpuOf(values: PerRequest[]): number {
  return median(values.map(({ microseconds }) => microseconds))
}

function describe(values: PerRequest[]): string {
  const cpu = listValues(values.map(({ microseconds }) => microseconds))
  const preemptions = listValues(
    values.map((value) => value.preemptions),
    2,
  )
  return `${cpu} (preempted ${preemptions} times)`
}

/** One program at a time and each in every round, so that a busy minute of the machine meets them all. */
async function alternate(programs: Program[], options: Options): Promise<PerRequest[][]> {
  const values: PerRequest[][] = programs.map(() => [])
  for (let round = 1; round <= rounds; round++) {
    for (const [index, program] of programs.entries()) {
      options.progress(`round ${round} of ${rounds}, program ${index + 1} of ${programs.length}`)
      values[index]?.push(await cpuPerRequest(program))
    }
  }
  return values
}

async function cpuPerRequest(program: Program): Promise<PerRequest> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/v1/project`
  const server = startServer({ ...program, environment: { ...program.environment, PORT: String(port) } })
  try {
    await server.answers(url, headers)
    await load(url, warmUpRequests)
    const before = await readCpu(server)
    await load(url, requests)
    const after = await readCpu(server)
    return {
      microseconds: (after.microseconds - before.microseconds) / requests,
      preemptions: (after.preemptions - before.preemptions) / requests,
    }
  } finally {
    await server.stop()
  }
}

async function load(url: string, amount: number): Promise<void> {
  const args = ['--json', '--no-progress', '--connections', String(connections), '--amount', String(amount)]
  const sent = Object.entries(headers).flatMap(([name, value]) => ['--headers', `${name}=${value}`])
  const child = new Child({ script: loader, args: [...args, ...sent, url] }, { channel: false })
  const result = JSON.parse(await child.output()) as { '2xx': number; non2xx: number; errors: number }
  if (result['2xx'] !== amount) throw new Error(`${amount} requests, but ${JSON.stringify(result)}`)
}
