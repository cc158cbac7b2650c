import { makeBackup } from '../backup/make-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { readConfig } from '../settings/config.ts'
import { openDatabaseBeside } from '../settings/open-database.ts'
import { findSecretsKey } from '../settings/open-secret-box.ts'
import { reportProgress, reportWork } from './report-work.ts'

// Writes a backup to the standard output. `polegraph backup` runs this program, and puts the bytes into a file.

await reportWork(async () => {
  const config = readConfig()
  const log = createLog({ level: 'silent' })
  const db = await openDatabaseBeside({ config, clock: systemClock, log })
  try {
    return await makeBackup({
      ...{ db, log, output: process.stdout, onProgress: reportProgress() },
      database: config.DATABASE_URL ? 'postgresql' : 'embedded',
      secretsKey: findSecretsKey(config),
    })
  } finally {
    await db.close()
  }
})
