import { describe, expect, it } from 'vitest'
import { makePlace, password } from '../support/graph/world.ts'
import { cookieOf, startTestService } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'

const behindProxy = await startTestService({ environment: { TRUST_PROXY: '127.0.0.1' } })
const { db } = behindProxy.service
const https = { 'x-forwarded-proto': 'https' }

async function signIn(headers: Record<string, string> = {}) {
  const { mate } = await makePlace(db)
  return behindProxy.call('POST', '/v1/session', { body: { email: mate.email, password }, headers })
}

describe('over https', () => {
  it('the cookie is one that no neighbour of the host can set', async () => {
    const started = await signIn(https)
    expect(started.headers.get('set-cookie')).toMatch(
      /^__Host-polegraph_session=ses_\w{49}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
    )
    const cookie = cookieOf(started)
    expect((await behindProxy.call('GET', '/v1/session', { cookie, headers: https })).status).toBe(200)
    const out = await behindProxy.call('DELETE', '/v1/session', { cookie, headers: https })
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-polegraph_session=; .*Secure; Max-Age=0$/)
  })

  it('a cookie without the prefix is nobody: a neighbour may have set it', async () => {
    const cookie = cookieOf(await signIn())
    expect(cookie).toMatch(/^polegraph_session=/)
    expect((await behindProxy.call('GET', '/v1/session', { cookie })).status).toBe(200)
    expect((await behindProxy.call('GET', '/v1/session', { cookie, headers: https })).status).toBe(401)
  })

  it.each(['/v1/status', '/v1/nothing', '/v1/public/x', '/docs'])('%s tells browsers to stay there', async (path) => {
    const { headers } = await behindProxy.call('GET', path, { headers: https })
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
    const plain = await behindProxy.call('GET', path)
    expect(plain.headers.get('strict-transport-security')).toBeNull()
  })
})

describe('X-Forwarded-For of a peer that is not trusted', () => {
  it('is not believed, and the log says so once', async () => {
    const { log, lines } = keepLog()
    const direct = await startTestService({ log, environment: { TRUST_PROXY: '10.0.0.1' } })
    const headers = { 'x-forwarded-for': '203.0.113.7', ...https }
    for (let i = 0; i < 3; i++) {
      const answer = await direct.call('GET', '/v1/status', { headers })
      expect(answer.headers.get('strict-transport-security')).toBeNull()
    }
    const warned = lines.filter(({ msg }) => msg.includes('TRUST_PROXY'))
    expect(warned).toMatchObject([{ level: 40, peer: '127.0.0.1' }])
  })

  it('is not mentioned where it comes from a proxy that is trusted', async () => {
    const { log, lines } = keepLog()
    const trusting = await startTestService({ log, environment: { TRUST_PROXY: '127.0.0.1' } })
    await trusting.call('GET', '/v1/status', { headers: { 'x-forwarded-for': '203.0.113.7' } })
    expect(lines.filter(({ msg }) => msg.includes('TRUST_PROXY'))).toEqual([])
  })
})
