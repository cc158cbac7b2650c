import { describe, expect, it, vi } from 'vitest'
import { startGateway } from '../../sdk/test/support/gateway.ts'
import { insertAskedGraph } from '../../server/test/support/graph/ask-fixture.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { keepLog } from '../../server/test/support/log-lines.ts'
import { callTool, connectHttp, connectStdio, revisions } from './support/mcp-clients.ts'

// When the service is away, slow or somebody else; and calls that are given up.

const { log, lines } = keepLog()
const { call, key, url, service } = await startTestService({ log })
const { body } = await call('POST', '/v1/domains', { key, body: { name: 'Harbour' } })
const domain = body.id as string
await insertAskedGraph(service.db, domain)

describe('a service that is away', () => {
  it('is told in one line on standard error, and by each call', async () => {
    const { client, errors } = await connectStdio('http://127.0.0.1:1', { key })
    await expect.poll(errors).toMatch(/^polegraph mcp: http:\/\/127\.0\.0\.1:1: the service cannot be reached: .*\n$/)
    expect((await client.listTools()).tools).toHaveLength(13)
    const { text, isError } = await callTool(client, 'list_domains')
    expect(isError).toBe(true)
    expect(text).toMatch(/^the service cannot be reached: .* \(connection_failed\)\. The service is not running, or/)
    expect(text).not.toContain('\n')
  })

  it('is used as soon as it is there', async () => {
    const gateway = await startGateway('http://127.0.0.1:1')
    const { client } = await connectStdio(gateway.url, { key })
    expect((await callTool(client, 'list_domains')).isError).toBe(true)
    gateway.target = url
    expect((await callTool(client, 'list_domains')).text).toContain('Harbour')
  })
})

it('a wrong key is told in one line, and by each call', async () => {
  const { client, errors } = await connectStdio(url, { key: 'svc_wrong' })
  await expect
    .poll(errors)
    .toBe(
      `polegraph mcp: ${url}: invalid API key (invalid_api_key). A person must give this server a key that works.\n`,
    )
  expect((await callTool(client, 'list_domains')).text).toMatch(/^invalid API key \(invalid_api_key\)/)
})

it('an address of something else is told', async () => {
  const gateway = await startGateway(url)
  gateway.pages.set('/v1/project', { status: 200, headers: { 'content-type': 'text/html' }, body: '<h1>' })
  const { errors } = await connectStdio(gateway.url, { key })
  await expect
    .poll(errors)
    .toContain('unexpected answer: status 200, text/html (unexpected_answer). The address is not')
})

it('a call that is given up ends its request to the service', async () => {
  const gateway = await startGateway(url)
  const { client } = await connectStdio(gateway.url, { key })
  await expect.poll(() => gateway.passed.length).toBe(1)
  gateway.next = ['hang']
  const ending = new AbortController()
  const called = client.callTool({ name: 'list_domains', arguments: {} }, { signal: ending.signal })
  await expect.poll(() => gateway.passed.length).toBe(2)
  ending.abort(new Error('enough'))
  await expect(called).rejects.toThrow(/enough/)
  // The process is still there, and answers the next call.
  expect((await callTool(client, 'list_domains')).text).toContain('Harbour')
})

it('a caller of /mcp that leaves ends the calls of its tool', async () => {
  const client = await connectHttp(url, { key, revision: revisions['the revision of 2026'] })
  const inject = vi.spyOn(service.app.fastify, 'inject')
  const leaving = new AbortController()
  const left = { path: '/v1/domains', status: 400 }
  await service.db.transaction(async (tx) => {
    await tx.query('lock table domains in access exclusive mode')
    const called = client.callTool({ name: 'list_domains', arguments: {} }, { signal: leaving.signal })
    await expect.poll(() => inject.mock.calls.length).toBe(1)
    // In the revision of 2026 a call is given up by leaving; before, by a message that a server without sessions cannot relate.
    leaving.abort(new Error('enough'))
    await expect(called).rejects.toThrow(/enough/)
    // Nobody waits for the table any more, although it is still locked.
    await expect.poll(() => lines).toContainEqual(expect.objectContaining(left))
  })
  expect((await callTool(client, 'list_domains')).text).toContain('Harbour')
})

it('the process ends when its client closes it', async () => {
  const { client, pid } = await connectStdio(url, { key })
  await client.close()
  await expect.poll(() => isAlive(pid)).toBe(false)
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
