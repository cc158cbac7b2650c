import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'
import { keepLog } from '../../test/support/log-lines.ts'
import { runJob } from '../../test/support/run-job.ts'
import { deleteDomain } from '../domains/delete-domain.ts'
import type { Transaction } from '../platform/db/database.ts'
import { newId } from '../platform/ids.ts'
import { monthSpend, releaseSpend, reserveSpend, settleAbandoned, settleSpend } from './budget.ts'

const { call, key, service, clock } = await startTestService()
const { db } = service

async function newDomain(cap: number | null): Promise<string> {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'ledger', max_spend_usd: cap } })
  return body.id
}

const setCap = (domainId: string, cap: number | null) =>
  call('PATCH', `/v1/domains/${domainId}`, { key, body: { max_spend_usd: cap } })
const reserve = (domainId: string, amountUsd: number) =>
  db.transaction((tx) => reserveSpend(tx, { domain_id: domainId, amount_usd: amountUsd }))
const settle = (domainId: string, reservationId: string, amountUsd: number) =>
  db.transaction((tx) => settleSpend(tx, { domain_id: domainId, reservation_id: reservationId, amount_usd: amountUsd }))
const release = (domainId: string, reservationId: string) =>
  db.transaction((tx) => releaseSpend(tx, { domain_id: domainId, reservation_id: reservationId }))
const spendOf = (domainId: string) => monthSpend(db, domainId, clock.now())

async function reserved(domainId: string, amountUsd: number): Promise<string> {
  const answer = await reserve(domainId, amountUsd)
  if ('over' in answer) throw new Error(`over the cap: ${JSON.stringify(answer)}`)
  return answer.reservation_id
}

async function countWaiting(): Promise<number> {
  const rows = await db.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** The result of `other` when it begins after the first transaction and waits for its last step. */
async function whileHeld<Result>(
  first: (tx: Transaction) => Promise<unknown>,
  other: () => Promise<Result>,
  last: (tx: Transaction) => Promise<unknown> = async () => undefined,
): Promise<Result> {
  const held = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await first(tx)
    held.resolve()
    await mayEnd.promise
    await last(tx)
  })
  await held.promise
  const waiting = Promise.allSettled([other()])
  await expect.poll(countWaiting).toBe(1)
  mayEnd.resolve()
  await holding
  const [result] = await waiting
  if (result.status === 'rejected') throw result.reason
  return result.value
}

function advanceTo(time: Date): void {
  clock.advance(time.getTime() - clock.now().getTime())
}

describe('a reservation', () => {
  it('holds its amount until the real cost takes its place', async () => {
    const domain = await newDomain(10)
    const id = await reserved(domain, 4)
    expect(await spendOf(domain)).toEqual({
      month: clock.now().toISOString().slice(0, 7),
      spent_usd: 0,
      reserved_usd: 4,
      cap_usd: 10,
    })
    expect(await settle(domain, id, 1.5)).toBe(true)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 1.5, reserved_usd: 0 })
  })

  it('is refused when it could pass the cap, and says what is spent and held', async () => {
    const domain = await newDomain(10)
    await settle(domain, await reserved(domain, 6), 6)
    await reserved(domain, 3)
    expect(await reserve(domain, 1.000001)).toEqual({ over: true, spend: 6, reserved: 3, cap: 10, of: 'domain' })
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 6, reserved_usd: 3 })
    await reserved(domain, 1)
    expect(await reserve(domain, 0.000001)).toMatchObject({ over: true })
  })

  it('is settled once: the second time, or an unknown one, changes nothing', async () => {
    const [domain, other] = [await newDomain(10), await newDomain(10)]
    const id = await reserved(domain, 4)
    expect(await settle(other, id, 1)).toBe(false)
    expect(await settle(domain, newId(), 1)).toBe(false)
    expect(await settle(domain, id, 2)).toBe(true)
    expect(await settle(domain, id, 2)).toBe(false)
    expect(await release(domain, id)).toBe(false)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 2, reserved_usd: 0 })
    expect(await spendOf(other)).toMatchObject({ spent_usd: 0, reserved_usd: 0 })
  })

  it('is settled once by fifty at the same time', async () => {
    const domain = await newDomain(10)
    const id = await reserved(domain, 4)
    const answers = await Promise.all(Array.from({ length: 50 }, () => settle(domain, id, 1)))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 1, reserved_usd: 0 })
  })

  it('comes free when the call is not made', async () => {
    const domain = await newDomain(1)
    expect(await release(domain, await reserved(domain, 1))).toBe(true)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 0, reserved_usd: 0 })
    await reserved(domain, 1)
  })

  it('that was too low does not hide what the call cost', async () => {
    const domain = await newDomain(1)
    await settle(domain, await reserved(domain, 1), 3)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 3 })
    expect(await reserve(domain, 0.01)).toEqual({ over: true, spend: 3, reserved: 0, cap: 1, of: 'domain' })
  })

  it('is gone when its transaction is undone', async () => {
    const domain = await newDomain(1)
    const undone = db.transaction(async (tx) => {
      await reserveSpend(tx, { domain_id: domain, amount_usd: 1 })
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await reserved(domain, 1)
  })
})

describe('the cap', () => {
  it('of null lets everything through, and it is recorded', async () => {
    const domain = await newDomain(null)
    await settle(domain, await reserved(domain, 1_000_000), 999_999.999999)
    await reserved(domain, 1_000_000)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 999_999.999999, reserved_usd: 1_000_000, cap_usd: null })
  })

  it('of 0 admits what is free, and nothing else', async () => {
    const domain = await newDomain(0)
    expect(await reserve(domain, 1e-7)).toEqual({ over: true, spend: 0, reserved: 0, cap: 0, of: 'domain' })
    expect(await settle(domain, await reserved(domain, 0), 0)).toBe(true)
    await setCap(domain, 1)
    await settle(domain, await reserved(domain, 1), 1)
    await setCap(domain, 0)
    await reserved(domain, 0)
  })

  it('counts as it is now: raised, lowered, taken away', async () => {
    const domain = await newDomain(1)
    await settle(domain, await reserved(domain, 1), 1)
    expect(await reserve(domain, 1)).toMatchObject({ over: true, cap: 1 })
    await setCap(domain, 2)
    await settle(domain, await reserved(domain, 1), 1)
    await setCap(domain, 1.5)
    expect(await reserve(domain, 0.1)).toEqual({ over: true, spend: 2, reserved: 0, cap: 1.5, of: 'domain' })
    await setCap(domain, null)
    await reserved(domain, 100)
  })

  it('that is lowered while a reservation waits for its turn counts', async () => {
    const domain = await newDomain(10)
    await reserved(domain, 1)
    const waiting = await whileHeld(
      (tx) => reserveSpend(tx, { domain_id: domain, amount_usd: 1 }),
      () => reserve(domain, 5),
      (tx) => tx.query('update domains set max_spend_usd = 3 where id = $1', [domain]),
    )
    expect(waiting).toEqual({ over: true, spend: 0, reserved: 2, cap: 3, of: 'domain' })
  })

  it('is of one domain only', async () => {
    const [domain, other] = [await newDomain(1), await newDomain(1)]
    await reserved(domain, 1)
    await reserved(other, 1)
  })
})

describe('amounts', () => {
  it.each([
    [0.1 + 0.2, 0.3],
    [1e-7, 0.000001],
    [Number.MIN_VALUE, 0.000001],
    [0.0000010000001, 0.000002],
    [1.1, 1.1],
    [1.005, 1.005],
    [4.35, 4.35],
    [123_456.789012, 123_456.789012],
    [999_999.9999991, 1_000_000],
    [0, 0],
    [-0, 0],
  ])('%d is %d in micro-dollars, rounded up', async (amount, stored) => {
    const domain = await newDomain(null)
    const id = await reserved(domain, amount)
    expect((await spendOf(domain)).reserved_usd).toBe(stored)
    await settle(domain, id, amount)
    expect((await spendOf(domain)).spent_usd).toBe(stored)
  })

  it('add up without an error: ten times 0.1 is 1', async () => {
    const domain = await newDomain(1)
    for (let n = 0; n < 10; n++) await settle(domain, await reserved(domain, 0.1), 0.1)
    expect(await reserve(domain, 0.000001)).toEqual({ over: true, spend: 1, reserved: 0, cap: 1, of: 'domain' })
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, -1e-9, 1_000_001])(
    '%d is none',
    async (amount) => {
      const domain = await newDomain(10)
      await expect(reserve(domain, amount)).rejects.toThrow(RangeError)
      const id = await reserved(domain, 1)
      await expect(settle(domain, id, amount)).rejects.toThrow(RangeError)
      expect(await spendOf(domain)).toMatchObject({ spent_usd: 0, reserved_usd: 1 })
    },
  )

  it('of any size are never less than the double says, and at most a micro-dollar more', async () => {
    const domain = await newDomain(null)
    const amounts = fc.double({ min: 0, max: 1000, noNaN: true })
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        const id = await reserved(domain, amount)
        const { reserved_usd } = await spendOf(domain)
        await release(domain, id)
        // A difference below the precision of a double does not count.
        expect(reserved_usd).toBeGreaterThanOrEqual(amount * (1 - 1e-13))
        expect(reserved_usd).toBeLessThan(amount + 1.0000001e-6)
      }),
      { numRuns: 50 },
    )
  })
})

describe('a month', () => {
  it('shows in the list of domains what each has spent, without what may still be given back', async () => {
    const [some, none] = [await newDomain(10), await newDomain(10)]
    await settle(some, await reserved(some, 2), 1.25)
    await reserved(some, 3)
    const listed = async () => {
      const { domains } = (await call('GET', '/v1/domains', { key })).body
      const spends = new Map(domains.map(({ id, spend_usd }: { id: string; spend_usd: number }) => [id, spend_usd]))
      return [spends.get(some), spends.get(none)]
    }
    expect(await listed()).toEqual([1.25, 0])
    const now = clock.now()
    advanceTo(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)))
    expect(await listed()).toEqual([0, 0])
  })

  it('ends at midnight in UTC, and the cap begins anew', async () => {
    const domain = await newDomain(1)
    const year = clock.now().getUTCFullYear() + 1
    advanceTo(new Date(Date.UTC(year, 0, 31, 23, 59, 50)))
    const late = await reserved(domain, 0.4)
    await settle(domain, await reserved(domain, 0.6), 0.6)
    expect(await reserve(domain, 0.1)).toMatchObject({ over: true })
    advanceTo(new Date(Date.UTC(year, 1, 1, 0, 0, 0)))
    expect(await spendOf(domain)).toMatchObject({ month: `${year}-02`, spent_usd: 0, reserved_usd: 0 })
    await reserved(domain, 1)
    // A reservation of January is settled in January.
    await settle(domain, late, 0.3)
    expect(await spendOf(domain)).toMatchObject({ month: `${year}-02`, spent_usd: 0, reserved_usd: 1 })
    const january = await monthSpend(db, domain, new Date(Date.UTC(year, 0, 1)))
    expect(january).toEqual({ month: `${year}-01`, spent_usd: 0.9, reserved_usd: 0, cap_usd: 1 })
  })
})

describe('an abandoned reservation', () => {
  it('counts in full after ten minutes, and the log says so', async () => {
    const { log, lines } = keepLog()
    const domain = await newDomain(10)
    const lost = await reserved(domain, 2)
    clock.advance(550_000)
    const recent = await reserved(domain, 3)
    await settleAbandoned(db, clock.now(), log)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 0, reserved_usd: 5 })
    clock.advance(60_000)
    await settleAbandoned(db, clock.now(), log)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 2, reserved_usd: 3 })
    const logged = lines.filter((line) => (line as { domain_id?: string }).domain_id === domain)
    expect(logged).toMatchObject([{ msg: 'a model call was never settled; counted in full', amount_usd: 2 }])
    // A process that comes back late learns that its reservation has ended.
    expect(await settle(domain, lost, 1)).toBe(false)
    expect(await settle(domain, recent, 1)).toBe(true)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 3, reserved_usd: 0 })
  })

  it('is looked for every five minutes', async () => {
    const schedules = await db.query(`select cron from pgboss.schedule where name = 'settle-abandoned'`)
    expect(schedules).toEqual([{ cron: '*/5 * * * *' }])
    const domain = await newDomain(10)
    await reserved(domain, 2)
    clock.advance(3_700_000)
    await runJob({ service, clock }, 'settle-abandoned')
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 2, reserved_usd: 0 })
  })
})

const { id: project_id } = (await call('GET', '/v1/project', { key })).body
/** As the call does, without the job that deletes the rows. */
const remove = (domain_id: string) => (tx: Transaction) =>
  deleteDomain(tx, { project_id, domain_id }, 'ledger', async () => undefined)

describe('a deleted domain', () => {
  it('takes its ledger along, and can be asked for nothing', async () => {
    const domain = await newDomain(10)
    const id = await reserved(domain, 2)
    await call('DELETE', `/v1/domains/${domain}?confirm=ledger`, { key })
    expect(await settle(domain, id, 1)).toBe(false)
    await expect(reserve(domain, 1)).rejects.toThrow('domain not found')
    await expect(spendOf(domain)).rejects.toThrow('domain not found')
    for (const table of ['budget_months', 'budget_reservations']) {
      await expect.poll(() => db.query(`select from ${table} where domain_id = $1`, [domain])).toEqual([])
    }
  })

  it('is left alone by whoever looks for abandoned reservations', async () => {
    const domain = await newDomain(null)
    // More than are looked at in one go.
    for (let n = 0; n < 501; n++) await reserved(domain, 0.000001)
    await db.transaction((tx) => remove(domain)(tx))
    clock.advance(3_700_000)
    const { log, lines } = keepLog()
    await settleAbandoned(db, clock.now(), log)
    expect(lines.filter((line) => (line as { domain_id?: string }).domain_id === domain)).toEqual([])
  })

  it('is gone for whoever waited for its deletion', async () => {
    const [one, two, fresh] = [await newDomain(1), await newDomain(1), await newDomain(1)]
    const id = await reserved(one, 1)
    await reserved(two, 1)
    expect(await whileHeld(remove(one), () => settle(one, id, 1))).toBe(false)
    for (const domain of [two, fresh]) {
      await expect(whileHeld(remove(domain), () => reserve(domain, 1))).rejects.toThrow('domain not found')
    }
  })

  it('may go while fifty work on it', async () => {
    const domain = await newDomain(null)
    const work = async () => {
      const answer = await reserve(domain, 0.1)
      if ('reservation_id' in answer) await settle(domain, answer.reservation_id, 0.1)
    }
    const workers = Array.from({ length: 50 }, () => work().catch((error: Error) => error.message))
    const deletion = call('DELETE', `/v1/domains/${domain}?confirm=ledger`, { key })
    const results = await Promise.all(workers)
    expect((await deletion).status).toBe(200)
    expect(results.filter((result) => result !== undefined && result !== 'domain not found')).toEqual([])
  })
})
