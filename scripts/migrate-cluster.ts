import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { PGlite } from '@electric-sql/pglite'
import type { Database } from '../server/src/platform/db/database.ts'
import { migrate } from '../server/src/platform/db/migrate.ts'

const migrations = new URL('../server/migrations/', import.meta.url)

/** Applies all migrations to a cluster that PGlite has open in this process. */
export async function migrateCluster(cluster: PGlite): Promise<void> {
  const database: Pick<Database, 'transaction'> = {
    transaction: (work) =>
      cluster.transaction((tx) => {
        const query = async (text: string, values?: unknown[]) =>
          values ? (await tx.query(text, values)).rows : ((await tx.exec(text)).at(-1)?.rows ?? [])
        return work({
          kind: 'embedded',
          now: new Date(),
          query: query as never,
          queryAsPg: undefined as never,
          notify: undefined as never,
          copyOut: undefined as never,
          copyIn: undefined as never,
        })
      }),
  }
  await migrate(database as Database)
}

/** Changes with every migration. */
export async function hashMigrations(): Promise<string> {
  const names = (await readdir(migrations)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(names.map((name) => readFile(new URL(name, migrations), 'utf8')))
  return hash('sha256', texts.join('\n'))
}
