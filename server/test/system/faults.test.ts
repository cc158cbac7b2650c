import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { createLog } from '../../src/platform/log.ts'
import { newSecret } from '../../src/platform/secrets.ts'
import { startService } from '../../src/service/start.ts'
import { readConfig } from '../../src/settings/config.ts'
import { makePlace } from '../support/graph/world.ts'
import { type CallOptions, callService, startTestService, TestClock } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'
import { askWhileStopping } from './stopping-service.ts'

// What callers are told when the service itself fails or stops, and what they are not.

const { log: brokenLog, lines: brokenLines } = keepLog()
const broken = await startTestService({ log: brokenLog })
const brokenPlace = await makePlace(broken.service.db)
// A fault that no request can cause by itself: half of the schema is gone.
await broken.service.db.query('alter table invites rename to mislaid')

async function closedPort(): Promise<number> {
  const placeholder = createServer().listen(0, '127.0.0.1')
  await once(placeholder, 'listening')
  const { port } = placeholder.address() as AddressInfo
  placeholder.close()
  return port
}

describe('internal', () => {
  it('tells the caller nothing and the log everything, under the request id', async () => {
    const answer = await broken.call('GET', '/v1/project/invites', { key: brokenPlace.key.secret })
    const told = JSON.stringify(answer.body) + JSON.stringify([...answer.headers])
    expect(told).not.toMatch(/select|relation|invites|node_modules|\.ts|\bat \//i)
    const line = brokenLines.find(({ request_id }) => request_id === answer.body.request_id && request_id)
    expect(line).toMatchObject({ msg: 'request failed', err: { message: expect.stringContaining('invites') } })
    expect(line?.err?.stack).toContain('.ts')
  })

  it('keeps secrets of the request out of the log', async () => {
    const { token } = brokenPlace.invite
    const sent = { email: 'ada@example.org', name: 'Ada', password: 'do not write me down' }
    const answer = await broken.call('POST', `/v1/invites/${token}/accept`, { key: brokenPlace.key.secret, body: sent })
    expect(answer.status).toBe(500)
    const written = JSON.stringify(brokenLines)
    expect(written).toContain(answer.body.request_id)
    for (const secret of [token, brokenPlace.key.secret, sent.password]) expect(written).not.toContain(secret)
  })
})

describe('unavailable', () => {
  it('asks to come back, and closes the connection, while the process stops', async () => {
    const answer = await askWhileStopping(inject('template').key)
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(answer.headers.get('connection')).toBe('close')
  })

  describe('while the database cannot be reached', async () => {
    const port = await closedPort()
    const config = readConfig({ PORT: '0', DATABASE_URL: `postgres://127.0.0.1:${port}/gone` })
    const offline = await startService({ config, clock: new TestClock(), log: createLog({ level: 'silent' }) })
    afterAll(() => offline.stop())

    const callers: [string, CallOptions][] = [
      ['nothing', {}],
      ['a key', { key: newSecret('svc_') }],
      ['a session', { cookie: `polegraph_session=${newSecret('ses_')}` }],
    ]
    it.each(callers)('is the answer, with %s, to all that needs it', async (_name, credentials) => {
      for (const path of ['/v1/project', '/v1/session', '/v1/status', '/readyz']) {
        const answer = await callService(offline.url as string, 'GET', path, credentials)
        expect(`${answer.status} ${answer.body.error}`, path).toBe('503 temporarily unavailable')
        expect(answer.headers.get('retry-after'), path).toMatch(/^\d+$/)
      }
    })
    it.each(callers)('is not the answer, with %s, to what needs none', async (_name, credentials) => {
      const ask = async (path: string) => (await callService(offline.url as string, 'GET', path, credentials)).status
      const said = [await ask('/healthz'), await ask('/v1/openapi.json'), await ask('/docs/'), await ask('/v1/nothing')]
      expect(said).toEqual([200, 200, 200, 404])
    })
  })
})
