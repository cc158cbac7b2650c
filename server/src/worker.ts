import type { Database } from './platform/db/database.ts'
import { deleteOldAnswers } from './platform/http/idempotency.ts'
import type { JobTable } from './platform/jobs.ts'
import { forgetEndedSessions } from './sessions/sessions.ts'

/** Every job of the service: what runs in the background, and when. */
export function jobTable(db: Database): JobTable {
  return {
    'forget-ended': {
      cron: '7 * * * *',
      run: () =>
        db.transaction(async (tx) => {
          await forgetEndedSessions(tx)
          await deleteOldAnswers(tx)
        }),
    },
  }
}
