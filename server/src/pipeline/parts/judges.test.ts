import { expect, it } from 'vitest'
import { startTestService } from '../../../test/support/harness.ts'
import { Judges } from './judges.ts'

const { call, key, service } = await startTestService()

it('remembers compiled gates up to a bound in bytes', async () => {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'gated' } })).body
  const base = `/v1/domains/${id}/gate/versions`
  for (let n = 0; n < 6; n++) {
    const block_paths = Array.from({ length: 500 }, (_, k) => `/${n}/${k}/${'a'.repeat(400)}/**`)
    expect((await call('POST', base, { key, body: { rules: { block_paths }, note: '' } })).status).toBe(201)
  }
  const place = { project_id: '', domain_id: id }
  const judges = new Judges(service.db, 2_000_000)
  for (let version = 2; version < 8; version++) {
    const judge = await judges.of(place, version)
    expect(judge.bytes).toBeGreaterThan(400_000)
    expect(judge.url(`https://example.org/${version - 2}/7/${'a'.repeat(400)}`).keep).toBe(false)
    expect(judges.bytes).toBeGreaterThanOrEqual(judge.bytes)
    expect(judges.bytes).toBeLessThanOrEqual(2_000_000)
  }
  expect(await judges.of(place, 7)).toBe(await judges.of(place, 7))
})
