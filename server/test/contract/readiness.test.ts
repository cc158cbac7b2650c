import { expect, it } from 'vitest'
import { countQueries } from '../support/count-queries.ts'
import { startTestService } from '../support/harness.ts'

const { call, clock, service } = await startTestService()
const { db } = service

it('asks the database once a second at most, however many ask', async () => {
  clock.advance(10_000)
  const ask = () => Promise.all(Array.from({ length: 20 }, () => call('GET', '/readyz')))
  const asked = await countQueries(db, 'migrations', async () => {
    for (const { status } of await ask()) expect(status).toBe(200)
    await ask()
  })
  // The second round may have come more than a second after the first.
  expect(asked).toBeLessThanOrEqual(2)
  clock.advance(1_001)
  expect(await countQueries(db, 'migrations', ask)).toBe(1)
})

it('says within a second that the database is gone, and that it is back', async () => {
  await db.query('alter table migrations rename to mislaid')
  clock.advance(1_001)
  expect((await call('GET', '/readyz')).status).toBe(500)
  await db.query('alter table mislaid rename to migrations')
  clock.advance(1_001)
  expect((await call('GET', '/readyz')).status).toBe(200)
})
