import { readdir, readFile } from 'node:fs/promises'
import { type Database, DatabaseUnusable, type Queryable } from './database.ts'
import { locks } from './lock.ts'

// Plain SQL files, numbered without gaps, forward only. Each runs in one transaction together with
// its row in `migrations`, so a process killed at any statement leaves either all of a file or nothing.

const migrationsFolder = new URL('../../../migrations/', import.meta.url)

export async function migrate(db: Database): Promise<void> {
  const files = await listMigrations()
  let version = 0
  do {
    version = await db.transaction(async (tx) => {
      // Held until the transaction ends: of several processes that start at once, one migrates first.
      await tx.query('select pg_advisory_xact_lock($1)', [locks.migrations])
      await tx.query(`create table if not exists migrations (
        version integer primary key, name text not null, applied_at timestamptz(3) not null)`)
      const [row] = await tx.query<{ version: number }>('select coalesce(max(version), 0) as version from migrations')
      const applied = row?.version ?? 0
      if (applied > files.length) {
        throw new DatabaseUnusable(
          `the database is at migration ${applied}, this program knows ${files.length}: it was used by a newer version`,
        )
      }
      const name = files[applied]
      if (name === undefined) return applied
      await tx.query(await readFile(new URL(name, migrationsFolder), 'utf8'))
      await tx.query('insert into migrations (version, name, applied_at) values ($1, $2, $3)', [
        applied + 1,
        name,
        tx.now,
      ])
      return applied + 1
    })
  } while (version < files.length)
}

export async function listMigrations(): Promise<string[]> {
  const files = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  for (const [index, name] of files.entries()) {
    if (Number(name.slice(0, 4)) !== index + 1) throw new Error(`migration ${name} is out of sequence`)
  }
  return files
}

/** Whether every migration this program knows is applied. */
export async function isMigrated(db: Queryable): Promise<boolean> {
  const [row] = await db.query<{ version: number }>('select coalesce(max(version), 0) as version from migrations')
  return row?.version === (await listMigrations()).length
}
