import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/support/harness.ts'
import { openSocket, rawRequest, readAnswer } from '../../test/support/web/raw-http.ts'

const { call, service, url, makeProject, makeMember } = await startTestService()

/** Sends the head of a request, then does something, then sends the body. */
async function callWithLateBody(
  path: string,
  credentials: { key?: string; cookie?: string },
  body: string,
  meanwhile: () => Promise<unknown>,
) {
  const request = rawRequest('POST', path, { ...credentials, body })
  const socket = await openSocket(url)
  const answer = readAnswer(socket)
  socket.write(request.subarray(0, -body.length))
  // Gives the service time to admit the caller, before the body comes.
  await new Promise((resolve) => setTimeout(resolve, 50))
  await meanwhile()
  socket.write(body)
  return answer
}

describe('a caller who is admitted', () => {
  it('is refused when the key is revoked before the body arrives', async () => {
    const { key } = await makeProject('late')
    const leaked = (await call('POST', '/v1/project/keys', { key })).body
    const answer = await callWithLateBody('/v1/project/keys', { key: leaked.key }, '{"name": "mine"}', () =>
      call('DELETE', `/v1/project/keys/${leaked.id}`, { key }),
    )
    expect(answer.status).toBe(401)
    expect((await call('GET', '/v1/project/keys', { key })).body.keys).toHaveLength(2)
  })

  it('is refused what a new role does not allow', async () => {
    const { key } = await makeProject('demoted')
    await makeMember(key, 'owner')
    const owner = await makeMember(key, 'owner')
    const answer = await callWithLateBody('/v1/project/keys', { cookie: owner.cookie }, '{"name": "mine"}', () =>
      call('PATCH', `/v1/project/members/${owner.id}`, { key, body: { role: 'viewer' } }),
    )
    expect([answer.status, answer.body.error]).toEqual([403, 'read-only access'])
  })
})

describe('after all connections to PostgreSQL are cut', () => {
  it('a key that is revoked is refused', async () => {
    const { key } = await makeProject('cut')
    const created = (await call('POST', '/v1/project/keys', { key })).body
    expect((await call('GET', '/v1/project', { key: created.key })).status).toBe(200)
    const { db } = service
    await db
      .query('select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()')
      .catch(() => undefined)
    await expect.poll(async () => (await call('DELETE', `/v1/project/keys/${created.id}`, { key })).status).toBe(200)
    expect((await call('GET', '/v1/project', { key: created.key })).status).toBe(401)
  })
})
