import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../../test/support/crawl/crawl-sites.ts'
import { startModelServer } from '../../../test/support/model/model-server.ts'
import { answerSimply } from '../../../test/support/model/simple-model.ts'

// Stopping means stopping: after the answer to pause, cancel or archive nothing begins that costs, and what was paid for
// is kept.

const slow = 150
const model = await startModelServer({
  answer: async (call) => {
    await sleep(slow)
    return answerSimply(call)
  },
})
const { open, asked, makeDomain, makeMember, service, call, key } = await startCrawlTest({
  isReading: model.isAsked,
  environment: {
    MODEL: 'openai-compatible:simple',
    MODEL_BASE_URL: model.url,
    MODEL_PRICE: '0.8,0.8',
    RATE_LIMIT: '0',
  },
})

const paths = Array.from({ length: 60 }, (_, at) => `/member-${at}`)
const text = (path: string) => `Ada Berg works for the Harbour Society since 1998. This is said on the page ${path}.`
const openSite = () =>
  open(({ path }) => ({
    body: `<main><h1>${path}</h1><p>${text(path)}</p></main>${path === '/' ? paths.map((to) => `<a href="${to}">${to}</a>`).join(' ') : ''}`,
  }))

/** A domain whose pages the model is reading. */
async function beginReading(): Promise<{ domain: string; host: string }> {
  const host = openSite()
  const domain = await makeDomain()
  const before = model.calls.length
  // All as sources, so that more pages wait for the model than it reads at once.
  const urls = paths.map((path) => `http://${host}${path}`)
  await call('POST', `/v1/domains/${domain}/sources/bulk`, { key, body: { urls } })
  await expect.poll(() => model.calls.length - before).toBeGreaterThan(8)
  return { domain, host }
}

const pagesOf = async (domain: string, mode: string) =>
  (
    await service.db.query<{ n: number }>('select count(*) as n from pages where domain_id = $1 and last_mode = $2', [
      domain,
      mode,
    ])
  )[0]?.n ?? 0

/** Calls to the model and requests to the site, some time after the stop. */
async function countAfter(host: string, stop: () => Promise<{ status: number }>) {
  const { status } = await stop()
  expect(status).toBe(200)
  const begun = { calls: model.calls.length, fetches: asked(host).length }
  await expect.poll(model.isAsked).toBe(false)
  await sleep(2 * slow)
  return { calls: model.calls.length - begun.calls, fetches: asked(host).length - begun.fetches }
}

describe('after the answer to', () => {
  it.each(['runs/pause', 'archive'])('%s nothing begins, and what was read is kept', async (path) => {
    const { domain, host } = await beginReading()
    const readBefore = await pagesOf(domain, 'agentic')
    const begun = await countAfter(host, () => call('POST', `/v1/domains/${domain}/${path}`, { key, body: {} }))
    expect(begun).toEqual({ calls: 0, fetches: 0 })
    const paid = model.calls.filter(({ user }) => user.includes(host)).length
    await expect.poll(() => pagesOf(domain, 'agentic')).toBe(paid)
    expect(paid).toBeGreaterThan(readBefore)
  })

  it('runs/cancel nothing begins', async () => {
    const { domain, host } = await beginReading()
    const begun = await countAfter(host, () => call('POST', `/v1/domains/${domain}/runs/cancel`, { key, body: {} }))
    expect(begun).toEqual({ calls: 0, fetches: 0 })
  })

  it('project/archive nothing begins', async () => {
    const { domain, host } = await beginReading()
    const { cookie } = await makeMember(key, 'owner')
    const begun = await countAfter(host, () => call('POST', '/v1/project/archive', { key, body: {} }))
    await call('POST', '/v1/project/unarchive', { cookie, body: {} })
    expect(begun).toEqual({ calls: 0, fetches: 0 })
    await call('POST', `/v1/domains/${domain}/runs/cancel`, { key, body: {} })
  })
})

describe('a second call for one request', () => {
  it('does not begin after a stop', async () => {
    const answer = model.answer
    // A model that takes no temperature is asked again without it.
    const refused: string[] = []
    model.answer = async (received) => {
      await sleep(2 * slow)
      if ('temperature' in received.body) {
        refused.push(received.user)
        return { status: 400, body: { error: { message: 'temperature is not supported' } } } as never
      }
      return answerSimply(received)
    }
    const host = openSite()
    const domain = await makeDomain()
    const before = model.calls.length
    await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url: `http://${host}/` } })
    await expect.poll(() => model.calls.length - before).toBeGreaterThan(0)
    const begun = await countAfter(host, () => call('POST', `/v1/domains/${domain}/runs/pause`, { key, body: {} }))
    model.answer = answer
    expect(refused.length).toBeGreaterThan(0)
    expect(begun).toEqual({ calls: 0, fetches: 0 })
    await call('POST', `/v1/domains/${domain}/runs/cancel`, { key, body: {} })
  })
})

describe('a source that the model finds off topic', () => {
  it('leads on all the same', async () => {
    const host = openSite()
    const answer = model.answer
    model.answer = (received) =>
      received.user.includes('on the page /.')
        ? { text: '{"relevant":false,"entities":[],"relationships":[]}' }
        : answerSimply(received)
    const domain = await makeDomain()
    await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url: `http://${host}/` } })
    await expect.poll(() => pagesOf(domain, 'agentic')).toBeGreaterThan(3)
    model.answer = answer
    await call('POST', `/v1/domains/${domain}/runs/cancel`, { key, body: {} })
  })
})

describe('a paused domain', () => {
  it('says by whom, and its run says it too', async () => {
    const { domain } = await beginReading()
    await call('POST', `/v1/domains/${domain}/runs/pause`, { key, body: {} })
    const reasons = async () => [
      (await call('GET', `/v1/domains/${domain}`, { key })).body.paused_reason,
      (await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs[0].paused_reason,
    ]
    const [row] = await service.db.query<{ name: string }>('select name from api_keys limit 1')
    expect(await reasons()).toEqual([`paused by the key "${row?.name}"`, `paused by the key "${row?.name}"`])
    await call('POST', `/v1/domains/${domain}/runs/resume`, { key, body: {} })
    expect(await reasons()).toEqual([null, null])
    await call('POST', `/v1/domains/${domain}/runs/cancel`, { key, body: {} })
  })
})

describe('a key that the provider refuses', () => {
  it('pauses the domain at once, and is told in the domain, the run and the status', async () => {
    const host = openSite()
    const answer = model.answer
    model.answer = () => ({ status: 401, body: { error: { message: 'no such key' } } })
    const before = model.calls.length
    const domain = await makeDomain()
    await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url: `http://${host}/` } })
    const get = async () => (await call('GET', `/v1/domains/${domain}`, { key })).body
    await expect.poll(async () => (await get()).crawl_state).toBe('paused')
    await expect.poll(model.isAsked).toBe(false)
    // One for each call that was under way at the same time, and no further tries.
    expect(model.calls.length - before).toBeLessThanOrEqual(8)
    const { paused_reason } = await get()
    expect(paused_reason).toMatch(/the model cannot be used: .*401.*MODEL_API_KEY/)
    expect((await call('GET', `/v1/domains/${domain}/runs`, { key })).body.runs[0].paused_reason).toBe(paused_reason)
    expect((await call('GET', '/v1/status')).body.problems).toEqual([expect.stringContaining('MODEL_API_KEY')])
    model.answer = answer
    await call('POST', `/v1/domains/${domain}/runs/resume`, { key, body: {} })
    await expect.poll(() => pagesOf(domain, 'agentic')).toBeGreaterThan(0)
    expect((await call('GET', '/v1/status')).body.problems).toEqual([])
    await call('POST', `/v1/domains/${domain}/runs/cancel`, { key, body: {} })
  })
})

describe('a model answer', () => {
  it('of one domain is not given to another that sends the same text', async () => {
    const page = '<main><h1>Members</h1><p>Ada Berg works for the Harbour Society since 1998, they say.</p></main>'
    const host = open(() => ({ body: page }))
    const callsFor = async () => {
      const before = model.calls.length
      const domain = await makeDomain()
      await call('POST', `/v1/domains/${domain}/sources`, { key, body: { url: `http://${host}/` } })
      await expect.poll(() => pagesOf(domain, 'agentic')).toBe(1)
      return model.calls.length - before
    }
    expect([await callsFor(), await callsFor()]).toEqual([1, 1])
  })
})
