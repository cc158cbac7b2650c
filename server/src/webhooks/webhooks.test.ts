import { limits } from '@polegraph/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { startWebhookService } from '../../test/support/webhook-service.ts'

const { call, key, service, names, dialled, makeProject, makeDomain, makeWebhook } = await startWebhookService()

const domainId = await makeDomain()
const all = `/v1/domains/${domainId}/webhooks`
const url = 'http://127.0.0.1:9/hook'
const events = ['crawl.finished']
const create = (body: unknown) => call('POST', all, { key, body })

describe('a webhook', () => {
  it('shows its secret once', async () => {
    const created = await create({ url, events: ['budget.hit', 'crawl.finished'] })
    expect(created.status).toBe(201)
    expect(created.body).toEqual({
      id: expect.any(String),
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      events: ['budget.hit', 'crawl.finished'],
    })
    const { body } = await call('GET', `${all}/${created.body.id}`, { key })
    expect(body).toEqual({
      id: created.body.id,
      url,
      events: ['budget.hit', 'crawl.finished'],
      filter: null,
      enabled: true,
      disabled_reason: null,
      created_at: expect.any(String),
    })
    expect(JSON.stringify((await call('GET', all, { key })).body)).not.toContain('whsec_')
  })

  it('is changed field by field', async () => {
    const { path } = await makeWebhook(domainId, url)
    const change = async (body: unknown) => (await call('PATCH', path, { key, body })).body
    expect(await change({ enabled: false })).toMatchObject({ url, events, enabled: false })
    expect(await change({ events: ['budget.hit'] })).toMatchObject({ url, events: ['budget.hit'], enabled: false })
    expect(await change({ url: 'http://127.0.0.2/', enabled: true })).toMatchObject({
      url: 'http://127.0.0.2/',
      events: ['budget.hit'],
      enabled: true,
    })
    expect((await call('GET', path, { key })).body).toMatchObject({ url: 'http://127.0.0.2/', enabled: true })
    expect((await call('PATCH', path, { key, body: {} })).body.error).toBe('nothing to update')
  })

  it('is deleted', async () => {
    const { path } = await makeWebhook(domainId, url)
    expect((await call('DELETE', path, { key })).body).toEqual({ ok: true })
    for (const [method, suffix] of [
      ['GET', ''],
      ['PATCH', ''],
      ['DELETE', ''],
      ['POST', '/rotate-secret'],
      ['POST', '/test'],
      ['GET', '/deliveries'],
    ] as const) {
      const { status, body } = await call(method, path + suffix, { key })
      expect(`${status} ${body.error}`, `${method} ${suffix}`).toBe('404 webhook not found')
    }
  })

  it('gets a new secret', async () => {
    const { id, secret, path } = await makeWebhook(domainId, url)
    const rotated = await call('POST', `${path}/rotate-secret`, { key })
    expect(rotated.body).toEqual({ id, secret: expect.stringMatching(/^whsec_/) })
    expect(rotated.body.secret).not.toBe(secret)
  })

  it('is found in its own domain and project only', async () => {
    const { id } = await makeWebhook(domainId, url)
    const other = await makeProject()
    expect((await call('GET', `${all}/${id}`, { key: other.key })).body.error).toBe('domain not found')
    const elsewhere = `/v1/domains/${await makeDomain()}/webhooks`
    for (const [method, suffix, body] of [
      ['GET', '', undefined],
      ['PATCH', '', { enabled: false }],
      ['DELETE', '', undefined],
      ['POST', '/rotate-secret', undefined],
      ['POST', '/test', undefined],
      ['GET', '/deliveries', undefined],
    ] as const) {
      const answer = await call(method, `${elsewhere}/${id}${suffix}`, { key, body })
      expect(answer.body.error, `${method} ${suffix}`).toBe('webhook not found')
    }
    expect((await call('GET', elsewhere, { key })).body.webhooks).toEqual([])
    expect((await call('GET', `${all}/${id}`, { key })).body.enabled).toBe(true)
  })

  it('is listed newest first, page by page', async () => {
    const domain = await makeDomain()
    const made: string[] = []
    for (let n = 0; n < 5; n++) made.unshift((await makeWebhook(domain, url)).id)
    const path = `/v1/domains/${domain}/webhooks`
    const first = (await call('GET', `${path}?limit=3`, { key })).body
    const second = (await call('GET', `${path}?limit=3&cursor=${first.next_cursor}`, { key })).body
    expect([...first.webhooks, ...second.webhooks].map(({ id }) => id)).toEqual(made)
    expect(second.next_cursor).toBeNull()
  })
})

describe('what a webhook is made of', () => {
  it.each([
    [{ events }, 'valid http(s) url required'],
    [{ url: '', events }, 'valid http(s) url required'],
    [{ url: 7, events }, 'valid http(s) url required'],
    [{ url: 'example.org', events }, 'valid http(s) url required'],
    [{ url: 'ftp://example.org', events }, 'valid http(s) url required'],
    [{ url: 'http://me:secret@127.0.0.1/', events }, 'valid http(s) url required'],
    [{ url: 'http://', events }, 'valid http(s) url required'],
    [{ url }, 'events is required'],
    [{ url, events: [] }, `events must be a list of 1 to 13`],
    [{ url, events: ['crawl.finished', 'crawl.finished'] }, 'events must not contain duplicates'],
    [
      { url, events: ['ping'] },
      'events.0 must be one of run.update, page.update, crawl.finished, budget.hit, webhook.disabled, entity.added, entity.changed, entity.merged, entity.split, entity.deleted, relationship.added, relationship.changed, relationship.deleted',
    ],
    [{ url, events, enabled: false }, 'enabled is not a known field'],
  ])('%o: %s', async (body, error) => {
    const answer = await create(body)
    expect(`${answer.status} ${answer.body.error}`).toBe(`400 ${error}`)
  })

  it.each([
    'http://10.0.0.1/',
    'http://[::1]:8080/',
    'http://[::ffff:192.168.0.1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0x0a000001/',
    'https://inside.test/',
    'https://mixed.test/',
  ])('not the address %s', async (refused) => {
    names.set('inside.test', ['10.1.2.3'])
    names.set('mixed.test', ['8.8.8.8', '10.1.2.3'])
    const { path } = await makeWebhook(domainId, url)
    for (const answer of [
      await create({ url: refused, events }),
      await call('PATCH', path, { key, body: { url: refused } }),
    ]) {
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({
        error: expect.stringContaining('url must have a public address'),
        code: 'url_refused',
      })
      expect(JSON.stringify(answer.body)).not.toContain('10.1.2.3')
    }
    expect((await call('GET', path, { key })).body.url).toBe(url)
  })

  it('a public address, and a name that nobody knows yet', async () => {
    names.set('public.test', ['8.8.8.8', '2606:4700:4700::1111'])
    for (const accepted of ['https://public.test/hook?a=1', 'https://8.8.8.8/', 'http://later.test/']) {
      expect((await create({ url: accepted, events })).status, accepted).toBe(201)
    }
    expect(dialled).toEqual([])
  })

  it(`at most ${limits.webhooks_max} in a domain, however many are made at once`, async () => {
    const domain = await makeDomain()
    const path = `/v1/domains/${domain}/webhooks`
    await service.db.query(
      `insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
       select $1, gen_random_uuid(), $2, '{crawl.finished}', 'whsec_', true, now() from generate_series(1, $3)`,
      [domain, url, limits.webhooks_max - 2],
    )
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => call('POST', path, { key, body: { url, events } })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('too many webhooks')
  })

  it('and it is made once for each Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' }
    const domain = await makeDomain()
    const path = `/v1/domains/${domain}/webhooks`
    const first = await call('POST', path, { key, body: { url, events }, headers })
    const second = await call('POST', path, { key, body: { url, events }, headers })
    expect(second.body).toEqual(first.body)
    expect((await call('GET', path, { key })).body.webhooks).toHaveLength(1)
  })
})

it('a domain that is deleted while the address is looked up gets no webhook', async () => {
  const domain = await makeDomain()
  const { path } = await makeWebhook(domain, url)
  names.set('slow.test', async () => {
    await call('DELETE', `/v1/domains/${domain}?confirm=watched`, { key })
    return ['127.0.0.1']
  })
  const body = { url: 'http://slow.test/', events }
  const created = await call('POST', `/v1/domains/${domain}/webhooks`, { key, body })
  expect(created.body.error).toBe('domain not found')
  expect((await call('PATCH', path, { key, body: { enabled: false } })).body.error).toBe('domain not found')
})
