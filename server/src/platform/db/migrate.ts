import { readdir, readFile } from 'node:fs/promises'
import { type Database, DatabaseUnusable, type Queryable, type Transaction } from './database.ts'
import { locks } from './lock.ts'
import { setNodesInTurn } from './nodes.ts'

// Plain SQL files, numbered without gaps, forward only. Each runs in one transaction together with
// its row in `migrations`, so a process killed at any statement leaves either all of a file or nothing.

const migrationsFolder = new URL('../../../migrations/', import.meta.url)

/** Applies what is missing, each migration in a transaction of its own. */
export async function migrate(db: Pick<Database, 'transaction'>, folder = migrationsFolder): Promise<void> {
  const files = await listMigrations(folder)
  let version = 0
  do {
    version = await db.transaction((tx) => applyNext(tx, files, folder))
    if (version > files.length) {
      throw new DatabaseUnusable(
        `the database is at migration ${version}, this program knows ${files.length}: it was used by a newer version`,
      )
    }
  } while (version < files.length)
}

/** Applies what is missing up to this number, all in the caller's transaction. Returns the number that is reached. */
export async function migrateUpTo(tx: Transaction, version: number, folder = migrationsFolder): Promise<number> {
  const files = (await listMigrations(folder)).slice(0, version)
  for (;;) {
    const reached = await applyNext(tx, files, folder)
    if (reached >= files.length) return reached
  }
}

/** Applies the first of these that is missing, if one is. Returns the number that is reached. */
async function applyNext(tx: Transaction, files: string[], folder: URL): Promise<number> {
  // Held until the transaction ends: of several processes that start at once, one migrates first.
  await tx.query('select pg_advisory_xact_lock($1)', [locks.migrations])
  await tx.query(`create table if not exists migrations (
    version integer primary key, name text not null, applied_at timestamptz(3) not null)`)
  await setNodesInTurn(tx)
  const applied = await appliedMigration(tx)
  const name = files[applied]
  if (name === undefined) return applied
  await tx.query(await readFile(new URL(name, folder), 'utf8'))
  await tx.query('insert into migrations (version, name, applied_at) values ($1, $2, $3)', [applied + 1, name, tx.now])
  return applied + 1
}

/** The number of the last migration that is applied. */
export async function appliedMigration(db: Queryable): Promise<number> {
  const [row] = await db.query<{ version: number }>('select coalesce(max(version), 0) as version from migrations')
  return row?.version ?? 0
}

export async function listMigrations(folder = migrationsFolder): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of files.entries()) {
    if (Number(name.slice(0, 4)) !== index + 1) throw new Error(`migration ${name} is out of sequence`)
  }
  return files
}

/** The tables that migrations make; others in the same database are somebody else's. */
export async function listMigratedTables(folder = migrationsFolder): Promise<Set<string>> {
  const files = await listMigrations(folder)
  const texts = await Promise.all(files.map((name) => readFile(new URL(name, folder), 'utf8')))
  const found = texts.flatMap((text) => [...text.matchAll(/\b(?:create table(?: if not exists)?|rename to) (\w+)/gi)])
  return new Set(found.map(([, name]) => name as string))
}

/** Whether every migration this program knows is applied. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  return (await appliedMigration(db)) === (await listMigrations()).length
}
