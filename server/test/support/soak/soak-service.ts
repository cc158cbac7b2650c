import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { startService } from '../../../src/service/start.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { fillSoaked } from './soak-calls.ts'

// The whole service in a process of its own, started with --expose-gc: it fills a domain and says how much memory it
// keeps after everything that nothing refers to has been collected.

export interface SoakMemory {
  /** Objects, and buffers beside them. */
  heap: number
  external: number
  /** Of the process. */
  resident: number
}

const config = readConfig()
const log = createLog({ level: 'warn' })
const service = await startService({ config, clock: systemClock, log })
await service.working

function readMemory(): SoakMemory {
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed, external, resident: rss }
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
