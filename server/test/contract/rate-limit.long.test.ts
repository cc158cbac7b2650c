import { describe, expect, it } from 'vitest'
import { newSecret } from '../../src/platform/secrets.ts'
import { makeKey, makePlace, makeSession } from '../support/graph/world.ts'
import { type Answer, type CallOptions, startTestService } from '../support/harness.ts'

// RATE_LIMIT and RATE_LIMIT_ANONYMOUS: requests a minute per key or session, and per address without one.

const metricsToken = 'm'.repeat(32)
const { call, clock, service } = await startTestService({
  environment: {
    RATE_LIMIT: '4',
    RATE_LIMIT_ANONYMOUS: '3',
    TRUST_PROXY: '127.0.0.1',
    METRICS_TOKEN: metricsToken,
  },
})
const { db } = service
const direct = await startTestService({ environment: { RATE_LIMIT_ANONYMOUS: '3' } })
const off = await startTestService({ environment: { RATE_LIMIT: '0', RATE_LIMIT_ANONYMOUS: '0' } })

let addresses = 0
const newAddress = () => `198.51.100.${++addresses}`
const from = (address: string, options: CallOptions = {}) => ({
  ...options,
  headers: { 'x-forwarded-for': address, ...options.headers },
})

async function times(count: number, send: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let i = 0; i < count; i++) answers.push(await send())
  return answers
}
const statuses = (answers: Answer[]) => answers.map(({ status }) => status)
const newKey = async () => (await makePlace(db)).key.secret

describe('the rate limit', () => {
  it.each([
    ['a project', 'RATE_LIMIT_PROJECT', 200],
    ['everybody', 'RATE_LIMIT_TOTAL', 429],
  ])('of %s counts all its keys, whatever each of them has left', async (_, name, ofOthers) => {
    const limited = await startTestService({ environment: { RATE_LIMIT: '100', [name]: '6' } })
    const place = await makePlace(limited.service.db)
    const more = await makeKey(limited.service.db, place.id, 'full')
    const send = (key: string) => limited.call('GET', '/v1/project', { key })
    for (let n = 0; n < 3; n++)
      for (const key of [place.key.secret, more.secret]) expect((await send(key)).status).toBe(200)
    const refused = await send(more.secret)
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
    expect((await send((await makePlace(limited.service.db)).key.secret)).status).toBe(ofOthers)
  })

  it('counts down in RateLimit, and refuses with Retry-After', async () => {
    const key = await newKey()
    const address = newAddress()
    const answers = await times(5, () => call('GET', '/v1/project', from(address, { key })))
    expect(statuses(answers)).toEqual([200, 200, 200, 200, 429])
    for (const [index, { headers }] of answers.entries()) {
      expect(headers.get('ratelimit-policy')).toBe('"default";q=4;w=60')
      const [, remaining, seconds] = /^"default";r=(\d+);t=(\d+)$/.exec(headers.get('ratelimit') ?? '') ?? []
      expect(Number(remaining)).toBe(Math.max(0, 3 - index))
      expect(Number(seconds)).toBeGreaterThan(30)
      expect(Number(seconds)).toBeLessThanOrEqual(60)
      expect(headers.has('retry-after')).toBe(index === 4)
    }
    const refused = answers.at(-1) as Answer
    expect(refused.body).toMatchObject({ error: 'rate limit exceeded', code: 'rate_limited' })
    expect(refused.headers.get('ratelimit')).toContain(`;t=${refused.headers.get('retry-after')}`)
  })

  it('ends with its window', async () => {
    const key = await newKey()
    const send = () => call('GET', '/v1/project', from('203.0.113.1', { key }))
    const refused = (await times(5, send)).at(-1) as Answer
    const seconds = Number(refused.headers.get('retry-after'))
    // Some of those seconds have passed since, but not this many.
    clock.advance((seconds - 15) * 1000)
    expect((await send()).status).toBe(429)
    clock.advance(15_000)
    expect(statuses(await times(5, send))).toEqual([200, 200, 200, 200, 429])
  })

  it('is one for each key and each session, whatever their project', async () => {
    const place = await makePlace(db)
    const callers: CallOptions[] = [
      { key: place.key.secret },
      { key: (await makeKey(db, place.id, 'read')).secret },
      { cookie: (await makeSession(db, place.id)).cookie },
      { cookie: (await makeSession(db, place.id)).cookie },
    ]
    const address = newAddress()
    for (const caller of callers) {
      const answers = await times(5, () => call('GET', '/v1/project', from(address, caller)))
      expect(statuses(answers)).toEqual([200, 200, 200, 200, 429])
    }
  })

  it('is one for each address, where there is no key', async () => {
    for (const address of [newAddress(), newAddress(), '2001:db8:1::1']) {
      const answers = await times(4, () => call('GET', '/v1/status', from(address)))
      expect(statuses(answers)).toEqual([200, 200, 200, 429])
      expect(answers[0]?.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
    }
  })

  it('takes a /64 of IPv6 for one address, since one household has all of it', async () => {
    await times(3, () => call('GET', '/v1/status', from('2001:db8:2:3::1')))
    expect((await call('GET', '/v1/status', from('2001:db8:2:3:ffff::9'))).status).toBe(429)
    expect((await call('GET', '/v1/status', from('2001:db8:2:4::1'))).status).toBe(200)
  })

  it('counts wrong keys, refusals and unknown paths against the address', async () => {
    const address = newAddress()
    const answers = [
      await call('GET', '/v1/project', from(address, { key: newSecret('svc_') })),
      await call('GET', '/v1/nothing', from(address)),
      await call('PUT', '/v1/status', from(address)),
      await call('GET', '/v1/project', from(address, { key: newSecret('svc_') })),
    ]
    expect(statuses(answers)).toEqual([401, 404, 405, 429])
  })

  it('counts refused calls against the key', async () => {
    const place = await makePlace(db)
    const { secret } = await makeKey(db, place.id, 'read')
    const answers = await times(5, () => call('POST', '/v1/project/keys', from(newAddress(), { key: secret })))
    expect(statuses(answers)).toEqual([403, 403, 403, 403, 429])
  })

  it('of an address does not count for the keys that call from there', async () => {
    const address = newAddress()
    await times(4, () => call('GET', '/v1/status', from(address)))
    expect((await call('GET', '/v1/status', from(address))).status).toBe(429)
    const answer = await call('GET', '/v1/project', from(address, { key: await newKey() }))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=4;w=60')
  })

  it.each(['/healthz', '/readyz', '/metrics'])('lets %s through, always', async (path) => {
    const address = newAddress()
    await times(4, () => call('GET', '/v1/status', from(address)))
    const answers = await times(5, () => call('GET', path, from(address, { key: metricsToken })))
    expect(statuses(answers)).toEqual(Array(5).fill(200))
    for (const { headers } of answers) expect(headers.has('ratelimit')).toBe(false)
  })

  it('believes X-Forwarded-For only from a proxy it is told of', async () => {
    const answers = await times(4, () => direct.call('GET', '/v1/status', from(newAddress())))
    expect(statuses(answers)).toEqual([200, 200, 200, 429])
  })
})

it('0 switches it off', async () => {
  const send = async (count: number, options: CallOptions) => {
    const answers = await Promise.all(Array.from({ length: count }, () => off.call('GET', '/v1/session', options)))
    return answers.filter(({ status, headers }) => status === 429 || headers.has('ratelimit'))
  }
  // One more than the defaults let through.
  expect(await send(121, {})).toEqual([])
  expect(await send(601, { key: off.key })).toEqual([])
})

it('never leaves a look-up behind that nobody waits for: its failure would end the process', async () => {
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  await times(4, () => direct.call('GET', '/v1/status'))
  await direct.service.db.query('alter table api_keys rename to mislaid')
  const answer = await direct.call('GET', '/v1/project', { key: newSecret('svc_') })
  expect([429, 500]).toContain(answer.status)
  // The failure has been reported once a later question to the same database is answered.
  await direct.service.db.query('select 1')
  await new Promise(setImmediate)
  process.off('unhandledRejection', note)
  expect(unhandled).toEqual([])
})
