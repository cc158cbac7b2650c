import { describe, expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'

const { service } = await startTestService()
const { db } = service

/** Far more than the buffers of a socket hold. */
const many = `copy (select repeat('x', 1000) from generate_series(1, 50000)) to stdout`
const few = `copy (values (1, E'a\\tb'), (2, E'c\\nd')) to stdout`
const rowBytes = 1001

/** How many sessions are at it, and wait for this. */
const activity = async (state: string, waitsFor = '%') => {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
     where datname = current_database() and query = $1 and state = $2 and coalesce(wait_event, '') like $3`,
    [many, state, waitsFor],
  )
  return row?.count
}

describe('copy out', () => {
  it('gives pieces of whole rows, and the connection goes on', async () => {
    const read = await db.transaction(async (tx) => {
      let bytes = 0
      for await (const piece of tx.copyOut(many)) {
        expect(piece.length % rowBytes).toBe(0)
        bytes += piece.length
      }
      const texts: string[] = []
      for await (const piece of tx.copyOut(few)) texts.push(piece.toString())
      return { bytes, text: texts.join(''), after: await tx.query('select 1 as one') }
    })
    expect(read).toEqual({ bytes: 50_000 * rowBytes, text: '1\ta\\tb\n2\tc\\nd\n', after: [{ one: 1 }] })
  })

  it('lets the server wait for a reader who is slow', async () => {
    const waited = Promise.withResolvers<void>()
    const read = db.transaction(async (tx) => {
      let bytes = 0
      for await (const piece of tx.copyOut(many)) {
        if (bytes === 0) await waited.promise
        bytes += piece.length
      }
      return [bytes, await tx.query('select 2 as two')]
    })
    await expect.poll(() => activity('active', 'ClientWrite')).toBe(1)
    waited.resolve()
    expect(await read).toEqual([50_000 * rowBytes, [{ two: 2 }]])
  })

  it('ends the statement when its reader leaves', async () => {
    const left = db.transaction(async (tx) => {
      for await (const piece of tx.copyOut(many)) throw new Error(`left after ${piece.length > 0 ? 'some' : 'none'}`)
    })
    await expect(left).rejects.toThrow('left after some')
    await expect.poll(() => activity('active')).toBe(0)
    expect(await db.query('select 3 as three')).toEqual([{ three: 3 }])
  })

  it('gives the error of the server', async () => {
    const asked = db.transaction(async (tx) => {
      const halfway = 'copy (select 1 / (90000 - n) from generate_series(1, 100000) n) to stdout'
      for await (const _piece of tx.copyOut(halfway));
    })
    await expect(asked).rejects.toThrow('division by zero')
    await expect(
      db.transaction((tx) => tx.copyOut('copy none to stdout')[Symbol.asyncIterator]().next()),
    ).rejects.toThrow('relation "none" does not exist')
    expect(await db.query('select 4 as four')).toEqual([{ four: 4 }])
  })
})

describe('copy in', () => {
  it('writes the rows and counts them, or gives the error of the server', async () => {
    await db.query('create table copied (id integer, name text)')
    const copy = 'copy copied (id, name) from stdin'
    expect(await db.transaction((tx) => tx.copyIn(copy, Buffer.from('1\ta\n2\tb\\tc\n')))).toBe(2)
    expect(await db.query('select id, name from copied order by id')).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: 'b\tc' },
    ])
    await expect(db.transaction((tx) => tx.copyIn(copy, Buffer.from('3\n')))).rejects.toThrow('missing data for column')
    await expect(
      db.transaction((tx) => tx.copyIn('copy copied (none) from stdin', Buffer.from('3\n'))),
    ).rejects.toThrow('column "none" of relation "copied" does not exist')
    expect(await db.query('select count(*) as count from copied')).toEqual([{ count: 2 }])
  })
})
