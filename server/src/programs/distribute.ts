import { distribute } from '../distribute/distribute.ts'
import { systemClock } from '../platform/clock.ts'
import { DatabaseUnusable } from '../platform/db/database.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createLog } from '../platform/log.ts'
import { readConfig } from '../settings/config.ts'
import { reportProgress, reportWork } from './report-work.ts'

// Deals the domains of a database out to the nodes of its cluster. `polegraph distribute` runs this program.

await reportWork(async () => {
  const { DATABASE_URL } = readConfig()
  if (!DATABASE_URL) {
    throw new DatabaseUnusable(
      'the embedded database has no nodes: name the coordinator of a cluster in DATABASE_URL (docs/citus.md)',
    )
  }
  const db = openPostgres({
    connection: { connectionString: DATABASE_URL },
    clock: systemClock,
    log: createLog({ level: 'silent' }),
    poolSize: 1,
    withoutTimeLimits: true,
  })
  try {
    return await distribute({ db, onProgress: reportProgress() })
  } finally {
    await db.close()
  }
})
