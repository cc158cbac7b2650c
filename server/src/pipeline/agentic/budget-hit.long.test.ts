import { type EventType, eventPayloads, eventTypes } from '@polegraph/contract/events/events.ts'
import { expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { startModelServer } from '../../../test/support/model/model-server.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'

// A cap that is reached in the middle of a crawl.

const model = await startModelServer({ answer: answerSimply })
const { open, makeDomain, service, call, key, finish } = await startCrawlTest({
  isReading: model.isAsked,
  environment: {
    MODEL: 'openai-compatible:simple',
    MODEL_BASE_URL: model.url,
    MODEL_PRICE: '0.8,0.8',
    RATE_LIMIT: '0',
  },
})

const paths = Array.from({ length: 30 }, (_, at) => `/member-${at}`)
const text = (path: string) => `Ada Berg works for the Harbour Society since 1998. This is said on the page ${path}.`

it('stops the domain before it is passed, and goes on when it is raised', async () => {
  const host = open(({ path }) => ({
    body: `<main><h1>${path}</h1><p>${text(path)}</p></main>${path === '/' ? paths.map((to) => `<a href="${to}">${to}</a>`).join(' ') : ''}`,
  }))
  const cap = 0.01
  const domain = await makeDomain({ max_spend_usd: cap })
  await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url: `http://${host}/` } })
  const state = async () => (await call('GET', `/v1/domains/${domain}`, { key })).body.crawl_state
  await expect.poll(state, { timeout: 120_000 }).toBe('paused')
  expect((await call('GET', `/v1/domains/${domain}`, { key })).body.paused_reason).toMatch(
    /^the monthly spend cap of \$0\.0100 is reached: \$0\.00\d\d is spent, and the next call may cost up to \$0\.0\d\d\d$/,
  )
  // Calls that were under way when the cap was reached have ended.
  await expect.poll(model.isAsked).toBe(false)
  const run = async () => (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs[0]
  const stopped = await run()
  expect(stopped.spend_usd).toBeGreaterThan(0)
  expect(stopped.spend_usd).toBeLessThanOrEqual(cap)
  expect(stopped.status).toBe('running')
  const queued = (await call('GET', `/v1/domains/${domain}/pages?status=queued&limit=500`, { key })).body.pages
  expect(queued.length).toBeGreaterThan(0)
  const events = (await call('GET', `/v1/domains/${domain}/events/poll?since=0`, { key })).body.events
  const hits = events.filter(({ type }: { type: string }) => type === 'budget.hit')
  expect(hits).toHaveLength(1)
  expect(hits[0].payload.cap).toBe(cap)
  expect(hits[0].payload.spend).toBeLessThanOrEqual(cap)
  // Resuming with the same cap reaches it again.
  await call('POST', `/v1/domains/${domain}/runs/resume`, { key, body: {} })
  await expect.poll(state, { timeout: 120_000 }).toBe('paused')
  expect((await run()).spend_usd).toBeLessThanOrEqual(cap)
  await call('PATCH', `/v1/domains/${domain}`, { key, body: { max_spend_usd: 1 } })
  await call('POST', `/v1/domains/${domain}/runs/resume`, { key, body: {} })
  const pages = await finish(domain)
  expect(pages).toHaveLength(31)
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set(['extracted']))
  const [month] = await service.db.query<{ spent_usd: number; reserved_usd: number }>(
    'select spent_usd, reserved_usd from budget_months where domain_id = $1',
    [domain],
  )
  expect(month?.reserved_usd).toBe(0)
  const { spend_usd } = (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs[0]
  expect(month?.spent_usd).toBeCloseTo(spend_usd, 6)
  // Everything that was logged on the way is as the contract describes it.
  const logged = await service.db.query<{ type: EventType; payload: object }>(
    'select type, payload from events where domain_id = $1',
    [domain],
  )
  const ofCrawls = eventTypes.filter((type) => type !== 'webhook.disabled')
  expect(new Set(logged.map(({ type }) => type))).toEqual(new Set(ofCrawls))
  for (const { type, payload } of logged) expect(eventPayloads[type].safeParse(payload).error, type).toBeUndefined()
}, 240_000)
