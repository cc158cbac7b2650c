import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { makePlace } from '../../server/test/support/graph/world.ts'
import { startTestService } from '../../server/test/support/harness.ts'
import { Polegraph } from '../src/polegraph.ts'
import {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  NotFoundError,
  PermissionError,
  PolegraphError,
  RateLimitError,
  ServerError,
} from '../src/polegraph-error.ts'
import type { PolegraphOptions } from '../src/transport.ts'
import { type Fate, startGateway } from './support/gateway.ts'

const { service, url, key, call } = await startTestService()
const gateway = await startGateway(url)

/** A client behind a gateway that does this to its first requests. */
function through(fates: Fate[], options: PolegraphOptions = {}): Polegraph {
  gateway.next = fates
  gateway.passed.length = 0
  return new Polegraph({ url: gateway.url, key, ...options })
}

const refusal = (status: number, code: string, headers: Record<string, string> = {}): Fate => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ error: `text of ${code}`, code, request_id: 'r-1' }),
})
const soon = { 'retry-after': '0' }

const failureOf = async (promise: Promise<unknown>): Promise<PolegraphError> => {
  const error = await promise.then(
    () => undefined,
    (failure) => failure,
  )
  expect(error).toBeInstanceOf(PolegraphError)
  return error
}
const domainsNamed = async (name: string) => {
  const { domains } = await new Polegraph({ url, key }).domains.list({ limit: 500 })
  return domains.filter((domain) => domain.name === name).length
}

describe('an error', () => {
  const polegraph = new Polegraph({ url, key, retries: 0 })

  it('has the status, code, text and request id of the answer, and every mistake', async () => {
    const wrong = { name: 'ports', max_depth: -1, max_pages: 0 }
    const error = await failureOf(polegraph.domains.create(wrong, { headers: { 'x-request-id': 'mine' } }))
    expect(error).toMatchObject({
      name: 'BadRequestError',
      status: 400,
      code: 'invalid_request',
      request_id: 'mine',
      method: 'POST',
      path: '/v1/domains',
      retry_after: undefined,
    })
    expect(error.message).toMatch(/^max_depth must be an integer/)
    expect(error.details.map(({ path }) => path)).toEqual(['max_depth', 'max_pages'])
  })

  it('is the one of the contract: no key, not found, refused, too late', async () => {
    const noKey = new Polegraph({ url, retries: 0 })
    expect(await failureOf(noKey.project.get())).toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(await failureOf(polegraph.domains.get('none'))).toMatchObject({ status: 404, code: 'domain_not_found' })
    const { key: readKey } = await polegraph.keys.create({ scope: 'read' })
    const refused = polegraph.domains.create({ name: 'x' }, { key: readKey })
    expect(await failureOf(refused)).toMatchObject({ status: 403, code: 'read_only' })
    const place = await makePlace(service.db)
    const args = [place.domain.id, place.entity.id] as const
    const options = { key: place.key.secret }
    const { response } = await polegraph.entities.get(...args, {}, options).withResponse()
    const if_match = response.headers.get('etag') as string
    await polegraph.entities.change(...args, { summary: 'One.' }, { ...options, if_match })
    const late = polegraph.entities.change(...args, { summary: 'Two.' }, { ...options, if_match })
    expect(await failureOf(late)).toMatchObject({ status: 412, code: 'stale_etag' })
  })

  it.each([
    [400, BadRequestError],
    [401, AuthenticationError],
    [403, PermissionError],
    [404, NotFoundError],
    [409, ConflictError],
    [422, PolegraphError],
    [429, RateLimitError],
    [500, ServerError],
    [503, ServerError],
  ])('of status %i has a class of its own', async (status, Class) => {
    const error = await failureOf(through([refusal(status, 'some_code')], { retries: 0 }).project.get())
    expect([error.constructor, error.name, error.status]).toEqual([Class, Class.name, status])
  })

  it('where no answer came is a ConnectionError', async () => {
    expect(await failureOf(through(['lose'], { retries: 0 }).project.get())).toBeInstanceOf(ConnectionError)
    const late = through(['hang'], { retries: 0, timeout_ms: 50 }).project.get()
    expect(await failureOf(late)).toMatchObject({ name: 'ConnectionError', code: 'timeout' })
  })

  it('of a call whose response is asked for comes once', async () => {
    const error = await failureOf(polegraph.domains.get('none').withResponse())
    expect(error.code).toBe('domain_not_found')
  })

  it('says what a proxy answered instead of the service', async () => {
    const page: Fate = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' }
    const error = await failureOf(through([page], { retries: 0 }).project.get())
    expect(error).toMatchObject({ status: 502, code: 'unexpected_answer', request_id: undefined })
    const notJson: Fate = { status: 200, headers: { 'content-type': 'application/json' }, body: '<h1>' }
    expect(await failureOf(through([notJson], { retries: 0 }).project.get())).toMatchObject({
      code: 'unexpected_answer',
    })
    const anotherSite: Fate = { ...page, status: 200 }
    const wrong = await failureOf(through([anotherSite]).project.get())
    expect(wrong).toMatchObject({ status: 200, code: 'unexpected_answer' })
    expect(wrong.message).toBe('unexpected answer: status 200, text/html')
    expect(gateway.passed).toHaveLength(1)
  })

  it('says that nobody is there', async () => {
    const error = await failureOf(new Polegraph({ url: 'http://127.0.0.1:1', retries: 0 }).project.get())
    expect(error).toMatchObject({ status: 0, code: 'connection_failed', path: '/v1/project' })
    expect(error.message).toMatch(/^the service cannot be reached: .+/)
    expect(error.cause).toBeInstanceOf(Error)
  })
})

describe('a call that failed for the moment', () => {
  const lost: [string, Fate[]][] = [
    ['lost', ['lose']],
    ['done, but its answer lost', ['lose answer']],
    ['done, but its answer cut off', ['cut answer']],
    ['refused as too much', [refusal(429, 'rate_limited', soon)]],
    ['refused for now', [refusal(503, 'unavailable', soon)]],
    ['answered by a fault', [refusal(500, 'internal')]],
    ['still in progress', ['lose answer', refusal(409, 'idempotency_in_progress', soon)]],
  ]

  it.each(lost)('is sent again and done once: a POST that was %s', async (what, fates) => {
    const name = `once: ${what}`
    const { id } = await through([...fates]).domains.create({ name })
    expect(id).toMatch(/^[\da-f-]{36}$/)
    expect(await domainsNamed(name)).toBe(1)
    expect(gateway.passed).toHaveLength(fates.length + 1)
    const keys = new Set(gateway.passed.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(1)
    expect([...keys][0]).toMatch(/^[\da-f]{32}$/)
  })

  it.each(lost.slice(0, 6))('is sent again: a GET that was %s', async (_what, fates) => {
    expect(await through([...fates]).project.get()).toMatchObject({ name: 'default' })
    expect(gateway.passed).toHaveLength(fates.length + 1)
    expect(gateway.passed[0]?.headers['idempotency-key']).toBeUndefined()
  })

  it('is sent again: a DELETE', async () => {
    const { id } = await new Polegraph({ url, key }).keys.create({ name: 'short' })
    expect(await through(['lose answer']).keys.revoke(id)).toEqual({ ok: true })
  })

  it.each<[string, Fate[]]>([
    ['refused as too much', [refusal(429, 'rate_limited', soon)]],
    ['refused for now', [refusal(503, 'unavailable', soon)]],
  ])('is sent again: a PATCH that was %s', async (_what, fates) => {
    expect(await through([...fates]).project.rename({ name: 'default' })).toEqual({ ok: true })
  })

  it.each<[string, Fate, string]>([
    ['lost', 'lose', 'connection_failed'],
    ['done, but its answer lost', 'lose answer', 'connection_failed'],
    ['answered by a fault', refusal(500, 'internal'), 'internal'],
  ])('is not sent again: a PATCH that was %s', async (_what, fate, code) => {
    expect(await failureOf(through([fate]).project.rename({ name: 'default' }))).toMatchObject({ code })
    expect(gateway.passed).toHaveLength(1)
  })

  it.each([
    ['takes too long', refusal(503, 'took_too_long', soon), 'took_too_long'],
    ['must wait longer than a caller would', refusal(429, 'rate_limited', { 'retry-after': '600' }), 'rate_limited'],
    ['is one sign-in too many', refusal(429, 'too_many_sign_ins', soon), 'too_many_sign_ins'],
    ['is wrong', refusal(400, 'invalid_request'), 'invalid_request'],
    ['is in the way of something', refusal(409, 'quota_reached'), 'quota_reached'],
  ] as [string, Fate, string][])('is not sent again when it %s', async (_what, fate, code) => {
    const error = await failureOf(through([fate]).domains.create({ name: 'never' }))
    expect(error.code).toBe(code)
    expect(gateway.passed).toHaveLength(1)
    expect(await domainsNamed('never')).toBe(0)
  })

  it('is given up after the attempts that it has', async () => {
    const fates = Array.from({ length: 9 }, () => refusal(503, 'unavailable', soon))
    const error = await failureOf(through(fates).project.get())
    expect(error).toMatchObject({ status: 503, code: 'unavailable', retry_after: 0, request_id: 'r-1' })
    expect(gateway.passed).toHaveLength(4)
    await failureOf(through([...fates]).project.get({ retries: 1 }))
    expect(gateway.passed).toHaveLength(2)
  })

  it('is a new call when it is made again, unless the caller names it', async () => {
    const polegraph = through([])
    for (const _ of [1, 2]) await polegraph.domains.create({ name: 'twice' })
    for (const _ of [1, 2]) await polegraph.domains.create({ name: 'named' }, { idempotency_key: 'of the caller' })
    expect([await domainsNamed('twice'), await domainsNamed('named')]).toEqual([2, 1])
  })
})

describe('a call', () => {
  it('ends with its signal while it waits for an answer', async () => {
    const ending = new AbortController()
    const asked = through(['hang']).project.get({ signal: ending.signal })
    await expect.poll(() => gateway.passed.length).toBe(1)
    ending.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
  })

  it('ends with its signal while it waits for its next attempt', async () => {
    const ending = new AbortController()
    const asked = through([refusal(503, 'unavailable', { 'retry-after': '50' })]).project.get({ signal: ending.signal })
    await expect.poll(() => gateway.passed.length).toBe(1)
    ending.abort(new Error('enough'))
    await expect(asked).rejects.toThrow('enough')
    expect(gateway.passed).toHaveLength(1)
  })

  it('is not made when its signal has ended', async () => {
    const asked = through([]).project.get({ signal: AbortSignal.abort(new Error('before')) })
    await expect(asked).rejects.toThrow('before')
    expect(gateway.passed).toEqual([])
  })

  it('has its time for an attempt, and another attempt', async () => {
    const error = await failureOf(through(['hang']).project.get({ timeout_ms: 50, retries: 0 }))
    expect(error).toMatchObject({ status: 0, code: 'timeout' })
    expect(await through(['hang']).project.get({ timeout_ms: 500, retries: 9 })).toMatchObject({ name: 'default' })
  })

  it.each(['', '.', '..', undefined])('refuses an id that would make it another path: %j', (id) => {
    const polegraph = through([])
    expect(() => polegraph.keys.revoke(id as string)).toThrow(/^keyId must be an id$/)
    expect(gateway.passed).toEqual([])
  })

  it('puts an id into the path as it is', async () => {
    const error = await failureOf(through([]).domains.get('a/b?c'))
    expect(error.code).toBe('domain_not_found')
    expect(gateway.passed[0]?.path).toBe('/v1/domains/a%2Fb%3Fc')
  })

  it('goes to a path below the address, and takes a slash at its end', async () => {
    const sent: string[] = []
    const record = (address: string) => {
      sent.push(address)
      return Promise.resolve(Response.json({}))
    }
    await new Polegraph({ url: 'https://example.org/graphs/', fetch: record }).project.get()
    await new Polegraph({ url: '', fetch: record }).project.get()
    expect(sent).toEqual(['https://example.org/graphs/v1/project', '/v1/project'])
  })

  it('takes address and key from the environment, unless it is given others', async () => {
    vi.stubEnv('POLEGRAPH_URL', url)
    vi.stubEnv('POLEGRAPH_KEY', key)
    onTestFinished(() => void vi.unstubAllEnvs())
    expect(await new Polegraph().project.get()).toMatchObject({ scope: 'full' })
    expect(await new Polegraph({ url: gateway.url }).project.get()).toMatchObject({ scope: 'full' })
    expect(await failureOf(new Polegraph({ key: null, retries: 0 }).project.get())).toMatchObject({ status: 401 })
    expect(await failureOf(new Polegraph({ key: 'svc_x', retries: 0 }).project.get())).toMatchObject({ status: 401 })
  })

  it('needs an address outside a browser', () => {
    expect(() => new Polegraph()).toThrow('url is required')
  })

  it('follows an entity that was merged to its survivor, with a change too', async () => {
    const place = await makePlace(service.db)
    const polegraph = new Polegraph({ url, key: place.key.secret })
    const args = [place.domain.id, place.merged_entity.id] as const
    expect((await polegraph.entities.get(...args)).id).toBe(place.other_entity.id)
    const changed = await polegraph.entities.change(...args, { summary: 'Both.' })
    expect(changed).toMatchObject({ id: place.other_entity.id, summary: 'Both.' })
  })

  it('sends a key to the service, and none with a share link', async () => {
    const place = await makePlace(service.db)
    const polegraph = through([])
    await polegraph.public.getGraph(place.share.token)
    await polegraph.project.get()
    expect(gateway.passed.map(({ headers }) => headers.authorization)).toEqual([undefined, `Bearer ${key}`])
  })
})

describe('a session', () => {
  it('works by its cookie, and the service refuses the change of another origin', async () => {
    const { body } = await call('POST', '/v1/project/invites', { key, body: { role: 'owner' } })
    let cookie = ''
    /** What a browser does: keeps the cookie, and says where a request comes from. */
    const browser =
      (site: string) =>
      async (address: string, init: RequestInit): Promise<Response> => {
        expect(init.credentials).toBe('same-origin')
        const response = await fetch(address, { ...init, headers: { ...init.headers, cookie, 'sec-fetch-site': site } })
        cookie = response.headers.get('set-cookie')?.split(';', 1)[0] ?? cookie
        return response
      }
    const own = new Polegraph({ url, fetch: browser('same-origin') })
    const person = { email: 'ada@example.org', name: 'Ada', password: 'correct horse battery' }
    expect((await own.invites.accept(body.token, person)).user.email).toBe(person.email)
    expect((await own.session.get()).user.name).toBe('Ada')
    expect(await own.domains.create({ name: 'of a session' })).toMatchObject({ name: 'of a session' })
    const strange = new Polegraph({ url, fetch: browser('cross-site') })
    expect(await failureOf(strange.domains.create({ name: 'forged' }))).toMatchObject({ code: 'cross_origin' })
    await own.session.signOut()
    expect(await failureOf(own.session.get())).toMatchObject({ code: 'invalid_api_key' })
  })
})
