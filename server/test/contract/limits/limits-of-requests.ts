import { expect } from 'vitest'
import { newSecret } from '../../../src/platform/secrets.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { Answer, TestService } from '../../support/harness.ts'
import { callRaw, rawRequest, sendRaw } from '../../support/web/raw-http.ts'
import { hourMs, type LimitRow, margin, said } from './limit-row.ts'

// Limits of any request.

export function requestLimits({ call, clock, service, url }: TestService) {
  const { db } = service
  const createKey = (place: Place, body: unknown) => call('POST', '/v1/project/keys', { key: place.key.secret, body })

  async function idempotencyKey(length: number): Promise<Answer> {
    const { key } = await makePlace(db)
    return call('POST', '/v1/project/keys', { key: key.secret, headers: { 'idempotency-key': 'k'.repeat(length) } })
  }

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

  return {
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
        'half a megabyte of brackets is just a refusal, before anything is parsed': async () => {
          const { key } = await makePlace(db)
          // What nothing closes is no JSON: whoever parses it first says so.
          for (const raw of [
            `${'['.repeat(500_000)}${']'.repeat(500_000)}`,
            '['.repeat(900_000),
            '[{"a":'.repeat(90_000),
          ]) {
            const answer = await call('POST', '/v1/project/keys', { key: key.secret, raw })
            expect(said(answer)).toBe('400 body must not nest deeper than 32 levels')
          }
        },
      },
    },
    json_values: {
      is: 10_000,
      cases: {
        '10,000 values work, one more does not': async () => {
          const place = await makePlace(db)
          const zeros = (count: number) => Array.from({ length: count }, () => 0)
          // `scope` takes any value, and commas within a text are none between values.
          expect(said(await createKey(place, { name: ','.repeat(100), scope: zeros(9_999) }))).toBe(201)
          const refused = '400 body must not have more than 10000 values'
          expect(said(await createKey(place, { name: 'a', scope: zeros(10_000) }))).toBe(refused)
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
  } satisfies Record<string, LimitRow>
}

const nested = (levels: number): unknown =>
  levels === 0 ? 1 : levels % 2 ? [nested(levels - 1)] : { a: nested(levels - 1) }

/** A body of exactly so many bytes; white space is JSON too. */
const padded = (bytes: number) => '{"name":"padded"}'.padEnd(bytes, ' ')
