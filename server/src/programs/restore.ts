import { readBackup, restoreBackup } from '../backup/restore-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { openEmbedded } from '../platform/embedded/open-embedded.ts'
import { createLog } from '../platform/log.ts'
import { readConfig } from '../settings/config.ts'
import { openSecretBox } from '../settings/open-secret-box.ts'
import { reportProgress, reportWork } from './report-work.ts'

// Restores the backup in the file that it is given into the database of its settings. `polegraph restore` runs this program.

await reportWork(async () => {
  const config = readConfig()
  const log = createLog({ level: 'silent' })
  const onProgress = reportProgress()
  // Before the database is touched.
  const backup = await readBackup(process.argv[2] ?? '')
  const { DATABASE_URL, DATA_DIR } = config
  const db = DATABASE_URL
    ? openPostgres({ connection: { connectionString: DATABASE_URL }, clock: systemClock, log, withoutTimeLimits: true })
    : await openEmbedded({ folder: DATA_DIR, clock: systemClock, log, isLoading: true })
  try {
    return await restoreBackup({ backup, db, box: openSecretBox({ config, log }), log, onProgress })
  } finally {
    await db.close()
  }
})
