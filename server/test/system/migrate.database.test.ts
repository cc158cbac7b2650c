import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { readSchema } from '../../../scripts/schema-files.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { dumpSchema } from '../../src/platform/db/dump-schema.ts'
import { openEmbedded } from '../../src/platform/db/embedded.ts'
import { isMigrated, migrate } from '../../src/platform/db/migrate.ts'
import { openPostgres } from '../../src/platform/db/postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { shortLived } from '../support/short-lived.ts'
import { sharedCode } from '../support/spawn-service.ts'
import { databaseUrl, runOnServer } from '../support/template.ts'

const { serverUrl } = inject('template')
const log = createLog({ level: 'silent' })
const folder = await mkdtemp(join(tmpdir(), 'polegraph-migrate-'))
const names: string[] = []

afterAll(async () => {
  await migrated.close()
  for (const name of names) if (serverUrl) await runOnServer(serverUrl, `drop database ${name} with (force)`)
  await rm(folder, { recursive: true })
})

/** The address or folder of an empty database. */
async function newPlace(): Promise<string> {
  const name = `polegraph_migrate_${process.pid}_${names.length}`
  names.push(name)
  if (serverUrl) {
    await runOnServer(serverUrl, `create database ${name}`)
    return databaseUrl(serverUrl, name)
  }
  const place = join(folder, name)
  // A folder of the embedded database begins with the tables.
  const db = await open(place)
  await db.query('drop schema public cascade')
  await db.query('create schema public')
  await db.close()
  return place
}

function open(place: string): Promise<Database> {
  return serverUrl
    ? Promise.resolve(openPostgres({ url: place, clock: systemClock, log, poolSize: 2 }))
    : openEmbedded({ folder: place, clock: systemClock, log })
}

const migrated = await open(await newPlace())
await migrate(migrated)
const expected = await dumpSchema(migrated)

describe('migrations', () => {
  it('make what the schema files make', async () => {
    const db = await open(await newPlace())
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

  it.runIf(serverUrl)('are applied once when four processes start at once', async () => {
    const place = await newPlace()
    const dbs = await Promise.all([1, 2, 3, 4].map(() => open(place)))
    await Promise.all(dbs.map((db) => migrate(db)))
    const [first] = dbs as [Database]
    expect(await dumpSchema(first)).toBe(expected)
    const versions = await first.query<{ version: number }>('select version from migrations order by version')
    expect(versions.map((row) => row.version)).toEqual(versions.map((_, index) => index + 1))
    await Promise.all(dbs.map((db) => db.close()))
  })

  it('survive a kill at any statement', { timeout: 120_000 }, async () => {
    // A process takes a second to open the embedded database, so fewer statements are tried there.
    const statements = serverUrl ? Array.from({ length: 1000 }, (_, n) => n + 1) : [4, 5]
    let kills = 0
    for (const statement of statements) {
      const place = await newPlace()
      const end = await migrateAndDie(place, statement)
      if (end === '0') break // It has fewer statements than that.
      expect(end).toBe('SIGKILL')
      kills++
      const db = await open(place)
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

async function migrateAndDie(place: string, statement: number): Promise<string> {
  const script = fileURLToPath(new URL('./migrate-and-die.ts', import.meta.url))
  const flags = ['--disable-warning=ExperimentalWarning', ...shortLived]
  const child = spawn(process.execPath, [...flags, script, place, String(statement)], {
    env: { ...process.env, ...sharedCode() },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code, signal] = await once(child, 'close')
  return signal ?? String(code)
}
