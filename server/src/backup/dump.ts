import { DatabaseUnusable, type Transaction } from '../platform/db/database.ts'
import { listMigratedTables } from '../platform/db/migrate.ts'
import { quoteName } from '../platform/db/quote-name.ts'
import { waitingJobs } from '../platform/jobs/waiting-jobs.ts'
import { type BackupRecord, bounds, countRows } from './backup-file.ts'
import { type BackupTable, columnList, measureTables } from './tables.ts'

/** How much of a table is in one piece, about. */
const pieceBytes = 4 * 1024 * 1024

/** All that is in the database, as the transaction sees it. */
export async function* dumpDatabase(
  tx: Transaction,
  options: { secrets_key: string | null; onProgress: (done: number, total: number, table: string) => void },
): AsyncGenerator<BackupRecord> {
  const ours = await listMigratedTables()
  const tables = (await measureTables(tx)).filter(({ name }) => ours.has(name))
  // The lock keeps a migration from rewriting a table meanwhile: the snapshot would then see none of its rows.
  await tx.query(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`)
  yield { contents: { secrets_key: options.secrets_key, jobs: await waitingJobs(tx) } }
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const rows: Record<string, number> = {}
  let done = 0
  for (const table of tables) {
    options.onProgress(done, total, table.name)
    rows[table.name] = 0
    for await (const piece of dumpTable(tx, table)) {
      rows[table.name] = (rows[table.name] ?? 0) + countRows(piece)
      yield { table: table.name, columns: table.columns, rows: piece }
    }
    done += table.bytes
  }
  yield { end: { rows } }
}

async function* dumpTable(tx: Transaction, { name, columns }: BackupTable): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let bytes = 0
  for await (const rows of tx.copyOut(`copy ${quoteName(name)} (${columnList(columns)}) to stdout`)) {
    gathered.push(rows)
    bytes += rows.length
    if (bytes < pieceBytes) continue
    yield* splitRows(Buffer.concat(gathered), name)
    gathered = []
    bytes = 0
  }
  yield* splitRows(Buffer.concat(gathered), name)
}

const lineEnd = 10

/** Whole rows, as many as a reader takes: a few long ones may be more. */
export function* splitRows(rows: Buffer, table: string): Generator<Buffer> {
  for (let from = 0; from < rows.length; ) {
    const most = from + bounds.piece_bytes
    const to = most >= rows.length ? rows.length : rows.lastIndexOf(lineEnd, most - 1) + 1
    if (to <= from) {
      throw new DatabaseUnusable(
        `a row of ${table} is longer than ${bounds.piece_bytes} bytes, which a backup cannot hold`,
      )
    }
    yield rows.subarray(from, to)
    from = to
  }
}
