import { describe, expect, it } from 'vitest'
import { makePlace, makeSession, password, snapshot } from '../support/graph/world.ts'
import { startTestService } from '../support/harness.ts'
import { callRaw, type RawAnswer } from '../support/web/raw-http.ts'

// Non-GET calls with a cookie must come from the same origin. Browsers say where a page is from; a
// program that is no browser says nothing, and nobody can make it send a cookie.

const { service, url } = await startTestService({ environment: { PUBLIC_URL: 'https://pole.example/' } })
const { db } = service

const host = 'inside.example:8080'
const said = ({ status, body }: RawAnswer) => (status < 400 ? String(status) : `${status} ${body.error}`)
const refused = '403 cross-origin request refused'

interface Said {
  site?: string
  origin?: string
}

const headersOf = ({ site, origin }: Said) => ({
  host,
  ...(site !== undefined && { 'sec-fetch-site': site }),
  ...(origin !== undefined && { origin }),
})

const same: [string, Said][] = [
  ['a program', {}],
  ['a page of ours', { site: 'same-origin' }],
  ['a page of ours, with its origin', { site: 'same-origin', origin: 'https://pole.example' }],
  ['the address bar', { site: 'none' }],
  ['an older browser at the Host', { origin: `http://${host}` }],
  ['an older browser at PUBLIC_URL', { origin: 'https://pole.example' }],
]

const others: [string, Said][] = [
  ['another site', { site: 'cross-site' }],
  ['a neighbour', { site: 'same-site' }],
  ['another site, with its origin', { site: 'cross-site', origin: 'https://elsewhere.example' }],
  ['a neighbour, with its origin', { site: 'same-site', origin: 'https://www.pole.example' }],
  ['a word that no browser says', { site: 'same_origin' }],
  ['another origin', { origin: 'https://elsewhere.example' }],
  ['a sandbox', { origin: 'null' }],
  ['nonsense', { origin: 'pole.example' }],
  ['nothing, said aloud', { origin: '' }],
  ['another port', { origin: 'https://pole.example:8443' }],
  ['another port of the Host', { origin: 'http://inside.example:8081' }],
  ['a subdomain', { origin: 'https://a.pole.example' }],
  ['a look-alike', { origin: 'https://pole.example.elsewhere.example' }],
  ['a user name', { origin: 'https://pole.example@elsewhere.example' }],
  // Whoever sits in the network can write a page of http, but not one of https.
  ['our host without the s', { origin: 'http://pole.example' }],
  ['our host without the s, and the browser says so', { site: 'cross-site', origin: 'http://pole.example' }],
]

async function world() {
  const place = await makePlace(db)
  const { token } = await makeSession(db, place.id)
  return { place, cookie: `__Host-polegraph_session=${token}` }
}

const changes: [string, string, string?][] = [
  ['PATCH', '/v1/project', '{"name":"changed"}'],
  ['POST', '/v1/project/keys'],
  ['DELETE', '/v1/session'],
]

describe('a change with a cookie', () => {
  it.each(same)('from %s is made', async (_title, from) => {
    const { cookie } = await world()
    for (const [method, path, body] of changes) {
      const answer = await callRaw(url, method, path, { cookie, headers: headersOf(from), ...(body && { body }) })
      expect(answer.status, `${method} ${path}`).toBe(method === 'POST' ? 201 : 200)
    }
  })

  it.each(others)('from %s is refused', async (_title, from) => {
    const { place, cookie } = await world()
    const before = await snapshot(db, place.id)
    for (const [method, path, body] of changes) {
      const answer = await callRaw(url, method, path, { cookie, headers: headersOf(from), ...(body && { body }) })
      expect(said(answer), `${method} ${path}`).toBe(refused)
    }
    expect(await snapshot(db, place.id)).toBe(before)
  })
})

describe('from anywhere', () => {
  it.each([...same, ...others])('%s may read with a cookie', async (_title, from) => {
    const { cookie } = await world()
    for (const method of ['GET', 'HEAD']) {
      expect((await callRaw(url, method, '/v1/project', { cookie, headers: headersOf(from) })).status).toBe(200)
    }
  })

  it.each([...same, ...others])('%s may change with a key, which no browser sends by itself', async (_title, from) => {
    const { place } = await world()
    const answer = await callRaw(url, 'POST', '/v1/project/keys', { key: place.key.secret, headers: headersOf(from) })
    expect(answer.status).toBe(201)
  })

  it.each(others)('%s gets no session for a browser', async (_title, from) => {
    const { place } = await world()
    const before = await snapshot(db, place.id)
    const signIn = JSON.stringify({ email: place.mate.email, password })
    const accept = JSON.stringify({ email: 'new@example.org', name: 'New', password })
    const headers = headersOf(from)
    expect(said(await callRaw(url, 'POST', '/v1/session', { body: signIn, headers }))).toBe(refused)
    const path = `/v1/invites/${place.invite.token}/accept`
    expect(said(await callRaw(url, 'POST', path, { body: accept, headers }))).toBe(refused)
    expect(await snapshot(db, place.id)).toBe(before)
  })
})
