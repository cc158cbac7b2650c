import { describe, expect, it } from 'vitest'
import { makeKey, makePlace, makeSession } from '../../test/support/graph/world.ts'
import { type Answer, startTestService } from '../../test/support/harness.ts'
import { forgetViews } from './saved-views.ts'

const { call, service } = await startTestService()
const { db } = service

const state = { search: { kind: 'person', color: 'group' }, places: 'abc 12 -40 1' }
const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)

async function makePeople() {
  const { id, domain } = await makePlace(db)
  const base = `/v1/domains/${domain.id}/views`
  const [ada, bob, owner, viewer] = await Promise.all([
    makeSession(db, id, 'editor'),
    makeSession(db, id, 'editor'),
    makeSession(db, id, 'owner'),
    makeSession(db, id, 'viewer'),
  ])
  const save = (cookie: string, name: string, shared?: boolean) =>
    call('POST', base, { cookie, body: { name, state, ...(shared !== undefined && { shared }) } })
  /** Without the one that the place has. */
  const names = async (cookie: string) => {
    const { body } = await call('GET', base, { cookie })
    return body.views.map(({ name }: { name: string }) => name).filter((name: string) => name !== 'People')
  }
  return { id, domain, base, save, names, ada, bob, owner, viewer }
}

describe('a saved view', () => {
  it('is kept with its state, and is its maker’s alone until it is shared', async () => {
    const { base, save, names, ada, bob, owner, viewer } = await makePeople()
    const made = await save(ada.cookie, 'Captains')
    expect(made.body).toMatchObject({ name: 'Captains', state, shared: false, is_own: true })
    const path = `${base}/${made.body.id}`
    expect((await call('GET', path, { cookie: ada.cookie })).body).toEqual(made.body)
    for (const { cookie } of [bob, owner, viewer]) {
      expect(await names(cookie)).toEqual([])
      expect(said(await call('GET', path, { cookie }))).toBe('404 view not found')
    }
    expect(said(await call('PATCH', path, { cookie: owner.cookie, body: { shared: true } }))).toBe('404 view not found')
    expect(said(await call('PATCH', path, { cookie: ada.cookie, body: { shared: true } }))).toBe(200)
    for (const { cookie } of [bob, owner, viewer]) expect(await names(cookie)).toEqual(['Captains'])
    const seen = (await call('GET', path, { cookie: viewer.cookie })).body
    expect(seen).toMatchObject({ state, shared: true, is_own: false, created_by: `user:${ada.id}` })
  })

  it('is listed newest first, without its state', async () => {
    const { base, save, ada } = await makePeople()
    for (const name of ['One', 'Two', 'Three']) await save(ada.cookie, name)
    const { body } = await call('GET', `${base}?limit=2`, { cookie: ada.cookie })
    expect(body.views.map(({ name }: { name: string }) => name)).toEqual(['Three', 'Two'])
    expect(body.views[0]).not.toHaveProperty('state')
    const rest = await call('GET', `${base}?limit=2&cursor=${body.next_cursor}`, { cookie: ada.cookie })
    expect(rest.body.views.map(({ name }: { name: string }) => name)).toEqual(['One', 'People'])
  })

  it('is changed and deleted by its maker, and by owners', async () => {
    const { base, save, names, ada, bob, owner, viewer } = await makePeople()
    const { id } = (await save(ada.cookie, 'Captains', true)).body
    const path = `${base}/${id}`
    const refused = '403 only who saved this view, or an owner, may change it'
    expect(said(await call('PATCH', path, { cookie: bob.cookie, body: { name: 'Mine' } }))).toBe(refused)
    expect(said(await call('DELETE', path, { cookie: bob.cookie }))).toBe(refused)
    expect(said(await call('DELETE', path, { cookie: viewer.cookie }))).toBe('403 read-only access')
    expect(said(await call('PATCH', path, { cookie: ada.cookie, body: {} }))).toBe('400 nothing to update')
    const changed = await call('PATCH', path, { cookie: ada.cookie, body: { state: { search: {} } } })
    expect(changed.body).toMatchObject({ name: 'Captains', state: { search: {} }, shared: true })
    const hidden = await call('PATCH', path, { cookie: owner.cookie, body: { shared: false } })
    expect(hidden.body).toMatchObject({ id, shared: false })
    expect([await names(owner.cookie), await names(ada.cookie)]).toEqual([[], ['Captains']])
    await call('PATCH', path, { cookie: ada.cookie, body: { shared: true } })
    expect(said(await call('DELETE', path, { cookie: owner.cookie }))).toBe(200)
    expect(await names(ada.cookie)).toEqual([])
  })

  it('goes with its maker, unless it is shared', async () => {
    const { id, domain, base, save, names, ada, owner } = await makePeople()
    const key = await makeKey(db, id, 'full')
    await save(ada.cookie, 'Private')
    await save(ada.cookie, 'Shared', true)
    await call('POST', base, { key: key.secret, body: { name: 'Of a key', state } })
    const count = async () =>
      (await db.query<{ name: string }>('select name from saved_views where domain_id = $1 order by name', [domain.id]))
        .map(({ name }) => name)
        .filter((name) => name !== 'People')
    await forgetViews(db, domain.id)
    expect(await count()).toEqual(['Of a key', 'Private', 'Shared'])
    await db.query('delete from members where project_id = $1 and user_id = $2', [id, ada.id])
    await db.query('update api_keys set revoked_at = now() where id = $1', [key.id])
    await forgetViews(db, domain.id)
    expect(await count()).toEqual(['Shared'])
    expect(await names(owner.cookie)).toEqual(['Shared'])
  })
})
