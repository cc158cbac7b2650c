import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { startTestService } from '../../test/harness.ts'

const test = await startTestService()
const { call, key, service } = test

describe('keys', () => {
  it('are shown once and stored as a hash', async () => {
    const created = await call('POST', '/v1/project/keys', { key, body: { name: 'dashboard', scope: 'read' } })
    expect(created.status).toBe(201)
    const secret: string = created.body.key
    expect(secret).toMatch(/^svc_[0-9A-Za-z]{49}$/)
    const [row] = await service.db.query<{ secret_hash: Buffer }>('select secret_hash from api_keys where id = $1', [
      created.body.id,
    ])
    expect(row?.secret_hash.toString('hex')).toBe(createHash('sha256').update(secret).digest('hex'))
    const listed = await call('GET', '/v1/project/keys', { key: secret })
    expect(JSON.stringify(listed.body)).not.toContain(secret)
    expect(listed.body.keys[0]).toMatchObject({
      id: created.body.id,
      name: 'dashboard',
      scope: 'read',
      revoked_at: null,
    })
  })
})
