import { describe, expect, it } from 'vitest'
import { startCrawlTest } from '../../server/test/support/crawl/crawl-sites.ts'
import { makeKey, makePlace } from '../../server/test/support/graph/world.ts'
import { callTool, connectHttp, connectStdio, partsOf } from './support/mcp-clients.ts'

// The tools that change something: only for those who ask for them, with a key that may.

const test = await startCrawlTest()
const { call, key, url, service, open, finish, makeDomain } = test

const writers = ['create_domain', 'add_source', 'start_crawl', 'pause_crawl', 'start_autopilot']

it('are there only when they are asked for', async () => {
  const reading = await connectHttp(url, { key })
  const names = (await reading.listTools()).tools.map(({ name }) => name)
  expect(names.filter((name) => writers.includes(name))).toEqual([])
  const writing = await connectHttp(url, { key, query: '?write=true' })
  const { tools } = await writing.listTools()
  expect(tools.slice(-5).map(({ name }) => name)).toEqual(writers)
  for (const { name, annotations } of tools.slice(-5)) {
    expect(annotations, name).toMatchObject({ readOnlyHint: false, destructiveHint: false, openWorldHint: true })
  }
})

describe('with them', () => {
  it('a model makes a graph, adds a source, follows the crawl, reads it again and pauses it', async () => {
    const client = await connectHttp(url, { key, query: '?write=true' })
    const made = await callTool(client, 'create_domain', { name: 'Ports', max_depth: 0 })
    const domain = made.structured?.id as string
    expect(made.structured).toMatchObject({ name: 'Ports', ontology: ['person', 'object', 'location', 'event'] })

    const host = open(() => ({
      headers: { 'content-type': 'text/html' },
      body: '<title>Port</title><p>Ada Berg is the harbour master of the port of Kiel.</p>',
    }))
    const added = await callTool(client, 'add_source', { domain, url: `http://${host}/` })
    expect(added).toMatchObject({ isError: false, structured: { url: `http://${host}/`, queued: 1 } })
    await finish(domain)
    const status = partsOf((await callTool(client, 'get_status', { domain })).text).pages
    expect(status).toMatch(/run finished: begun .*; 1 of 1 page done, 0 failed/)
    expect(partsOf((await callTool(client, 'list_sources', { domain })).text).pages).toMatch(
      `http://${host}/\n  1 page found`,
    )

    expect((await callTool(client, 'start_crawl', { domain })).structured).toEqual({ queued: 0 })
    expect((await callTool(client, 'start_crawl', { domain, pages: 'all' })).structured).toEqual({ queued: 1 })
    await finish(domain)
    expect((await callTool(client, 'pause_crawl', { domain })).structured).toEqual({ crawl_state: 'paused' })
    expect(partsOf((await callTool(client, 'get_status', { domain })).text).pages).toContain('Ports: crawl paused')
  })

  it('an autopilot begins', async () => {
    const { client } = await connectStdio(url, { key, mayWrite: true })
    const begun = await callTool(client, 'start_autopilot', {
      prompt: 'Ports of the Baltic Sea and who runs them',
      max_pages: 1,
    })
    expect(begun).toMatchObject({ isError: false, structured: { id: expect.any(String), stage: 'brief' } })
    const answer = await call('GET', `/v1/domains/${begun.structured?.id}/autopilot`, { key })
    expect(answer.body.autopilot).toMatchObject({ prompt: 'Ports of the Baltic Sea and who runs them' })
  })

  it.each<[string, string, Record<string, unknown>, string]>([
    ['an address that is none', 'add_source', { url: 'ftp://x' }, 'valid http(s) url required (invalid_url).'],
    [
      'a private address',
      'add_source',
      { url: 'http://10.0.0.1/' },
      'url must have a public address; CRAWL_ALLOW_PRIVATE of the service allows private ones (url_refused).',
    ],
    ['a wrong word', 'start_crawl', { pages: 'some' }, 'pages must be new or all'],
  ])('%s is refused, and nothing is queued', async (_what, tool, args, text) => {
    const client = await connectHttp(url, { key, query: '?write=true' })
    const domain = await makeDomain()
    expect(await callTool(client, tool, { domain, ...args })).toMatchObject({ isError: true, text })
    expect((await call('GET', `/v1/domains/${domain}/sources`, { key })).body.sources).toEqual([])
  })

  it('an archived domain takes no work', async () => {
    const client = await connectHttp(url, { key, query: '?write=true' })
    const domain = await makeDomain()
    await call('POST', `/v1/domains/${domain}/archive`, { key })
    expect((await callTool(client, 'start_crawl', { domain })).text).toBe(
      'domain is archived (domain_archived). A person must unarchive the domain first.',
    )
  })

  it('a key that only reads is refused by the service itself', async () => {
    const place = await makePlace(service.db)
    const { secret } = await makeKey(service.db, place.id, 'read')
    const { client } = await connectStdio(url, { key: secret, mayWrite: true })
    const { text, isError } = await callTool(client, 'pause_crawl', { domain: place.domain.id })
    expect([isError, text]).toEqual([true, expect.stringMatching(/^read-only access \(read_only\)\. /)])
  })
})
