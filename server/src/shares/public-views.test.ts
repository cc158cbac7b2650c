import { publicRoutes, type View, views } from '@polegraph/contract/graph/shares.ts'
import { describe, expect, it } from 'vitest'
import { countQueries } from '../../test/support/count-queries.ts'
import { startTestService } from '../../test/support/harness.ts'
import { keepLog } from '../../test/support/log-lines.ts'
import { callRaw, type RawAnswer, type RawOptions } from '../../test/support/web/raw-http.ts'
import { GraphIndexes } from '../graph/memory/load/graph-indexes.ts'
import { systemClock } from '../platform/clock.ts'
import { buildApp } from '../platform/http/app/build-app.ts'
import type { AnyHandler } from '../platform/http/handlers.ts'
import { projectSlots } from '../platform/http/project-slots.ts'
import { newId } from '../platform/ids.ts'
import { newSecret } from '../platform/secrets.ts'
import { closeView, type ViewReaders } from './public-views.ts'
import { publicHandlers } from './routes.ts'
import { createViewReaders } from './view-readers.ts'

const { call, key, service, url, makeProject, makeMember } = await startTestService()
const { db } = service

async function newDomain(withKey = key, name = 'shared'): Promise<string> {
  const body = { name, description: 'What it is about.' }
  return (await call('POST', '/v1/domains', { key: withKey, body })).body.id
}

interface Share {
  id: string
  token: string
  public_base: string
}

async function share(domainId: string, shown: View[] = [...views], withKey = key): Promise<Share> {
  const answer = await call('POST', `/v1/domains/${domainId}/share`, { key: withKey, body: { views: shown } })
  expect(answer.status).toBe(201)
  return answer.body
}

const revoke = (domainId: string, shareId: string) =>
  call('DELETE', `/v1/domains/${domainId}/share/${shareId}`, { key })
const read = (path: string, options?: RawOptions) => callRaw(url, 'GET', path, options)

const empty = {
  graph: { nodes: [], truncated: false, omitted: 0 },
  timeline: { items: [], bucket: 'day', buckets: [], undated: 0, next_cursor: null },
  map: { type: 'FeatureCollection', features: [], truncated: false, unlocated: 0 },
  search: { entities: [] },
}

const mistype = (token: string) => `${token.slice(0, 20)}${token[20] === 'x' ? 'y' : 'x'}${token.slice(21)}`

describe('what the public sees', () => {
  it('is the name, the description and the views of the link', async () => {
    const { public_base } = await share(await newDomain(), ['map', 'search'])
    const { status, body } = await call('GET', public_base)
    expect([status, body]).toEqual([
      200,
      { name: 'shared', description: 'What it is about.', views: ['map', 'search'], show: [] },
    ])
  })

  it('is each view that the link grants', async () => {
    const { public_base } = await share(await newDomain())
    for (const view of views) {
      const answer = await call('GET', `${public_base}/${view}${view === 'search' ? '?q=x' : ''}`)
      expect([answer.status, answer.body]).toEqual([200, empty[view]])
    }
  })

  it('goes on while the domain is archived', async () => {
    const domain = await newDomain()
    const { public_base } = await share(domain)
    await call('POST', `/v1/domains/${domain}/archive`, { key })
    expect((await read(public_base)).status).toBe(200)
    expect((await read(`${public_base}/graph`)).status).toBe(200)
  })

  it('ends the moment the link is revoked', async () => {
    const domain = await newDomain()
    const { id, public_base } = await share(domain)
    const { etag } = Object.fromEntries((await read(`${public_base}/map`)).headers)
    await revoke(domain, id)
    for (const path of [public_base, `${public_base}/map`]) expect((await read(path)).status).toBe(404)
    expect((await read(`${public_base}/map`, { headers: { 'if-none-match': etag ?? '' } })).status).toBe(404)
  })
})

describe('what is not there', () => {
  const varying = new Set(['date', 'x-request-id', 'ratelimit', 'ratelimit-policy'])

  /** Everything that a stranger sees of an answer, except what differs from call to call. */
  function visible({ status, headers, body }: RawAnswer) {
    const { request_id: _, ...rest } = body
    return { status, headers: Object.fromEntries([...headers].filter(([name]) => !varying.has(name))), rest }
  }

  it('looks the same, whatever the reason', async () => {
    const domain = await newDomain()
    const { token } = await share(domain, ['map'])
    const revoked = await share(domain)
    await revoke(domain, revoked.id)
    const doomed = await newDomain()
    const lost = await share(doomed)
    await call('DELETE', `/v1/domains/${doomed}?confirm=shared`, { key })
    const other = await makeProject()
    const archived = await share(await newDomain(other.key), [...views], other.key)
    expect((await read(archived.public_base)).status).toBe(200)
    await call('POST', '/v1/project/archive', { key: other.key })
    const gone = await makeProject('gone')
    const erased = await share(await newDomain(gone.key), [...views], gone.key)
    await call('DELETE', '/v1/project?confirm=gone', { key: gone.key })

    const id = newId()
    const tokens = {
      unknown: newSecret('shr_'),
      mistyped: mistype(token),
      short: 'shr_x',
      'of another kind': newSecret('svc_'),
      'an id': id,
      'too long': `shr_${'x'.repeat(500)}`,
      'not text': '%00',
      'badly encoded': '%zz',
      'with a space': `${token}%20`,
      revoked: revoked.token,
      'of a deleted domain': lost.token,
      'of an archived project': archived.token,
      'of a deleted project': erased.token,
    }
    const wanted = visible(await read(`/v1/public/${newSecret('shr_')}`))
    expect(wanted).toMatchObject({ status: 404, rest: { error: 'not found', code: 'not_found' } })
    expect(wanted.headers).toMatchObject({ 'access-control-allow-origin': '*', 'cache-control': 'no-cache' })
    for (const [title, wrong] of Object.entries(tokens)) {
      const ends = ['', '?surprise=1', '/map?bbox=x', ...views.flatMap((view) => [`/${view}`, `/${view}?limit=0`])]
      // The query of a link that opens nothing is not judged.
      for (const end of ends) {
        expect(visible(await read(`/v1/public/${wrong}${end}`)), `${title}${end}`).toEqual(wanted)
      }
    }
    for (const end of [
      '/graph',
      '/timeline',
      '/timeline?limit=0',
      '/search',
      '/evidence',
      '/',
      '/map/',
      '/map/x',
      '//map',
      '/%zz',
    ]) {
      expect(visible(await read(`/v1/public/${token}${end}`)), end).toEqual(wanted)
    }
    expect((await read(`/v1/public/${token}/map`)).status).toBe(200)
  })

  it('costs no query when the token is mistyped', async () => {
    const { token } = await share(await newDomain())
    const queries = await countQueries(db, 'shares', async () => {
      for (const wrong of [mistype(token), 'shr_x', `${token}x`]) {
        expect((await read(`/v1/public/${wrong}`)).status).toBe(404)
      }
    })
    expect(queries).toBe(0)
    expect(await countQueries(db, 'shares', () => read(`/v1/public/${newSecret('shr_')}`))).toBe(1)
  })
})

describe('public answers', () => {
  const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

  it('may be read by pages of any origin, and are asked for again every time', async () => {
    const { public_base } = await share(await newDomain(), ['map'])
    const paths = [public_base, `${public_base}/map`, `${public_base}/graph`, `${public_base}/nothing`, '/v1/public/x']
    const statuses: number[] = []
    for (const path of paths) {
      const answer = await read(path, { headers: elsewhere })
      statuses.push(answer.status)
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': expect.stringContaining('ETag'),
        'cross-origin-resource-policy': 'cross-origin',
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-cache',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers.has('access-control-allow-credentials')).toBe(false)
      expect(answer.headers.has('set-cookie')).toBe(false)
    }
    expect(statuses).toEqual([200, 200, 404, 404, 404])
    const refused = await callRaw(url, 'POST', public_base, { headers: elsewhere })
    expect(refused.status).toBe(405)
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
    expect(refused.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'OPTIONS'])
  })

  it('leave the rest of the service closed to them', async () => {
    for (const path of ['/v1/project', '/v1/publicity', '/v1/status', '/v1/%zz']) {
      expect((await read(path, { headers: elsewhere })).headers.has('access-control-allow-origin')).toBe(false)
    }
  })

  it('carry an ETag that changes with them, and are not sent twice', async () => {
    const domain = await newDomain()
    const { public_base } = await share(domain)
    const first = await read(public_base)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]{43}"$/)
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await read(public_base, { headers: { 'if-none-match': known } })
      expect([again.status, again.body, again.headers.get('etag')], known).toEqual([304, '', etag])
      expect(again.headers.get('access-control-allow-origin')).toBe('*')
      expect(again.headers.get('cache-control')).toBe('no-cache')
    }
    expect((await read(public_base, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    await call('PATCH', `/v1/domains/${domain}`, { key, body: { name: 'renamed' } })
    const changed = await read(public_base, { headers: { 'if-none-match': etag } })
    expect([changed.status, changed.body.name]).toEqual([200, 'renamed'])
    expect(changed.headers.get('etag')).not.toBe(etag)
    expect((await read(`${public_base}x`)).headers.has('etag')).toBe(false)
  })

  it('answer HEAD like GET, without the body', async () => {
    const { public_base } = await share(await newDomain(), ['map'])
    for (const path of [public_base, `${public_base}/map`, `${public_base}/graph`]) {
      const [get, head] = [await read(path), await callRaw(url, 'HEAD', path)]
      expect([head.status, head.body]).toEqual([get.status, ''])
      for (const name of ['etag', 'content-length', 'content-type', 'access-control-allow-origin']) {
        expect(head.headers.get(name), name).toBe(get.headers.get(name))
      }
    }
    const etag = (await read(public_base)).headers.get('etag') ?? ''
    expect((await callRaw(url, 'HEAD', public_base, { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it('answer a preflight for every path, and tell nothing by it', async () => {
    const { public_base } = await share(await newDomain(), ['map'])
    const headers = {
      ...elsewhere,
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'if-none-match',
    }
    for (const path of [public_base, `${public_base}/map`, `${public_base}/graph`, `/v1/public/${newSecret('shr_')}`]) {
      const answer = await callRaw(url, 'OPTIONS', path, { headers })
      expect([answer.status, answer.body]).toEqual([204, ''])
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': expect.stringContaining('If-None-Match'),
      })
    }
  })

  it('are the same for all, whatever key or cookie comes along', async () => {
    const { public_base } = await share(await newDomain())
    const revoked = (await call('POST', '/v1/project/keys', { key })).body
    await call('DELETE', `/v1/project/keys/${revoked.id}`, { key })
    const other = await makeProject()
    const member = await makeMember(key, 'owner')
    await call('POST', '/v1/project/archive', { key: other.key })
    const plain = await read(`${public_base}/graph`)
    const carried: RawOptions[] = [
      ...[key, revoked.key, other.key, newSecret('svc_'), 'nonsense'].map((one) => ({ key: one })),
      { headers: { authorization: 'Basic bm9uc2Vuc2U=' } },
      { cookie: member.cookie },
      { cookie: 'polegraph_session=nonsense' },
    ]
    for (const options of carried) {
      const answer = await read(`${public_base}/graph`, options)
      expect([answer.status, answer.body]).toEqual([200, plain.body])
      expect(answer.headers.get('etag')).toBe(plain.headers.get('etag'))
    }
    // No caller is looked up, only the link.
    const unused = (await call('POST', '/v1/project/keys', { key })).body.key
    expect(await countQueries(db, 'api_keys', () => read(public_base, { key: unused }))).toBe(0)
  })
})

it('is limited by the address, with or without a key', async () => {
  const limited = await startTestService({ environment: { RATE_LIMIT_ANONYMOUS: '5', RATE_LIMIT: '100' } })
  const domain = (await limited.call('POST', '/v1/domains', { key: limited.key, body: { name: 'shared' } })).body.id
  const path = `/v1/domains/${domain}/share`
  const { public_base } = (await limited.call('POST', path, { key: limited.key, body: { views: ['map'] } })).body
  const get = (options?: RawOptions) => callRaw(limited.url, 'GET', `${public_base}/map`, options)
  const answers = [
    await get(),
    await get({ key: limited.key }),
    await get({ key: newSecret('svc_') }),
    await callRaw(limited.url, 'GET', `${public_base}/graph`),
    await callRaw(limited.url, 'OPTIONS', public_base),
    await get(),
    await get({ key: limited.key }),
    await callRaw(limited.url, 'OPTIONS', public_base),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404, 204, 429, 429, 429])
  for (const { headers } of answers) {
    expect(headers.get('ratelimit-policy')).toBe('"default";q=5;w=60')
    expect(headers.get('access-control-allow-origin')).toBe('*')
  }
  expect(answers[5]?.body.error).toBe('rate limit exceeded')
  expect(Number(answers[5]?.headers.get('retry-after'))).toBeGreaterThan(0)
  limited.clock.advance(61_000)
  expect((await get()).status).toBe(200)
})

describe('a view that says too much', () => {
  const entity = { ...{ id: newId(), kind: 'person', name: 'Ada', aliases: [], summary: null }, attributes: {} }
  const harmless = { ...entity, when: null, where: null }
  const secret = 'https://secret.example/page'

  it.each<[string, View, object]>([
    ['edges', 'graph', { nodes: [harmless], truncated: false, omitted: 0, edges: [{ from: secret }] }],
    ['a source', 'graph', { nodes: [{ ...harmless, urls: [secret] }], truncated: false, omitted: 0 }],
    ['an attribute with depth', 'search', { entities: [{ ...harmless, attributes: { born: { url: secret } } }] }],
    [
      'quotes',
      'map',
      { type: 'FeatureCollection', features: [], truncated: false, unlocated: 0, quotes: [{ quote: secret }] },
    ],
    ['passages', 'search', { entities: [], passages: [{ quote: secret }] }],
  ])('with %s is not closed to a %s', (_title, view, answer) => {
    expect(() => closeView(view, [], answer)).toThrow()
    expect(closeView('search', [], { entities: [harmless] })).toEqual({ entities: [harmless] })
  })

  it('is answered as a fault, with a line in the log, and nothing of it leaves', async () => {
    const poisoned: ViewReaders = {
      ...createViewReaders(new GraphIndexes({ max_bytes: 1 << 20 })),
      search: async () => ({ entities: [{ ...harmless, evidence: [{ url: secret }] }] }),
    }
    const { log, lines } = keepLog()
    const app = buildApp({
      routes: publicRoutes,
      db,
      clock: systemClock,
      log,
      metrics: undefined,
      slots: projectSlots(),
      requireQuota: async () => undefined,
      streamsMax: { streams: 1, streams_total: 1 },
      answerWithinMs: 60_000,
      trustProxy: undefined,
      handlers: publicHandlers(systemClock, poisoned) as unknown as Record<string, AnyHandler>,
      publicUrl: undefined,
      prefix: '',
      rateLimit: 0,
      rateLimitProject: 0,
      rateLimitTotal: 0,
      rateLimitAnonymous: 0,
      isReady: () => true,
      readCredential: () => undefined,
      findCaller: () => null,
      loadDomain: async () => undefined,
    })
    const there = await app.fastify.listen({ host: '127.0.0.1', port: 0 })
    const { public_base } = await share(await newDomain())
    const answer = await callRaw(there, 'GET', `${public_base}/search?q=x`)
    const healthy = await callRaw(there, 'GET', `${public_base}/graph`)
    await app.close()
    const { request_id } = answer.body
    expect([answer.status, answer.body]).toEqual([500, { error: 'internal error', code: 'internal', request_id }])
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    expect(healthy.status).toBe(200)
    const line = lines.find((one) => one.msg === 'request failed')
    expect(line).toMatchObject({ request_id, err: { message: expect.stringContaining('evidence') } })
    expect(JSON.stringify([answer.body, lines])).not.toContain('secret.example')
  })
})
