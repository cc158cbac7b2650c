import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reachSocket } from '../../../src/platform/embedded/open-embedded.ts'
import { OwnServer } from '../../../src/platform/embedded/own-server.ts'
import { createLog } from '../../../src/platform/log.ts'
import { killAllOn, newFolder } from '../../support/embedded-service.ts'
import { randomOf } from '../../support/random-text.ts'

// What was answered survives a machine that loses power. Killing all its processes at once shows one half of it: whatever
// they had in memory is gone, and the next start has only the files. It does not show the other half, because the system still
// has what was written and not yet sent to the disk. That half is PostgreSQL's promise to call fsync before it answers a commit: the
// second test counts the calls.

const rounds = 100
const writers = 4
/** Rows that a transaction writes, all or none. */
const together = 3

async function startServer(): Promise<{ folder: string; pool: pg.Pool; stop(): Promise<void> }> {
  const folder = join(newFolder(), 'data')
  const server = new OwnServer({ folder, log: createLog({ level: 'silent' }) })
  await server.start()
  const { connection, release } = reachSocket(folder)
  const pool = new pg.Pool({ ...connection, max: writers + 2 })
  // Lost connections are what happens here.
  pool.on('error', () => undefined)
  const stop = async () => {
    await pool.end()
    await server.stop()
    release()
  }
  return { folder, pool, stop }
}

/** Waits until a statement is answered again. */
async function whenBack(pool: pg.Pool): Promise<void> {
  await expect
    .poll(
      () =>
        pool.query('select 1').then(
          () => true,
          () => false,
        ),
      { interval: 20 },
    )
    .toBe(true)
}

describe('a machine that loses power', () => {
  it(`loses nothing that was answered, ${rounds} times`, { timeout: 900_000 }, async () => {
    const { folder, pool, stop } = await startServer()
    onTestFinished(stop)
    await pool.query('create table written (id int, part int, text text not null, primary key (id, part))')
    await pool.query('create table counted (writer int primary key, transactions int not null)')
    await pool.query(`insert into counted select n, 0 from generate_series(1, ${writers}) n`)
    const random = randomOf(29)
    const acknowledged = new Set<number>()
    const answered = new Map<number, number>()
    let next = 0

    const writeUntilKilled = async (writer: number) => {
      try {
        for (;;) {
          const id = ++next
          await pool.query(
            `with one as (insert into written select ${id}, part, repeat(md5('${id}' || part), 20) from generate_series(1, ${together}) part)
             update counted set transactions = transactions + 1 where writer = ${writer}`,
          )
          acknowledged.add(id)
          answered.set(writer, (answered.get(writer) ?? 0) + 1)
        }
      } catch {
        // Killed.
      }
    }

    for (let round = 1; round <= rounds; round++) {
      const before = acknowledged.size
      const bursts = Array.from({ length: writers }, (_, n) => writeUntilKilled(n + 1))
      await expect.poll(() => acknowledged.size, { interval: 1 }).toBeGreaterThan(before + random.between(0, 20))
      // Some die while a checkpoint writes the files that the log is about.
      if (random.chance(0.3)) void pool.query('checkpoint').catch(() => undefined)
      await sleep(random.between(0, 20))
      killAllOn(folder)
      await Promise.all(bursts)
      // Some die again while they make their files good, or have just begun to.
      while (random.chance(0.4)) {
        await sleep(random.between(0, 400))
        killAllOn(folder)
      }
      await whenBack(pool)
      const { rows } = await pool.query<{ id: number; parts: number; whole: boolean }>(
        `select id, count(*)::int as parts, bool_and(text = repeat(md5(id || '' || part), 20)) as whole from written group by id`,
      )
      const found = new Set(rows.map(({ id }) => id))
      expect([...acknowledged].filter((id) => !found.has(id))).toEqual([])
      expect(rows.filter(({ parts, whole }) => parts !== together || !whole)).toEqual([])
      const counts = await pool.query('select writer, transactions from counted')
      for (const { writer, transactions } of counts.rows)
        expect(transactions).toBeGreaterThanOrEqual(answered.get(writer) ?? 0)
      expect(counts.rows.reduce((sum, { transactions }) => sum + transactions, 0)).toBe(found.size)
    }
    expect(acknowledged.size).toBeGreaterThan(rounds)
  })

  it('is asked to keep each answered commit before it is answered', async () => {
    const { pool, stop } = await startServer()
    onTestFinished(stop)
    const { rows } = await pool.query(
      `select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums')`,
    )
    expect(rows.map(({ name, setting }) => `${name}=${setting}`).toSorted()).toEqual([
      'data_checksums=on',
      'fsync=on',
      'full_page_writes=on',
      'synchronous_commit=on',
    ])
    const client = await pool.connect()
    const syncs = async () => {
      await client.query('select pg_stat_force_next_flush()')
      const counted = await client.query(`select sum(fsyncs)::int as calls from pg_stat_io where object = 'wal'`)
      return counted.rows[0].calls as number
    }
    await client.query('create table one (n int)')
    const before = await syncs()
    const commits = 50
    for (let n = 0; n < commits; n++) await client.query('insert into one values ($1)', [n])
    expect((await syncs()) - before).toBeGreaterThanOrEqual(commits)
    client.release()
  })
})
