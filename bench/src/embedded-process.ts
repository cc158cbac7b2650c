import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../server/src/platform/clock.ts'
import { openEmbedded } from '../../server/src/platform/db/embedded.ts'
import { createLog } from '../../server/src/platform/log.ts'

// The process that embedded.ts measures: it opens the database as the service does, and measures itself.

export interface EmbeddedFigures {
  slow: Watched[]
  idle: Watched
  selects: Rate
  inserts: Rate
}

interface Watched {
  seconds: number
  maxDelayMs: number
}

interface Rate {
  perSecond: number
  cpuMicroseconds: number
}

const slowSeconds = 2
const slowStatements = 3
const rateSeconds = 3
const tableRows = 1_000

const folder = process.argv[2]
if (!folder) throw new Error('usage: embedded-process.ts <folder>')
const db = await openEmbedded({ folder, clock: systemClock, log: createLog({ level: 'warn' }) })

/** The work grows with `size` in a straight line, without a row of it kept. */
const runSlow = (size: number) =>
  db.query('select count(*) from generate_series(1, 1000) a, generate_series(1, $1::int) b', [size])

async function watch(work: () => Promise<unknown>): Promise<Watched> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  // Two turns of the histogram's timer before the work: the first has nothing to be late against.
  delay.enable()
  await sleep(20)
  delay.reset()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1000
  await sleep(20)
  delay.disable()
  return { seconds, maxDelayMs: delay.max / 1e6 }
}

/** How large the statement must be to take about `slowSeconds`. */
async function calibrate(): Promise<number> {
  const size = 2_000
  await runSlow(size)
  const { seconds } = await watch(() => runSlow(size))
  return Math.ceil((size * slowSeconds) / seconds)
}

async function rate(work: (index: number) => Promise<unknown>): Promise<Rate> {
  for (let index = 0; index < tableRows; index++) await work(index)
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  const endAt = startedAt + rateSeconds * 1000
  let count = 0
  while (performance.now() < endAt) await work(count++)
  const seconds = (performance.now() - startedAt) / 1000
  const { user, system } = process.cpuUsage(cpu)
  return { perSecond: count / seconds, cpuMicroseconds: (user + system) / count }
}

const idle = await watch(() => sleep(slowSeconds * 1000))
const size = await calibrate()
const slow: Watched[] = []
for (let index = 0; index < slowStatements; index++) slow.push(await watch(() => runSlow(size)))

await db.query('create table bench (id integer primary key, name text not null)')
await db.query(`insert into bench select n, 'row ' || n from generate_series(1, ${tableRows}) n`)
const selects = await rate((index) => db.query('select id, name from bench where id = $1', [1 + (index % tableRows)]))
await db.query('create table bench_inserts (id bigint generated always as identity primary key, name text not null)')
const inserts = await rate((index) =>
  db.transaction((tx) => tx.query('insert into bench_inserts (name) values ($1)', [`row ${index}`])),
)
await db.close()

const figures: EmbeddedFigures = { slow, idle, selects, inserts }
console.log(JSON.stringify(figures))
