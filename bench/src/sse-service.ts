import { readConfig } from '../../server/src/config.ts'
import { EventLog } from '../../server/src/events/event-log.ts'
import { systemClock } from '../../server/src/platform/clock.ts'
import { createLog } from '../../server/src/platform/log.ts'
import { startService } from '../../server/src/start.ts'
import type { Appended } from './sse.ts'

// The whole service, and a way to make something happen in a domain of it.

const log = createLog({ level: 'warn' })
const service = await startService({ config: readConfig(), clock: systemClock, log })
await service.working
const events = new EventLog([])
let appended = 0

process.on('message', (question: string) => {
  const [verb, domainId = ''] = question.split(' ')
  if (verb !== 'append') return
  const entry = { type: 'run.update' as const, payload: { run_id: domainId, status: 'running', n: ++appended } }
  void service.db
    .transaction((tx) => events.append(tx, domainId, [entry]))
    .then(() => process.send?.({ at: String(process.hrtime.bigint()) } satisfies Appended))
})
process.on('SIGTERM', () => void service.stop().then(() => process.exit(0)))
