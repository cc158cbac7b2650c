import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { readSchema } from '../../../../scripts/schema-files.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { dumpSchema } from '../../../src/platform/db/dump-schema.ts'
import { isMigrated, migrate } from '../../../src/platform/db/migrate.ts'
import { openPostgres } from '../../../src/platform/db/postgres.ts'
import { createLog } from '../../../src/platform/log.ts'
import { sharedCode } from '../../support/spawn-service.ts'
import { databaseUrl, runOnServer } from '../../support/template.ts'

const { serverUrl } = inject('template')
const log = createLog({ level: 'silent' })
const names: string[] = []

afterAll(async () => {
  await migrated.close()
  for (const name of names) await runOnServer(serverUrl, `drop database ${name} with (force)`)
})

/** The address of an empty database. */
async function newDatabase(): Promise<string> {
  const name = `polegraph_migrate_${process.pid}_${names.length}`
  names.push(name)
  await runOnServer(serverUrl, `create database ${name}`)
  return databaseUrl(serverUrl, name)
}

const open = (connectionString: string): Database =>
  openPostgres({ connection: { connectionString }, clock: systemClock, log, poolSize: 2 })

const migrated = open(await newDatabase())
await migrate(migrated)
const expected = await dumpSchema(migrated)

describe('migrations', () => {
  it('make what the schema files make', async () => {
    const db = open(await newDatabase())
    await db.query(await readSchema())
    expect(await dumpSchema(db)).toBe(expected)
    // The comparison sees what a migration could forget: a column, an index, a storage parameter, a function.
    for (const change of [
      'alter table pages add column forgotten text',
      'create index forgotten on pages (domain_id, title)',
      'alter table pages reset (fillfactor)',
      `create function forgotten() returns integer language sql as 'select 1'`,
    ]) {
      const before = await dumpSchema(db)
      await db.query(change)
      expect(await dumpSchema(db), change).not.toBe(before)
    }
    await db.close()
  })

  it('are applied once when four processes start at once', async () => {
    const url = await newDatabase()
    const dbs = [1, 2, 3, 4].map(() => open(url))
    await Promise.all(dbs.map((db) => migrate(db)))
    const [first] = dbs as [Database]
    expect(await dumpSchema(first)).toBe(expected)
    const versions = await first.query<{ version: number }>('select version from migrations order by version')
    expect(versions.map((row) => row.version)).toEqual(versions.map((_, index) => index + 1))
    await Promise.all(dbs.map((db) => db.close()))
  })

  it('survive a kill at any statement', { timeout: 120_000 }, async () => {
    let kills = 0
    for (let statement = 1; ; statement++) {
      const url = await newDatabase()
      const end = await migrateAndDie(url, statement)
      if (end === '0') break // It has fewer statements than that.
      expect(end).toBe('SIGKILL')
      kills++
      const db = open(url)
      await migrate(db)
      expect(await isMigrated(db)).toBe(true)
      expect(await dumpSchema(db), `killed at statement ${statement}`).toBe(expected)
      await db.close()
    }
    expect(kills).toBeGreaterThanOrEqual(2)
  })

  it('refuse a database that a newer program has migrated', async () => {
    await migrated.query(`insert into migrations values (999, '0999_future.sql', now())`)
    await expect(migrate(migrated)).rejects.toThrow(/is at migration 999, this program knows \d+/)
  })
})

async function migrateAndDie(url: string, statement: number): Promise<string> {
  const script = fileURLToPath(new URL('./migrate-and-die.ts', import.meta.url))
  const flags = ['--disable-warning=ExperimentalWarning']
  const child = spawn(process.execPath, [...flags, script, url, String(statement)], {
    env: { ...process.env, ...sharedCode() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  return signal ?? String(code)
}
