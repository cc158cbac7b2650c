import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { pageUpdate as page, runUpdate as run } from '../../test/support/event-entries.ts'
import { startTestService } from '../../test/support/harness.ts'
import { appendActivity, EventLog, forgetOldEvents } from './event-log.ts'
import type { LoggedEvent } from './logged-event.ts'

const { service, clock, call, key } = await startTestService()
const { db } = service
const log = new EventLog([])
const dayMs = 86_400_000

async function makeDomain(): Promise<string> {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'ports' } })
  return body.id
}

const append = (domainId: string, count: number) =>
  db.transaction((tx) =>
    log.append(
      tx,
      domainId,
      Array.from({ length: count }, (_, n) => run(n)),
    ),
  )

const poll = async (domainId: string, since?: number) =>
  (await call('GET', `/v1/domains/${domainId}/events/poll${since === undefined ? '' : `?since=${since}`}`, { key }))
    .body as { events: LoggedEvent[]; cursor: number }

describe('the log of a domain', () => {
  it('counts 1, 2, 3 in each domain, and keeps what was said', async () => {
    const [one, two] = [await makeDomain(), await makeDomain()]
    await append(one, 2)
    await db.transaction((tx) => log.append(tx, two, [run(7)]))
    await append(one, 1)
    expect((await poll(one)).events.map(({ id, payload }) => [id, payload.pages_total])).toEqual([
      [1, 0],
      [2, 1],
      [3, 0],
    ])
    const [event] = (await poll(two)).events
    expect(event).toEqual({
      id: 1,
      type: 'run.update',
      payload: run(7).payload,
      created_at: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    })
  })

  it('has nothing of a transaction that is undone, and no gap for it', async () => {
    const domainId = await makeDomain()
    await append(domainId, 1)
    const undone = db.transaction(async (tx) => {
      await log.append(tx, domainId, [run(0), run(1)])
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await append(domainId, 1)
    expect((await poll(domainId)).events.map(({ id }) => id)).toEqual([1, 2])
  })

  it('tells followers inside the transaction, and is undone with them', async () => {
    const domainId = await makeDomain()
    const followed: LoggedEvent[] = []
    const failing = new EventLog([
      async (_tx, _domainId, events) => {
        followed.push(...events)
        throw new Error('follower')
      },
    ])
    await expect(db.transaction((tx) => failing.append(tx, domainId, [run(1)]))).rejects.toThrow('follower')
    expect(followed.map(({ id, type }) => [id, type])).toEqual([[1, 'run.update']])
    expect(await poll(domainId)).toEqual({ events: [], cursor: 0 })
  })
})

describe('polling', () => {
  it('gives 200 a call, and the cursor of the last', async () => {
    const domainId = await makeDomain()
    await append(domainId, 450)
    const pages = [
      await poll(domainId),
      await poll(domainId, 200),
      await poll(domainId, 400),
      await poll(domainId, 450),
    ]
    expect(pages.map(({ events, cursor }) => [events.length, events[0]?.id, cursor])).toEqual([
      [200, 1, 200],
      [200, 201, 400],
      [50, 401, 450],
      [0, undefined, 450],
    ])
  })

  it('has url, status and mode of a page, and no more', async () => {
    const domainId = await makeDomain()
    await db.transaction((tx) => log.append(tx, domainId, [page(1)]))
    expect((await poll(domainId)).events[0]?.payload).toEqual({
      url: 'https://example.org/1',
      status: 'extracted',
      mode: 'agentic',
    })
  })

  it('takes a cursor ahead of the log, from before a backup was restored, for the newest', async () => {
    const domainId = await makeDomain()
    expect(await poll(domainId, 9000)).toEqual({ events: [], cursor: 0 })
    await append(domainId, 2)
    const { cursor } = await poll(domainId, 9000)
    await append(domainId, 1)
    expect((await poll(domainId, cursor)).events.map(({ id }) => id)).toEqual([3])
  })

  it('names what is wrong with a cursor', async () => {
    const domainId = await makeDomain()
    for (const since of ['-1', 'x', '1.5', '1e3', '9'.repeat(16)]) {
      const { status, body } = await call('GET', `/v1/domains/${domainId}/events/poll?since=${since}`, { key })
      expect([status, body.error]).toEqual([400, 'since must be an integer from 0 to 999999999999999'])
    }
  })
})

it('loses nothing and repeats nothing with 8 writers and 2 readers at once', async () => {
  const domainId = await makeDomain()
  let written = 0
  let writing = true
  const write = async (writer: number) => {
    for (let round = 0; round < 25; round++) {
      const count = 1 + ((writer + round) % 3)
      const isUndone = (writer + round) % 5 === 0
      await db
        .transaction(async (tx) => {
          await log.append(
            tx,
            domainId,
            Array.from({ length: count }, (_, n) => run(n)),
          )
          // Between taking the id and committing it: here a reader could miss the event.
          await sleep((writer * 7 + round * 3) % 4)
          if (isUndone) throw new Error('undone')
        })
        .then(
          () => {
            written += count
          },
          () => undefined,
        )
    }
  }
  const read = async () => {
    const seen: number[] = []
    for (let cursor = 0; ; ) {
      const isLast = !writing
      const page = await poll(domainId, cursor)
      seen.push(...page.events.map(({ id }) => id))
      cursor = page.cursor
      if (isLast && page.events.length === 0) return seen
    }
  }
  const readers = [read(), read()]
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)))
  writing = false
  const expected = Array.from({ length: written }, (_, n) => n + 1)
  for (const seen of await Promise.all(readers)) expect(seen).toEqual(expected)
})

describe('retention', () => {
  it('forgets what is older than its days, of events and of activity, and ids go on', async () => {
    const [{ id: ownProject }] = (await db.query<{ id: string }>(`select id from projects where name = 'default'`)) as [
      { id: string },
    ]
    const domainId = await makeDomain()
    const act = (action: string) =>
      db.transaction((tx) => appendActivity(tx, ownProject, domainId, { agent: 'reader', action }))
    await append(domainId, 3)
    await act('old')
    clock.advance(8 * dayMs)
    await append(domainId, 2)
    await act('new')
    await forgetOldEvents(db, clock.now(), 7)
    expect((await poll(domainId)).events.map(({ id }) => id)).toEqual([4, 5])
    const left = await db.query('select action from agent_activity where domain_id = $1', [domainId])
    expect(left).toEqual([{ action: 'new' }])
    clock.advance(8 * dayMs)
    await forgetOldEvents(db, clock.now(), 7)
    await append(domainId, 1)
    expect((await poll(domainId, 2)).events.map(({ id }) => id)).toEqual([6])
  })

  it('is a job that comes by itself', async () => {
    const jobs = await db.query('select name, cron from pgboss.schedule order by name')
    expect(jobs).toContainEqual({ name: 'forget-events', cron: '22 * * * *' })
  })
})
