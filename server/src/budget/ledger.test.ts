import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'
import { newId } from '../platform/ids.ts'
import { monthSpend, releaseSpend, reserveSpend, settleSpend } from './budget.ts'

// The ledger under concurrent calls, compared with a model that is simple enough to be right.

const { call, key, service, clock } = await startTestService()
const { db } = service

async function newDomain(cap: number | null): Promise<string> {
  const { body } = await call('POST', '/v1/domains', { key, body: { name: 'ledger', max_spend_usd: cap } })
  return body.id
}

const reserve = (domainId: string, amountUsd: number) =>
  db.transaction((tx) => reserveSpend(tx, { domain_id: domainId, amount_usd: amountUsd }))
const settle = (domainId: string, reservationId: string, amountUsd: number) =>
  db.transaction((tx) => settleSpend(tx, { domain_id: domainId, reservation_id: reservationId, amount_usd: amountUsd }))
const release = (domainId: string, reservationId: string) =>
  db.transaction((tx) => releaseSpend(tx, { domain_id: domainId, reservation_id: reservationId }))
const spendOf = (domainId: string) => monthSpend(db, domainId, clock.now())

describe('at the same time', () => {
  it('fifty reservations get exactly what the cap has', async () => {
    const domain = await newDomain(1)
    const answers = await Promise.all(Array.from({ length: 50 }, () => reserve(domain, 0.1)))
    expect(answers.filter((answer) => 'reservation_id' in answer)).toHaveLength(10)
    expect(await spendOf(domain)).toMatchObject({ spent_usd: 0, reserved_usd: 1 })
  })

  it('any amounts stay under any cap, and none is refused that would have fitted', async () => {
    const micros = fc.integer({ min: 0, max: 2_000_000 })
    await fc.assert(
      fc.asyncProperty(fc.array(micros, { maxLength: 20 }), fc.integer({ min: 0, max: 50_000 }), async (all, cap) => {
        const domain = await newDomain(cap / 10_000)
        const answers = await Promise.all(all.map((amount) => reserve(domain, amount / 1e6)))
        const held = all.reduce((sum, amount, n) => sum + ('over' in (answers[n] as object) ? 0 : amount), 0)
        expect(held).toBeLessThanOrEqual(cap * 100)
        expect(Math.round((await spendOf(domain)).reserved_usd * 1e6)).toBe(held)
        for (const [n, amount] of all.entries()) {
          if ('over' in (answers[n] as object)) expect(held + amount).toBeGreaterThan(cap * 100)
        }
      }),
      { numRuns: 15 },
    )
  })

  it('fifty workers that reserve and settle never pass the cap, at no moment', async () => {
    const domain = await newDomain(1)
    const highest = { usd: 0 }
    const work = async (worker: number) => {
      for (let n = 0; n < 4; n++) {
        const answer = await reserve(domain, 0.09)
        const { spent_usd, reserved_usd } = await spendOf(domain)
        highest.usd = Math.max(highest.usd, Math.round((spent_usd + reserved_usd) * 1e6) / 1e6)
        if ('over' in answer) continue
        if (worker % 5 === 0) await release(domain, answer.reservation_id)
        else await settle(domain, answer.reservation_id, 0.03)
      }
    }
    await Promise.all(Array.from({ length: 50 }, (_, worker) => work(worker)))
    const { spent_usd, reserved_usd } = await spendOf(domain)
    expect(reserved_usd).toBe(0)
    expect(spent_usd).toBeGreaterThan(0.5)
    expect(spent_usd).toBeLessThanOrEqual(1)
    expect(highest.usd).toBeGreaterThan(0.9)
    expect(highest.usd).toBeLessThanOrEqual(1)
  })
})

type Step =
  | { do: 'reserve'; micros: number }
  | { do: 'settle'; which: number; micros: number }
  | { do: 'release'; which: number }
  | { do: 'cap'; cents: number | null }
  | { do: 'wait' }

const micros = fc.integer({ min: 0, max: 900_000 })
const which = fc.nat({ max: 20 })
const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('reserve' as const), micros }) },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('settle' as const), which, micros }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('release' as const), which }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant('cap' as const), cents: fc.option(fc.nat({ max: 300 })) }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const) }) },
  ),
  { maxLength: 25 },
)

/** The simplest ledger, in whole micro-dollars. */
class Model {
  cap: number | null = 1_000_000
  month = ''
  readonly months = new Map<string, { spent: number; held: number }>()
  readonly reservations: { id: string; month: string; micros: number; open: boolean }[] = []

  get now() {
    const found = this.months.get(this.month) ?? { spent: 0, held: 0 }
    this.months.set(this.month, found)
    return found
  }

  fits(micros: number): boolean {
    return micros === 0 || this.cap === null || this.now.spent + this.now.held + micros <= this.cap
  }

  end(which: number, cost: number): { id: string; ended: boolean } | undefined {
    const reservation = this.reservations[which]
    if (!reservation) return undefined
    const ended = reservation.open
    const month = this.months.get(reservation.month)
    if (ended && month) {
      month.held -= reservation.micros
      month.spent += cost
    }
    reservation.open = false
    return { id: reservation.id, ended }
  }
}

describe('the ledger', () => {
  async function take(domain: string, model: Model, step: Step): Promise<void> {
    if (step.do === 'wait') {
      clock.advance(32 * 86_400_000)
      model.month = clock.now().toISOString().slice(0, 7)
    } else if (step.do === 'cap') {
      model.cap = step.cents === null ? null : step.cents * 10_000
      await db.query('update domains set max_spend_usd = $2 where id = $1', [
        domain,
        step.cents === null ? null : step.cents / 100,
      ])
    } else if (step.do === 'reserve') {
      const fits = model.fits(step.micros)
      const answer = await reserve(domain, step.micros / 1e6)
      expect('reservation_id' in answer).toBe(fits)
      if (!('reservation_id' in answer)) return
      model.now.held += step.micros
      model.reservations.push({ id: answer.reservation_id, month: model.month, micros: step.micros, open: true })
    } else {
      const cost = step.do === 'settle' ? step.micros : 0
      const known = model.end(step.which, cost)
      const id = known?.id ?? newId()
      const ended = step.do === 'settle' ? settle(domain, id, cost / 1e6) : release(domain, id)
      expect(await ended).toBe(known?.ended ?? false)
    }
  }

  it('agrees with a simple model, whatever happens in which order', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const domain = await newDomain(1)
        const model = new Model()
        model.month = clock.now().toISOString().slice(0, 7)
        for (const step of all) {
          await take(domain, model, step)
          expect(await spendOf(domain)).toEqual({
            month: model.month,
            spent_usd: model.now.spent / 1e6,
            reserved_usd: model.now.held / 1e6,
            cap_usd: model.cap === null ? null : model.cap / 1e6,
          })
        }
      }),
      { numRuns: 40 },
    )
  })
})
