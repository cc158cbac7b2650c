import { type ErrorCode, errors } from '@polegraph/contract/errors.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { newSecret } from '../../../src/platform/secrets.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import { makeKey, makePlace, makeSession, password } from '../../support/graph/world.ts'
import { startTestService } from '../../support/harness.ts'
import { callRaw, type RawAnswer, sendRaw } from '../../support/web/raw-http.ts'
import { askWhileStopping } from '../../system/stopping-service.ts'
import { overlappingSignIns, provokeAccounts } from './errors-of-accounts.ts'
import { provokeCrawl } from './errors-of-crawl.ts'
import { provokeCuration } from './errors-of-curation.ts'
import { provokeLoad } from './errors-of-load.ts'
import { provokeWatches } from './errors-of-watches.ts'
import { halfRequest } from './half-request.ts'
import { resend } from './resend.ts'

// Every code of the contract, provoked over HTTP. Status and text stand here a second time, by hand.

const test = await startTestService({ environment: { TRUST_PROXY: '127.0.0.1' } })
const { call, key, service, url } = test
const { db } = service

const broken = await startTestService({ environment: { RATE_LIMIT_ANONYMOUS: '5', TRUST_PROXY: '127.0.0.1' } })
const brokenPlace = await makePlace(broken.service.db)
// A fault that no request can cause by itself: half of the schema is gone.
await broken.service.db.query('alter table invites rename to mislaid')

const load = await provokeLoad()
const curation = provokeCuration(test)
const crawl = provokeCrawl(test)

const unknownId = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'
const from = (address: string) => ({ 'x-forwarded-for': address })
const signIn = (email: string, secret: string, headers?: Record<string, string>) =>
  call('POST', '/v1/session', { body: { email, password: secret }, ...(headers && { headers }) })

async function acceptAs(email: string, secret = password) {
  const place = await makePlace(db)
  const body = { email, name: 'Ada', password: secret }
  return call('POST', `/v1/invites/${place.invite.token}/accept`, { body })
}

async function idempotent(path: string, bodies: [unknown, unknown]) {
  const headers = { 'idempotency-key': newSecret('test_') }
  await call('POST', path, { key, body: bodies[0], headers })
  return call('POST', path, { key, body: bodies[1], headers })
}

async function signedOut() {
  const { cookie } = await makeSession(db, (await makePlace(db)).id)
  await call('DELETE', '/v1/session', { cookie })
  return call('GET', '/v1/session', { cookie })
}

async function lastOwner(method: 'PATCH' | 'DELETE') {
  const place = await makePlace(db)
  const body = method === 'PATCH' ? { body: { role: 'editor' } } : {}
  return call(method, `/v1/project/members/${place.owner.id}`, { key: place.key.secret, ...body })
}

async function failTenTimes() {
  const { mate } = await makePlace(db)
  for (let attempt = 1; attempt <= 10; attempt++) {
    expect((await signIn(mate.email, 'wrong', from('203.0.113.99'))).status).toBe(401)
  }
  return signIn(mate.email, password, from('203.0.113.99'))
}

async function archivedKey() {
  const place = await makePlace(db, { archived: true })
  return call('GET', '/v1/project', { key: place.key.secret })
}

async function readKey(method: string, path: string) {
  const place = await makePlace(db)
  const { secret } = await makeKey(db, place.id, 'read')
  // Refused before the body is looked at.
  return call(method, path, { key: secret, raw: '{ this is no JSON' })
}

async function asSession(role: 'owner' | 'editor', method: string, path: string, headers?: Record<string, string>) {
  const { cookie } = await makeSession(db, (await makePlace(db)).id, role)
  return call(method, path, { cookie, ...(headers && { headers }) })
}

async function inNoProject(method: string, path: string, body?: unknown) {
  const { cookie } = await makeSession(db, null)
  return call(method, path, { cookie, body })
}

async function knownMember() {
  const place = await makePlace(db)
  const body = { email: place.mate.email, name: 'Ada', password }
  return call('POST', `/v1/invites/${place.invite.token}/accept`, { body })
}

/** A call in a domain, by its full key; `prepare` gets the domain's id first. */
async function inDomain(
  method: string,
  rest: string,
  options: { body?: unknown; headers?: Record<string, string> } = {},
  prepare?: (domainId: string) => Promise<unknown>,
) {
  const { domain, key } = await makePlace(db)
  await prepare?.(domain.id)
  return call(method, `/v1/domains/${domain.id}${rest}`, { key: key.secret, ...options })
}

const forget = `update domains set history_since = '2025-01-01' where id = $1`
const askForgotten = () => inDomain('GET', '/stats?as_of=2024-12-31', {}, (domainId) => db.query(forget, [domainId]))
const addLocations = (domainId: string) =>
  insertGraph(db, domainId, { entities: Array.from({ length: 12 }, () => ({ kind: 'location', name: 'Port' })) })
const addRows = (statement: string, count: number) => (domainId: string) =>
  db.query(statement, [domainId, Array.from({ length: count }, () => newId())])
const addWebhooks = addRows(
  `insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
   select $1, id, 'https://example.org/', '{run.update}', '', true, now() from unnest($2::uuid[]) as id`,
  99,
)
const addShares = addRows(
  `insert into shares (domain_id, id, token_hash, token, views, created_at)
   select $1, id, sha256(id::text::bytea), id::text, '{map}', now() from unnest($2::uuid[]) as id`,
  999,
)
const archive = (domainId: string) => db.query('update domains set archived_at = now() where id = $1', [domainId])
const pause = (domainId: string) => db.query(`update domains set crawl_state = 'paused' where id = $1`, [domainId])
const stale = { 'if-match': '"another"' }
const hook = (url: unknown) => ({ body: { url, events: ['run.update'] } })

type Provocation = [status: number, error: string, provoke: () => Promise<RawAnswer | undefined>]

const provocations = {
  invalid_request: [
    400,
    'limit must be an integer from 1 to 500',
    () => call('GET', '/v1/project/keys?limit=0', { key }),
  ],
  invalid_json: [400, 'invalid JSON body', () => call('POST', '/v1/project/keys', { key, raw: '{"name":' })],
  bad_request: [400, 'bad request', () => sendRaw(url, 'this is no HTTP\r\n\r\n')],
  invalid_api_key: [401, 'invalid API key', () => call('GET', '/v1/project')],
  project_archived: [403, 'project is archived', archivedKey],
  read_only: [403, 'read-only access', () => readKey('POST', '/v1/project/keys')],
  owner_required: [403, 'owner access required', () => asSession('editor', 'POST', '/v1/project/keys')],
  session_required: [403, 'session required', () => call('POST', '/v1/projects', { key, body: { name: 'new' } })],
  cross_origin: [
    403,
    'cross-origin request refused',
    () => asSession('owner', 'POST', '/v1/project/keys', { origin: 'https://elsewhere.example' }),
  ],
  not_found: [404, 'not found', () => call('GET', '/v1/nothing')],
  method_not_allowed: [405, 'method not allowed', () => call('PUT', '/v1/project', { key, body: {} })],
  idempotency_key_reused: [
    409,
    'idempotency key was used with another request',
    () => idempotent('/v1/project/keys', [{ name: 'one' }, { name: 'two' }]),
  ],
  idempotency_in_progress: [409, 'a request with this idempotency key is in progress', () => overlappingSignIns(test)],
  request_timeout: [408, 'request timeout', () => halfRequest(broken)],
  body_too_large: [
    413,
    'request body too large',
    () => callRaw(url, 'POST', '/v1/project/keys', { key, body: ' '.repeat(1024 * 1024 + 1) }),
  ],
  unsupported_media_type: [
    415,
    'send application/json',
    () => call('POST', '/v1/project/keys', { key, raw: 'name=x', headers: { 'content-type': 'text/plain' } }),
  ],
  rate_limited: [
    429,
    'rate limit exceeded',
    async () => {
      for (let i = 0; i < 5; i++) await broken.call('GET', '/v1/status', { headers: from('203.0.113.7') })
      return broken.call('GET', '/v1/status', { headers: from('203.0.113.7') })
    },
  ],
  headers_too_large: [
    431,
    'request headers too large',
    () => callRaw(url, 'GET', '/v1/status', { headers: { 'x-filler': 'x'.repeat(17 * 1024) } }),
  ],
  internal: [500, 'internal error', () => broken.call('GET', '/v1/project/invites', { key: brokenPlace.key.secret })],
  unavailable: [503, 'temporarily unavailable', () => askWhileStopping(key)],

  project_name_required: [400, 'name required', () => call('PATCH', '/v1/project', { key, body: { name: ' ' } })],
  project_confirm: [
    400,
    'pass ?confirm=<project name> to delete',
    () => call('DELETE', '/v1/project?confirm=Default', { key }),
  ],
  project_not_found: [404, 'project not found', () => inNoProject('GET', '/v1/project')],
  last_owner: [400, 'cannot remove the last owner', () => lastOwner('DELETE')],
  member_not_found: [404, 'member not found', () => call('DELETE', `/v1/project/members/${unknownId}`, { key })],
  key_not_found: [404, 'key not found', () => call('POST', `/v1/project/keys/${unknownId}/rotate`, { key })],
  invite_not_found: [404, 'invite not found', () => call('GET', `/v1/invites/${newSecret('inv_')}/accept`)],
  already_member: [409, 'already a member of this project', knownMember],
  ...provokeAccounts(test),
  ...load,
  ...curation.codes,
  wrong_credentials: [401, 'wrong email or password', () => signIn('nobody@example.org', password)],
  too_many_sign_ins: [429, 'too many failed sign-ins', failTenTimes],

  domain_not_found: [404, 'domain not found', () => call('GET', `/v1/domains/${unknownId}`, { key })],
  domain_name_required: [400, 'name is required', () => call('POST', '/v1/domains', { key, body: {} })],
  domain_confirm: [400, 'pass ?confirm=<domain name> to delete', () => inDomain('DELETE', '')],
  domain_archived: [409, 'domain is archived', () => inDomain('POST', '/gate/versions/2/publish', {}, archive)],
  domain_paused: [409, 'domain is paused', () => inDomain('POST', '/discover-sources', {}, pause)],
  nothing_to_update: [400, 'nothing to update', () => inDomain('PATCH', '', { body: {} })],
  kind_has_entities: [
    409,
    'kind still has entities: location (12)',
    () => inDomain('PATCH', '', { body: { ontology: ['person', 'object', 'event'] } }, addLocations),
  ],
  gate_version_not_found: [404, 'version not found', () => inDomain('GET', '/gate/versions/3')],
  gate_version_published: [409, 'version is published', () => inDomain('DELETE', '/gate/versions/1')],
  source_not_found: [404, 'source not found', () => inDomain('DELETE', `/sources/${unknownId}`)],
  sitemap_unreadable: [
    422,
    'sitemap could not be read: address is not public',
    () => inDomain('POST', '/sources/sitemap', { body: { url: 'http://127.0.0.1/sitemap.xml' } }),
  ],
  ...crawl,
  page_not_found: [404, 'page not found', () => inDomain('GET', `/pages/${unknownId}/text`)],
  no_pages_named: [400, 'pass page_ids or all=true', () => inDomain('POST', '/errors/requeue', { body: {} })],
  entity_not_found: [404, 'entity not found', () => inDomain('GET', `/entities/${unknownId}`)],
  relationship_not_found: [404, 'relationship not found', () => inDomain('GET', `/relationships/${unknownId}`)],
  history_forgotten: [410, 'history is kept since 2025-01-01T00:00:00.000Z', askForgotten],
  group_not_found: [404, 'group not found', () => inDomain('POST', `/frontier/groups/${unknownId}/release`)],
  recipe_not_found: [404, 'recipe not found', () => inDomain('POST', `/recipes/${unknownId}/invalidate`)],
  invalid_last_event_id: [
    400,
    'Last-Event-ID must be the id of an event',
    () => inDomain('GET', '/events', { headers: { 'last-event-id': 'x' } }),
  ],
  webhook_not_found: [404, 'webhook not found', () => inDomain('GET', `/webhooks/${unknownId}`)],
  invalid_url: [400, 'valid http(s) url required', () => inDomain('POST', '/webhooks', hook('ftp://example.org/'))],
  url_refused: [
    400,
    'url must have a public address; CRAWL_ALLOW_PRIVATE of the service allows private ones',
    () => inDomain('POST', '/webhooks', hook('http://127.0.0.1/')),
  ],
  delivery_not_found: [404, 'delivery not found', () => resend({ call, db }, unknownId)],
  delivery_pending: [409, 'delivery is pending', () => resend({ call, db })],
  too_many_webhooks: [
    409,
    'too many webhooks',
    () => inDomain('POST', '/webhooks', hook('https://hooks.example.org/'), addWebhooks),
  ],
  ...provokeWatches(test),
  share_not_found: [404, 'share not found', () => inDomain('DELETE', `/share/${unknownId}`)],
  too_many_shares: [
    409,
    'too many share links',
    () => inDomain('POST', '/share', { body: { views: ['map'] } }, addShares),
  ],
} satisfies Record<ErrorCode, Provocation>

it('has a provocation for every code', () => {
  expect(Object.keys(provocations).sort()).toEqual(Object.keys(errors).sort())
})

/** Those that come from one field, which `details` names. */
const fieldErrors = {
  evidence_not_found: 'groups.0.evidence_ids.0',
  invalid_request: 'limit',
  project_name_required: 'name',
  domain_name_required: 'name',
  invalid_url: 'url',
}

describe('every code', () => {
  it.each(Object.entries<Provocation>(provocations))('%s', async (code, [status, error, provoke]) => {
    const answer = await provoke()
    expect(answer?.body).toMatchObject({ error, code, request_id: answer?.headers.get('x-request-id') })
    const fields = ['error', 'code', 'request_id', ...(code in fieldErrors ? ['details'] : [])]
    expect(Object.keys(answer?.body).sort()).toEqual(fields.sort())
    expect(answer?.status).toBe(status)
    expect(answer?.headers.get('content-type')).toBe('application/json; charset=utf-8')
  })
})

// Section 7 of the service document, the rows of routes that exist, letter by letter.
describe('the service document', () => {
  const rows: [string, string, () => Promise<RawAnswer>][] = [
    ['400 name required', 'rename project without name', () => call('PATCH', '/v1/project', { key, body: {} })],
    [
      '400 pass ?confirm=<project name> to delete',
      'project delete without matching confirm',
      () => call('DELETE', '/v1/project', { key }),
    ],
    ['400 cannot remove the last owner', 'remove the last owner', () => lastOwner('DELETE')],
    ['401 invalid API key', 'unknown key', () => call('GET', '/v1/project', { key: newSecret('svc_') })],
    [
      '401 invalid API key',
      'revoked key',
      async () => {
        const { secret } = await makeKey(db, (await makePlace(db)).id, 'full', { revoked: true })
        return call('GET', '/v1/project', { key: secret })
      },
    ],
    ['403 read-only access', 'write call with a read key', () => readKey('PATCH', '/v1/project')],
    ['403 project is archived', 'key of an archived project', archivedKey],
    ['404 key not found', 'rotate unknown key', () => call('POST', `/v1/project/keys/${unknownId}/rotate`, { key })],
    ['400 name is required', 'create domain without name', () => call('POST', '/v1/domains', { key })],
    ['400 nothing to update', 'domain PATCH with no change', () => inDomain('PATCH', '', { body: {} })],
    ['400 pass ?confirm=<domain name> to delete', 'domain delete without confirm', () => inDomain('DELETE', '')],
    ['404 domain not found', 'get unknown domain', () => call('GET', `/v1/domains/${unknownId}`, { key })],
    [
      '400 valid http(s) url required',
      'add source with invalid URL',
      () => inDomain('POST', '/sources', { body: { url: 'example.org' } }),
    ],
    ['400 no active run', 'cancel with no active run', crawl.no_active_run[2]],
    ['409 a discovery is already running for this domain', 'second discovery', crawl.discovery_running[2]],
    ['409 a frontier plan is already running for this domain', 'second frontier plan', crawl.plan_running[2]],
    ['400 pass page_ids or all=true', 'requeue failed pages with neither', () => inDomain('POST', '/errors/requeue')],
    ['404 source not found', 'delete unknown source', () => inDomain('DELETE', `/sources/${unknownId}`)],
    ['404 not found', 'requeue unknown dead letter', () => inDomain('POST', `/dead-letters/${unknownId}/requeue`)],
  ]
  it.each(rows)('%s: %s', async (expected, _condition, provoke) => {
    const { status, body } = await provoke()
    expect(`${status} ${body.error}`).toBe(expected)
  })
})

describe('other ways to the same answer', () => {
  const rows: [string, string, () => Promise<RawAnswer>][] = [
    ['400 name required', 'a project without a name', () => inNoProject('POST', '/v1/projects', {})],
    ['400 cannot remove the last owner', 'demoting the last owner', () => lastOwner('PATCH')],
    ['401 invalid API key', 'an ended session', signedOut],
    [
      '401 wrong email or password',
      'an invite accepted with the wrong password',
      async () => acceptAs((await makePlace(db)).mate.email, 'not the password'),
    ],
    ['404 key not found', 'a malformed id', () => call('POST', '/v1/project/keys/7/rotate', { key })],
    [
      '400 pass page_ids or all=true',
      'all is false',
      () => inDomain('POST', '/errors/requeue', { body: { all: false } }),
    ],
    ['404 source not found', 'crawling an unknown source', () => inDomain('POST', `/sources/${unknownId}/crawl`)],
    ...curation.others,
    ['404 source not found', 'a malformed id of a source', () => inDomain('DELETE', '/sources/7')],
    ['404 entity not found', 'a timeline of nobody', () => inDomain('GET', `/timeline?entity=${unknownId}`)],
    ['404 not found', 'discarding an unknown dead letter', () => inDomain('POST', '/dead-letters/7/discard')],
    ['400 valid http(s) url required', 'no address of a sitemap', () => inDomain('POST', '/sources/sitemap')],
    ['409 domain is archived', 'a source', () => inDomain('POST', '/sources/bulk', { body: { urls: [] } }, archive)],
    ['409 domain is archived', 'resuming', () => inDomain('POST', '/runs/resume', {}, archive)],
    ['404 not found', 'an unknown share token', () => call('GET', `/v1/public/${newSecret('shr_')}`)],
    ['400 name is required', 'a domain renamed to nothing', () => inDomain('PATCH', '', { body: { name: ' ' } })],
    ['400 nothing to update', 'a draft', () => inDomain('PATCH', '/gate/versions/2', { body: {} })],
    ['412 changed since it was read', 'a draft', () => inDomain('PATCH', '/gate/versions/2', { headers: stale })],
    ['409 version is published', 'changing a version', () => inDomain('PATCH', '/gate/versions/1', { body: {} })],
    ['400 valid http(s) url required', 'no address', () => inDomain('POST', '/webhooks', hook(undefined))],
    ['400 valid http(s) url required', 'a password', () => inDomain('POST', '/webhooks', hook('http://a:b@c.org'))],
    [
      '404 domain not found',
      'feedback about a domain of others',
      async () => {
        const { domain } = await makePlace(db)
        return call('POST', '/v1/feedback', { key, body: { kind: 'idea', message: 'x', domain_id: domain.id } })
      },
    ],
    [
      '404 project not found',
      'a project of others',
      async () => inNoProject('POST', '/v1/session/project', { project_id: (await makePlace(db)).id }),
    ],
    [
      '409 idempotency key was used with another request',
      'another path',
      async () => {
        const headers = { 'idempotency-key': newSecret('test_') }
        await call('POST', '/v1/project/keys', { key, headers })
        return call('POST', '/v1/project/invites', { key, headers })
      },
    ],
  ]
  it.each(rows)('%s: %s', async (expected, _condition, provoke) => {
    const { status, body } = await provoke()
    expect(`${status} ${body.error}`).toBe(expected)
  })

  it('401 invalid API key: the person went with their last project', async () => {
    const person = await makeSession(db, null)
    expect((await call('GET', '/v1/session', person)).status).toBe(200)
    const place = await makePlace(db)
    const body = { email: person.email, name: 'Ada', password }
    expect((await call('POST', `/v1/invites/${place.invite.token}/accept`, { body })).status).toBe(200)
    // Often enough that the service has heard of the new membership and remembers who calls.
    for (let i = 0; i < 5; i++) expect((await call('GET', '/v1/session', person)).body.projects).toHaveLength(1)
    await call('DELETE', `/v1/project?confirm=${encodeURIComponent(place.name)}`, { key: place.key.secret })
    const answer = await call('POST', '/v1/projects', { cookie: person.cookie, body: { name: 'new' } })
    expect(`${answer.status} ${answer.body.error}`).toBe('401 invalid API key')
    expect(answer.headers.get('www-authenticate')).toBe('Bearer')
  })
})
