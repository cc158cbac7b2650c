import { readConfig } from '../../server/src/config.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { startService } from '../../server/src/start.ts'
import { type BattlefieldSize, prepareBattlefield } from '../../server/test/support/neighbours/battlefield.ts'

// The whole service, with a way to prepare what is attacked: the embedded database has one process.

const service = await startService({ config: readConfig(), clock: systemClock, log: createLog({ level: 'error' }) })
await service.working

process.on('message', (message: string) => {
  if (message === 'cpu') return
  void prepareBattlefield(service.db, JSON.parse(message) as BattlefieldSize).then(
    (answer) => process.send?.(answer),
    (error: Error) => process.send?.({ error: error.stack }),
  )
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
