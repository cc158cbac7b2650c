import { describe, expect, it } from 'vitest'
import { cookieOf, startTestService } from '../../test/support/harness.ts'

const { call, key, service, makeProject, makeMember, clock } = await startTestService({
  environment: { TRUST_PROXY: '127.0.0.0/8' },
})
const { db } = service

let addresses = 0
/** Sign-ins are counted by address, so each comes from its own. */
const newAddress = () => ({ 'x-forwarded-for': `203.0.113.${++addresses}` })
const signIn = (email: string, password: string, headers: Record<string, string> = {}) =>
  call('POST', '/v1/session', { body: { email, password }, headers: { ...newAddress(), ...headers } })
const isSignedIn = async (cookie: string) => (await call('GET', '/v1/session', { cookie })).status === 200
const newPassword = 'another long one'

describe('an invite that names an email', () => {
  const invite = async (email: string) =>
    (await call('POST', '/v1/project/invites', { key, body: { role: 'viewer', email } })).body
  const accept = (path: string, email: string, password = 'long enough') =>
    call('POST', path, { body: { email, name: 'N', password }, headers: newAddress() })

  it('is taken by that email only, however it is written', async () => {
    const { accept_path } = await invite(' Grace@Example.org ')
    expect((await call('GET', accept_path)).body.email).toBe('grace@example.org')
    const { invites } = (await call('GET', '/v1/project/invites', { key })).body
    expect(invites[0].email).toBe('grace@example.org')
    const other = await accept(accept_path, 'mallory@example.org')
    expect([other.status, other.body.error]).toEqual([403, 'the invite is for another email'])
    expect(await db.query(`select id from users where email = 'mallory@example.org'`)).toEqual([])
    expect((await accept(accept_path, 'GRACE@example.org')).status).toBe(200)
  })

  it('is not taken by another account either, although its password is right', async () => {
    const member = await makeMember((await makeProject()).key, 'owner', 'known@example.org')
    const { accept_path } = await invite('wanted@example.org')
    expect((await accept(accept_path, member.email, member.password)).body.code).toBe('invite_for_other')
  })

  it('does not give away an account: its own password is needed', async () => {
    const member = await makeMember((await makeProject()).key, 'owner', 'taken@example.org')
    const named = await invite(member.email)
    const open = (await call('POST', '/v1/project/invites', { key })).body
    for (const { accept_path } of [named, open]) {
      expect((await accept(accept_path, member.email, 'of my own choice')).body.error).toBe('wrong email or password')
    }
    expect((await signIn(member.email, member.password)).status).toBe(200)
    expect((await accept(named.accept_path, member.email, member.password)).status).toBe(200)
  })

  it('has no email where none was named', async () => {
    const { accept_path } = (await call('POST', '/v1/project/invites', { key })).body
    expect((await call('GET', accept_path)).body.email).toBeNull()
  })
})

describe('a person', () => {
  it('changes the password, which ends the other sessions', async () => {
    const member = await makeMember(key, 'editor')
    const elsewhere = cookieOf(await signIn(member.email, member.password))
    const change = (current: string, password = newPassword) =>
      call('POST', '/v1/session/password', {
        cookie: member.cookie,
        body: { current, password },
        headers: newAddress(),
      })
    const wrong = await change('not the password')
    expect([wrong.status, wrong.body.error]).toEqual([403, 'current password is wrong'])
    expect((await change(member.password, 'short')).body.error).toBe(
      'password must be a string of 10 to 1000 characters',
    )
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect((await change(member.password)).body).toEqual({ ok: true, sessions_ended: 1 })
    expect([await isSignedIn(member.cookie), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(member.email, newPassword)).status).toBe(200)
  })

  it('has ten guesses at the current password, also with a session', async () => {
    const member = await makeMember(key, 'editor')
    const guess = () =>
      call('POST', '/v1/session/password', {
        cookie: member.cookie,
        body: { current: 'a guess', password: newPassword },
        headers: newAddress(),
      })
    for (let i = 0; i < 10; i++) expect((await guess()).status).toBe(403)
    expect((await guess()).body.error).toBe('too many failed sign-ins')
  })

  it('sees and ends sessions', async () => {
    const member = await makeMember(key, 'viewer')
    const other = await makeMember(key, 'viewer')
    const phone = cookieOf(await signIn(member.email, member.password, { 'user-agent': 'Phone/1.0' }))
    const tablet = cookieOf(await signIn(member.email, member.password, { 'user-agent': `Tablet/${'9'.repeat(500)}` }))
    const { sessions, next_cursor } = (await call('GET', '/v1/sessions', member)).body
    expect(next_cursor).toBeNull()
    expect(sessions).toHaveLength(3)
    expect(sessions.map((one: { is_current: boolean }) => one.is_current)).toEqual([false, false, true])
    expect(sessions[0].user_agent).toHaveLength(200)
    expect(sessions[1]).toMatchObject({ user_agent: 'Phone/1.0', project_id: expect.any(String) })
    const path = `/v1/sessions/${sessions[1].id}`
    expect((await call('DELETE', path, other)).body.error).toBe('session not found')
    expect(await isSignedIn(phone)).toBe(true)
    expect((await call('DELETE', path, member)).body).toEqual({ ok: true })
    expect(await isSignedIn(phone)).toBe(false)
    expect((await call('DELETE', path, member)).status).toBe(404)
    expect((await call('DELETE', '/v1/sessions', member)).body).toEqual({ ok: true, sessions_ended: 1 })
    expect(await isSignedIn(tablet)).toBe(false)
    expect([await isSignedIn(member.cookie), await isSignedIn(other.cookie)]).toEqual([true, true])
  })
})

describe('a reset link', () => {
  const makeLink = (userId: string, as: { key?: string; cookie?: string } = { key }) =>
    call('POST', `/v1/project/members/${userId}/reset`, as)
  const use = (path: string, password = newPassword) => call('POST', path, { body: { password } })

  it('sets a new password once, and ends all sessions', async () => {
    const { key: full } = await makeProject('resetting')
    const member = await makeMember(full, 'viewer')
    const made = await makeLink(member.id, { key: full })
    expect(made.status).toBe(201)
    const { reset_path, token, expires_at } = made.body
    expect(reset_path).toBe(`/v1/resets/${token}`)
    expect((await call('GET', reset_path)).body).toEqual({ email: member.email, name: 'viewer', expires_at })
    expect((await use(reset_path, 'short')).status).toBe(400)
    expect((await use(reset_path)).body).toEqual({ ok: true, sessions_ended: 1 })
    expect(await isSignedIn(member.cookie)).toBe(false)
    expect((await signIn(member.email, member.password)).status).toBe(401)
    expect((await signIn(member.email, newPassword)).status).toBe(200)
    for (const again of [await use(reset_path), await call('GET', reset_path)]) {
      expect([again.status, again.body.error]).toEqual([404, 'reset link not found'])
    }
  })

  it('is stored as a hash, and only the last one works, for 24 hours', async () => {
    const { key: full } = await makeProject('resetting')
    const member = await makeMember(full, 'viewer')
    const first = (await makeLink(member.id, { key: full })).body
    const second = (await makeLink(member.id, { key: full })).body
    expect(JSON.stringify(await db.query('select * from password_resets'))).not.toContain(second.token)
    expect((await use(first.reset_path)).status).toBe(404)
    clock.advance(24 * 3_600_000 - 60_000)
    expect((await call('GET', second.reset_path)).status).toBe(200)
    clock.advance(61_000)
    expect((await use(second.reset_path)).status).toBe(404)
  })

  it('is used by one of several who try at once', async () => {
    const { key: full } = await makeProject('resetting')
    const member = await makeMember(full, 'viewer')
    const { reset_path } = (await makeLink(member.id, { key: full })).body
    const answers = await Promise.all([1, 2, 3, 4].map((n) => use(reset_path, `${newPassword} ${n}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
  })

  it('is not for people who belong to a project that the caller does not own', async () => {
    const mine = await makeProject('mine')
    const theirs = await makeProject('theirs')
    const owner = await makeMember(mine.key, 'owner')
    const member = await makeMember(mine.key, 'viewer')
    const join = async (full: string, role: string, { email, password }: { email: string; password: string }) => {
      const { accept_path } = (await call('POST', '/v1/project/invites', { key: full, body: { role } })).body
      const body = { email, name: 'J', password }
      expect((await call('POST', accept_path, { body, headers: newAddress() })).status).toBe(200)
    }
    const early = (await makeLink(member.id, owner)).body
    await join(theirs.key, 'viewer', member)
    // A link from before that would open the other project too.
    expect((await use(early.reset_path)).status).toBe(404)
    const refused = await makeLink(member.id, owner)
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'the member also belongs to a project that you do not own',
    ])
    expect((await makeLink(member.id, { key: mine.key })).status).toBe(409)
    await join(theirs.key, 'editor', owner)
    expect((await makeLink(member.id, owner)).status).toBe(409)
    const { members } = (await call('GET', '/v1/project/members', { key: theirs.key })).body
    const { id } = members.find((one: { email: string }) => one.email === owner.email)
    await call('PATCH', `/v1/project/members/${id}`, { key: theirs.key, body: { role: 'owner' } })
    expect((await makeLink(member.id, owner)).status).toBe(201)
    // A key owns one project only.
    expect((await makeLink(member.id, { key: mine.key })).status).toBe(409)
  })

  it('is not for oneself: a stolen session must not become a new password', async () => {
    const { key: full } = await makeProject('resetting')
    const owner = await makeMember(full, 'owner')
    expect((await makeLink(owner.id, owner)).body.error).toBe('change your own password with the current one')
    expect((await makeLink(owner.id, { key: full })).status).toBe(201)
  })

  it('ends when whoever made it is no owner any more, and with the membership', async () => {
    const { key: full } = await makeProject('resetting')
    const owner = await makeMember(full, 'owner')
    const other = await makeMember(full, 'owner')
    const member = await makeMember(full, 'viewer')
    const byOwner = (await makeLink(member.id, owner)).body
    await call('PATCH', `/v1/project/members/${owner.id}`, { key: full, body: { role: 'editor' } })
    expect((await use(byOwner.reset_path)).status).toBe(404)
    const made = (await call('POST', '/v1/project/keys', { key: full })).body
    const byKey = (await makeLink(member.id, { key: made.key })).body
    await call('DELETE', `/v1/project/keys/${made.id}`, { key: full })
    expect((await use(byKey.reset_path)).status).toBe(404)
    const last = (await makeLink(member.id, other)).body
    await call('DELETE', `/v1/project/members/${member.id}`, { key: full })
    expect((await use(last.reset_path)).status).toBe(404)
    expect((await makeLink(member.id, other)).body.error).toBe('member not found')
  })

  it('ends when the password is changed', async () => {
    const { key: full } = await makeProject('resetting')
    const member = await makeMember(full, 'viewer')
    const { reset_path } = (await makeLink(member.id, { key: full })).body
    const body = { current: member.password, password: newPassword }
    await call('POST', '/v1/session/password', { cookie: member.cookie, body })
    expect((await use(reset_path)).status).toBe(404)
  })
})

describe('an invite', () => {
  const makeInvite = async (as: { key?: string; cookie?: string }) =>
    (await call('POST', '/v1/project/invites', as)).body.accept_path as string
  const statusOf = async (path: string) => (await call('GET', path)).status

  it('ends when whoever made it is removed, or is no owner any more; those of others go on', async () => {
    const { key: full } = await makeProject('inviting')
    const [leaves, falls] = [await makeMember(full, 'owner'), await makeMember(full, 'owner')]
    await makeMember(full, 'owner')
    const [byKey, byLeaving, byFalling] = [
      await makeInvite({ key: full }),
      await makeInvite(leaves),
      await makeInvite(falls),
    ]
    expect([await statusOf(byLeaving), await statusOf(byFalling)]).toEqual([200, 200])
    await call('DELETE', `/v1/project/members/${leaves.id}`, { key: full })
    await call('PATCH', `/v1/project/members/${falls.id}`, { key: full, body: { role: 'editor' } })
    const body = { email: 'back@example.org', name: 'B', password: 'long enough' }
    for (const path of [byLeaving, byFalling]) {
      expect(await statusOf(path)).toBe(404)
      expect((await call('POST', path, { body, headers: newAddress() })).body.error).toBe('invite not found')
    }
    expect(await statusOf(byKey)).toBe(200)
  })

  it('ends with the key that made it, also when the key is revoked with its maker', async () => {
    const { key: full } = await makeProject('inviting')
    const owner = await makeMember(full, 'owner')
    await makeMember(full, 'owner')
    const [revoked, made] = [
      (await call('POST', '/v1/project/keys', { key: full })).body,
      (await call('POST', '/v1/project/keys', owner)).body,
    ]
    const [byRevoked, byMade] = [await makeInvite({ key: revoked.key }), await makeInvite({ key: made.key })]
    await call('DELETE', `/v1/project/keys/${revoked.id}`, { key: full })
    expect([await statusOf(byRevoked), await statusOf(byMade)]).toEqual([404, 200])
    await call('DELETE', `/v1/project/members/${owner.id}?revoke_keys=true`, { key: full })
    expect(await statusOf(byMade)).toBe(404)
  })

  it('that was accepted stays in the list', async () => {
    const { key: full } = await makeProject('inviting')
    const owner = await makeMember(full, 'owner')
    const body = { email: 'stays@example.org', name: 'S', password: 'long enough' }
    expect((await call('POST', await makeInvite(owner), { body, headers: newAddress() })).status).toBe(200)
    await makeMember(full, 'owner')
    await call('DELETE', `/v1/project/members/${owner.id}`, { key: full })
    const { invites } = (await call('GET', '/v1/project/invites', { key: full })).body
    expect(invites.filter((one: { accepted_by: string | null }) => one.accepted_by !== null)).not.toEqual([])
  })
})

describe('keys', () => {
  it('say who made them', async () => {
    const { key: full } = await makeProject('keyed')
    const owner = await makeMember(full, 'owner')
    const byOwner = (await call('POST', '/v1/project/keys', owner)).body
    const byKey = (await call('POST', '/v1/project/keys', { key: byOwner.key })).body
    const { keys } = (await call('GET', '/v1/project/keys', { key: full })).body
    expect(keys.map((one: { id: string; created_by: string }) => [one.id, one.created_by])).toEqual([
      [byKey.id, `key:${byOwner.id}`],
      [byOwner.id, `user:${owner.id}`],
      [keys[2].id, 'service'],
    ])
  })

  it('of a member who is removed stay, and the answer says how many', async () => {
    const { key: full } = await makeProject('leaving')
    const owner = await makeMember(full, 'owner')
    await makeMember(full, 'owner')
    const made = (await call('POST', '/v1/project/keys', owner)).body
    const byThat = (await call('POST', '/v1/project/keys', { key: made.key })).body
    const removed = await call('DELETE', `/v1/project/members/${owner.id}`, { key: full })
    expect(removed.body).toEqual({ ok: true })
    expect((await call('GET', '/v1/project', { key: byThat.key })).status).toBe(200)
  })

  it('of a member who is removed are revoked on demand, with those that they made', async () => {
    const { key: full } = await makeProject('leaving')
    const owner = await makeMember(full, 'owner')
    await makeMember(full, 'owner')
    const made = (await call('POST', '/v1/project/keys', owner)).body
    const byThat = (await call('POST', '/v1/project/keys', { key: made.key })).body
    const gone = (await call('POST', '/v1/project/keys', owner)).body
    await call('DELETE', `/v1/project/keys/${gone.id}`, { key: full })
    const removed = await call('DELETE', `/v1/project/members/${owner.id}?revoke_keys=true`, { key: full })
    expect(removed.body).toEqual({ ok: true })
    for (const { key: secret } of [made, byThat])
      expect((await call('GET', '/v1/project', { key: secret })).status).toBe(401)
    expect((await call('GET', '/v1/project', { key: full })).status).toBe(200)
  })
})
