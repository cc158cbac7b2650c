import { limits } from '@polegraph/contract/limits.ts'
import { describe, expect, it } from 'vitest'
import { newId } from '../src/platform/ids.ts'
import { newSecret } from '../src/platform/secrets.ts'
import { type Answer, cookieOf, startTestService } from './harness.ts'
import { callRaw, rawRequest, sendRaw } from './raw-http.ts'
import { makePlace, makeSession, type Place, password } from './world.ts'

// Every number a caller can run into, at its edge: the last allowed value works, the next is refused
// by a text that names the field and the rule. The numbers stand here a second time, from the documents.

const { call, clock, service, url } = await startTestService({ environment: { TRUST_PROXY: '127.0.0.1' } })
const { db } = service

const secondMs = 1000
const minuteMs = 60 * secondMs
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** Time goes on while a test runs, so it stops short of an edge by more than a test takes. */
const margin = 20 * secondMs

const said = ({ status, body }: Answer) => (status < 400 ? status : `${status} ${body.error}`)
const rocket = '\u{1F680}'

const createKey = (place: Place, body: unknown) => call('POST', '/v1/project/keys', { key: place.key.secret, body })
const accept = (place: Place, body: object) => call('POST', `/v1/invites/${place.invite.token}/accept`, { body })
const ada = (fields: object = {}) => ({ email: `${newId()}@example.org`, name: 'Ada', password, ...fields })

let addresses = 0
const newAddress = () => `2001:db8:${(++addresses).toString(16)}::1`
const signIn = (email: string, secret: string, address = newAddress()) =>
  call('POST', '/v1/session', { body: { email, password: secret }, headers: { 'x-forwarded-for': address } })

const nested = (levels: number): unknown =>
  levels === 0 ? 1 : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) }

/** A body of exactly so many bytes; white space is JSON too. */
const padded = (bytes: number) => '{"name":"padded"}'.padEnd(bytes, ' ')

const lists = {
  keys: (place) =>
    db.query(
      `insert into api_keys (project_id, id, name, scope, secret_hash, has_checksum, created_at)
       select $1, id, 'key', 'read', sha256(id::text::bytea), true, now() from unnest($2::uuid[]) as id`,
      [place.id, newIds(600)],
    ),
  invites: (place) =>
    db.query(
      `insert into invites (project_id, id, token_hash, role, created_at, expires_at)
       select $1, id, sha256(id::text::bytea), 'viewer', now(), now() from unnest($2::uuid[]) as id`,
      [place.id, newIds(600)],
    ),
  // All in one moment: the order must hold among equals too.
  members: (place) =>
    db.query(
      `with people as (insert into users (id, email, name, password_hash, created_at)
         select id, id::text, 'somebody', '', now() from unnest($2::uuid[]) as id)
       insert into members (project_id, user_id, role, created_at)
       select $1, id, 'viewer', now() + interval '1 hour' from unnest($2::uuid[]) as id`,
      [place.id, newIds(600)],
    ),
} satisfies Record<string, (place: Place) => Promise<unknown>>

type ListName = keyof typeof lists
const newIds = (count: number) => Array.from({ length: count }, () => newId())

async function fullList(name: ListName) {
  const place = await makePlace(db)
  await lists[name](place)
  const read = (query: string) => call('GET', `/v1/project/${name}${query}`, { key: place.key.secret })
  return { place, read, add: () => lists[name](place) }
}

async function readOn(name: ListName, limit: number) {
  const { read, add } = await fullList(name)
  const first = await read(`?limit=${limit}`)
  // Rows that come in between must not shift what is read next.
  await add()
  const seen = (first.body[name] as { id: string }[]).map(({ id }) => id)
  let cursor: string | null = first.body.next_cursor
  while (cursor !== null) {
    const page: Answer = await read(`?limit=${limit}&cursor=${encodeURIComponent(cursor)}`)
    seen.push(...(page.body[name] as { id: string }[]).map(({ id }) => id))
    cursor = page.body.next_cursor
  }
  return seen
}

const nameFields: [string, (place: Place, name: string) => Promise<Answer>][] = [
  ['createKey', (place, name) => createKey(place, { name })],
  ['renameProject', (place, name) => call('PATCH', '/v1/project', { key: place.key.secret, body: { name } })],
  [
    'createProject',
    async (_place, name) =>
      call('POST', '/v1/projects', { cookie: (await makeSession(db, null)).cookie, body: { name } }),
  ],
  ['acceptInvite', (place, name) => accept(place, ada({ name }))],
]

async function idempotencyKey(length: number): Promise<Answer> {
  const { key } = await makePlace(db)
  return call('POST', '/v1/project/keys', { key: key.secret, headers: { 'idempotency-key': 'k'.repeat(length) } })
}

/** Ten wrong passwords, each from somewhere else or for somebody else. */
async function failTenTimes(attempt: () => Promise<Answer>) {
  for (let i = 0; i < 10; i++) expect(said(await attempt())).toBe('401 wrong email or password')
}

interface Row {
  is: number
  cases: Record<string, () => Promise<unknown>>
}

const rows = {
  body_bytes: {
    is: 1_048_576,
    cases: {
      'one MiB works, by Content-Length and in chunks': async () => {
        const { key } = await makePlace(db)
        for (const framing of framings) {
          const { status } = await postFramed(key.secret, 1_048_576, framing)
          expect(status, framing).toBe(201)
        }
      },
      'a byte more does not': async () => {
        const { key } = await makePlace(db)
        for (const framing of framings) {
          const answer = await postFramed(key.secret, 1_048_577, framing)
          expect(`${answer.status} ${answer.body.error}`, framing).toBe('413 request body too large')
        }
      },
    },
  },
  json_depth: {
    is: 32,
    cases: {
      '32 levels work, 33 do not': async () => {
        const place = await makePlace(db)
        // The body itself is the first level; `scope` takes any value.
        expect(said(await createKey(place, { scope: nested(31) }))).toBe(201)
        const refused = '400 body must not nest deeper than 32 levels'
        expect(said(await createKey(place, { scope: nested(32) }))).toBe(refused)
      },
      'half a megabyte of brackets is just a refusal': async () => {
        const { key } = await makePlace(db)
        const raw = `${'['.repeat(500_000)}${']'.repeat(500_000)}`
        const answer = await call('POST', '/v1/project/keys', { key: key.secret, raw })
        expect(said(answer)).toBe('400 body must not nest deeper than 32 levels')
      },
    },
  },
  list_default: {
    is: 50,
    cases: Object.fromEntries(
      Object.keys(lists).map((name) => [
        `${name} without a limit are 50`,
        async () => {
          const { body } = await (await fullList(name as ListName)).read('')
          expect(body[name]).toHaveLength(50)
          expect(body.next_cursor).toEqual(expect.any(String))
        },
      ]),
    ),
  },
  list_max: {
    is: 500,
    cases: Object.fromEntries(
      Object.keys(lists).flatMap((list) => {
        const name = list as ListName
        return [
          [
            `${name} come 1 to 500 at a time`,
            async () => {
              const { read } = await fullList(name)
              for (const limit of [1, 500]) expect((await read(`?limit=${limit}`)).body[name]).toHaveLength(limit)
              for (const limit of ['0', '501', '-1', '1.5', '1e2', '', '٥']) {
                const answer = await read(`?limit=${encodeURIComponent(limit)}`)
                expect(said(answer), limit).toBe('400 limit must be an integer from 1 to 500')
              }
            },
          ],
          [
            `${name} are read on to the end, each once, while more are added`,
            async () => {
              const seen = await readOn(name, 70)
              expect(new Set(seen).size).toBe(seen.length)
              // Members are read from the oldest, so those added meanwhile come too; keys and invites from the newest.
              expect(Math.floor(seen.length / 100)).toBe(name === 'members' ? 12 : 6)
            },
          ],
        ]
      }),
    ),
  },
  name_max: {
    is: 200,
    cases: Object.fromEntries(
      nameFields.map(([route, send]) => [
        `${route} takes a name of 200 characters`,
        async () => {
          const place = await makePlace(db)
          expect(said(await send(place, 'n'.repeat(201)))).toBe('400 name must be a string of 1 to 200 characters')
          // Characters, as OpenAPI counts them: a rocket is one.
          expect(said(await send(place, rocket.repeat(201)))).toBe('400 name must be a string of 1 to 200 characters')
          expect(said(await send(place, ` ${rocket.repeat(200)} `))).toBeTypeOf('number')
        },
      ]),
    ),
  },
  email_max: {
    is: 254,
    cases: {
      '254 characters work, 255 do not': async () => {
        const place = await makePlace(db)
        const email = (length: number) => `${newId()}@`.padEnd(length - 4, 'x').concat('.org')
        expect(said(await accept(place, ada({ email: email(255) })))).toBe('400 email must be an email address')
        const accepted = await accept(place, ada({ email: email(254) }))
        expect(accepted.body.user.email).toHaveLength(254)
        expect(said(await signIn(email(255), password))).toBe('400 email must be an email address')
      },
    },
  },
  password_min: {
    is: 10,
    cases: {
      '10 characters work, 9 do not': async () => {
        const place = await makePlace(db)
        const rule = '400 password must be a string of 10 to 1000 characters'
        expect(said(await accept(place, ada({ password: '123456789' })))).toBe(rule)
        expect(said(await accept(place, ada({ password: '1234567890' })))).toBe(200)
      },
      'nine rockets are nine characters': async () => {
        const rule = '400 password must be a string of 10 to 1000 characters'
        expect(said(await accept(await makePlace(db), ada({ password: rocket.repeat(9) })))).toBe(rule)
      },
    },
  },
  password_max: {
    is: 1000,
    cases: {
      '1000 characters work, 1001 do not': async () => {
        const place = await makePlace(db)
        const rule = (min: number) => `400 password must be a string of ${min} to 1000 characters`
        const person = ada({ password: 'p'.repeat(1000) })
        expect(said(await accept(place, { ...person, password: 'p'.repeat(1001) }))).toBe(rule(10))
        expect(said(await accept(place, person))).toBe(200)
        expect(said(await signIn(person.email, 'p'.repeat(1000)))).toBe(200)
        expect(said(await signIn(person.email, 'p'.repeat(1001)))).toBe(rule(1))
      },
    },
  },
  invite_days: {
    is: 14,
    cases: {
      'an invite lasts 14 days, to the moment that its preview names': async () => {
        const { key } = await makePlace(db)
        const { accept_path } = (await call('POST', '/v1/project/invites', { key: key.secret })).body
        const { expires_at } = (await call('GET', accept_path)).body
        expect(Math.abs(Date.parse(expires_at) - clock.now().getTime() - 14 * dayMs)).toBeLessThan(margin)
        clock.advance(14 * dayMs - margin)
        expect(said(await call('GET', accept_path))).toBe(200)
        clock.advance(margin)
        expect(said(await call('GET', accept_path))).toBe('404 invite not found')
        expect(said(await call('POST', accept_path, { body: ada() }))).toBe('404 invite not found')
      },
    },
  },
  session_days: {
    is: 30,
    cases: {
      'a session lasts 30 days': async () => {
        const { mate } = await makePlace(db)
        const started = await signIn(mate.email, password)
        expect(started.headers.get('set-cookie')).toContain(`Max-Age=${30 * 86_400}`)
        const cookie = cookieOf(started)
        clock.advance(30 * dayMs - margin)
        expect(said(await call('GET', '/v1/session', { cookie }))).toBe(200)
        clock.advance(margin)
        expect(said(await call('GET', '/v1/session', { cookie }))).toBe('401 invalid API key')
      },
    },
  },
  failed_sign_ins: {
    is: 10,
    cases: {
      'for one email, from wherever they come': async () => {
        const { mate } = await makePlace(db)
        await failTenTimes(() => signIn(mate.email, 'wrong'))
        // Even the right password does not tell a guesser that it is right.
        const refused = await signIn(mate.email, password)
        expect(said(refused)).toBe('429 too many failed sign-ins')
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
        expect(said(await signIn(mate.email.toUpperCase(), password))).toBe('429 too many failed sign-ins')
        expect(said(await signIn((await makePlace(db)).mate.email, password))).toBe(200)
      },
      'from one address, for whomever they are': async () => {
        const address = '198.51.100.7'
        await failTenTimes(() => signIn(`${newId()}@example.org`, 'wrong', address))
        const { mate } = await makePlace(db)
        expect(said(await signIn(mate.email, password, address))).toBe('429 too many failed sign-ins')
        expect(said(await signIn(mate.email, password, '198.51.100.8'))).toBe(200)
      },
      'sign-ins that worked do not count': async () => {
        const { mate } = await makePlace(db)
        for (let i = 0; i < 12; i++) expect(said(await signIn(mate.email, password, '198.51.100.9'))).toBe(200)
      },
      'thirty at once are no better than ten': async () => {
        const { mate } = await makePlace(db)
        const answers = await Promise.all(Array.from({ length: 30 }, () => signIn(mate.email, 'wrong')))
        expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
        expect(answers.filter(({ status }) => status === 429)).toHaveLength(20)
      },
      'guessing a password through an invite counts too': async () => {
        const { mate } = await makePlace(db)
        const other = await makePlace(db)
        await failTenTimes(() => signIn(mate.email, 'wrong'))
        expect(said(await accept(other, ada({ email: mate.email })))).toBe('429 too many failed sign-ins')
      },
    },
  },
  failed_sign_in_minutes: {
    is: 10,
    cases: {
      'ten minutes later there are ten more': async () => {
        const { mate } = await makePlace(db)
        await failTenTimes(() => signIn(mate.email, 'wrong'))
        clock.advance(10 * minuteMs - margin)
        expect(said(await signIn(mate.email, password))).toBe('429 too many failed sign-ins')
        clock.advance(margin)
        expect(said(await signIn(mate.email, password))).toBe(200)
      },
    },
  },
  idempotency_hours: {
    is: 24,
    cases: {
      'the first answer is given for 24 hours': async () => {
        const { key } = await makePlace(db)
        const headers = { 'idempotency-key': newSecret('test_') }
        const post = async () => (await call('POST', '/v1/project/keys', { key: key.secret, headers })).body
        const first = await post()
        clock.advance(24 * hourMs - margin)
        expect(await post()).toEqual(first)
        clock.advance(margin)
        const second = await post()
        expect(second.id).not.toBe(first.id)
        expect(await post()).toEqual(second)
      },
    },
  },
  idempotency_key_max: {
    is: 255,
    cases: {
      '1 to 255 characters work': async () => {
        const rule = '400 Idempotency-Key must have 1 to 255 characters'
        expect([said(await idempotencyKey(1)), said(await idempotencyKey(255))]).toEqual([201, 201])
        expect([said(await idempotencyKey(0)), said(await idempotencyKey(256))]).toEqual([rule, rule])
      },
    },
  },
} satisfies Record<keyof typeof limits, Row>

const framings = ['length', 'chunks'] as const

function postFramed(key: string, bytes: number, framing: (typeof framings)[number]) {
  const body = padded(bytes)
  if (framing === 'length') return callRaw(url, 'POST', '/v1/project/keys', { key, body })
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  const half = Math.floor(bytes / 2)
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
  const framed = `${chunk(body.slice(0, half))}${chunk(body.slice(half))}0\r\n\r\n`
  const head = rawRequest('POST', '/v1/project/keys', { key, headers })
  return sendRaw(url, Buffer.concat([head, Buffer.from(framed)]))
}

it('has a row for every limit, with the number of the documents', () => {
  const numbers = Object.fromEntries(Object.entries<Row>(rows).map(([name, { is }]) => [name, is]))
  expect(numbers).toEqual(limits)
})

describe.each(Object.entries<Row>(rows))('%s', (_name, { cases }) => {
  it.each(Object.entries(cases))('%s', async (_title, check) => {
    expect.hasAssertions()
    await check()
  })
})
