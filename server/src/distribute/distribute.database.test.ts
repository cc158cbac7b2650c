import { randomBytes, randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, it, onTestFinished } from 'vitest'
import { makeFullPlace } from '../../test/support/graph/full-domain.ts'
import { copyDatabase } from '../../test/support/harness.ts'
import { databaseUrl, joinNodes, runOnAll } from '../../test/support/template.ts'
import { rowsOfDomain } from '../domains/domain-tables.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { migrate } from '../platform/db/migrate.ts'
import { selectNeighbors } from '../platform/db/nodes.ts'
import { openPostgres } from '../platform/db/postgres.ts'
import { createLog } from '../platform/log.ts'
import { distribute } from './distribute.ts'

const { serverUrl, nodeUrls } = inject('template')
const isCluster = nodeUrls.length > 0
const noProgress = () => undefined

function open(url: string): Database {
  const db = openPostgres({
    ...{ connection: { connectionString: url }, clock: systemClock, log: createLog({ level: 'silent' }) },
    ...{ poolSize: 1, withoutTimeLimits: true },
  })
  onTestFinished(() => db.close())
  return db
}

async function openCopy(): Promise<Database> {
  const { environment, remove } = await copyDatabase()
  onTestFinished(remove)
  return open(environment.DATABASE_URL as string)
}

const foreignKeys = (db: Database) =>
  db.query(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
       and conrelid::regclass::text !~ '_[0-9]{6,}$' order by 1, 2`,
  )

async function countRows(db: Database): Promise<Record<string, unknown>> {
  const counts: Record<string, unknown> = {}
  for (const table of ['projects', 'domains', 'members', ...rowsOfDomain.map(({ table }) => table)]) {
    counts[table] = (await db.query(`select count(*) as n from ${table}`))[0]
  }
  return counts
}

it.skipIf(isCluster)('refuses a database without nodes', async () => {
  const db = await openCopy()
  await expect(distribute({ db, shards: 4, onProgress: noProgress })).rejects.toThrow(/has no extension citus/)
})

it.runIf(isCluster)('changes nothing of what is dealt out already', async () => {
  const db = await openCopy()
  const before = await foreignKeys(db)
  expect((await distribute({ db, shards: 4, onProgress: noProgress })).moved).toEqual([])
  expect(await foreignKeys(db)).toEqual(before)
})

it('knows which domains live on one node: these are away together', async () => {
  const db = await openCopy()
  const ids = Array.from({ length: 60 }, () => randomUUID())
  const groups = new Set<string>()
  for (const id of ids) {
    const neighbors = await selectNeighbors(db, id, ids)
    expect(neighbors[0]).toBe(id)
    groups.add(neighbors.toSorted().join())
  }
  expect(groups.size).toBe(isCluster ? nodeUrls.length : ids.length)
})

it.runIf(isCluster)('takes a migration that adds a table below a domain', async () => {
  const db = await openCopy()
  const folder = await mkdtemp(join(tmpdir(), 'polegraph-migrations-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await copyFile(new URL('../../migrations/0001_initial.sql', import.meta.url), join(folder, '0001_initial.sql'))
  await writeFile(
    join(folder, '0002_notes.sql'),
    `create table notes (domain_id uuid not null, id uuid not null, text text not null, primary key (domain_id, id));
     select live_beside_domain('notes');
     alter table notes add foreign key (domain_id) references domains (id) on delete cascade;
     alter table domains add column note_count integer not null default 0;`,
  )
  await migrate(db, pathToFileURL(`${folder}/`))
  const { domain } = await makeFullPlace(db)
  await db.query(`insert into notes (domain_id, id, text) values ($1, gen_random_uuid(), 'seen')`, [domain.id])
  await expect(
    db.query(`insert into notes (domain_id, id, text) values (gen_random_uuid(), gen_random_uuid(), 'seen')`),
  ).rejects.toThrow(/foreign key/)
  const kinds = await db.query(`select citus_table_type as kind from citus_tables where table_name = 'notes'::regclass`)
  expect(kinds).toEqual([{ kind: 'distributed' }])
})

it.runIf(isCluster)('deals a filled database out, and goes on where it was killed', { timeout: 600_000 }, async () => {
  const name = `polegraph_filled_${randomBytes(6).toString('hex')}`
  await runOnAll({ serverUrl, nodeUrls }, `create database ${name}`)
  onTestFinished(() => runOnAll({ serverUrl, nodeUrls }, `drop database ${name} with (force)`))
  const db = open(databaseUrl(serverUrl, name))
  await expect(distribute({ db, shards: 4, onProgress: noProgress })).rejects.toThrow(/has no extension citus/)
  await joinNodes(serverUrl, nodeUrls, name)
  await migrate(db)
  await makeFullPlace(db)
  await makeFullPlace(db)
  const [keys, rows] = [await foreignKeys(db), await countRows(db)]
  const stopAt = (stop: string) => (_done: number, _total: number, table: string) => {
    if (table === stop) throw new Error(`killed at ${stop}`)
  }
  for (const stop of ['projects', 'pages', 'foreign keys of merges']) {
    await expect(distribute({ db, shards: 4, onProgress: stopAt(stop) })).rejects.toThrow('killed')
  }
  const { nodes } = await distribute({ db, shards: 4, onProgress: noProgress })
  expect(nodes.reduce((sum, { domains }) => sum + domains, 0)).toBe(2)
  expect(await foreignKeys(db)).toEqual(keys)
  expect(await countRows(db)).toEqual(rows)
})
