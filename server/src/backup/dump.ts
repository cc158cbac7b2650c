import { DatabaseUnusable, type Transaction } from '../platform/db/database.ts'
import { listMigratedTables } from '../platform/db/migrate.ts'
import { waitingJobs } from '../platform/jobs/waiting-jobs.ts'
import { type BackupRecord, bounds, countRows } from './backup-file.ts'
import { columnList, type MeasuredTable, measureTables, quoteName } from './tables.ts'

/** How much of a table is read into memory at a time, about. */
const pieceBytes = 4 * 1024 * 1024

/** All that is in the database, as the transaction sees it. */
export async function* dumpDatabase(
  tx: Transaction,
  options: { secretsKey: string | null; onProgress: (done: number, total: number, table: string) => void },
): AsyncGenerator<BackupRecord> {
  const ours = await listMigratedTables()
  const tables = (await measureTables(tx)).filter(({ name }) => ours.has(name))
  // Rows keep their places until the end: nobody can rewrite a table meanwhile.
  await tx.query(`lock table ${tables.map(({ name }) => quoteName(name)).join(', ')} in access share mode`)
  yield { contents: { secrets_key: options.secretsKey, jobs: await waitingJobs(tx) } }
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

/** The database has no way to wait for whoever reads its answer, so each answer has an end: so many blocks of the table. */
async function* dumpTable(tx: Transaction, { name, columns, blocks, bytes }: MeasuredTable): AsyncGenerator<Buffer> {
  const step = Math.max(1, Math.floor((blocks * pieceBytes) / Math.max(bytes, 1)))
  for (let from = 0; from === 0 || from < blocks; from += step) {
    const lower = `ctid >= '(${from},0)'`
    // The last piece has no upper end: the table may have grown since it was measured.
    const upper = from + step < blocks ? ` and ctid < '(${from + step},0)'` : ''
    const query = `select ${columnList(columns)} from ${quoteName(name)} where ${lower}${upper}`
    const piece = await tx.copyOut(`copy (${query}) to stdout`)
    yield* splitRows(piece, name)
  }
}

const lineEnd = 10

/** Long values stand apart from their rows, so that a few blocks may be far more than the average: whole rows, as many as a reader takes. */
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
