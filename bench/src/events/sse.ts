import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { makeDomain } from '../api.ts'
import { Child, type Program, readCpu, startServer } from '../child.ts'
import { type Measurement, median, type Options, percentile, type Row } from '../measurement.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { type Moment, millisecondsBetween } from './moment.ts'

// A thousand readers of one domain. How long until the last of them has an event, and what does it
// cost to write it to one?

const readers = 1_000
const events = 200
const warmUpEvents = 50
const pauseMs = 25
const targetMilliseconds = 40
const key = `svc_${'b'.repeat(40)}`

interface Result {
  /** From the commit to the last reader. */
  milliseconds: number[]
  /** CPU of the server for one event to one reader. */
  microseconds: number
}

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const serviceScript = { script: fileOf('./event-service.ts'), flags: ['--disable-warning=ExperimentalWarning'] }
const peer: Program = { script: fileOf('../peers/bare-fan-out.ts') }

export const sse: Measurement = {
  name: 'sse',
  describe: `an event to ${readers} readers: until the last has it, and CPU for each`,
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

async function measure(folder: string, options: Options): Promise<Row[]> {
  const bare = await follow(peer, 'bare node:http', options)
  const limits = { RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' }
  const environment = { BOOTSTRAP_KEY: key, ...limits, DATA_DIR: join(folder, 'data') }
  return rowsOf(await follow({ ...serviceScript, environment }, 'Polegraph', options), bare)
}

function rowsOf(ours: Result, bare: Result): Row[] {
  const worst = percentile(ours.milliseconds, 0.99)
  return [
    {
      measure: `event to the last of ${readers} readers`,
      unit: 'ms',
      ours: worst,
      peer: percentile(bare.milliseconds, 0.99),
      target: { text: `p99 < ${targetMilliseconds} ms`, met: worst < targetMilliseconds },
      note: `wall time after the commit, p99 of ${events}; median ${median(ours.milliseconds).toFixed(1)}, peer's ${median(bare.milliseconds).toFixed(1)}`,
    },
    {
      measure: 'event to one reader',
      unit: 'µs',
      ours: ours.microseconds,
      peer: bare.microseconds,
      note: 'CPU of the process per event and reader; ours with the transaction, without PostgreSQL',
    },
  ]
}

async function follow(program: Program, name: string, { progress }: Options): Promise<Result> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const server = startServer({ ...program, environment: { ...program.environment, PORT: String(port) } })
  let crowd: Child | undefined
  try {
    await server.answers(`${url}/v1/project`, { authorization: `Bearer ${key}` })
    const domainId = program === peer ? 'none' : await makeDomain(url, key)
    progress(`${name}: ${readers} readers`)
    const path = `/v1/domains/${domainId}/events`
    crowd = new Child(
      { script: fileOf('./sse-readers.ts'), args: [String(port), path, key, String(readers)] },
      { channel: true },
    )
    while (!(await crowd.ask<boolean>('ready'))) await sleep(50)
    return await measureEvents(server, crowd, domainId)
  } finally {
    await crowd?.stop()
    await server.stop()
  }
}

async function measureEvents(server: Child, crowd: Child, domainId: string): Promise<Result> {
  let id = 0
  const send = async () => {
    const committed = await server.ask<Moment>(`append ${domainId}`)
    const arrived = await crowd.ask<Moment>(`last ${++id}`)
    await sleep(pauseMs)
    return millisecondsBetween(committed, arrived)
  }
  for (let n = 0; n < warmUpEvents; n++) await send()
  const milliseconds: number[] = []
  const before = await readCpu(server)
  for (let n = 0; n < events; n++) milliseconds.push(await send())
  const after = await readCpu(server)
  return { milliseconds, microseconds: (after.microseconds - before.microseconds) / events / readers }
}
