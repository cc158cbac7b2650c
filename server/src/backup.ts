import { makeBackup } from './backup/make-backup.ts'
import { readConfig } from './config.ts'
import { findSecretsKey } from './open-secret-box.ts'
import { createLog } from './platform/log.ts'
import { reportProgress, reportWork } from './report-work.ts'

// Writes a backup to the standard output. `polegraph backup` runs this program, and puts the bytes into a file.

await reportWork(async () => {
  const config = readConfig()
  return makeBackup({
    databaseUrl: config.DATABASE_URL,
    folder: config.DATA_DIR,
    secretsKey: findSecretsKey(config),
    log: createLog({ level: 'silent' }),
    output: process.stdout,
    onProgress: reportProgress(),
  })
})
