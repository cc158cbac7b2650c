import { describe, expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'
import { createLog } from '../log.ts'
import { Jobs } from './jobs.ts'

const { service, call } = await startTestService()
const { db } = service

const done: object[] = []
let failures = 2
const jobs = new Jobs({ db, log: createLog({ level: 'silent' }), work: true })
await jobs.start({
  note: { run: async (data) => void done.push(data) },
  stubborn: {
    retries: 3,
    run: async (data) => {
      if (failures-- > 0) throw new Error('not yet')
      done.push(data)
    },
  },
  daily: { cron: '0 3 * * *', run: async () => undefined },
  waiting: { run: async () => undefined },
})
// The service stops before the database it shares with these jobs closes.
const { stop } = service
service.stop = async () => {
  await jobs.stop(1000)
  await stop()
}

describe('a job', () => {
  it('runs once when its transaction commits', async () => {
    await db.transaction((tx) => jobs.enqueue(tx, 'note', { n: 1 }))
    await expect.poll(() => done, { timeout: 10_000 }).toEqual([{ n: 1 }])
  })

  it('can be enqueued by a node that does not work, as the first thing it does', async () => {
    const sender = new Jobs({ db, log: createLog({ level: 'silent' }), work: false })
    await sender.start({ note: { run: async () => undefined } })
    await db.transaction((tx) => sender.enqueue(tx, 'note', { n: 'sent' }))
    await sender.stop(1000)
    await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ n: 'sent' })
  })

  it('never runs when its transaction is undone', async () => {
    await db
      .transaction(async (tx) => {
        await jobs.enqueue(tx, 'note', { n: 'undone' })
        throw new Error('no')
      })
      .catch(() => undefined)
    await db.transaction((tx) => jobs.enqueue(tx, 'note', { n: 2 }))
    await expect.poll(() => done, { timeout: 10_000 }).toContainEqual({ n: 2 })
    expect(done).not.toContainEqual({ n: 'undone' })
  })

  it('comes again when it fails', async () => {
    await db.transaction((tx) => jobs.enqueue(tx, 'stubborn', { n: 3 }))
    await expect.poll(() => done, { timeout: 25_000 }).toContainEqual({ n: 3 })
  })

  it('waits until it is due, and the status counts what is due only', async () => {
    const hour = new Date(Date.now() + 3_600_000)
    await db.transaction((tx) => jobs.enqueue(tx, 'waiting', {}, { startAfter: hour }))
    expect((await call('GET', '/v1/status')).body.queue).toEqual({ queued: 0, running: 0 })
  })

  it('has its schedule in the database', async () => {
    const schedules = await db.query('select name, cron from pgboss.schedule order by name')
    expect(schedules).toContainEqual({ name: 'daily', cron: '0 3 * * *' })
  })

  it('is finished by a stop that comes while it runs', async () => {
    const others = new Jobs({ db, log: createLog({ level: 'silent' }), work: true })
    const steps: string[] = []
    const run = async () => {
      steps.push('begun')
      await new Promise((resolve) => setTimeout(resolve, 500))
      steps.push('done')
    }
    await others.start({ slow: { run } })
    await db.transaction((tx) => others.enqueue(tx, 'slow', {}))
    await expect.poll(() => steps, { timeout: 10_000 }).toEqual(['begun'])
    await others.stop(5_000)
    expect(steps).toEqual(['begun', 'done'])
    expect(await db.query(`select state from pgboss.job where name = 'slow'`)).toEqual([{ state: 'completed' }])
  })
})
