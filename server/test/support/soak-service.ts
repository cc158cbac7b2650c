import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { createLog } from '../../src/platform/log.ts'
import { startService } from '../../src/start.ts'
import { fillSoaked } from './soak-calls.ts'

// The whole service in a process of its own, started with --expose-gc: it fills a domain and says how much memory it
// keeps after everything that nothing refers to has been collected.

export interface SoakMemory {
  /** Of the main thread: objects, and buffers beside them. */
  heap: number
  external: number
  /** Of the embedded database's thread, both together, with the memory of the database itself; 0 on a server. */
  thread: number
  /** Of the process. */
  resident: number
}

const config = readConfig()
const log = createLog({ level: 'warn' })
const { port1: memory, port2 } = new MessageChannel()
memory.unref()

/** The folder of the database is passed on by `openEmbedded`. */
const newThread = (folder: string) =>
  new Worker(new URL('./soak-thread.ts', import.meta.url), {
    workerData: { folder, memory: port2 },
    transferList: [port2],
  })

const db = config.DATABASE_URL
  ? openDatabase({ config, clock: systemClock, log })
  : openEmbedded({ folder: config.DATA_DIR, clock: systemClock, log, newThread })
const service = await startService({ config, clock: systemClock, log, db })
await service.working

async function threadMemory(): Promise<number> {
  if (config.DATABASE_URL) return 0
  const answered = once(memory, 'message')
  memory.postMessage('memory')
  const [bytes] = (await answered) as [number]
  return bytes
}

async function readMemory(): Promise<SoakMemory> {
  const thread = await threadMemory()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, thread, resident: rss }
}

async function answer(message: string): Promise<object> {
  if (message === 'memory') return readMemory()
  const { domain_id } = JSON.parse(message) as { domain_id: string }
  return fillSoaked(service.db, domain_id)
}

process.on('message', (message: string) => {
  void answer(message).then(
    (reply) => process.send?.(reply),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('disconnect', () => process.exit(1))
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
process.send?.({ url: service.url })
