import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { closedWeb } from './run-bad-web.ts'

// A whole service in a process of its own, so that its memory can be looked at, with a clock that can be moved.
// `startEngine` is for tests; the rest is what the process does.

export interface Memory {
  /** In MiB: what the system has given to the process, the most it ever had, and what the process still refers to. */
  rss: number
  peak: number
  held: number
}

export interface Engine {
  url: string
  /** Lines of its log, from `warn` on. */
  log: { level: string; msg: string }[]
  advance(ms: number): Promise<void>
  memory(): Promise<Memory>
  query<Row extends object>(sql: string, values?: unknown[]): Promise<Row[]>
  /** Addresses beyond this machine that it tried to connect to. */
  dialled(): Promise<string[]>
  close(): Promise<void>
}

interface Order {
  id: number
  advance_ms?: number
  memory?: true
  dialled?: true
  sql?: string
  values?: unknown[]
}

interface Answer {
  id: number
  result?: unknown
  error?: string
}

/** Makes the allocator give back what was freed, so that what the process has is what it needs. */
const givingBack = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' }

export async function startEngine(environment: Record<string, string>, fetchWithinMs: number): Promise<Engine> {
  const child = fork(fileURLToPath(import.meta.url), [String(fetchWithinMs)], {
    env: {
      ...{ PATH: process.env.PATH, PORT: '0', RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' },
      ...givingBack,
      ...environment,
    },
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
  })
  const log = collectLines(child)
  const [{ url }] = (await once(child, 'message')) as [{ url: string }]
  let last = 0
  const ask = (order: Omit<Order, 'id'>) => sendOrder(child, { ...order, id: ++last })
  return {
    url,
    log,
    advance: async (ms) => void (await ask({ advance_ms: ms })),
    memory: () => ask({ memory: true }) as Promise<Memory>,
    query: <Row extends object>(sql: string, values: unknown[] = []) => ask({ sql, values }) as Promise<Row[]>,
    dialled: () => ask({ dialled: true }) as Promise<string[]>,
    close: async () => {
      child.disconnect()
      await once(child, 'exit')
    },
  }
}

function collectLines(child: ChildProcess): Engine['log'] {
  const lines: Engine['log'] = []
  let rest = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    const parts = (rest + text).split('\n')
    rest = parts.pop() ?? ''
    for (const line of parts) lines.push(line.startsWith('{') ? JSON.parse(line) : { level: 'none', msg: line })
  })
  return lines
}

function sendOrder(child: ChildProcess, order: Order): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const hear = (answer: Answer) => {
      if (answer.id !== order.id) return
      child.off('message', hear)
      if (answer.error === undefined) resolve(answer.result)
      else reject(new Error(answer.error))
    }
    child.on('message', hear)
    child.send(order)
  })
}

async function measureMemory(): Promise<Memory> {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  for (let round = 0; round < 3; round++) {
    gc()
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { rss, heapUsed, external } = process.memoryUsage()
  const mebibytes = (bytes: number) => bytes / 1024 / 1024
  const peak = process.resourceUsage().maxRSS / 1024
  return { rss: mebibytes(rss), held: mebibytes(heapUsed + external), peak }
}

async function serve(fetchWithinMs: number): Promise<void> {
  let ahead = 0
  const clock = { now: () => new Date(Date.now() + ahead) }
  const { resolve, connect, dialled } = closedWeb()
  const config = readConfig(process.env)
  const network = { resolve, connect, fetch_within_ms: fetchWithinMs }
  const service = await startService({ config, clock, log: createLog({ level: 'warn' }), network })
  await service.working
  const follow = async ({ advance_ms, memory, sql, values = [] }: Order): Promise<unknown> => {
    if (sql !== undefined) return service.db.query(sql, values)
    if (memory) return measureMemory()
    ahead += advance_ms ?? 0
    return dialled
  }
  process.on('message', (order: Order) => {
    follow(order).then(
      (result) => process.send?.({ id: order.id, result }),
      (error: Error) => process.send?.({ id: order.id, error: error.message }),
    )
  })
  process.on('disconnect', () => void service.stop().then(() => process.exit()))
  process.send?.({ url: service.url })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(Number(process.argv[2]))
