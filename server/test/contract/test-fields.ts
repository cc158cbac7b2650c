import { errors } from '@polegraph/contract/errors.ts'
import type { Route } from '@polegraph/contract/route.ts'
import { type RouteName, routes } from '@polegraph/contract/routes.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makePlace, makeSession, type Place } from '../support/graph/world.ts'
import { type Answer, startTestService } from '../support/harness.ts'
import { keepLog } from '../support/log-lines.ts'
import { callRaw, type RawAnswer } from '../support/web/raw-http.ts'
import { startSitemapSite } from '../support/web/sitemap-site.ts'
import {
  brokenBodies,
  forgedCursors,
  hostileJson,
  hostileQuery,
  hostileSegments,
  strangeFields,
  unstorable,
  wrongBodies,
} from './hostile-values.ts'
import { sampleOf, sentBy } from './samples.ts'

// The tests of every-field: each field of each route, given everything that it is not. The answer is a 4xx that names the
// field (or a success, where the value happens to be fine), and never a 500.

const all = Object.entries<Route>(routes) as [RouteName, Route][]
const withBody = all.filter(([, route]) => route.body)
const withParams = all.filter(([, route]) => route.params)
const fieldsOf = (schema: Route['body']) => Object.keys(schema?.shape ?? {})
const described = new Map<z.ZodType, z.core.JSONSchema.BaseSchema>()
/** Asked for every value of every field, and slow to make. */
function describedAs(schema: Route['body'], field: string): z.core.JSONSchema.BaseSchema {
  const type = schema?.shape[field] as z.ZodType
  const known = described.get(type) ?? z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' })
  described.set(type, known)
  return known
}
/** An id that names nothing is not found, and so is one that is malformed, or one in a list of ids. */
const isId = (schema: Route['body'], field: string) => {
  const { format, items } = describedAs(schema, field)
  return format === 'uuid' || (items as z.core.JSONSchema.BaseSchema | undefined)?.format === 'uuid'
}
const isInnerId = (path: string) => /(?:ids|sources)(?:\.0)?$|\.(?:watch_)?id$/.test(path)
/** Rules that the schema cannot know: kinds of the ontology, dates as EDTF, and what goes with what. */
const isServerRule = (path: string) => /^(?:kind|when|since|until|where|attributes\.0\.kinds)\b/.test(path)

/** What these do is not in the way of doing it again. */
const repeatable = /^(create(?!Project)|change|add|send|preview|test|crawl|recrawl|requeue|discard|pause|resume)/

const said = ({ status, body }: RawAnswer) => (status < 400 ? String(status) : `${status} ${body.error}`)

/** The field itself, what is in it, or what it is in. */
const isWithin = (path: string | undefined, field: string) =>
  path !== undefined && (`${path}.`.startsWith(`${field}.`) || field.startsWith(`${path}.`))

/** Collects what went wrong, so that a run shows all of it at once. */
function verdicts() {
  const wrong: string[] = []
  return {
    wrong,
    refused(title: string, answer: RawAnswer, field: string, isId = false) {
      const isUnknown = isId && answer.status === 404 && String(answer.body.error).endsWith(' not found')
      const isNamed = String(answer.body.error).includes(field) || isWithin(answer.body.details?.[0].path, field)
      const ok = isUnknown || (answer.status === 400 && isNamed)
      if (!ok) wrong.push(`${title}: ${said(answer).slice(0, 200)}`)
    },
    taken(title: string, answer: RawAnswer) {
      // A value that the schema admits may still name nothing or nobody.
      const ok = answer.status < 500 && answer.body.code !== 'invalid_request'
      if (!ok) wrong.push(`${title}: ${said(answer).slice(0, 200)}`)
    },
  }
}

const withField = (body: Record<string, unknown>, field: string, json: string) => {
  const { [field]: _, ...rest } = body
  const others = Object.entries(rest).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return `{${[...others, `${JSON.stringify(field)}:${json}`].join(',')}}`
}

/** The fields of objects in the body, and the items of lists, such as `rules.include_terms.0`. */
function innerPaths(schema: z.core.$ZodType, path = ''): string[] {
  const { def } = schema as z.ZodType & { def: Record<string, unknown> }
  if (def.innerType) return innerPaths(def.innerType as z.ZodType, path)
  const below = (name: string, child: unknown) => {
    const inner = path === '' ? name : `${path}.${name}`
    return [...(inner.includes('.') ? [inner] : []), ...innerPaths(child as z.ZodType, inner)]
  }
  if (def.type === 'object') return Object.entries(def.shape as object).flatMap(([name, child]) => below(name, child))
  return def.type === 'array' ? below('0', def.element) : []
}

/** The body as JSON, with a JSON text in the place that a path names; what the path needs is made. */
function withValueAt(body: object, path: string, json: string): string {
  const keys = path.split('.')
  const last = keys.pop() as string
  const copy = structuredClone(body) as Record<string, unknown>
  let here = copy
  for (const [index, key] of keys.entries()) {
    here[key] ??= (keys[index + 1] ?? last) === '0' ? [] : {}
    here = here[key] as Record<string, unknown>
  }
  here[last] = 'the place'
  return JSON.stringify(copy).replace('"the place"', () => json)
}

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }), fc.emailAddress(), fc.uuid())
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 6 }), fc.constantFrom('read', 'full', 'owner', 'viewer'))

/** Another query for the sample's path, with what the route cannot do without unless that is what it is about. */
function withQueryOf(route: Route, path: string, query: string): string {
  const [plain, given = ''] = path.split('?')
  const about = /^\w*/.exec(query)?.[0]
  const needed = given.split('&').filter((pair) => {
    const [field = ''] = pair.split('=')
    return field !== about && route.query?.shape[field]?.safeParse(undefined).success === false
  })
  return `${plain}?${[...needed, query].join('&')}`
}

/** Of the values, each field is given one in so many, the next field others. */
export async function testFields({ one_in }: { one_in: number }): Promise<void> {
  const { log, lines } = keepLog()
  const { call, service, url } = await startTestService({
    log,
    environment: { TRUST_PROXY: '127.0.0.1', ...(await startSitemapSite()) },
  })
  const { db } = service

  let place: Place
  let cookie: string
  async function renew(): Promise<void> {
    place = await makePlace(db)
    cookie = (await makeSession(db, place.id)).cookie
  }
  await renew()

  let turns = 0
  function some<Value>(values: Value[]): Value[] {
    const turn = turns++
    return values.filter((_, at) => (at + turn) % one_in === 0)
  }

  let senders = 0
  /** Everyone their own address, or the sign-ins that fail here would soon be refused unread. */
  const from = () => ({ 'x-forwarded-for': `2001:db8:${(++senders).toString(16)}::1` })

  /** Sends the route's sample, changed, as an owner; whatever that did is left behind with the project. */
  async function send(
    name: RouteName,
    change: { path?: (path: string) => string; raw?: string | Uint8Array; headers?: Record<string, string> },
  ): Promise<Answer> {
    const sample = sampleOf(name, place)
    const { method, path } = sample
    const headers = { ...from(), ...change.headers }
    const target = change.path?.(path) ?? path
    const answer = await call(method, target, {
      cookie,
      headers,
      ...(change.raw === undefined ? sentBy(sample) : change),
    })
    if (answer.status < 400 && method !== 'GET' && !repeatable.test(name)) await renew()
    return answer
  }

  describe.each(withBody)('the body of %s', (name, route) => {
    beforeAll(renew)
    const sample = () => sampleOf(name, place).body ?? {}

    it.each(fieldsOf(route.body))('%s', async (field) => {
      const { wrong, refused, taken } = verdicts()
      for (const [title, json] of some(Object.entries(hostileJson))) {
        const raw = withField(sample(), field, json)
        const admitted = !unstorable.test(title) && route.body?.safeParse(JSON.parse(raw)).success
        const answer = await send(name, { raw })
        if (admitted && !(isServerRule(field) && answer.status === 400)) taken(title, answer)
        else refused(title, answer, field, isId(route.body, field))
      }
      // A sample need not have all fields: some do not go together.
      const { [field]: value = null, ...rest } = sample()
      const missing = await send(name, { raw: JSON.stringify(rest) })
      if (route.body?.safeParse(rest).success) taken('missing', missing)
      else refused('missing', missing, field)
      const twice = `${JSON.stringify(rest).slice(0, -1)}${Object.keys(rest).length > 0 ? ',' : ''}`
      const escaped = `\\u${field.charCodeAt(0).toString(16).padStart(4, '0')}${field.slice(1)}`
      for (const again of [field, escaped]) {
        const raw = `${twice}"${field}":${JSON.stringify(value)},"${again}":${JSON.stringify(value)}}`
        expect(said(await send(name, { raw }))).toBe(`400 ${field} is given twice`)
      }
      expect(wrong).toEqual([])
    })

    it.each(route.body ? innerPaths(route.body) : [])('%s', async (path) => {
      const { wrong, refused, taken } = verdicts()
      for (const [title, json] of some(Object.entries(hostileJson))) {
        const raw = withValueAt(sample(), path, json)
        const admitted = !unstorable.test(title) && route.body?.safeParse(JSON.parse(raw)).success
        const answer = await send(name, { raw })
        if (admitted && !(isServerRule(path) && answer.status === 400)) taken(title, answer)
        else refused(title, answer, path.replace(/kinds\.0$/, 'kinds'), isInnerId(path))
      }
      expect(wrong).toEqual([])
    })

    it('takes no field that it does not know', async () => {
      for (const field of some(strangeFields)) {
        for (const json of ['1', 'null', '{"toString":1}']) {
          const answer = await send(name, { raw: withField(sample(), field, json) })
          expect(said(answer)).toBe(`400 ${field} is not a known field`)
        }
      }
      for (const field of ['a\\u0000b', '\\ud800', '']) {
        const raw = `${withField(sample(), 'surprise', '1').replace('surprise', field)}`
        expect((await send(name, { raw })).body.code, field).toBe('invalid_request')
      }
      expect(({} as { admin?: unknown }).admin).toBeUndefined()
    })

    it('is a JSON object in UTF-8', async () => {
      const { wrong, refused, taken } = verdicts()
      for (const [title, raw] of Object.entries(brokenBodies))
        refused(title, await send(name, { raw }), 'invalid JSON body')
      for (const raw of wrongBodies) refused(raw, await send(name, { raw }), 'body must be a JSON object')
      const marked = `\ufeff${JSON.stringify(sample())}`
      taken('with a byte order mark', await send(name, { raw: marked }))
      const empty = await send(name, { raw: '', headers: { 'content-type': 'application/json' } })
      if (route.body?.safeParse({}).success) taken('empty', empty)
      else refused('empty', empty, fieldsOf(route.body)[0] ?? 'body')
      expect(wrong).toEqual([])
    })

    it('is not null', async () => {
      expect(said(await send(name, { raw: 'null' }))).toBe('400 body must be a JSON object')
    })

    it('is not nested without end', async () => {
      const deep = `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`
      const rule = '400 body must not nest deeper than 32 levels'
      expect(said(await send(name, { raw: deep }))).toBe(rule)
      expect(said(await send(name, { raw: withField(sample(), 'surprise', deep) }))).toBe(rule)
    })

    it('is application/json', async () => {
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'text/json', 'json', ';', '*/*']) {
        const answer = await send(name, { raw: JSON.stringify(sample()), headers: { 'content-type': type } })
        expect(said(answer), type).toBe('415 send application/json')
      }
    })

    it('may be any JSON at all', async () => {
      const fields = Object.fromEntries(fieldsOf(route.body).map((field) => [field, anything]))
      const bodies = fc.oneof(anything, fc.record(fields, { requiredKeys: [] }), fc.dictionary(text, anything))
      await fc.assert(
        fc.asyncProperty(bodies, async (body) => {
          const answer = await send(name, { raw: JSON.stringify(body) })
          // `send` holds the answer against the contract.
          if (answer.status >= 500) throw new Error(said(answer))
        }),
        { seed: 20_261_115, numRuns: 40 / one_in, endOnFailure: true },
      )
    })
  })

  describe.each(all)('the query of %s', (name, route) => {
    beforeAll(renew)
    const ask = (query: string) => send(name, { path: (path) => withQueryOf(route, path, query) })

    it.each(fieldsOf(route.query))('%s', async (field) => {
      const { wrong, refused } = verdicts()
      for (const [title, value] of some(Object.entries(hostileQuery))) {
        const answer = await ask(`${field}=${value}`)
        // No number of these is a limit, and one is a place to begin; as text, some are as good as any other.
        const isNumber = field === 'limit' || (/^(since|offset)$/.test(field) && title !== 'zero')
        if (answer.status >= 400 || isNumber) refused(title, answer, field, isId(route.query, field))
      }
      const isRecord = describedAs(route.query, field).type === 'object'
      for (const [title, query] of [
        ['twice', `${field}=1&${field}=2`],
        ['in brackets', `${field}[]=1`],
        ['by name in brackets', `${field}[a]=1`],
      ] as const) {
        const answer = await ask(query)
        if (isRecord && title === 'by name in brackets') expect(answer.status).toBe(200)
        else refused(title, answer, field)
      }
      expect(wrong).toEqual([])
    })

    it('takes no parameter that it does not know', async () => {
      for (const field of some(strangeFields))
        expect(said(await ask(`${field}=1`))).toBe(`400 ${field} is not a known field`)
      for (const field of ['%00', 'a%00b', '%ED%A0%80', '%zz']) {
        expect((await ask(`${field}=1`)).body.code, field).toBe('invalid_request')
      }
    })

    if ('cursor' in (route.query?.shape ?? {})) {
      it.each(Object.entries(forgedCursors))('a cursor that is forged: %s', async (_title, cursor) => {
        expect(said(await ask(`cursor=${cursor}`))).toBe('400 cursor must be the next_cursor of an earlier answer')
      })
    }
  })

  /** The path of the sample, with something else in the place of one parameter. */
  function withSegment(name: RouteName, param: string, segment: string): string {
    const [plain = '', query] = sampleOf(name, place).path.split('?')
    const given = plain.split('/')
    const pattern = routes[name].path.split('/')
    const path = pattern
      .map((part, index) => (part.includes(`{${param}}`) ? part.replace(`{${param}}`, () => segment) : given[index]))
      .join('/')
    return query === undefined ? path : `${path}?${query}`
  }

  describe.each(withParams)('the path of %s', (name, route) => {
    beforeAll(renew)
    it.each(some(Object.entries(hostileSegments)))('with %s', async (_title, segment) => {
      const { method, body } = sampleOf(name, place)
      for (const param of Object.keys(route.params ?? {})) {
        const path = withSegment(name, param, segment)
        const options = { cookie, headers: from(), ...(body && { body: JSON.stringify(body) }) }
        const answer = await callRaw(url, method, path, options)
        const code = answer.body.code as keyof typeof errors
        expect(answer.status).toBe(404)
        expect(['not_found', route.params?.[param]?.not_found]).toContain(code)
        expect(answer.body).toEqual({
          error: errors[code].error,
          code,
          request_id: answer.headers.get('x-request-id'),
        })
      }
    })
  })

  it('has come through all this', async () => {
    expect((await call('GET', '/readyz')).status).toBe(200)
    expect((await call('GET', '/v1/project', { cookie })).body.name).toBe(place.name)
    expect(lines.length).toBeGreaterThan(1000)
    const faults = lines.filter(({ level, msg }) => level >= 50 || msg === 'request failed')
    expect(faults.map(({ msg, err }) => `${msg}: ${err?.message}`)).toEqual([])
  })
}
