import { readBackup, restoreBackup } from '../../../src/backup/restore-backup.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createLog } from '../../../src/platform/log.ts'
import { SecretBox } from '../../../src/platform/secret-box.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'

// Restores a backup, and dies when it has come to a table, or to the indexes.

const [file = '', place = ''] = process.argv.slice(2)
const log = createLog({ level: 'silent' })
const db = await openDatabase({ config: readConfig(), clock: systemClock, log })
const onProgress = (_done: number, _total: number, table: string) => {
  if (table === place) process.kill(process.pid, 'SIGKILL')
}
await restoreBackup({
  backup: await readBackup(file),
  db,
  box: new SecretBox({ key: undefined, log }),
  log,
  onProgress,
})
