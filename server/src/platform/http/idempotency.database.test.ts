import { describe, expect, it } from 'vitest'
import { cookieOf, startTestService } from '../../../test/support/harness.ts'

const { call, key, service, clock, makeProject, makeMember } = await startTestService()
const { db } = service

let keys = 0
const newKey = () => `order-${++keys}`
const createKey = (idempotencyKey: string, body: object = { name: 'once' }, withKey = key) =>
  call('POST', '/v1/project/keys', { key: withKey, body, headers: { 'idempotency-key': idempotencyKey } })

describe('a POST with an Idempotency-Key', () => {
  it('gets its first answer again, secret included', async () => {
    const idempotencyKey = newKey()
    const first = await createKey(idempotencyKey)
    const second = await createKey(idempotencyKey)
    expect(second.status).toBe(201)
    expect(second.body).toEqual(first.body)
    const rows = await db.query('select id from api_keys where name = $1 and id = $2', ['once', first.body.id])
    expect(rows).toHaveLength(1)
  })

  it('is the same request with other spaces and another order of fields, and its answer says that it is the first', async () => {
    const headers = { 'idempotency-key': newKey() }
    const create = (raw: string) => call('POST', '/v1/project/keys', { key, raw, headers })
    const first = await create('{"name":"spaced","scope":"read"}')
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null])
    for (const raw of ['{ "scope": "read",\n "name": "spaced" }', '{"name":"\\u0073paced","scope":"read"}']) {
      const again = await create(raw)
      expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 'true'])
      expect(again.body).toEqual(first.body)
    }
    expect((await create('{"name":"spaced","scope":"full"}')).status).toBe(409)
  })

  it('without a body is the same request as with an empty one', async () => {
    const headers = { 'idempotency-key': newKey() }
    const first = await call('POST', '/v1/project/keys', { key, headers })
    const again = await call('POST', '/v1/project/keys', { key, headers, body: {} })
    expect([again.status, again.body]).toEqual([201, first.body])
  })

  it('is done once when ten come at the same time', async () => {
    const idempotencyKey = newKey()
    const answers = await Promise.all(Array.from({ length: 10 }, () => createKey(idempotencyKey, { name: 'ten' })))
    expect(new Set(answers.map((answer) => answer.body.key)).size).toBe(1)
    expect(await db.query(`select id from api_keys where name = 'ten'`)).toHaveLength(1)
  })

  it('is refused with another body or path', async () => {
    const idempotencyKey = newKey()
    const { body } = await createKey(idempotencyKey)
    const otherBody = await createKey(idempotencyKey, { name: 'twice' })
    const headers = { 'idempotency-key': idempotencyKey }
    const otherPath = await call('POST', `/v1/project/keys/${body.id}/rotate`, { key, headers })
    for (const answer of [otherBody, otherPath]) {
      expect(answer.status).toBe(409)
      expect(answer.body.code).toBe('idempotency_key_reused')
    }
  })

  it('belongs to its caller', async () => {
    const other = await makeProject()
    const idempotencyKey = newKey()
    const mine = await createKey(idempotencyKey)
    const theirs = await createKey(idempotencyKey, { name: 'once' }, other.key)
    expect(theirs.status).toBe(201)
    expect(theirs.body.id).not.toBe(mine.body.id)
  })

  it('belongs to the project that its session is in', async () => {
    const first = await makeProject('first')
    const second = await makeProject('second')
    const member = await makeMember(first.key, 'owner', 'both-projects@example.org')
    const { accept_path } = (await call('POST', '/v1/project/invites', { key: second.key, body: { role: 'owner' } }))
      .body
    const { email, password, cookie } = member
    await call('POST', accept_path, { body: { email, name: 'B', password } })
    const headers = { 'idempotency-key': newKey() }
    const create = () => call('POST', '/v1/domains', { cookie, body: { name: 'once' }, headers })
    const inFirst = await create()
    expect((await create()).body).toEqual(inFirst.body)
    await call('POST', '/v1/session/project', { cookie, body: { project_id: second.id } })
    const inSecond = await create()
    expect(inSecond.status).toBe(201)
    expect(inSecond.body.id).not.toBe(inFirst.body.id)
    expect((await call('GET', `/v1/domains/${inSecond.body.id}`, { key: second.key })).status).toBe(200)
  })

  it('is forgotten after 24 hours', async () => {
    const idempotencyKey = newKey()
    const first = await createKey(idempotencyKey)
    clock.advance(24 * 3_600_000 + 1000)
    const second = await createKey(idempotencyKey)
    expect(second.body.id).not.toBe(first.body.id)
  })

  it('keeps a refusal as the answer, but not a mistake in the request', async () => {
    const { key: full } = await makeProject('refusing')
    const idempotencyKey = newKey()
    const unknown = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'
    const rotate = () =>
      call('POST', `/v1/project/keys/${unknown}/rotate`, { key: full, headers: { 'idempotency-key': idempotencyKey } })
    const first = await rotate()
    expect(first.body.error).toBe('key not found')
    const [stored] = await db.query<{ n: number }>('select count(*) as n from idempotent_answers')
    expect((await rotate()).body).toMatchObject({ error: 'key not found' })
    expect((await db.query('select count(*) as n from idempotent_answers'))[0]).toEqual(stored)
    const corrected = newKey()
    expect((await createKey(corrected, { name: 7 })).status).toBe(400)
    expect((await createKey(corrected, { name: 'seven' })).status).toBe(201)
  })

  it('works for the calls that sign in, cookie included', async () => {
    const member = await makeMember(key, 'viewer', 'again@example.org')
    const body = { email: member.email, password: member.password }
    const headers = { 'idempotency-key': newKey() }
    const first = await call('POST', '/v1/session', { body, headers })
    const second = await call('POST', '/v1/session', { body, headers })
    expect(cookieOf(second)).toBe(cookieOf(first))
    const guess = await call('POST', '/v1/session', { body: { ...body, password: 'another one' }, headers })
    expect(guess.body.code).toBe('idempotency_key_reused')
    const { accept_path } = (await call('POST', '/v1/project/invites', { key })).body
    const accept = {
      body: { email: 'twice@example.org', name: 'T', password: 'long enough' },
      headers: { 'idempotency-key': newKey() },
    }
    expect((await call('POST', accept_path, accept)).status).toBe(200)
    expect((await call('POST', accept_path, accept)).status).toBe(200)
  })

  it('stores nothing that reads as a secret', async () => {
    const created = await createKey(newKey(), { name: 'sealed' })
    const rows = await db.query<{ answer: Buffer }>('select answer from idempotent_answers where answer is not null')
    for (const { answer } of rows) expect(answer.includes(created.body.key)).toBe(false)
  })

  it('says so while the first call is under way, and lets it be tried again when that died', async () => {
    const body = { email: 'nobody@example.org', password: 'whatever it is' }
    const headers = { 'idempotency-key': newKey() }
    const before = await db.query<{ id: Buffer }>('select id from idempotent_answers')
    await call('POST', '/v1/session', { body, headers })
    // The state after a process was killed between the claim and the answer.
    await db.query(`update idempotent_answers set answer = null where not id = any($1)`, [before.map((row) => row.id)])
    const underWay = await call('POST', '/v1/session', { body, headers })
    expect(underWay.body.code).toBe('idempotency_in_progress')
    expect(underWay.headers.get('retry-after')).toBe('1')
    clock.advance(61_000)
    expect((await call('POST', '/v1/session', { body, headers })).status).toBe(401)
  })
})
