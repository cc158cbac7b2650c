import { systemClock } from '../../../server/src/platform/clock.ts'
import { createLog } from '../../../server/src/platform/log.ts'
import { startService } from '../../../server/src/service/start.ts'
import { readConfig } from '../../../server/src/settings/config.ts'
import type { Moment } from './moment.ts'

// The whole service, and a way to make something happen in a domain of it.

const log = createLog({ level: 'warn' })
const service = await startService({ config: readConfig(), clock: systemClock, log })
await service.working
let appended = 0

process.on('message', (question: string) => {
  const [verb, domainId = '', count = '1'] = question.split(' ')
  if (verb !== 'append') return
  const entries = Array.from({ length: Number(count) }, () => ({
    type: 'run.update' as const,
    payload: { run_id: domainId, status: 'running', n: ++appended },
  }))
  void service.db
    .transaction((tx) => service.events.append(tx, domainId, entries))
    .then(() => process.send?.({ at: String(process.hrtime.bigint()) } satisfies Moment))
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
