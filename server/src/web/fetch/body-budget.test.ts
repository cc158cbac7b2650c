import { describe, expect, it } from 'vitest'
import { BodyBudget, type BodyLease, freeBodyBytes } from './body-budget.ts'

const never = new AbortController().signal

describe('the budget of bodies', () => {
  it('is given in the order of asking, so that large ones are not starved', async () => {
    const budget = new BodyBudget(100)
    const given: string[] = []
    const first = await budget.take(freeBodyBytes + 80, never)
    const note = (name: string) => (lease: BodyLease) => {
      given.push(name)
      return lease
    }
    const large = budget.take(freeBodyBytes + 90, never).then(note('large'))
    const small = budget.take(freeBodyBytes + 10, never).then(note('small'))
    await new Promise(setImmediate)
    expect(given).toEqual([])
    first.release()
    const leases = await Promise.all([large, small])
    expect(given).toEqual(['large', 'small'])
    for (const lease of leases) lease.release()
    expect(budget.taken).toBe(0)
  })

  it('gets back what a body did not need', async () => {
    const budget = new BodyBudget(100)
    const lease = await budget.take(freeBodyBytes + 100, never)
    lease.shrinkTo(freeBodyBytes + 30)
    expect(budget.taken).toBe(30)
    lease.shrinkTo(freeBodyBytes + 50)
    expect(budget.taken).toBe(30)
    lease.shrinkTo(10)
    lease.release()
    expect(budget.taken).toBe(0)
  })

  it('lets those behind pass when one leaves the line', async () => {
    const budget = new BodyBudget(100)
    await budget.take(freeBodyBytes + 80, never)
    const leaving = new AbortController()
    const large = budget.take(freeBodyBytes + 90, leaving.signal)
    const small = budget.take(freeBodyBytes + 10, never)
    leaving.abort(new Error('late'))
    await expect(large).rejects.toThrow('late')
    await expect(small).resolves.toBeDefined()
    expect(budget.taken).toBe(90)
  })

  it('gives everything to one that could never fit', async () => {
    const budget = new BodyBudget(100)
    const lease = await budget.take(freeBodyBytes + 1000, never)
    expect(budget.taken).toBe(100)
    lease.release()
  })
})
