import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { sayingPages } from '../../test/support/graph/claims-fixture.ts'
import { startTestService } from '../../test/support/harness.ts'
import { createLog } from '../platform/log.ts'
import { enforceStored } from './enforce-stored.ts'
import { quotaNumbers } from './quotas.ts'

const test = await startTestService({
  environment: {
    QUOTAS:
      'projects=2, keys=3, invites=2, domains=3, gate_drafts=2, curations=2, curated_mb=1, imported_mb=1, gate_mb=1, feedback=2, streams=2, sessions=2, pages=40',
  },
})
const { call, key, service } = test
const { db } = service

const first: string = (await call('POST', '/v1/domains', { key, body: { name: 'first' } })).body.id

describe('a quota', () => {
  it.each([
    ['keys', '/v1/project/keys', { name: 'one more' }, 2],
    ['invites', '/v1/project/invites', { role: 'viewer' }, 2],
    ['domains', '/v1/domains', { name: 'one more' }, 3],
    ['feedback', '/v1/feedback', { kind: 'idea', message: 'more' }, 2],
  ])('of %s is refused with its name when there is no more room', async (name, path, body, room) => {
    const add = async (own: string) => {
      const { status, body: answer } = await call('POST', path, { key: own, body })
      return status === 201 ? 'added' : `${status} ${answer.code} ${answer.error}`
    }
    const { key: own } = await test.makeProject()
    for (let n = 0; n < room; n++) expect(await add(own)).toBe('added')
    expect(await add(own)).toBe(`409 quota_reached quota reached: ${name}`)
    expect(await add((await test.makeProject()).key)).toBe('added')
  })

  it('of drafts belongs to the domain', async () => {
    const add = async (domainId: string) =>
      (await call('POST', `/v1/domains/${domainId}/gate/versions`, { key, body: { rules: { min_words: 3 } } })).body
        .error
    expect([await add(first), await add(first), await add(first)]).toEqual([
      undefined,
      undefined,
      'quota reached: gate_drafts',
    ])
    const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'other' } })).body
    expect(await add(id)).toBeUndefined()
  })

  it('of corrections counts all that were made to a domain, and those taken back', async () => {
    const { key: own } = await test.makeProject()
    const { id } = (await call('POST', '/v1/domains', { key: own, body: { name: 'curated' } })).body
    const create = () => call('POST', `/v1/domains/${id}/entities`, { key: own, body: { kind: 'person', name: 'Ada' } })
    const made = await create()
    expect(made.status).toBe(201)
    expect((await call('DELETE', `/v1/domains/${id}/entities/${made.body.id}`, { key: own })).status).toBe(200)
    expect((await create()).body.error).toBe('quota reached: curations')
  })

  it('of what people write counts the bytes of corrections, of all domains of a project', async () => {
    const { key: own } = await test.makeProject('writing')
    const make = async () => (await call('POST', '/v1/domains', { key: own, body: { name: 'written' } })).body.id
    const [one, two] = [await make(), await make()]
    const create = (id: string) => {
      const body = { kind: 'person', name: 'Ada', summary: 's'.repeat(2_000), reason: 'r'.repeat(1_000) }
      return call('POST', `/v1/domains/${id}/entities`, { key: own, body })
    }
    expect((await create(one)).status).toBe(201)
    const [{ curated_bytes } = { curated_bytes: 0 }] = await db.query<{ curated_bytes: number }>(
      'select curated_bytes from domains where id = $1',
      [one],
    )
    expect(curated_bytes).toBeGreaterThan(3_000)
    await db.query('update domains set curated_bytes = 999999 where id = $1', [one])
    expect((await create(two)).status).toBe(201)
    expect((await create(two)).body.error).toBe('quota reached: curated_mb')
    const { key: other } = await test.makeProject('beside')
    const beside = (await call('POST', '/v1/domains', { key: other, body: { name: 'beside' } })).body.id
    const add = await call('POST', `/v1/domains/${beside}/entities`, {
      key: other,
      body: { kind: 'person', name: 'A' },
    })
    expect(add.status).toBe(201)
  })

  it('of imports counts the bytes of the files, of all domains of a project', async () => {
    const { key: own } = await test.makeProject('importing')
    const make = async () => (await call('POST', '/v1/domains', { key: own, body: { name: 'imported' } })).body.id
    const [one, two] = [await make(), await make()]
    const send = (id: string, raw: string) =>
      call('POST', `/v1/domains/${id}/imports?format=csv`, { key: own, raw: `Name\n${raw}\n` })
    expect((await send(one, 'Ada Berg')).status).toBe(202)
    await db.query('update imports set bytes = 1000000 where domain_id = $1', [one])
    expect((await send(two, 'Ada Berg')).body.error).toBe('quota reached: imported_mb')
    await db.query('delete from imports where domain_id = $1', [one])
    expect((await send(two, 'Ada Berg')).status).toBe(202)
  })

  it('of gate rules counts the bytes of all versions, published ones too', async () => {
    const { key: own } = await test.makeProject('ruling')
    const id = (await call('POST', '/v1/domains', { key: own, body: { name: 'ruled' } })).body.id
    const path = `/v1/domains/${id}/gate/versions`
    // Random letters, which no storage makes smaller.
    const rules = () => ({
      exclude_terms: Array.from({ length: 500 }, () => randomBytes(90).toString('base64url').replaceAll(/[-_]/g, 'x')),
    })
    let answer = await call('POST', path, { key: own, body: { rules: rules() } })
    expect(answer.status).toBe(201)
    for (let n = 0; n < 30 && answer.status === 201; n++) {
      await call('POST', `${path}/${answer.body.version}/publish`, { key: own })
      answer = await call('POST', path, { key: own, body: { rules: rules() } })
    }
    expect(answer.body.error).toBe('quota reached: gate_mb')
  })

  it('has room again for what was deleted', async () => {
    const { key: own } = await test.makeProject()
    const make = () => call('POST', '/v1/domains', { key: own, body: { name: 'domain' } })
    const [one] = [await make(), await make(), await make()]
    expect((await make()).status).toBe(409)
    await call('DELETE', `/v1/domains/${one?.body.id}?confirm=domain`, { key: own })
    expect((await make()).status).toBe(201)
  })

  it('of projects belongs to the person', async () => {
    const { cookie } = await test.makeMember(key, 'viewer')
    const make = () => call('POST', '/v1/projects', { cookie, body: { name: 'mine' } })
    expect([(await make()).status, (await make()).status, (await make()).body.error]).toEqual([
      201,
      201,
      'quota reached: projects',
    ])
  })

  it('of sessions ends the oldest', async () => {
    const { email, password, cookie } = await test.makeMember(key, 'viewer')
    const signIn = () => call('POST', '/v1/session', { body: { email, password } })
    const isOpen = async () => (await call('GET', '/v1/session', { cookie })).status
    await signIn()
    expect(await isOpen()).toBe(200)
    await signIn()
    expect(await isOpen()).toBe(401)
  })

  it('of the whole installation has another name', async () => {
    const { requireQuota } = await import('./quotas.ts')
    const numbers = { ...quotaNumbers, keys_total: 1 }
    await expect(requireQuota(db, numbers, 'keys', undefined)).rejects.toThrow('quota reached: keys_total')
  })

  it('of streams counts those that are open', async () => {
    const url = `${test.url}/v1/domains/${first}/events`
    const open = () => fetch(url, { headers: { authorization: `Bearer ${key}` } })
    const [a, b] = [await open(), await open()]
    const refused = await open()
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
      409,
      'quota reached: streams',
    ])
    await a.body?.cancel()
    await expect.poll(async () => (await open()).status).toBe(200)
    await b.body?.cancel()
  })
})

describe('a project that stores too much', () => {
  it('is paused with the reason, and may add no source', async () => {
    const { key: own } = await test.makeProject()
    const { id } = (await call('POST', '/v1/domains', { key: own, body: { name: 'large' } })).body
    const add = () => call('POST', `/v1/domains/${id}/sources`, { key: own, body: { url: 'http://nowhere.test/' } })
    expect((await add()).status).toBe(201)
    const stateOf = async () => (await call('GET', `/v1/domains/${id}`, { key: own })).body.crawl_state
    await expect.poll(stateOf).toBe('idle')
    await db.query(`update domains set page_count = 40, crawl_state = 'running' where id = $1`, [id])
    await enforceStored(db, service.events, createLog({ level: 'silent' }), { ...quotaNumbers, pages: 40 })
    const { body } = await call('GET', `/v1/domains/${id}`, { key: own })
    expect(body).toMatchObject({ crawl_state: 'paused', paused_reason: 'quota reached: pages (40)' })
    expect((await add()).body.error).toBe('quota reached: pages')
    const resumed = await call('POST', `/v1/domains/${id}/runs/resume`, { key: own })
    expect(resumed.body.error).toBe('quota reached: pages')
  })

  it('is measured by its text too', async () => {
    const { key: own } = await test.makeProject()
    const { id } = (await call('POST', '/v1/domains', { key: own, body: { name: 'wordy' } })).body
    const { pageId } = sayingPages(db, id)
    await db.query(
      `insert into page_texts (domain_id, page_id, text, shown_chars, words, blocks, structured)
       values ($1, $2, $3, 9, '', '[]', '[]')`,
      [id, await pageId('a.example/1'), 'Ada Lovelace '.repeat(100)],
    )
    await db.query(`update domains set page_count = 1, crawl_state = 'running' where id = $1`, [id])
    const enforce = (text_mb: number) =>
      enforceStored(db, service.events, createLog({ level: 'silent' }), { ...quotaNumbers, text_mb })
    await enforce(1)
    expect((await call('GET', `/v1/domains/${id}`, { key: own })).body.crawl_state).toBe('running')
    await enforce(0.000_001)
    expect((await call('GET', `/v1/domains/${id}`, { key: own })).body.paused_reason).toContain('text_mb')
  })
})
