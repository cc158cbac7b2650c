import { settleAbandoned } from './budget/budget.ts'
import type { Config } from './config.ts'
import { forgetOldEvents } from './events/event-log.ts'
import { forwardFeedbackJob, forwardJob } from './feedback/forward.ts'
import type { Clock } from './platform/clock.ts'
import type { Database } from './platform/db/database.ts'
import { deleteOldAnswers } from './platform/http/idempotency.ts'
import type { JobTable } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { forgetEndedSessions } from './sessions/sessions.ts'
import { forgetOldDeliveries } from './webhooks/deliveries.ts'

export interface WorkerParts {
  config: Config
  db: Database
  clock: Clock
  log: Log
}

/** Every job of the service: what runs in the background, and when. */
export function jobTable({ config, db, clock, log }: WorkerParts): JobTable {
  return {
    'forget-ended': {
      cron: '7 * * * *',
      run: () =>
        db.transaction(async (tx) => {
          await forgetEndedSessions(tx)
          await deleteOldAnswers(tx)
        }),
    },
    'forget-events': {
      cron: '22 * * * *',
      run: async () => {
        await forgetOldEvents(db, clock.now(), config.EVENT_RETENTION_DAYS)
        await forgetOldDeliveries(db, clock.now(), config.EVENT_RETENTION_DAYS)
      },
    },
    'settle-abandoned': { cron: '*/5 * * * *', run: () => settleAbandoned(db, clock.now(), log) },
    ...(config.FEEDBACK_WEBHOOK_URL && { [forwardJob]: forwardFeedbackJob(db, config.FEEDBACK_WEBHOOK_URL) }),
  }
}
