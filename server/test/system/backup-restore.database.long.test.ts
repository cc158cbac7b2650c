import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { readBackup, restoreBackup } from '../../src/backup/restore-backup.ts'
import { readConfig } from '../../src/config.ts'
import { openDatabase } from '../../src/open-database.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { dumpSchema } from '../../src/platform/db/dump-schema.ts'
import { migrate } from '../../src/platform/db/migrate.ts'
import { waitingJobs } from '../../src/platform/jobs/waiting-jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { SecretBox } from '../../src/platform/secret-box.ts'
import { backUp, type DatabaseKind, newDatabase, restore } from '../support/backup-programs.ts'
import { insertGraph } from '../support/graph-rows.ts'
import { startTestService } from '../support/harness.ts'
import { sharedCode } from '../support/spawn-service.ts'
import { databaseUrl, runOnServer } from '../support/template.ts'

// What a restore writes, when it writes nothing, and that it never writes half.

const kinds: DatabaseKind[] = ['postgresql', 'embedded']
const folder = await mkdtemp(join(tmpdir(), 'polegraph-restores-'))
afterAll(() => rm(folder, { recursive: true }))
const file = join(folder, 'a.backup')
const log = createLog({ level: 'silent' })
const sourceKey = 'the key of the source, long enough'

const { environment, service, call, key } = await startTestService({ environment: { SECRETS_KEY: sourceKey } })
const domain = (await call('POST', '/v1/domains', { key, body: { name: 'd' } })).body.id as string
const values = ['tab\tand\nline', 'back\\slash \\N \\.', 'ünï 🌍', '"quotes" and \'others\'', '\u0001\u007f']
await insertGraph(service.db, domain, {
  entities: values.map((name, n) => ({ id: `0199aaaa-0000-7000-8000-00000000000${n}`, kind: 'person', name })),
  relationships: [],
  claims: [],
})
const webhook = { url: 'https://example.org/hook', events: ['budget.hit'] }
await call('POST', `/v1/domains/${domain}/webhooks`, { key, body: webhook })
await service.db.transaction((tx) =>
  service.jobs.enqueue(
    tx,
    'judge-pages',
    { domain_id: domain },
    {
      startAfter: new Date(Date.now() + 3_600_000),
    },
  ),
)
const made = await backUp({ ...environment, SECRETS_KEY: sourceKey }, file)

const sourceRows = await allRows(service.db)

const open = async (given: Record<string, string>) => {
  const db = await openDatabase({ config: readConfig(given), clock: systemClock, log })
  let isClosed = false
  const close = async () => {
    if (!isClosed) await db.close()
    isClosed = true
  }
  onTestFinished(close)
  return Object.assign(db, { closeNow: close })
}

async function empty(kind: DatabaseKind) {
  const database = await newDatabase(kind)
  onTestFinished(database.remove)
  return database.environment
}

type Opened = Awaited<ReturnType<typeof open>>

async function allRows(db: Pick<Opened, 'query'>): Promise<Record<string, string[]>> {
  const tables = await db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  )
  const rows: Record<string, string[]> = {}
  for (const { name } of tables) {
    // Sealed anew; and the service goes on, and notes when a key was used.
    const changed = { webhooks: 'secret', shares: 'token', api_keys: 'last_used_at' }[name]
    const hidden = changed ? ` - '${changed}'` : ''
    const found = await db.query<{ row: string }>(
      `select (to_jsonb(t)${hidden})::text as row from ${name} t order by 1`,
    )
    rows[name] = found.map(({ row }) => row)
  }
  return rows
}

it('the backup was made, and nothing in the schema counts by itself', async () => {
  expect(made).toMatchObject({ code: 0, done: { unreadable_secrets: 0, database: 'postgresql' } })
  // A restore would have to set a sequence too.
  expect(
    await service.db.query(
      `select relname from pg_class where relkind = 'S' and relnamespace = 'public'::regnamespace`,
    ),
  ).toEqual([])
})

describe.each(kinds)('on %s', { timeout: 120_000 }, (kind) => {
  it('a restore gives every row of every table, the same schema, and the jobs that wait', async () => {
    const target = await empty(kind)
    expect(await restore(target, file)).toMatchObject({ code: 0, done: { rows: made.done.rows } })
    const db = await open(target)
    expect(await allRows(db)).toEqual(sourceRows)
    expect(await dumpSchema(db)).toBe(await dumpSchema(service.db))
    expect(await waitingJobs(db)).toEqual(await waitingJobs(service.db))
    expect(await waitingJobs(db)).toMatchObject([{ name: 'judge-pages', data: { domain_id: domain } }])
  })

  it('secrets are sealed with the key of the target', async () => {
    const target = await empty(kind)
    const own = { SECRETS_KEY: 'another key, of the target itself' }
    expect(await restore({ ...target, ...own }, file)).toMatchObject({ code: 0 })
    const db = await open(target)
    const [row] = await db.query<{ id: string; secret: string }>('select id, secret from webhooks')
    const about = `webhook ${domain} ${row?.id}`
    expect(row?.secret).toMatch(/^sealed:/)
    expect(new SecretBox({ key: own.SECRETS_KEY, log }).open(row?.secret ?? '', about)).toMatch(/^whsec_/)
    expect(() => new SecretBox({ key: sourceKey, log }).open(row?.secret ?? '', about)).toThrow()
  })

  it('tables of others in the same database stay out of a backup', async () => {
    const source = await empty(kind)
    expect(await restore(source, file)).toMatchObject({ code: 0 })
    const db = await open(source)
    await db.query('create table of_others (id integer primary key)')
    await db.query('insert into of_others values (1)')
    await db.closeNow()
    const beside = join(folder, `beside-${kind}`)
    expect(await backUp(source, beside)).toMatchObject({ code: 0, done: { rows: made.done.rows } })
    expect(await restore(await empty(kind), beside)).toMatchObject({ code: 0, done: { rows: made.done.rows } })
  })

  it('a database with something in it is refused, and left as it is', async () => {
    const target = await empty(kind)
    expect(await restore(target, file)).toMatchObject({ code: 0 })
    const db = await open(target)
    await db.query(`update projects set name = 'changed'`)
    const before = await allRows(db)
    await db.closeNow()
    const again = await restore(target, file)
    expect(again.code).toBe(1)
    expect(again.failed).toMatchObject({
      message: expect.stringMatching(/^the database is not empty \(there are rows in /),
    })
    expect(await allRows(await open(target))).toEqual(before)
  })

  it.each(['entities', 'indexes'])(
    'a restore that is killed at %s leaves nothing, and can be done again',
    async (place) => {
      const target = await empty(kind)
      const dying = spawnDying(target, place)
      expect(await once(dying, 'exit')).toEqual([null, 'SIGKILL'])
      const db = await open(target)
      const [found] = await db.query<{ made: boolean }>(`select to_regclass('public.projects') is not null as made`)
      if (found?.made) expect(Object.values(await allRows(db)).flat()).toEqual([])
      await db.closeNow()
      expect(await restore(target, file)).toMatchObject({ code: 0, done: { rows: made.done.rows } })
    },
  )

  it('a backup of an older migration is loaded as it was, and migrated on', async () => {
    const migrations = join(folder, `migrations-${kind}`)
    await cp(new URL('../../migrations/', import.meta.url), migrations, { recursive: true })
    await writeFile(
      join(migrations, '0002_shout.sql'),
      `alter table projects add column shout text; update projects set shout = upper(name); alter table projects alter column shout set not null;`,
    )
    const url = pathToFileURL(`${migrations}/`)
    const db = await open(await empty(kind))
    const backup = await readBackup(file, url)
    const box = new SecretBox({ key: undefined, log })
    await restoreBackup({ backup, db, box, log, onProgress: () => undefined, migrations: url })
    expect(await db.query('select shout from projects')).toEqual([{ shout: 'DEFAULT' }])
    expect(await db.query('select version from migrations order by version')).toEqual([{ version: 1 }, { version: 2 }])
  })
})

function spawnDying(target: Record<string, string>, place: string) {
  const program = fileURLToPath(new URL('./restore-and-die.ts', import.meta.url))
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, file, place], {
    env: { PATH: process.env.PATH, ...sharedCode(), ...target },
    stdio: 'ignore',
  })
}

it('an empty database of a newer schema than the backup is refused', async () => {
  const target = await empty('postgresql')
  const db = await open(target)
  await migrate(db)
  await db.query(`insert into migrations (version, name, applied_at) values (2, '0002_later.sql', now())`)
  await db.closeNow()
  expect(await restore(target, file)).toMatchObject({
    code: 1,
    failed: { message: expect.stringContaining('has the tables of a newer version than the backup') },
  })
})

describe.runIf(process.getuid?.() === 0)('root, with a folder of another user', { timeout: 120_000 }, () => {
  const user = 65_534
  const ownersIn = (path: string) =>
    new Set(readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => lstatSync(join(path, name)).uid))

  it('restores and backs up what is theirs then', async () => {
    const target = await empty('embedded')
    const data = target.DATA_DIR as string
    mkdirSync(data)
    chownSync(data, user, user)
    chmodSync(dirname(data), 0o711)
    expect(await restore(target, file)).toMatchObject({ code: 0 })
    expect(ownersIn(data)).toEqual(new Set([user]))
    expect(await backUp(target, join(folder, 'by-root'))).toMatchObject({ code: 0 })
    expect(ownersIn(data)).toEqual(new Set([user]))
  })
})

it('a PostgreSQL that cannot hold all names is refused', async () => {
  const { serverUrl } = inject('template')
  const name = `polegraph_latin_${process.pid}`
  await runOnServer(serverUrl, `create database ${name} encoding 'LATIN1' locale 'C' template template0`)
  onTestFinished(() => runOnServer(serverUrl, `drop database ${name} with (force)`))
  expect(await restore({ DATABASE_URL: databaseUrl(serverUrl, name) }, file)).toMatchObject({
    code: 1,
    failed: { message: expect.stringContaining('is encoded in LATIN1') },
  })
})

it('the wrong key is noticed when the backup is made', async () => {
  const wrong = await backUp(
    { ...environment, SECRETS_KEY: 'a key that sealed nothing in here' },
    join(folder, 'wrong'),
  )
  expect(wrong).toMatchObject({ code: 0, done: { unreadable_secrets: 1 } })
})
