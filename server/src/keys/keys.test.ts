import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { countQueries } from '../../test/support/count-queries.ts'
import { startTestService } from '../../test/support/harness.ts'
import { hasChecksum } from '../platform/secrets.ts'

const { call, key, service, clock, makeProject } = await startTestService()
const { db } = service

async function createKey(body?: object, withKey = key): Promise<{ id: string; key: string; scope: string }> {
  return (await call('POST', '/v1/project/keys', { key: withKey, body })).body
}

async function keyRow(id: string) {
  const { body } = await call('GET', '/v1/project/keys?limit=500', { key })
  return body.keys.find((row: { id: string }) => row.id === id)
}

describe('a key', () => {
  it('is shown once and stored as a hash', async () => {
    const created = await createKey({ name: 'dashboard', scope: 'read' })
    expect(created.key).toMatch(/^svc_[0-9A-Za-z]{49}$/)
    const [row] = await db.query<{ secret_hash: Buffer }>('select secret_hash from api_keys where id = $1', [
      created.id,
    ])
    expect(row?.secret_hash.toString('hex')).toBe(createHash('sha256').update(created.key).digest('hex'))
    const listed = await call('GET', '/v1/project/keys', { key: created.key })
    expect(JSON.stringify(listed.body)).not.toContain(created.key)
    expect(await keyRow(created.id)).toMatchObject({ name: 'dashboard', scope: 'read', revoked_at: null })
  })

  it('is called key and is full by default, whatever else scope says', async () => {
    expect(await keyRow((await createKey()).id)).toMatchObject({ name: 'key', scope: 'full' })
    for (const scope of ['full', 'READ', 'admin', 7, null, ['read']]) {
      expect(await createKey({ scope })).toMatchObject({ scope: 'full' })
    }
  })

  it('carries a checksum, so that a mistyped one costs no query', async () => {
    const created = await createKey()
    expect(hasChecksum('svc_', created.key)).toBe(true)
    const mistyped = `${created.key.slice(0, 20)}${created.key[20] === 'x' ? 'y' : 'x'}${created.key.slice(21)}`
    const queries = await countQueries(db, 'api_keys', async () => {
      for (const wrong of [mistyped, created.key.slice(0, -1), `${created.key}x`, 'svc_', 'x', '']) {
        expect((await call('GET', '/v1/project', { key: wrong })).status).toBe(401)
      }
    })
    expect(queries).toBe(0)
  })

  it('is looked up once, not for every request', async () => {
    const created = await createKey()
    await call('GET', '/v1/project', { key: created.key })
    await new Promise(setImmediate)
    const queries = await countQueries(db, 'api_keys', async () => {
      for (let n = 0; n < 20; n++) await call('GET', '/v1/project', { key: created.key })
    })
    expect(queries).toBe(0)
  })

  it('works with its new secret only, from the moment it is rotated', async () => {
    const created = await createKey()
    expect((await call('GET', '/v1/project', { key: created.key })).status).toBe(200)
    const rotated = await call('POST', `/v1/project/keys/${created.id}/rotate`, { key })
    expect(rotated.body.id).toBe(created.id)
    expect((await call('GET', '/v1/project', { key: created.key })).body.error).toBe('invalid API key')
    expect((await call('GET', '/v1/project', { key: rotated.body.key })).status).toBe(200)
  })

  it('stops the moment it is revoked, and stays listed', async () => {
    const created = await createKey()
    expect((await call('GET', '/v1/project', { key: created.key })).status).toBe(200)
    expect((await call('DELETE', `/v1/project/keys/${created.id}`, { key })).body).toEqual({ ok: true })
    expect((await call('GET', '/v1/project', { key: created.key })).body.error).toBe('invalid API key')
    const { revoked_at } = await keyRow(created.id)
    expect(revoked_at).toBeTruthy()
    clock.advance(1000)
    expect((await call('DELETE', `/v1/project/keys/${created.id}`, { key })).status).toBe(200)
    expect((await keyRow(created.id)).revoked_at).toBe(revoked_at)
    expect((await call('POST', `/v1/project/keys/${created.id}/rotate`, { key })).body.error).toBe('key not found')
  })

  it('is not remembered when it is revoked while it is looked up', async () => {
    const created = await createKey()
    const { prompt } = db
    const { query } = prompt
    // The look-up has its row, and the key is revoked before the row arrives.
    prompt.query = async (...args) => {
      prompt.query = query
      const rows = await query.apply(prompt, args)
      await call('DELETE', `/v1/project/keys/${created.id}`, { key })
      return rows as never
    }
    await call('GET', '/v1/project', { key: created.key })
    expect((await call('GET', '/v1/project', { key: created.key })).status).toBe(401)
  })

  it('says when it was used last, with one write a minute', async () => {
    const created = await createKey()
    expect((await keyRow(created.id)).last_used_at).toBeNull()
    const writes = await countQueries(db, 'api_keys', async () => {
      for (let n = 0; n < 10; n++) await call('GET', '/v1/project', { key: created.key })
    })
    expect(writes).toBe(2) // one look-up, one write
    await expect.poll(async () => (await keyRow(created.id)).last_used_at).toBeTruthy()
    const first = (await keyRow(created.id)).last_used_at
    clock.advance(61_000)
    await call('GET', '/v1/project', { key: created.key })
    await expect.poll(async () => (await keyRow(created.id)).last_used_at).not.toBe(first)
  })

  it('opens its own project only', async () => {
    const other = await makeProject()
    const mine = await createKey()
    for (const [method, path] of [
      ['DELETE', `/v1/project/keys/${mine.id}`],
      ['POST', `/v1/project/keys/${mine.id}/rotate`],
    ] as const) {
      expect((await call(method, path, { key: other.key })).body.error).toBe('key not found')
    }
    expect((await call('GET', '/v1/project/keys', { key: other.key })).body.keys).toHaveLength(1)
  })
})

describe('the list of keys', () => {
  it('is newest first and stays right while keys are added', async () => {
    const { key: full } = await makeProject('listed')
    const made: string[] = []
    for (let n = 0; n < 7; n++) made.unshift((await createKey({ name: `n${n}` }, full)).id)
    const first = (await call('GET', '/v1/project/keys?limit=3', { key: full })).body
    await createKey({ name: 'late' }, full)
    const second = (await call('GET', `/v1/project/keys?limit=3&cursor=${first.next_cursor}`, { key: full })).body
    const third = (await call('GET', `/v1/project/keys?limit=3&cursor=${second.next_cursor}`, { key: full })).body
    const ids = [...first.keys, ...second.keys, ...third.keys].map((row: { id: string }) => row.id)
    expect(ids.slice(0, 7)).toEqual(made)
    expect(third.next_cursor).toBeNull()
  })
})
