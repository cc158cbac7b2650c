import { expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'
import { startModelServer } from '../../../test/support/model/model-server.ts'
import { monthSpend } from '../../budget/budget.ts'
import { OverBudget } from '../../budget/pay-call.ts'
import { createModel, type Model } from '../../model/model.ts'
import { highestCost } from '../../model/prices.ts'
import { payReading } from './pay-call.ts'

// Calls near the cap: however many run at once and whatever the model uses, the cap holds.

const { service, call, key, clock } = await startTestService()
const { db } = service
const server = await startModelServer({ answer: () => ({ text: '{}', usage: { input: 900, output: 300 } }) })
const settings = { MODEL: 'openai-compatible:x', MODEL_BASE_URL: server.url, MODEL_PRICE: { input: 1, output: 2 } }
const model = createModel(settings, { clock }) as Model

const request = {
  system: 'Read.',
  messages: [{ role: 'user' as const, content: 'a page' }],
  schema: { name: 'facts', json: { type: 'object', properties: {}, required: [], additionalProperties: false } },
  max_output_tokens: 500,
}
const highest = highestCost(model.price, request)
const purpose = { purpose: 'reading' as const, action: 'read page', subject: 'https://example.org/' }

async function makePayer(cap: number | null) {
  const domain: string = (
    await call('POST', '/v1/domains', { key, body: { name: 'payer', max_spend_usd: cap ?? undefined } })
  ).body.id
  const [row] = await db.query<{ project_id: string }>('select project_id from domains where id = $1', [domain])
  return { project_id: row?.project_id ?? '', domain_id: domain, run_id: null, published_version: 1 }
}

const spendOf = (domainId: string) => monthSpend(db, domainId, clock.now())

it('never spends more than the cap, however many call at once', async () => {
  const cap = 0.01
  const payer = await makePayer(cap)
  const before = server.calls.length
  const results = await Promise.allSettled(
    Array.from({ length: 50 }, () => payReading(db, model, payer, purpose, request)),
  )
  const { spent_usd, reserved_usd } = await spendOf(payer.domain_id)
  const paid = results.filter(({ status }) => status === 'fulfilled').length
  expect(server.calls.length - before).toBe(paid)
  expect(reserved_usd).toBe(0)
  expect(spent_usd).toBeCloseTo(paid * 0.0015, 6)
  expect(spent_usd).toBeLessThanOrEqual(cap)
  // The rest of the cap is less than the most that a call may cost.
  expect(spent_usd + highest).toBeGreaterThan(cap)
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(OverBudget)
})

it.each([
  ['the installation', 'MODEL_SPEND_USD', 'installation'],
  ['a project', 'MODEL_SPEND_USD_PER_PROJECT', 'project'],
] as const)('never spends more than the operator lets %s, not even when domains are deleted', async (_, name, of) => {
  await db.query('delete from model_spend')
  const capped = createModel({ ...settings, [name]: 0.01 }, { clock }) as Model
  const before = server.calls.length
  const spend = async (payer: Awaited<ReturnType<typeof makePayer>>, times: number) =>
    Promise.allSettled(Array.from({ length: times }, () => payReading(db, capped, payer, purpose, request)))
  const first = await makePayer(null)
  const results = await spend(first, 25)
  await call('DELETE', `/v1/domains/${first.domain_id}?confirm=payer`, { key })
  const last = (await spend(await makePayer(null), 1))[0]
  const paid = server.calls.length - before
  expect(paid).toBeGreaterThan(2)
  expect(paid * 0.0015).toBeLessThanOrEqual(0.01)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(25 - paid)
  expect(last).toMatchObject({ status: 'rejected', reason: { name: 'OverBudget', of, reserved: 0 } })
})

it('is called nothing where nothing may be spent', async () => {
  const payer = await makePayer(0)
  const before = server.calls.length
  await expect(payReading(db, model, payer, purpose, request)).rejects.toThrow(OverBudget)
  expect(server.calls.length).toBe(before)
})

it.for<[string, Parameters<typeof startModelServer>[0]['answer'], number]>([
  ['an answer', () => ({ text: '{}', usage: { input: 900, output: 300 } }), 0.0015],
  ['an answer from the cache', () => ({ text: '{}', usage: { input: 900, cached: 800, output: 300 } }), 0.0015],
  ['an error of the server', () => ({ status: 500, body: { error: { message: 'broken' } } }), 0],
  ['too many requests', () => ({ status: 429, body: { error: { message: 'slow down' } } }), 0],
  ['an answer that does not tell its usage', () => ({ text: '{}', usage: null }), highest],
  ['an answer that is none', () => ({ status: 200, body: 'hello' }), highest],
  ['a connection that breaks off', () => 'reset', highest],
])('on the books of %s', async ([, answer, spent]) => {
  const payer = await makePayer(null)
  server.answer = answer
  await payReading(db, model, payer, purpose, request).catch(() => undefined)
  expect((await spendOf(payer.domain_id)).spent_usd).toBeCloseTo(spent, 5)
  expect((await spendOf(payer.domain_id)).reserved_usd).toBe(0)
  const [activity] = await db.query<{ spend_usd: number; detail: string }>(
    'select spend_usd, detail from agent_activity where domain_id = $1',
    [payer.domain_id],
  )
  expect(activity?.spend_usd).toBeCloseTo(spent, 5)
})

it('does not call when it was given up before', async () => {
  const payer = await makePayer(null)
  const before = server.calls.length
  const signal = AbortSignal.abort()
  await expect(payReading(db, model, payer, purpose, { ...request, signal })).rejects.toMatchObject({ kind: 'aborted' })
  expect(server.calls.length).toBe(before)
  expect((await spendOf(payer.domain_id)).spent_usd).toBe(0)
})
