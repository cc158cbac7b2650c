import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { startTestService } from '../../../../test/support/harness.ts'

const { call, key, service, url } = await startTestService({ environment: { READ_SECONDS: '2' } })
const { db } = service

/** Nobody else changes the domain until the returned function is called. */
async function holdDomain(domainId: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = db.transaction(async (tx) => {
    await tx.query('select id from domains where id = $1 for update', [domainId])
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await holding
  }
}

async function newDomain() {
  const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'd' } })).body
  const names = async () =>
    (await call('GET', `/v1/domains/${id}/entities`, { key })).body.entities.map(({ name }: { name: string }) => name)
  const make = (name: string) => call('POST', `/v1/domains/${id}/entities`, { key, body: { kind: 'person', name } })
  return { id, names, make }
}

it('a change whose caller has left is not made', async () => {
  const domain = await newDomain()
  const release = await holdDomain(domain.id)
  const leaving = new AbortController()
  const left = fetch(`${url}/v1/domains/${domain.id}/entities`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ kind: 'person', name: 'Ada Left' }),
    signal: leaving.signal,
  })
  await sleep(300)
  leaving.abort()
  await expect(left).rejects.toThrow()
  await sleep(300)
  await release()
  expect((await domain.make('Ada Stays')).status).toBe(201)
  expect(await domain.names()).toEqual(['Ada Stays'])
})

it('a change that takes too long is not made, and its caller is told', async () => {
  const domain = await newDomain()
  const release = await holdDomain(domain.id)
  const { status, body, headers } = await domain.make('Ada Late')
  expect([status, body.code]).toEqual([503, 'took_too_long'])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  await release()
  expect((await domain.make('Ada Stays')).status).toBe(201)
  expect(await domain.names()).toEqual(['Ada Stays'])
})
