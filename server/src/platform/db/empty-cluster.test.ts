import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hashMigrations, migrateCluster } from '../../../../scripts/migrate-cluster.ts'
import server from '../../../package.json' with { type: 'json' }
import { placeEmptyCluster, readCluster } from './empty-cluster.ts'

function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'polegraph-cluster-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** How much is in each system table but those with rows for each database, and how the database is set up. */
async function contentsOf(folder: string, { isNew = false } = {}): Promise<object> {
  const database = await PGlite.create({ dataDir: folder })
  if (isNew) await migrateCluster(database)
  // Its first use in a session adds settings.
  await database.exec('do $$ begin end $$')
  const tables = await database.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'pg_catalog'::regnamespace
       and relname not in ('pg_database', 'pg_shdescription') order by 1`,
  )
  const counts: Record<string, unknown> = {}
  for (const { name } of tables.rows) counts[name] = (await database.query(`select count(*) from ${name}`)).rows
  const settings = await database.query('select name, setting from pg_settings order by 1')
  const { rows: databases } = await database.query(
    `select datname, datcollate, datctype, encoding from pg_database where datname = 'postgres'`,
  )
  await database.close()
  return { counts, settings: settings.rows, databases }
}

describe('the empty cluster', () => {
  it('was made by the installed version of PGlite', () => {
    expect(readCluster().index.pglite).toBe(server.dependencies['@electric-sql/pglite'])
  })

  it('has the present schema', async () => {
    expect(readCluster().index.migrations, 'run npm run cluster').toBe(await hashMigrations())
  })

  // Making one takes as long as the rest of the database's tests.
  it('holds what a new one holds', { timeout: 60_000 }, async () => {
    const folder = scratchFolder()
    mkdirSync(join(folder, 'placed'))
    placeEmptyCluster(join(folder, 'placed'))
    expect(await contentsOf(join(folder, 'placed'))).toEqual(await contentsOf(join(folder, 'made'), { isNew: true }))
  })

  it('is placed whole, also after a process was killed while it did', () => {
    const folder = join(scratchFolder(), 'database')
    mkdirSync(`${folder}.new`)
    writeFileSync(join(`${folder}.new`, 'half'), 'half')
    mkdirSync(folder)
    placeEmptyCluster(folder)
    expect(existsSync(`${folder}.new`)).toBe(false)
    const { files } = readCluster().index
    const placed = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    expect(placed.length).toBe(files.length)
  })

  it('replaces nothing', () => {
    const folder = scratchFolder()
    writeFileSync(join(folder, 'PG_VERSION'), 'mine')
    placeEmptyCluster(folder)
    expect(readdirSync(folder)).toEqual(['PG_VERSION'])
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('mine')
  })
})
