import { errors } from '@polegraph/contract/errors.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { type RouteName, routes } from '@polegraph/contract/routes.ts'
import { describe, expect, it } from 'vitest'
import { newSecret } from '../../src/platform/secrets.ts'
import { makeKey, makePlace, makeSession } from '../support/graph/world.ts'
import { type CallOptions, findRoute, startTestService } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'
import { callRaw, openSocket, type RawAnswer, type RawOptions, rawRequest, sendRaw } from '../support/web/raw-http.ts'
import { sampleOf } from './samples.ts'

// What holds for every path and every answer, whatever the route.

const { log, lines } = keepLog()
const metricsToken = newSecret('token_')
const test = await startTestService({ log, environment: { METRICS_TOKEN: metricsToken } })
const withoutToken = await startTestService()
const { call, service, url } = test
const { db } = service
const place = await makePlace(db)
const key = place.key.secret
const { cookie: ownersCookie } = await makeSession(db, place.id)

const send = (method: string, path: string, options?: RawOptions) => callRaw(url, method, path, options)
const said = ({ status, body }: RawAnswer) => (status < 400 ? String(status) : `${status} ${body.error}`)
const elsewhere = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }

function expectError(answer: RawAnswer, expected: string): void {
  expect(said(answer)).toBe(expected)
  const { code, error, request_id } = answer.body
  expect(Object.keys(errors)).toContain(code)
  expect(error).toBe(errors[code as keyof typeof errors].error)
  expect(request_id).toBe(answer.headers.get('x-request-id'))
}

describe('methods', () => {
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND']
  const paths = new Map<string, string[]>([
    ['/', ['GET']],
    ['/docs/', ['GET']],
    ['/project', ['GET']],
    ['/d/x', ['GET']],
    ['/d/x/crawl', ['GET']],
    ['/s/x', ['GET']],
    ['/invite/x', ['GET']],
    ['/reset/x', ['GET']],
    ['/assets/x.js', ['GET']],
  ])
  for (const { path, method, is_public } of Object.values<Route>(routes)) {
    paths.set(path, [...(paths.get(path) ?? []), method, ...(is_public ? ['OPTIONS'] : [])])
  }

  it.each([...paths])('%s takes %s', async (path, declared) => {
    const target = path.replaceAll(/\{\w+\}/g, 'x')
    // `/sources/bulk` could also be the source called bulk, as far as anybody knows who has not asked for it.
    const named = methods.filter((method) => findRoute(method, target))
    const taken = [...declared, ...named]
    const allowed = [...new Set([...taken, ...(taken.includes('GET') ? ['HEAD'] : [])])].sort()
    // Nobody needs a key to learn that.
    for (const method of methods.filter((name) => !allowed.includes(name))) {
      const answer = await send(method, target)
      if (method === 'HEAD') expect([answer.status, answer.body]).toEqual([405, ''])
      else expectError(answer, '405 method not allowed')
      expect(answer.headers.get('allow')?.split(', ').sort(), method).toEqual(allowed)
    }
  })

  it('are told to pages from elsewhere too, which get no leave to read the answer', async () => {
    for (const method of ['OPTIONS', 'PUT']) {
      const answer = await send(method, '/v1/project', { headers: elsewhere })
      expectError(answer, '405 method not allowed')
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  const gets = (Object.entries<Route>(routes) as [RouteName, Route][]).filter(([, { method }]) => method === 'GET')
  it.each(gets)('HEAD of %s answers like GET, without the body', async (name, { streams }) => {
    const cookie = ownersCookie
    const { path } = sampleOf(name, place)
    // A stream has no end to wait for.
    const get = await (streams ? call : send)('GET', path, { cookie })
    const head = await send('HEAD', path, { cookie })
    expect([head.status, head.body]).toEqual([get.status, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    expect(head.headers.get('content-length')).toBe(get.headers.get('content-length'))
  })

  it('HEAD needs the key that GET needs', async () => {
    expect((await send('HEAD', '/v1/project')).status).toBe(401)
    expect((await send('HEAD', '/v1/project', { key })).status).toBe(200)
  })
})

describe('an unknown path', () => {
  const paths = [
    ...['/v1', '/v1/', '/v1/nothing', '/v1/projectx', '/v1/project/', '/V1/project'],
    ...['//v1/project', '/v1//project', '/v1/./project', '/v1/status/../project', '/v1/project/keys/x/y/z'],
    ...['/favicon.ico', '/.env', '/..%2f..%2fetc%2fpasswd', '/%', '/%zz', '/%00', '/%ff', '/*', '/v1/project;x'],
    ...[`/${'x'.repeat(8000)}`, '/docs/nothing', '/docs/..%2f..%2fpackage.json'],
  ]
  it.each(paths.map((path) => [path.slice(0, 60), path]))('%s is 404, and needs no key', async (_title, path = '') => {
    for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) expectError(await send(method, path), '404 not found')
    expectError(await send('GET', path, { key: newSecret('svc_') }), '404 not found')
  })

  it('is 404 to pages from elsewhere too', async () => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      expectError(await send(method, '/v1/nothing', { headers: elsewhere }), '404 not found')
    }
  })
})

describe('a body', () => {
  const tooLarge = '413 request body too large'

  it('is refused by its Content-Length, unread', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': String(1024 ** 4) }
    expectError(await send('POST', '/v1/project/keys', { key, headers }), tooLarge)
  })

  it('is refused when its chunks have become too many, and the rest is not waited for', async () => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked', connection: 'keep-alive' }
    const head = rawRequest('POST', '/v1/project/keys', { key, headers })
    const chunks = `10000\r\n${' '.repeat(0x10000)}\r\n`.repeat(17)
    expectError(await sendRaw(url, Buffer.concat([head, Buffer.from(chunks)])), tooLarge)
  })

  it('is not looked at before the caller is', async () => {
    const read = (await makeKey(db, place.id, 'read')).secret
    const headers = { 'content-type': 'text/plain', 'content-length': String(1024 ** 4) }
    expectError(await send('POST', '/v1/project/keys', { key: read, headers }), '403 read-only access')
    expectError(await send('POST', '/v1/project/keys', { headers }), '401 invalid API key')
  })

  const types: [string, number][] = [
    ['application/json', 201],
    ['Application/JSON', 201],
    ['application/json;charset=utf-8', 201],
    ['application/json; charset="UTF-8"', 201],
    ['application/json; charset=latin1', 415],
    ['application/json; charset=utf-16', 415],
    ['application/jsonp', 415],
    ['application/problem+json', 415],
    ['application/x-www-form-urlencoded', 415],
    ['multipart/form-data; boundary=x', 415],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['json', 415],
    ['', 415],
  ]
  it.each(types)('of type %j answers %d', async (type, status) => {
    const answer = await send('POST', '/v1/project/keys', { key, body: '{}', headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    if (status === 415) expectError(answer, '415 send application/json')
  })

  it('of no type at all is refused, and none at all needs no type', async () => {
    const untyped = rawRequest('POST', '/v1/project/keys', { key, headers: { 'content-length': '2' } })
    expectError(await sendRaw(url, Buffer.concat([untyped, Buffer.from('{}')])), '415 send application/json')
    expect((await send('POST', '/v1/project/keys', { key })).status).toBe(201)
    const headers = { 'content-length': '0', 'content-type': 'text/plain' }
    expect((await send('POST', '/v1/project/keys', { key, headers })).status).toBe(201)
  })

  it('that breaks off is nobody’s fault here', async () => {
    const socket = await openSocket(url)
    const headers = { 'x-request-id': 'broken-off' }
    const whole = rawRequest('POST', '/v1/project/keys', { key, headers, body: JSON.stringify({ name: 'half' }) })
    socket.write(whole.subarray(0, -5))
    // The service has the first part once it has answered what came after it.
    await call('GET', '/v1/project', { key })
    socket.destroy()
    // And knows of the end a few turns later.
    for (let i = 0; i < 5; i++) await call('GET', '/v1/project', { key })
    const about = lines.filter(({ request_id, level }) => request_id === 'broken-off' && level >= 50)
    expect(about.map(({ msg, err }) => `${msg}: ${err?.message}`)).toEqual([])
  })
})

describe('every kind of answer', () => {
  const answers: [string, () => Promise<{ status: number; headers: Headers }>][] = [
    ['200', () => call('GET', '/v1/project', { key })],
    ['201', () => call('POST', '/v1/project/keys', { key })],
    ['200 openapi', () => call('GET', '/v1/openapi.json')],
    ['200 reference', () => call('GET', '/docs/')],
    ['301 reference', () => call('GET', '/docs')],
    ['400', () => call('POST', '/v1/project/keys', { key, raw: '{' })],
    ['401', () => call('GET', '/v1/project')],
    ['403', () => call('POST', '/v1/projects', { key, body: { name: 'x' } })],
    ['404', () => call('GET', '/v1/nothing')],
    ['404 malformed path', () => send('GET', '/%zz')],
    ['405', () => call('PUT', '/v1/project')],
    ['413', () => send('POST', '/v1/project/keys', { key, headers: { 'content-length': '99999999' } })],
    ['415', () => send('POST', '/v1/project/keys', { key, body: 'x', headers: { 'content-type': 'text/plain' } })],
    ['HEAD', () => send('HEAD', '/v1/project', { key })],
    ['OPTIONS', () => send('OPTIONS', '/v1/project')],
    ['431', () => send('GET', '/v1/status', { headers: { 'x-filler': 'x'.repeat(17_000) } })],
    ['400 no HTTP', () => sendRaw(url, 'nonsense\r\n\r\n')],
    [
      '400 two lengths',
      () => send('POST', '/v1/session', { headers: { 'content-length': '1', 'transfer-encoding': 'chunked' } }),
    ],
    ['400 no Host', () => sendRaw(url, 'GET /v1/status HTTP/1.1\r\nConnection: close\r\n\r\n')],
    ['unknown Expect', () => send('GET', '/v1/status', { headers: { expect: 'miracles' } })],
  ]
  it.each(answers)('%s has the request id and the security headers', async (title, ask) => {
    const { headers } = await ask()
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]{1,100}$/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('x-frame-options')).toBe('DENY')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    // What everybody may read is kept, and asked for again by its tag.
    const isOpen = ['200 openapi', '200 reference'].includes(title)
    expect(headers.get('cache-control')).toBe(isOpen ? 'no-cache' : 'no-store')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*frame-ancestors 'none'$/)
  })

  it.each(answers)('%s does not say what it is made of', async (_title, ask) => {
    const { headers } = await ask()
    expect([headers.get('server'), headers.get('x-powered-by')]).toEqual([null, null])
  })

  it.each(answers)('%s is an error as the contract has them, if it is one', async (_title, ask) => {
    const answer = (await ask()) as RawAnswer
    if (answer.status >= 400) expectError(answer, `${answer.status} ${answer.body.error}`)
    else expect(answer.status).toBeLessThan(304)
  })
})

describe('X-Request-Id', () => {
  it.each(['a', 'abc-123.DEF:_', 'x'.repeat(100), '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'])('%s is kept', async (id) => {
    const answer = await send('GET', '/v1/project', { headers: { 'x-request-id': id } })
    expect([answer.headers.get('x-request-id'), answer.body.request_id]).toEqual([id, id])
  })
  it.each(['', 'two words', 'x'.repeat(101), '<script>', 'a,b', 'a/b', '\u00e9', '"quoted"', '{}'])(
    '%j is replaced',
    async (id) => {
      const answer = await send('GET', '/v1/project', { headers: { 'x-request-id': id } })
      expect(answer.headers.get('x-request-id')).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      )
      expect(answer.body.request_id).toBe(answer.headers.get('x-request-id'))
    },
  )
  it('differs for every request', async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await call('GET', '/healthz')).headers.get('x-request-id')),
    )
    expect(new Set(ids).size).toBe(20)
  })
})

describe('credentials', () => {
  const wrong: [string, CallOptions][] = [
    ['none', {}],
    ['an unknown key', { key: newSecret('svc_') }],
    ['an empty key', { key: '' }],
    ['two keys', { key: `${key} ${key}` }],
    ['no bearer', { headers: { authorization: key } }],
    ['another scheme', { headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` } }],
    ['a key as cookie', { cookie: `polegraph_session=${key}` }],
    ['a session as key', { key: ownersCookie.split('=')[1] }],
    ['an unknown session', { cookie: `polegraph_session=${newSecret('ses_')}` }],
    ['nonsense as cookie', { cookie: '=;;polegraph_session;=x' }],
  ]
  it.each(wrong)('%s: 401 with WWW-Authenticate', async (_title, options) => {
    // Whom the service has just seen, it remembers; what they showed must still be shown the same way.
    expect((await call('GET', '/v1/project', { key })).status).toBe(200)
    expect((await call('GET', '/v1/project', { cookie: ownersCookie })).status).toBe(200)
    for (const [method, path] of [
      ['GET', '/v1/project'],
      ['POST', '/v1/project/keys'],
      ['GET', '/v1/session'],
    ] as const) {
      const answer = await call(method, path, options)
      expect(said(answer)).toBe('401 invalid API key')
      expect(answer.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('a 401 always says how, as HTTP demands', async () => {
    const answer = await call('POST', '/v1/session', { body: { email: 'nobody@example.org', password: 'wrong' } })
    expect(said(answer)).toBe('401 wrong email or password')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })

  it.each(['bearer', 'BEARER', 'Bearer '])('the scheme may be written %j', async (scheme) => {
    expect((await call('GET', '/v1/project', { headers: { authorization: `${scheme} ${key}` } })).status).toBe(200)
  })

  it('an Authorization header beats the cookie', async () => {
    const cookie = ownersCookie
    const read = (await makeKey(db, place.id, 'read')).secret
    const other = await makePlace(db)
    expect((await call('GET', '/v1/project', { cookie, key: other.key.secret })).body.id).toBe(other.id)
    expect(said(await call('POST', '/v1/project/keys', { cookie, key: read }))).toBe('403 read-only access')
    expect(said(await call('GET', '/v1/project', { cookie, key: newSecret('svc_') }))).toBe('401 invalid API key')
    // And with it the cookie is none, wherever the call comes from.
    expect(said(await call('POST', '/v1/project/keys', { cookie, key, headers: elsewhere }))).toBe('201')
  })

  it('the cookie is found among others', async () => {
    expect((await call('GET', '/v1/session', { cookie: `a=b; ${ownersCookie}; polegraph=x` })).status).toBe(200)
  })
})

describe('pages for people', () => {
  it('the reference loads from here only', async () => {
    const docs = await call('GET', '/docs')
    expect([docs.status, docs.headers.get('location')]).toEqual([301, '/docs/'])
    const page = await call('GET', '/docs/')
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).not.toMatch(/<script|\son\w+=|javascript:/i)
    expect(page.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'self'; img-src 'self';/,
    )
    const sheets = [...page.body.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map((match) => match[1] as string)
    expect(sheets).toHaveLength(1)
    for (const sheet of sheets) {
      const target = new URL(sheet, `${url}/docs/`)
      expect(target.origin).toBe(url)
      const { status, headers } = await call('GET', target.pathname + target.search)
      expect([status, headers.get('x-content-type-options')]).toEqual([200, 'nosniff'])
      expect(headers.get('content-type')).toMatch(/text\/css/)
    }
  })
})

describe('/metrics', () => {
  it.each([{}, { key: metricsToken }])('is not there where there is no METRICS_TOKEN', async (options) => {
    expect(said(await withoutToken.call('GET', '/metrics', options))).toBe('404 not found')
  })
  const wrong: [string, CallOptions][] = [
    ['nothing', {}],
    ['another token', { key: `${metricsToken}x` }],
    ['a key', { key }],
    ['the token as cookie', { cookie: `polegraph_session=${metricsToken}` }],
  ]
  it.each(wrong)('with %s is 401', async (_title, options) => {
    const answer = await call('GET', '/metrics', options)
    expect(said(answer)).toBe('401 invalid API key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
  it('with its token tells Prometheus', async () => {
    await call('GET', '/v1/project', { key })
    const answer = await call('GET', '/metrics', { key: metricsToken })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(answer.body).toMatch(/^polegraph_http_request_seconds_count\{route="getProject",status="200"\} \d+$/m)
  })
})
