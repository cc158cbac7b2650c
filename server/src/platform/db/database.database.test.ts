import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import { copyDatabase, startTestService } from '../../../test/support/harness.ts'
import { systemClock } from '../clock.ts'
import { createLog } from '../log.ts'
import { errorCode } from './database.ts'
import { openPostgres } from './postgres.ts'

const { service } = await startTestService()
const { db } = service

await db.query('create table items (id integer primary key, name text)')

describe('a database', () => {
  it('gives rows as they go over the wire', async () => {
    const [row] = await db.query(
      `select 9007199254740991::bigint as n, 1.25::numeric as price, '2026-11-14 09:30:00.12+02'::timestamptz as at,
              '2026-02-03'::date as day, '{"a": [1]}'::jsonb as json, array['x'] as list, null as nothing`,
    )
    expect(row).toEqual({
      n: 9007199254740991,
      price: 1.25,
      at: '2026-11-14T07:30:00.120Z',
      day: '2026-02-03',
      json: { a: [1] },
      list: ['x'],
      nothing: null,
    })
  })

  it('ends a statement when its caller leaves, and goes on', async () => {
    // Hours of work, in memory alone.
    const forever =
      'select count(*) from generate_series(1, $1::int) a join generate_series(1, $1::int) b on a % 7 = b % 11'
    for (let time = 0; time < 4; time++) {
      const leaving = new AbortController()
      const asked = db.query(forever, [10_000_000], leaving.signal)
      const next = db.query<{ one: number }>('select 1 as one')
      setTimeout(() => leaving.abort(new Error('left')), 50)
      await expect(asked).rejects.toThrow('left')
      expect(await next).toEqual([{ one: 1 }])
    }
  })

  it('ends a statement whose caller leaves while it begins', async () => {
    const forever =
      'select count(*) from generate_series(1, $1::int) a join generate_series(1, $1::int) b on a % 7 = b % 11'
    for (let turns = 0; turns < 12; turns++) {
      const leaving = new AbortController()
      const asked = db.query(forever, [10_000_000], leaving.signal)
      asked.catch(() => undefined)
      for (let turn = 0; turn < turns; turn++) await nextTurn()
      leaving.abort(new Error('left'))
      await expect(asked).rejects.toThrow('left')
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  it('begins no statement for a caller that has left', async () => {
    await expect(
      db.query(`insert into items values (99, 'late')`, [], AbortSignal.abort(new Error('left'))),
    ).rejects.toThrow('left')
    expect(await db.query('select * from items where id = 99')).toEqual([])
  })

  it('ends a transaction when its caller leaves, keeps nothing of it, and goes on', async () => {
    const forever =
      'select count(*) from generate_series(1, $1::int) a join generate_series(1, $1::int) b on a % 7 = b % 11'
    for (let time = 0; time < 3; time++) {
      const leaving = new AbortController()
      const written = db.transaction(async (tx) => {
        await tx.query(`insert into items values (98, 'left')`)
        setTimeout(() => leaving.abort(new Error('left')), 50)
        await tx.query(forever, [10_000_000])
      }, leaving.signal)
      const next = db.query<{ one: number }>('select 1 as one')
      await expect(written).rejects.toThrow('left')
      expect(await next).toEqual([{ one: 1 }])
    }
    const between = new AbortController()
    const late = db.transaction(async (tx) => {
      await tx.query(`insert into items values (98, 'left')`)
      between.abort(new Error('left'))
    }, between.signal)
    await expect(late).rejects.toThrow('left')
    expect(await db.query('select * from items where id = 98')).toEqual([])
  })

  it('goes on after a table has changed under its prepared statements', async () => {
    await db.query('create table changing (id integer primary key, n integer)')
    const read = () => db.transaction((tx) => tx.query('select * from changing where id = $1', [1]))
    for (let time = 0; time < 5; time++) await read()
    await db.query('alter table changing add column more text')
    for (let time = 0; time < 5; time++) expect(await read()).toEqual([])
  })

  it('keeps a transaction whole, and undoes it whole', async () => {
    await db.transaction(async (tx) => {
      await tx.query(`insert into items values (1, 'one')`)
      await tx.query(`insert into items values (2, 'two')`)
    })
    const failing = db.transaction(async (tx) => {
      await tx.query(`insert into items values (3, 'three')`)
      await tx.query(`insert into items values (1, 'again')`)
    })
    await expect(failing).rejects.toSatisfy((error) => errorCode(error) === '23505')
    expect(await db.query('select id from items order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('goes on after a statement that fails', async () => {
    for (const wrong of ['select 1/0', 'selct', 'select * from nowhere', 'begin; select 1/0; commit']) {
      await expect(db.query(wrong)).rejects.toThrow()
      expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
    }
  })

  it('goes on with a statement that comes often when its table has changed, or one of its values is wrong', async () => {
    await db.query('create table often (id integer primary key)')
    const ask = (id: unknown) => db.query('select count(*) as n from often where id = $1::text::integer', [id])
    for (let time = 0; time < 10; time++) expect(await ask('1')).toEqual([{ n: 0 }])
    await expect(ask('one')).rejects.toSatisfy((error) => errorCode(error) === '22P02')
    await db.query('drop table often')
    await db.query(`create table often (name text, id integer primary key)`)
    await db.query(`insert into often values ('one', 1)`)
    expect(await ask('1')).toEqual([{ n: 1 }])
  })

  it('refuses a statement beside an open transaction instead of hanging', async () => {
    await db.transaction(async () => {
      await expect(db.query('select 1')).rejects.toThrow('inside a transaction, use its handle')
      await expect(db.transaction(async () => undefined)).rejects.toThrow('inside a transaction, use its handle')
    })
    let handle: { query(text: string): Promise<unknown> } | undefined
    await db.transaction(async (tx) => {
      handle = tx
    })
    await expect(handle?.query('select 1')).rejects.toThrow('this transaction has ended')
  })

  it('tells listeners of what commits, before the transaction returns, and of nothing else', async () => {
    const heard: string[] = []
    await db.listen('test_channel', { onNotice: (payload) => heard.push(payload) })
    await db.transaction((tx) => tx.notify('test_channel', 'kept'))
    expect(heard).toContain('kept')
    await db
      .transaction(async (tx) => {
        await tx.notify('test_channel', 'undone')
        throw new Error('no')
      })
      .catch(() => undefined)
    await db.query(`select pg_notify('test_channel', 'from elsewhere')`)
    await expect.poll(() => heard).toContain('from elsewhere')
    expect(heard).not.toContain('undone')
  })

  it('runs many callers at once without mixing their answers', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, n) =>
        n % 5 === 0
          ? db.transaction(async (tx) => (await tx.query<{ n: number }>('select $1::int as n', [n]))[0]?.n)
          : db.query<{ n: number }>('select $1::int as n', [n]).then((rows) => rows[0]?.n),
      ),
    )
    expect(answers).toEqual(Array.from({ length: 200 }, (_, n) => n))
  })

  it('carries large values both ways', async () => {
    const text = 'ä'.repeat(3_000_000)
    const [row] = await db.query<{ t: string }>('select $1::text as t', [text])
    expect(row?.t === text).toBe(true)
  })

  it('carries answers of many rows, also one that fails in the middle', async () => {
    const text = 'select n, repeat(n::text, 20) as t, 100000 / (n - $1::int) as q from generate_series(1, 50000) n'
    const rows = await db.query<{ n: number; t: string }>(text, [0])
    expect(rows.length).toBe(50_000)
    expect(rows.every(({ n, t }, index) => n === index + 1 && t === String(n).repeat(20))).toBe(true)
    const failed = await db.query(text, [40_000]).catch(errorCode)
    expect(failed).toBe('22012')
    expect(await db.query('copy (select n from generate_series(1, 50000) n) to stdout')).toEqual([])
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('a PostgreSQL server', () => {
  it('may cut a connection between two statements of a transaction', async () => {
    const other = new pg.Client(inject('template').serverUrl)
    await other.connect()
    const cut = db.transaction(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid')
      await other.query('select pg_terminate_backend($1)', [row?.pid])
      // No call is waiting for an answer when the connection ends.
      await sleep(200)
      return tx.query('select 1')
    })
    await expect(cut).rejects.toThrow()
    await other.end()
    expect(await db.query('select 1 as one')).toEqual([{ one: 1 }])
  })

  it('may write dates as it likes', async () => {
    const { environment, remove } = await copyDatabase()
    const url = environment.DATABASE_URL as string
    const database = new URL(url).pathname.slice(1)
    await db.query(`alter database ${database} set datestyle = 'SQL, DMY'`)
    const other = openPostgres({
      ...{ connection: { connectionString: url }, clock: systemClock, log: createLog({ level: 'silent' }) },
    })
    expect(await other.query(`select '2026-02-03 04:05:06Z'::timestamptz as at`)).toEqual([
      { at: '2026-02-03T04:05:06.000Z' },
    ])
    await other.close()
    await remove()
  })
})
