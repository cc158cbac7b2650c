import { systemClock } from '../../../server/src/platform/clock.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { startService } from '../../../server/src/service/start.ts'
import { readConfig } from '../../../server/src/settings/config.ts'
import { type BattlefieldSize, prepareBattlefield } from '../../../server/test/support/neighbours/battlefield.ts'

// The whole service, with a way to prepare what is attacked: the embedded database has one process. It also tells for how
// long its event loop stood.

export interface LoopStood {
  /** The longest time in which the loop did not turn, in milliseconds. */
  longest_ms: number
  /** The most CPU time of its thread in one such time: the rest was a wait for a core. */
  longest_cpu_ms: number
}

const everyMs = 5
let stood: LoopStood = { longest_ms: 0, longest_cpu_ms: 0 }

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

function watchLoop(): void {
  let [at, cpu] = [performance.now(), cpuMs()]
  setInterval(() => {
    const [nowAt, nowCpu] = [performance.now(), cpuMs()]
    stood.longest_ms = Math.max(stood.longest_ms, nowAt - at - everyMs)
    stood.longest_cpu_ms = Math.max(stood.longest_cpu_ms, nowCpu - cpu)
    ;[at, cpu] = [nowAt, nowCpu]
  }, everyMs).unref()
}

const service = await startService({ config: readConfig(), clock: systemClock, log: createLog({ level: 'error' }) })
await service.working
watchLoop()

process.on('message', (message: string) => {
  if (message === 'cpu') return
  if (message === 'loop') {
    process.send?.(stood)
    stood = { longest_ms: 0, longest_cpu_ms: 0 }
    return
  }
  void prepareBattlefield(service.db, JSON.parse(message) as BattlefieldSize).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
