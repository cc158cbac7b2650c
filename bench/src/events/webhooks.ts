import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../../../scripts/private-postgres.ts'
import { makeDomain, post } from '../api.ts'
import { Child, type Program, readCpu, startServer } from '../child.ts'
import { type Measurement, median, type Options, percentile, type Row } from '../measurement.ts'
import { withScratchFolder } from '../scratch-folder.ts'
import { type Moment, millisecondsBetween } from './moment.ts'
import type { Arrivals } from './webhook-receiver.ts'

// A hundred webhooks of one domain. How many signed deliveries reach a receiver in a second, from the
// first event's transaction to the last arrival? And what does one dead receiver do to the others?

const webhooks = 100
const eventsAtOnce = 20
const warmUpEvents = 20
const events = 200
const pacedEvents = 60
const pauseMs = 100
const targetPerSecond = 1_500
const targetMilliseconds = 1_000
const key = `svc_${'b'.repeat(40)}`

const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const serviceScript = { script: fileOf('./event-service.ts'), flags: ['--disable-warning=ExperimentalWarning'] }

export const webhookDeliveries: Measurement = {
  name: 'webhooks',
  describe: 'signed deliveries a second, and with one dead receiver of a hundred',
  run: (options) => withScratchFolder((folder) => measure(folder, options)),
}

interface Throughput {
  perSecond: number
  /** CPU of the sender for one delivery. */
  microseconds: number
}

async function measure(folder: string, options: Options): Promise<Row[]> {
  const bare = await measurePeer(options)
  const limits = { RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0', CRAWL_ALLOW_PRIVATE: '127.0.0.0/8' }
  const environment = { BOOTSTRAP_KEY: key, ...limits, DATA_DIR: join(folder, 'data') }
  const program = { ...serviceScript, environment }
  const throughput = await withService(program, { dead: false }, (parts) => measureThroughput(parts, options))
  const delays = await withService(program, { dead: true }, (parts) => measureDelays(parts, options))
  const worst = percentile(delays, 0.99)
  return [
    {
      measure: 'webhook deliveries',
      unit: '/s',
      ours: throughput.perSecond,
      peer: bare.perSecond,
      target: { text: `>= ${targetPerSecond} /s`, met: throughput.perSecond >= targetPerSecond },
      note: `wall time, the receiver on the same cores; ${events * webhooks} deliveries to ${webhooks} webhooks, from the first event to the last delivery received`,
    },
    {
      measure: 'one webhook delivery',
      unit: 'µs',
      ours: throughput.microseconds,
      peer: bare.microseconds,
      note: 'CPU of the sending process, without PostgreSQL',
    },
    {
      measure: `delivery with one dead receiver of ${webhooks}`,
      unit: 'ms',
      ours: worst,
      target: { text: `p99 < ${targetMilliseconds} ms`, met: worst < targetMilliseconds },
      note: `wall time from the commit to the healthy receivers, p99 of ${delays.length}; median ${median(delays).toFixed(1)}`,
    },
  ]
}

interface Parts {
  server: Child
  receiver: Child
  domainId: string
}

async function withService<Result>(
  program: Program,
  { dead }: { dead: boolean },
  work: (parts: Parts) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const receiver = new Child({ script: fileOf('./webhook-receiver.ts') }, { channel: true })
  const server = startServer({ ...program, environment: { ...program.environment, PORT: String(port) } })
  try {
    await server.answers(`${url}/readyz`, {})
    const domainId = await makeDomain(url, key)
    const receiverPort = await receiver.ask<number>('port')
    for (let n = 0; n < webhooks; n++) {
      const path = dead && n === 0 ? '/dead' : `/hook-${n}`
      const body = { url: `http://127.0.0.1:${receiverPort}${path}`, events: ['run.update'] }
      const { secret } = await post<{ secret: string }>(`${url}/v1/domains/${domainId}/webhooks`, key, body)
      await receiver.ask(`secret ${path} ${secret}`)
    }
    return await work({ server, receiver, domainId })
  } finally {
    await server.stop()
    await receiver.stop()
  }
}

async function measureThroughput({ server, receiver, domainId }: Parts, { progress }: Options) {
  const deliver = async (count: number) => {
    const already = await receiver.ask<number>('count')
    const begun = performance.now()
    for (let sent = 0; sent < count; sent += eventsAtOnce)
      await server.ask<Moment>(`append ${domainId} ${eventsAtOnce}`)
    while ((await receiver.ask<number>('count')) < already + count * webhooks) await sleep(5)
    return (performance.now() - begun) / 1000
  }
  progress(`${events * webhooks} deliveries`)
  await deliver(warmUpEvents)
  const before = await readCpu(server)
  const seconds = await deliver(events)
  const after = await readCpu(server)
  const { wrong } = await receiver.ask<Arrivals>('arrivals')
  if (wrong > 0) throw new Error(`${wrong} deliveries had a wrong signature`)
  const deliveries = events * webhooks
  return {
    perSecond: deliveries / seconds,
    microseconds: (after.microseconds - before.microseconds) / deliveries,
  }
}

async function measureDelays({ server, receiver, domainId }: Parts, { progress }: Options) {
  progress(`one dead receiver of ${webhooks}`)
  const committed: Moment[] = []
  for (let n = 0; n < pacedEvents; n++) {
    committed.push(await server.ask<Moment>(`append ${domainId}`))
    await sleep(pauseMs)
  }
  const expected = pacedEvents * (webhooks - 1)
  while ((await receiver.ask<number>('count')) < expected) await sleep(20)
  const { at } = await receiver.ask<Arrivals>('arrivals')
  return committed.flatMap((moment, index) =>
    (at[String(index + 1)] ?? []).map((arrived) => millisecondsBetween(moment, { at: arrived })),
  )
}

async function measurePeer({ progress }: Options): Promise<Throughput> {
  progress('bare sender')
  const receiver = new Child({ script: fileOf('./webhook-receiver.ts') }, { channel: true })
  const sender = startServer({ script: fileOf('../peers/bare-sender.ts') })
  try {
    const port = await receiver.ask<number>('port')
    const deliveries = events * webhooks
    await sender.ask<Moment>(`send ${port} ${warmUpEvents * webhooks} 256`)
    const before = await readCpu(sender)
    const begun = performance.now()
    await sender.ask<Moment>(`send ${port} ${deliveries} 256`)
    const seconds = (performance.now() - begun) / 1000
    const after = await readCpu(sender)
    return { perSecond: deliveries / seconds, microseconds: (after.microseconds - before.microseconds) / deliveries }
  } finally {
    await sender.stop()
    await receiver.stop()
  }
}
