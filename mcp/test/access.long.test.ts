import { describe, expect, it } from 'vitest'
import { insertAskedGraph } from '../../server/test/support/graph/ask-fixture.ts'
import { makeKey, makePlace, makeSession } from '../../server/test/support/graph/world.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { keepLog } from '../../server/test/support/log-lines.ts'
import { callTool, connectHttp, connectStdio, revisions } from './support/mcp-clients.ts'

// Who may speak to /mcp, and that its tools may do what the key may do, and no more.

const { call, key, url, service, makeProject } = await startTestService()
const { body } = await call('POST', '/v1/domains', { key, body: { name: 'Harbour' } })
const domain = body.id as string
const ids = await insertAskedGraph(service.db, domain)

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}
const accept = { accept: 'application/json, text/event-stream' }

/** One request without the client. */
const post = (options: Parameters<typeof call>[2], path = '/mcp') =>
  call('POST', path, { body: initialize, ...options, headers: { ...accept, ...options?.headers } })

describe.each(Object.entries(revisions))('in %s', (_name, revision) => {
  it.each([
    ['http', async () => connectHttp(url, { key, revision })],
    ['stdio', async () => (await connectStdio(url, { key, revision })).client],
  ] as const)('speaks over %s', async (_transport, connect) => {
    const client = await connect()
    expect((await client.listTools()).tools).toHaveLength(13)
    const { text } = await callTool(client, 'search', { domain: 'Harbour', q: 'Ada Berg' })
    expect(text).toContain(`[person] Ada Berg, id ${ids.ada}`)
  })

  it('refuses a wrong key with 401', async () => {
    await expect(connectHttp(url, { key: 'svc_wrong', revision })).rejects.toThrow(/401|unauthorized|invalid API key/i)
  })
})

describe('a request is refused', () => {
  it.each([
    ['without a key', {}],
    ['with an unknown key', { key: 'svc_unknown' }],
  ])('%s', async (_what, options) => {
    const answer = await post(options)
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid API key'])
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it('with a session: a browser sends it by itself', async () => {
    const place = await makePlace(service.db)
    const { cookie } = await makeSession(service.db, place.id, 'owner')
    expect((await post({ cookie })).status).toBe(401)
  })

  it('with a revoked key, from the next call on', async () => {
    const { body: made } = await call('POST', '/v1/project/keys', { key, body: { name: 'mcp', scope: 'read' } })
    const client = await connectHttp(url, { key: made.key })
    expect((await callTool(client, 'list_domains')).text).toContain('Harbour')
    await call('DELETE', `/v1/project/keys/${made.id}`, { key })
    await expect(callTool(client, 'list_domains')).rejects.toThrow(/401|unauthorized|invalid API key/i)
  })

  it.each([
    ['a field that is not known', '/mcp?wrote=true', 'wrote is not a known field'],
    ['a word that is none', '/mcp?write=yes', 'write must be 1 or 0'],
  ])('with %s', async (_what, path, error) => {
    const answer = await post({ key }, path)
    expect([answer.status, answer.body.error]).toEqual([400, error])
  })

  it.each([
    ['a list', '[]', 400, 'body must be a JSON object'],
    ['no body', '', 400, 'body must be a JSON object'],
    ['what is no JSON', '{', 400, 'invalid JSON body'],
  ])('with %s', async (_what, raw, status, error) => {
    const answer = await post({ key, raw })
    expect([answer.status, answer.body.error]).toEqual([status, error])
  })

  it.each(['GET', 'DELETE', 'PUT'])('by %s: there are no sessions and no streams', async (method) => {
    const answer = await call(method, '/mcp', { key, headers: accept })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST'])
  })
})

describe('from a page', () => {
  const host = new URL(url).host
  it.each([
    ['of its own address', `http://${host}`, 200],
    ['of another site', 'https://elsewhere.example', 403],
    ['of another port', 'http://127.0.0.1:1', 403],
    ['in a sandbox', 'null', 403],
    ['of nonsense', 'nonsense', 403],
  ])('%s', async (_what, origin, status) => {
    expect((await post({ key, headers: { origin } })).status).toBe(status)
  })
})

describe('a key', () => {
  it('of another project finds nothing of this one', async () => {
    const other = await makeProject()
    const client = await connectHttp(url, { key: other.key })
    expect((await callTool(client, 'list_domains')).text).toBe('This project has no domains.')
    for (const named of [domain, 'Harbour']) {
      const { text, isError } = await callTool(client, 'search', { domain: named, q: 'Ada' })
      expect([isError, text]).toEqual([true, expect.stringMatching(/^domain not found|^no domain has this name/)])
    }
  })

  it('that only reads gets no tools that write, whatever it asks for', async () => {
    const place = await makePlace(service.db)
    const { secret } = await makeKey(service.db, place.id, 'read')
    const client = await connectHttp(url, { key: secret, query: '?write=true' })
    expect((await client.listTools()).tools).toHaveLength(13)
    await expect(callTool(client, 'pause_crawl', { domain: place.domain.id })).rejects.toThrow('there is no tool')
    expect((await callTool(client, 'get_status', { domain: place.domain.id })).isError).toBe(false)
  })

  it('of an archived project is told so', async () => {
    const place = await makePlace(service.db)
    const { cookie } = await makeSession(service.db, place.id, 'owner')
    expect((await call('POST', '/v1/project/archive', { cookie })).status).toBe(200)
    expect((await post({ key: place.key.secret })).body.error).toBe('project is archived')
  })
})

it('counts every call that a tool makes against the rate limit of the key', async () => {
  const limited = await startTestService({ environment: { RATE_LIMIT: '6' } })
  const client = await connectHttp(limited.url, { key: limited.key })
  // Three requests were needed to connect or are left over; each call counts as itself and as what it asks for.
  const texts: string[] = []
  for (let n = 0; n < 4; n++) {
    texts.push(
      await callTool(client, 'list_domains').then(
        ({ text }) => text,
        (error: Error) => error.message,
      ),
    )
  }
  expect(texts[0]).toBe('This project has no domains.')
  expect(texts.at(-1)).toMatch(/rate limit exceeded/)
})

it('logs and measures its answers like those of any other route', async () => {
  const { log, lines } = keepLog()
  const token = 'a-token-for-metrics'
  const own = await startTestService({ log, environment: { METRICS_TOKEN: token } })
  const ask = async (given: string) => {
    const headers = { ...accept, authorization: `Bearer ${given}`, 'content-type': 'application/json' }
    const answer = await fetch(`${own.url}/mcp`, { method: 'POST', headers, body: JSON.stringify(initialize) })
    await answer.arrayBuffer()
    return lines.find(({ request_id }) => request_id === answer.headers.get('x-request-id'))
  }
  expect(await ask(own.key)).toMatchObject({ msg: 'request', path: '/mcp', status: 200, caller: expect.any(String) })
  expect(await ask('svc_wrong')).toMatchObject({ msg: 'request', path: '/mcp', status: 401 })
  const metrics = await fetch(`${own.url}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  const text = await metrics.text()
  expect(text).toContain('polegraph_http_request_seconds_count{route="mcp",status="200"} 1')
  expect(text).toContain('polegraph_http_request_seconds_count{route="mcp",status="401"} 1')
})
