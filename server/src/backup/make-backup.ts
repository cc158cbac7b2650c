import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Database, DatabaseUnusable } from '../platform/db/database.ts'
import { appliedMigration, listMigrations } from '../platform/db/migrate.ts'
import type { Log } from '../platform/log.ts'
import { SecretBox } from '../platform/secret-box.ts'
import { version } from '../platform/version.ts'
import { type BackupHeader, formatVersion } from './backup-file.ts'
import { dumpDatabase } from './dump.ts'
import { countUnreadable } from './stored-secrets.ts'
import { writeBackup } from './write-backup.ts'

export interface BackupResult extends BackupHeader {
  rows: number
  /** Secrets that the key does not open: in the restored database they do not work. */
  unreadable_secrets: number
}

/** Writes all that the database holds at one moment. The service goes on meanwhile. */
export async function makeBackup(options: {
  db: Database
  /** The kind of the database, for whoever reads the file. */
  database: BackupHeader['database']
  secrets_key: string | undefined
  log: Log
  output: Writable
  onProgress: (done: number, total: number, table: string) => void
}): Promise<BackupResult> {
  const { db, database, log, output, onProgress, secrets_key } = options
  return db.transaction(async (tx) => {
    await tx.query('set transaction isolation level repeatable read, read only')
    // The sessions of the service avoid scans; here each table is read from end to end.
    await tx.query('set local enable_seqscan = on')
    const migration = await requireMigrated(tx)
    const header = { format: formatVersion, version, migration, made_at: tx.now.toISOString(), database }
    const unreadable = await countUnreadable(tx, new SecretBox({ key: secrets_key, log }))
    let rows = 0
    const dumped = dumpDatabase(tx, { secrets_key: secrets_key ?? null, onProgress })
    async function* counted() {
      for await (const record of dumped) {
        if ('end' in record) rows = Object.values(record.end.rows).reduce((sum, count) => sum + count, 0)
        yield record
      }
    }
    await pipeline(Readable.from(writeBackup(header, counted())), output)
    return { ...header, rows, unreadable_secrets: unreadable }
  })
}

/** The number of the last migration, of a database that a service has used. */
async function requireMigrated(tx: Parameters<typeof appliedMigration>[0]): Promise<number> {
  const [row] = await tx.query<{ used: boolean }>(`select to_regclass('public.migrations') is not null as used`)
  if (!row?.used) throw new DatabaseUnusable('no service has used this database yet: there is nothing to back up')
  const migration = await appliedMigration(tx)
  const known = (await listMigrations()).length
  if (migration <= known) return migration
  throw new DatabaseUnusable(
    `the database is at migration ${migration}, this program knows ${known}: back it up with the version that uses it`,
  )
}
