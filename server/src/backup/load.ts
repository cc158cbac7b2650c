import type { Transaction } from '../platform/db/database.ts'
import { migrateUpTo } from '../platform/db/migrate.ts'
import { quoteName } from '../platform/db/quote-name.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { BackupRefused, RestoreRefused, type TableRows } from './backup-file.ts'
import { dropIndexes } from './drop-indexes.ts'
import type { CheckedBackup } from './read-backup.ts'
import { sealAnew } from './stored-secrets.ts'
import { columnList, listTables } from './tables.ts'

interface LoadOptions {
  backup: CheckedBackup
  /** The key of the backup, and that of the service that will run on the database. */
  boxes: { from: SecretBox; to: SecretBox }
  /** Jobs are enqueued in the same transaction. */
  enqueue: (tx: Transaction) => Promise<void>
  onProgress: (done: number, total: number, table: string) => void
  migrations?: URL | undefined
}

/** Writes all of a backup into a database that is empty. Returns how many secrets could not be read. */
export async function loadBackup(tx: Transaction, options: LoadOptions): Promise<{ unreadable_secrets: number }> {
  const { backup, boxes } = options
  await allowScans(tx)
  await reachMigration(tx, backup.header.migration, options.migrations)
  await requireEmpty(tx)
  const rebuild = await dropIndexes(tx)
  await takeNewFiles(tx)
  await loadRows(tx, options)
  options.onProgress(1, 1, 'indexes')
  await rebuild()
  await migrateUpTo(tx, Number.POSITIVE_INFINITY, options.migrations)
  const unreadable = await sealAnew(tx, boxes)
  await options.enqueue(tx)
  return { unreadable_secrets: unreadable }
}

/** The sessions of the service avoid scans, because they keep plans; here each statement is for a whole table. */
async function allowScans(tx: Transaction): Promise<void> {
  await tx.query('set local enable_seqscan = on')
}

/**
 * Where the log may be minimal, rows in a file of the same transaction are written once instead of twice. And they can be
 * frozen as they come: nobody has to mark them later, which writes every page again.
 */
async function takeNewFiles(tx: Transaction): Promise<void> {
  await tx.query(`truncate ${(await listTables(tx)).map(({ name }) => quoteName(name)).join(', ')}`)
}

/** The tables are as the backup had them. */
async function reachMigration(tx: Transaction, migration: number, migrations: URL | undefined): Promise<void> {
  if ((await migrateUpTo(tx, migration, migrations)) === migration) return
  await requireEmpty(tx)
  throw new RestoreRefused(
    'the database has the tables of a newer version than the backup; restore into a new database without any',
  )
}

/** Throws unless all tables are empty. */
export async function requireEmpty(tx: Transaction): Promise<void> {
  for (const { name } of await listTables(tx)) {
    const [row] = await tx.query<{ used: boolean }>(`select exists (select from ${quoteName(name)}) as used`)
    if (row?.used) {
      throw new RestoreRefused(
        `the database is not empty (there are rows in ${name}); restore into a new folder (--data) or a new database (--database-url)`,
      )
    }
  }
}

async function loadRows(tx: Transaction, { backup, onProgress }: LoadOptions): Promise<void> {
  const tables = new Map((await listTables(tx)).map((table) => [table.name, table.columns]))
  const total = Object.values(backup.end.rows).reduce((sum, rows) => sum + rows, 0)
  const written: Record<string, number> = {}
  let done = 0
  const load = async (record: TableRows) => {
    const rows = await loadPiece(tx, record, tables.get(record.table))
    written[record.table] = (written[record.table] ?? 0) + rows
    done += rows
  }
  // The next piece is read and unpacked while the database works at the last one.
  let loading = Promise.resolve()
  for await (const record of backup.records()) {
    if (!('rows' in record)) continue
    await loading
    onProgress(done, total, record.table)
    loading = load(record)
    // Whoever waits for it gets the error; this only prevents an unhandled rejection.
    loading.catch(() => undefined)
  }
  await loading
  for (const [table, rows] of Object.entries(backup.end.rows)) {
    if ((written[table] ?? 0) === rows) continue
    throw new Error(`the backup has ${rows} rows of ${table}, and ${written[table] ?? 0} were written`)
  }
}

function loadPiece(tx: Transaction, { table, columns, rows }: TableRows, known: string[] | undefined): Promise<number> {
  // Names go into a statement, so they must be those of the database.
  const isKnown = known && columns.every((column) => known.includes(column))
  if (!isKnown) throw new BackupRefused(`the backup has a table ${table} that this version does not know`)
  return tx.copyIn(`copy ${quoteName(table)} (${columnList(columns)}) from stdin with (freeze)`, rows)
}
