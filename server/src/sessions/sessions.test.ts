import { describe, expect, it } from 'vitest'
import { cookieOf, startTestService } from '../../test/support/harness.ts'

const { call, key, service, makeProject, makeMember, clock } = await startTestService({
  environment: { TRUST_PROXY: '127.0.0.0/8' },
})
const { db } = service

let addresses = 0
/** Sign-ins are counted by address, so each group of attempts comes from its own. */
const newAddress = () => ({ 'x-forwarded-for': `198.51.100.${++addresses}` })
const signIn = (email: string, password: string, headers = newAddress()) =>
  call('POST', '/v1/session', { body: { email, password }, headers })

describe('a session', () => {
  it('starts with the password and ends with sign-out', async () => {
    const member = await makeMember(key, 'editor', 'ada@example.org')
    const started = await signIn(' Ada@Example.org ', member.password)
    expect(started.body).toMatchObject({
      user: { id: member.id, email: 'ada@example.org', name: 'editor' },
      projects: [{ name: 'default', role: 'editor', archived: false }],
    })
    expect(started.body.project_id).toBe(started.body.projects[0].id)
    const cookie = cookieOf(started)
    expect((await call('GET', '/v1/session', { cookie })).body).toEqual(started.body)
    const out = await call('DELETE', '/v1/session', { cookie })
    expect(out.headers.get('set-cookie')).toContain('Max-Age=0')
    expect((await call('GET', '/v1/session', { cookie })).body.error).toBe('invalid API key')
    expect((await call('GET', '/v1/session', member)).status).toBe(200)
  })

  it('has a cookie that scripts and other sites cannot use, and https keeps to https', async () => {
    const member = await makeMember(key, 'viewer', 'cookie@example.org')
    const plain = (await signIn(member.email, member.password)).headers.get('set-cookie')
    expect(plain).toMatch(/^polegraph_session=ses_\w{49}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
    const secure = await signIn(member.email, member.password, {
      ...newAddress(),
      'x-forwarded-proto': 'https',
    } as never)
    expect(secure.headers.get('set-cookie')).toContain('; Secure')
  })

  it('is stored as a hash, with the password as argon2id', async () => {
    const member = await makeMember(key, 'viewer', 'stored@example.org')
    const rows = JSON.stringify(await db.query('select encode(token_hash, $1) as h from sessions', ['escape']))
    expect(rows).not.toContain(member.cookie.split('=')[1])
    const [user] = await db.query<{ password_hash: string }>('select password_hash from users where id = $1', [
      member.id,
    ])
    expect(user?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  it('ends after 30 days', async () => {
    const member = await makeMember(key, 'viewer', 'expiring@example.org')
    clock.advance(30 * 86_400_000 - 60_000)
    expect((await call('GET', '/v1/session', member)).status).toBe(200)
    clock.advance(61_000)
    expect((await call('GET', '/v1/session', member)).status).toBe(401)
  })

  it('moves between the projects of its user, and to no other', async () => {
    const member = await makeMember(key, 'viewer', 'mover@example.org')
    const mine = (await call('POST', '/v1/projects', { ...member, body: { name: 'mine' } })).body
    const foreign = await makeProject('foreign')
    const move = (project_id: string) => call('POST', '/v1/session/project', { ...member, body: { project_id } })
    expect((await call('GET', '/v1/project', member)).body).toMatchObject({ name: 'default', role: 'viewer' })
    expect((await move(mine.id)).body).toEqual({ ok: true })
    expect((await call('GET', '/v1/project', member)).body).toMatchObject({ name: 'mine', role: 'owner' })
    expect((await move(foreign.id)).body.error).toBe('project not found')
    expect((await call('GET', '/v1/project', member)).body.name).toBe('mine')
  })

  it('goes on without a project', async () => {
    const { key: full } = await makeProject('brief')
    const member = await makeMember(full, 'editor', 'homeless@example.org')
    await call('DELETE', `/v1/project/members/${member.id}`, { key: full })
    const started = await signIn(member.email, member.password)
    expect(started.body).toMatchObject({ project_id: null, projects: [] })
    const cookie = cookieOf(started)
    expect((await call('GET', '/v1/project', { cookie })).body.error).toBe('project not found')
    const project = await call('POST', '/v1/projects', { cookie, body: { name: 'own' } })
    await call('POST', '/v1/session/project', { cookie, body: { project_id: project.body.id } })
    expect((await call('GET', '/v1/project', { cookie })).body).toMatchObject({ name: 'own', role: 'owner' })
  })
})

describe('signing in', () => {
  it('says the same of a wrong password and an unknown email', async () => {
    const member = await makeMember(key, 'viewer', 'known@example.org')
    const wrong = await signIn(member.email, 'wrong password')
    const unknown = await signIn('unknown@example.org', 'wrong password')
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401)
      expect(body).toMatchObject({ error: 'wrong email or password', code: 'wrong_credentials' })
    }
  })

  it('is refused after ten failures for one email from one address, for ten minutes, and not elsewhere', async () => {
    const member = await makeMember(key, 'viewer', 'target@example.org')
    const from = newAddress()
    for (let n = 0; n < 10; n++) expect((await signIn(member.email, 'wrong password', from)).status).toBe(401)
    const refused = await signIn(member.email, member.password, from)
    expect(refused.body).toMatchObject({ error: 'too many failed sign-ins' })
    // Less what the ten took, on however slow a machine.
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(480)
    expect((await signIn(member.email, member.password)).status).toBe(200)
    clock.advance(10 * 60_000)
    expect((await signIn(member.email, member.password, from)).status).toBe(200)
  })

  it('is refused after a hundred failures from anywhere, but not where the person is signed in', async () => {
    const member = await makeMember(key, 'viewer', 'hunted@example.org')
    const home = newAddress()
    expect((await signIn(member.email, member.password, home)).status).toBe(200)
    for (let n = 0; n < 100; n++) expect((await signIn(member.email, 'wrong password')).status).toBe(401)
    expect((await signIn(member.email, member.password)).body).toMatchObject({ error: 'too many failed sign-ins' })
    expect((await signIn(member.email, member.password, home)).status).toBe(200)
    clock.advance(10 * 60_000)
    expect((await signIn(member.email, member.password)).status).toBe(200)
  })

  it('is refused after ten failures from one address, for any email', async () => {
    const member = await makeMember(key, 'viewer', 'neighbour@example.org')
    const from = newAddress()
    for (let n = 0; n < 10; n++) await signIn(`guess${n}@example.org`, 'wrong password', from)
    expect((await signIn(member.email, member.password, from)).status).toBe(429)
    expect((await signIn(member.email, member.password)).status).toBe(200)
  })

  it('lets a hundred parallel guesses be no better than ten', async () => {
    const member = await makeMember(key, 'viewer', 'parallel@example.org')
    const from = newAddress()
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(member.email, 'wrong password', from)))
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10)
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(20)
  })

  it('asks those who are right to come back in a second when ten are under way', async () => {
    const member = await makeMember(key, 'viewer', 'crowd@example.org')
    const from = newAddress()
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn(member.email, member.password, from)))
    const refused = answers.filter((answer) => answer.status === 429)
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(10)
    for (const answer of refused) expect(answer.headers.get('retry-after')).toBe('1')
    expect((await signIn(member.email, member.password)).status).toBe(200)
  })

  it('does not count what succeeds', async () => {
    const member = await makeMember(key, 'viewer', 'regular@example.org')
    for (let n = 0; n < 12; n++) expect((await signIn(member.email, member.password)).status).toBe(200)
  })
})

describe('accepting an invite', () => {
  const invite = async () => (await call('POST', '/v1/project/invites', { key })).body.accept_path
  const accept = (path: string, email: string, password: string, headers = newAddress()) =>
    call('POST', path, { body: { email, name: 'N', password }, headers })

  it('takes the password that a known user has', async () => {
    const { key: other } = await makeProject('elsewhere')
    const known = await makeMember(other, 'viewer', 'member@example.org')
    const path = await invite()
    expect((await accept(path, known.email, 'another password')).body.error).toBe('wrong email or password')
    const accepted = await accept(path, known.email, known.password)
    expect(accepted.body.user).toEqual({ id: known.id, email: known.email, name: 'viewer' })
    expect(accepted.body.projects).toHaveLength(2)
  })

  it('is refused to a member, and the invite stays open', async () => {
    const member = await makeMember(key, 'viewer', 'already@example.org')
    const path = await invite()
    expect((await accept(path, member.email, member.password)).body.error).toBe('already a member of this project')
    expect((await call('GET', path)).status).toBe(200)
  })

  it('counts wrong passwords like failed sign-ins', async () => {
    const member = await makeMember(key, 'viewer', 'guessed@example.org')
    const path = await invite()
    const from = newAddress()
    for (let n = 0; n < 10; n++) await accept(path, member.email, 'wrong password', from)
    expect((await accept(path, member.email, member.password, from)).status).toBe(429)
    expect((await signIn(member.email, member.password, from)).status).toBe(429)
  })
})
