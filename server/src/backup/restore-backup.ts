import type { Database, Transaction } from '../platform/db/database.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import { Jobs } from '../platform/jobs/jobs.ts'
import type { Log } from '../platform/log.ts'
import { SecretBox } from '../platform/secret-box.ts'
import { version } from '../platform/version.ts'
import type { BackupHeader, KeptJob } from './backup-file.ts'
import { loadBackup, requireEmpty } from './load.ts'
import { type CheckedBackup, checkBackup } from './read-backup.ts'

export interface RestoreResult extends BackupHeader {
  rows: number
  unreadable_secrets: number
}

/** Reads the whole file, and throws unless it can be restored. */
export async function readBackup(path: string, migrations?: URL): Promise<CheckedBackup> {
  return checkBackup(path, { version, migration: (await listMigrations(migrations)).length })
}

/** Writes a backup into an empty database, all of it or nothing. */
export async function restoreBackup(options: {
  backup: CheckedBackup
  db: Database
  /** The secret box of the service that will run on the database. */
  box: SecretBox
  log: Log
  onProgress: (done: number, total: number, table: string) => void
  migrations?: URL
}): Promise<RestoreResult> {
  const { backup, db, box, log, onProgress, migrations } = options
  const { jobs, secrets_key } = backup.contents
  await db.transaction(requireEmpty)
  const { enqueue, stop } = await prepareJobs(db, log, jobs)
  const boxes = { from: new SecretBox({ key: secrets_key ?? undefined, log }), to: box }
  const loaded = await db
    .transaction((tx) => loadBackup(tx, { backup, boxes, enqueue, onProgress, migrations }))
    .finally(stop)
  onProgress(1, 1, 'statistics')
  await db.query('analyze')
  const rows = Object.values(backup.end.rows).reduce((sum, count) => sum + count, 0)
  return { ...backup.header, rows, ...loaded }
}

/**
 * Makes the tables of the jobs, where there are jobs to keep: they are the library's, which makes them in its own
 * transactions. Empty as they are, they do no harm where the restore ends without success.
 */
async function prepareJobs(db: Database, log: Log, kept: KeptJob[]) {
  const jobs = new Jobs({ db, log, work: false })
  const run = async () => undefined
  if (kept.length > 0) await jobs.start(Object.fromEntries(kept.map(({ name, retries }) => [name, { run, retries }])))
  const enqueue = async (tx: Transaction) => {
    for (const { name, data, start_after } of kept) {
      await jobs.enqueue(tx, name, data, { startAfter: new Date(start_after) })
    }
  }
  return { enqueue, stop: () => jobs.stop(0) }
}
