import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { zstdCompressSync } from 'node:zlib'
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest'
import { readBackup, restoreBackup } from '../../../src/backup/restore-backup.ts'
import { certainties } from '../../../src/facts/claim.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { dumpSchema } from '../../../src/platform/db/dump-schema.ts'
import { migrateUpTo } from '../../../src/platform/db/migrate.ts'
import { waitingJobs } from '../../../src/platform/jobs/waiting-jobs.ts'
import { createLog } from '../../../src/platform/log.ts'
import { SecretBox } from '../../../src/platform/secret-box.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { openDatabase } from '../../../src/settings/open-database.ts'
import { backUp, type DatabaseKind, endOf, newDatabase, restore, spawnBackup } from '../../support/backup-programs.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import { startTestService } from '../../support/harness.ts'
import { sharedCode, spawnService } from '../../support/spawn-service.ts'
import { databaseUrl, runOnServer } from '../../support/template.ts'

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
  relationships: certainties.map((certainty) => ({
    from: '0199aaaa-0000-7000-8000-000000000000',
    to: '0199aaaa-0000-7000-8000-000000000001',
    type: 'knows',
    certainty,
    said_as: ['is_acquainted_with'],
  })),
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
    for (const certainty of certainties)
      expect(sourceRows.relationships?.join()).toContain(`"certainty": "${certainty}"`)
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

  it('a database of a newer schema than the backup is refused, though it is empty', async () => {
    const target = await empty(kind)
    const migrations = join(folder, `later-${kind}`)
    await cp(new URL('../../../migrations/', import.meta.url), migrations, { recursive: true })
    await writeFile(join(migrations, '0002_later.sql'), 'create table later (id integer)')
    const db = await open(target)
    await db.transaction((tx) => migrateUpTo(tx, 2, pathToFileURL(`${migrations}/`)))
    await db.closeNow()
    expect(await restore(target, file)).toMatchObject({
      code: 1,
      failed: { message: expect.stringContaining('has the tables of a newer version than the backup') },
    })
  })

  it('a backup of an older migration is loaded as it was, and migrated on', async () => {
    const migrations = join(folder, `migrations-${kind}`)
    await cp(new URL('../../../migrations/', import.meta.url), migrations, { recursive: true })
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

const user = 65_534
const ownersIn = (path: string) =>
  new Set(readdirSync(path, { recursive: true, encoding: 'utf8' }).map((name) => lstatSync(join(path, name)).uid))

describe('an embedded database', { timeout: 120_000 }, () => {
  it('that a service stops to use in the midst is read to the end, or said to be stopped', async () => {
    const target = await empty('embedded')
    expect(await restore(target, file)).toMatchObject({ code: 0 })
    const running = await spawnService(target)
    // Before it stops, as it stops, and after.
    const made = [backUp(target, join(folder, 'stopping-0'))]
    running.child.kill('SIGTERM')
    made.push(backUp(target, join(folder, 'stopping-1')))
    await running.ended
    made.push(backUp(target, join(folder, 'stopping-2')))
    for (const [n, end] of (await Promise.all(made)).entries()) {
      if (end.code === 0) await readBackup(join(folder, `stopping-${n}`))
      else expect(end.failed?.message).toBe('the database was stopped meanwhile; try again')
    }
    expect(await backUp(target, join(folder, 'stopped'))).toMatchObject({ code: 0, done: { database: 'embedded' } })
  })

  it('is restored from a backup of the version that had PGlite', async () => {
    const earlier = join(folder, 'earlier.backup')
    const project = '0199aaaa-0000-7000-8000-0000000000aa'
    const row = Buffer.from(`${project}\tof before\t2026-11-17 09:30:00+00\n`)
    const header = { format: 1, version: '0.1.0', migration: 1, made_at: '2026-11-17T09:30:00.000Z' }
    const records = [
      '{"contents":{"secrets_key":null,"jobs":[]}}\n',
      `{"table":"projects","columns":["id","name","created_at"],"bytes":${row.length}}\n`,
      row,
      '{"end":{"rows":{"projects":1,"users":0}}}\n',
    ]
    const head = `polegraph backup\n${JSON.stringify({ ...header, database: 'embedded' })}\n`
    const body = zstdCompressSync(Buffer.concat(records.map((record) => Buffer.from(record))))
    const bytes = Buffer.concat([Buffer.from(head), body])
    await writeFile(earlier, Buffer.concat([bytes, createHash('sha256').update(bytes).digest()]))
    const target = await empty('embedded')
    expect(await restore(target, earlier)).toMatchObject({ code: 0, done: { ...header, rows: 1 } })
    const db = await open(target)
    expect(await db.query('select id, name from projects')).toEqual([{ id: project, name: 'of before' }])
  })
})

describe.runIf(process.getuid?.() === 0)('root, with a folder of another user', { timeout: 120_000 }, () => {
  async function folderOf(uid: number) {
    const target = await empty('embedded')
    const data = target.DATA_DIR as string
    mkdirSync(data)
    // The folder above lets everybody through.
    chmodSync(dirname(data), 0o755)
    chownSync(data, uid, uid)
    expect(await restore(target, file)).toMatchObject({ code: 0 })
    return { target, data }
  }

  it('restores what is theirs then, and makes a backup that leaves it so, also when it is killed', async () => {
    const { target, data } = await folderOf(user)
    expect(ownersIn(data)).toEqual(new Set([user]))
    const byRoot = join(folder, 'by-root')
    expect(await backUp(target, byRoot)).toMatchObject({ code: 0, done: { rows: made.done.rows } })
    expect(ownersIn(data)).toEqual(new Set([user]))
    const killed = spawnBackup(target)
    await once(killed.stdout, 'readable')
    killed.kill('SIGKILL')
    await once(killed, 'exit')
    // As that user.
    await expect
      .poll(async () => (await endOf(spawnBackup(target, user))).failed?.message ?? 'made', { timeout: 20_000 })
      .toBe('made')
  })

  it('and another user, with a folder of root: it is said whose it is, whether a service runs or not', async () => {
    const { target, data } = await folderOf(0)
    const refused = async () => {
      expect(await endOf(spawnBackup(target, user))).toMatchObject({
        code: 1,
        failed: { message: `the database in ${data} belongs to another user; do this as that user, or as root` },
      })
    }
    await refused()
    const running = await spawnService(target)
    await refused()
    running.child.kill('SIGTERM')
    await running.ended
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
