import { describe, expect, it } from 'vitest'
import { cookieOf, startTestService } from '../../test/support/harness.ts'

const { call, service, makeProject, makeMember, clock } = await startTestService()
const { db } = service

describe('a project', () => {
  it('tells the caller what they may do', async () => {
    const { id, key } = await makeProject('roles')
    const read = (await call('POST', '/v1/project/keys', { key, body: { scope: 'read' } })).body.key
    expect((await call('GET', '/v1/project', { key })).body).toEqual({
      id,
      name: 'roles',
      role: 'owner',
      scope: 'full',
    })
    expect((await call('GET', '/v1/project', { key: read })).body).toMatchObject({ role: 'viewer', scope: 'read' })
    const editor = await makeMember(key, 'editor')
    expect((await call('GET', '/v1/project', editor)).body).toMatchObject({ role: 'editor', scope: 'full' })
  })

  it('is renamed for everybody at once', async () => {
    const { key } = await makeProject('before')
    const viewer = await makeMember(key, 'viewer')
    expect((await call('GET', '/v1/project', viewer)).body.name).toBe('before')
    expect((await call('PATCH', '/v1/project', { key, body: { name: '  after ' } })).body).toEqual({ ok: true })
    expect((await call('GET', '/v1/project', { key })).body.name).toBe('after')
    expect((await call('GET', '/v1/project', viewer)).body.name).toBe('after')
    for (const body of [undefined, {}, { name: '' }, { name: ' \n' }]) {
      expect((await call('PATCH', '/v1/project', { key, body })).body.error).toBe('name required')
    }
  })

  it('refuses its keys while it is archived, and an owner who is signed in brings it back', async () => {
    const { key } = await makeProject('shelved')
    const owner = await makeMember(key, 'owner')
    const editor = await makeMember(key, 'editor')
    expect((await call('POST', '/v1/project/archive', { key })).status).toBe(200)
    for (const method of ['GET', 'PATCH']) {
      const refused = await call(method, '/v1/project', { key })
      expect(refused.status).toBe(403)
      expect(refused.body.error).toBe('project is archived')
    }
    expect((await call('GET', '/v1/project', editor)).status).toBe(200)
    expect((await call('PATCH', '/v1/project', { ...owner, body: { name: 'x' } })).body.error).toBe(
      'project is archived',
    )
    expect((await call('POST', '/v1/project/unarchive', { key })).body.error).toBe('project is archived')
    expect((await call('POST', '/v1/project/unarchive', editor)).body.error).toBe('owner access required')
    expect((await call('POST', '/v1/project/unarchive', owner)).status).toBe(200)
    expect((await call('GET', '/v1/project', { key })).status).toBe(200)
  })

  it('is deleted with all it owns, and so are users who have no other', async () => {
    const doomed = await makeProject('doomed')
    const kept = await makeProject('kept')
    const both = await makeMember(kept.key, 'viewer', 'both@example.org')
    const invite = (await call('POST', '/v1/project/invites', { key: doomed.key })).body
    await call('POST', invite.accept_path, { body: { email: 'both@example.org', name: 'B', password: both.password } })
    const only = await makeMember(doomed.key, 'editor', 'only@example.org')
    const there = await call('POST', '/v1/session', { body: { email: both.email, password: both.password } })
    const inDoomed = { cookie: cookieOf(there) }
    await call('POST', '/v1/session/project', { ...inDoomed, body: { project_id: doomed.id } })
    expect((await call('GET', '/v1/project', inDoomed)).body.name).toBe('doomed')
    await call('POST', '/v1/domains', { key: doomed.key, body: { name: 'd' } })
    for (const confirm of ['', '?confirm=', '?confirm=Doomed', '?confirm=doomed%20']) {
      const refused = await call('DELETE', `/v1/project${confirm}`, { key: doomed.key })
      expect(refused.body.error).toBe('pass ?confirm=<project name> to delete')
    }
    const deleted = await call('DELETE', '/v1/project?confirm=doomed', { key: doomed.key })
    expect(deleted.body).toEqual({ deleted: doomed.id, domains: 1, users: 2 })
    expect((await call('GET', '/v1/project', { key: doomed.key })).status).toBe(401)
    expect((await call('GET', '/v1/session', only)).status).toBe(401)
    expect((await call('GET', '/v1/session', both)).body.projects).toHaveLength(1)
    // A session in the project goes on in the other one.
    expect((await call('GET', '/v1/session', inDoomed)).body.project_id).toBe(kept.id)
    expect((await call('GET', '/v1/project', inDoomed)).body).toMatchObject({ name: 'kept', role: 'viewer' })
    const users = await db.query<{ email: string }>(
      `select email from users where email in ('both@example.org', 'only@example.org')`,
    )
    expect(users).toEqual([{ email: 'both@example.org' }])
    expect(await rowsOfProject(doomed.id)).toEqual([])
  })
})

/** Tables that still have a row of the project, found through the catalogue. */
async function rowsOfProject(projectId: string): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select table_name as name from information_schema.columns where column_name = 'project_id' and table_schema = 'public'`,
  )
  const left: string[] = []
  for (const { name } of tables) {
    if ((await db.query(`select 1 from ${name} where project_id = $1`, [projectId])).length > 0) left.push(name)
  }
  return left
}

describe('members', () => {
  it('are listed oldest first, page by page', async () => {
    const { key } = await makeProject('many')
    const made: string[] = []
    for (let n = 0; n < 3; n++) made.push((await makeMember(key, 'viewer')).id)
    const first = (await call('GET', '/v1/project/members?limit=2', { key })).body
    const second = (await call('GET', `/v1/project/members?limit=2&cursor=${first.next_cursor}`, { key })).body
    expect([...first.members, ...second.members].map((row: { id: string }) => row.id)).toEqual(made)
    expect(second.next_cursor).toBeNull()
  })

  it('have their new role at once', async () => {
    const { key } = await makeProject('promoted')
    const member = await makeMember(key, 'viewer')
    const rename = () => call('PATCH', '/v1/project', { ...member, body: { name: 'p' } })
    expect((await rename()).body.error).toBe('read-only access')
    await call('PATCH', `/v1/project/members/${member.id}`, { key, body: { role: 'editor' } })
    expect((await rename()).body.error).toBe('owner access required')
    await call('PATCH', `/v1/project/members/${member.id}`, { key, body: { role: 'owner' } })
    expect((await rename()).status).toBe(200)
  })

  it('lose their sessions in the project when they are removed', async () => {
    const { key } = await makeProject('left')
    const member = await makeMember(key, 'editor')
    expect((await call('GET', '/v1/project', member)).status).toBe(200)
    expect((await call('DELETE', `/v1/project/members/${member.id}`, { key })).body.ok).toBe(true)
    expect((await call('GET', '/v1/project', member)).body.error).toBe('invalid API key')
    expect((await call('DELETE', `/v1/project/members/${member.id}`, { key })).body.error).toBe('member not found')
  })

  it('always include an owner', async () => {
    const { key } = await makeProject('owned')
    const owner = await makeMember(key, 'owner')
    await makeMember(key, 'editor')
    const path = `/v1/project/members/${owner.id}`
    expect((await call('DELETE', path, { key })).body.error).toBe('cannot remove the last owner')
    const demoted = await call('PATCH', path, { key, body: { role: 'viewer' } })
    expect(demoted.status).toBe(400)
    expect(demoted.body.error).toBe('cannot remove the last owner')
    expect((await call('PATCH', path, { key, body: { role: 'owner' } })).status).toBe(200)
  })

  it('keep an owner when all of them are removed or demoted at once', async () => {
    const { key } = await makeProject('rush')
    const owners = await Promise.all(['owner', 'owner', 'owner', 'owner'].map(() => makeMember(key, 'owner')))
    const answers = await Promise.all(
      owners.map((owner, n) =>
        n % 2 === 0
          ? call('DELETE', `/v1/project/members/${owner.id}`, { key })
          : call('PATCH', `/v1/project/members/${owner.id}`, { key, body: { role: 'viewer' } }),
      ),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 200, 200, 400])
  })
})

describe('invites', () => {
  it('show who accepted them, and can be withdrawn before', async () => {
    const { key } = await makeProject('inviting')
    const created = await call('POST', '/v1/project/invites', { key })
    expect(created.body).toMatchObject({ role: 'editor', accept_path: `/v1/invites/${created.body.token}/accept` })
    const withdrawn = (await call('POST', '/v1/project/invites', { key, body: { role: 'owner' } })).body
    const [newest] = (await call('GET', '/v1/project/invites', { key })).body.invites
    expect((await call('DELETE', `/v1/project/invites/${newest.id}`, { key })).status).toBe(200)
    expect((await call('GET', withdrawn.accept_path)).body.error).toBe('invite not found')
    const accepted = await call('POST', created.body.accept_path, {
      body: { email: 'new@example.org', name: 'New', password: 'long enough' },
    })
    const { invites } = (await call('GET', '/v1/project/invites', { key })).body
    expect(invites).toHaveLength(1)
    expect(invites[0]).toMatchObject({ role: 'editor', accepted_by: accepted.body.user.id })
    expect((await call('DELETE', `/v1/project/invites/${invites[0].id}`, { key })).body.error).toBe('invite not found')
  })

  it('work once, even when two accept at the same time', async () => {
    const { key } = await makeProject('race')
    const { accept_path } = (await call('POST', '/v1/project/invites', { key })).body
    const accept = (n: number) =>
      call('POST', accept_path, { body: { email: `race${n}@example.org`, name: 'R', password: 'long enough' } })
    const answers = await Promise.all([1, 2, 3, 4].map(accept))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 404, 404, 404])
    expect((await call('GET', '/v1/project/members', { key })).body.members).toHaveLength(1)
    const users = await db.query(`select id from users where email like 'race%'`)
    expect(users).toHaveLength(1)
  })

  it('end after 14 days, and with the archiving of the project', async () => {
    const { key } = await makeProject('late')
    const { accept_path } = (await call('POST', '/v1/project/invites', { key })).body
    const preview = await call('GET', accept_path)
    expect(preview.body).toMatchObject({ project: 'late', role: 'editor' })
    await call('POST', '/v1/project/archive', { key })
    expect((await call('GET', accept_path)).status).toBe(404)
    await db.query('update projects set archived_at = null where name = $1', ['late'])
    clock.advance(14 * 86_400_000 + 1000)
    expect((await call('GET', accept_path)).body.error).toBe('invite not found')
  })
})
