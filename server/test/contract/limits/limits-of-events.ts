import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { newId } from '../../../src/platform/ids.ts'
import { readEvents } from '../../support/event-reader.ts'
import { sayingPages, says } from '../../support/graph/claims-fixture.ts'
import { insertGraph } from '../../support/graph/graph-rows.ts'
import { makePlace, type Place } from '../../support/graph/world.ts'
import type { TestService } from '../../support/harness.ts'
import { startReceiver } from '../../support/web/receiver.ts'
import { type LimitRow, said, secondMs } from './limit-row.ts'

// Limits of events and of what carries them further: streams, webhooks, share links, feedback.

/** How often streams and deliveries look at the clock, and a bit more. */
const sweepMs = 1200

/** A receiver of webhooks on this machine. */
async function listen(answer: (response: ServerResponse) => void): Promise<string> {
  const receiver = createServer((_request, response) => answer(response)).listen(0, '127.0.0.1')
  onTestFinished(() => {
    receiver.closeAllConnections()
    receiver.close()
  })
  await once(receiver, 'listening')
  return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`
}

export function eventLimits({ call, key, clock, service, url }: TestService) {
  const { db } = service
  const base = ({ domain }: Place) => `/v1/domains/${domain.id}`
  const post = (place: Place, rest: string, body?: object) =>
    call('POST', `${base(place)}${rest}`, { key: place.key.secret, body })
  const addIds = (statement: string, place: Place, count: number) =>
    db.query(statement, [place.domain.id, Array.from({ length: count }, () => newId())])

  async function openStream() {
    const place = await makePlace(db)
    const reader = await readEvents(url, `${base(place)}/events`, { key: place.key.secret })
    onTestFinished(() => reader.break())
    return reader
  }

  return {
    events_per_poll: {
      is: 200,
      cases: {
        '200 come, and then the rest': async () => {
          const place = await makePlace(db)
          await db.query(
            `insert into events (domain_id, id, type, payload, created_at)
             select $1, n, 'budget.hit', '{"spend": 1, "cap": 1}', now() from generate_series(1, 201) as n`,
            [place.domain.id],
          )
          const poll = async (since: number) =>
            (await call('GET', `${base(place)}/events/poll?since=${since}`, { key: place.key.secret })).body
          const first = await poll(0)
          expect([first.events.length, first.cursor]).toEqual([200, 200])
          const second = await poll(first.cursor)
          expect([second.events.length, second.cursor]).toEqual([1, 201])
          expect((await poll(1)).events).toHaveLength(200)
        },
      },
    },
    event_comment_seconds: {
      is: 15,
      cases: {
        'a comment comes after 15 seconds, not before': async () => {
          const reader = await openStream()
          clock.advance(10 * secondMs)
          await sleep(sweepMs)
          expect(reader.comments).toBe(0)
          clock.advance(5 * secondMs)
          await expect.poll(() => reader.comments, { timeout: 5000 }).toBe(1)
        },
      },
    },
    event_stream_seconds: {
      is: 240,
      cases: {
        'a stream is closed after 240 seconds, not before': async () => {
          const reader = await openStream()
          clock.advance(235 * secondMs)
          await sleep(sweepMs)
          expect(reader.ended).toBe(false)
          clock.advance(5 * secondMs)
          await expect.poll(() => reader.ended, { timeout: 5000 }).toBe(true)
        },
      },
    },
    webhooks_max: {
      is: 100,
      cases: {
        'a hundred work, one more does not': async () => {
          const place = await makePlace(db)
          // The place has one already.
          await addIds(
            `insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
             select $1, id, 'https://example.org/', '{run.update}', '', true, now() from unnest($2::uuid[]) as id`,
            place,
            98,
          )
          const body = { url: 'https://hooks.example.org/', events: ['run.update'] }
          // At once: none slips past.
          const answers = await Promise.all([1, 2, 3].map(() => post(place, '/webhooks', body)))
          expect(answers.map(said).sort()).toEqual([201, '409 too many webhooks', '409 too many webhooks'])
        },
      },
    },
    watched_max: {
      is: 50,
      cases: {
        '50 entities of a filter work, 51 do not': async () => {
          const place = await makePlace(db)
          const watching = (count: number) => ({
            url: 'https://hooks.example.org/',
            events: ['entity.changed'],
            filter: { entity_ids: Array.from({ length: count }, () => newId()) },
          })
          expect(said(await post(place, '/webhooks', watching(50)))).toBe(201)
          expect(said(await post(place, '/webhooks', watching(51)))).toBe(
            '400 filter.entity_ids must be a list of 1 to 50',
          )
        },
      },
    },
    events_per_delivery: {
      is: 500,
      cases: {
        '500 changes go into one delivery, the next one into another': async () => {
          const { id } = (await call('POST', '/v1/domains', { key, body: { name: 'people' } })).body
          const receiver = await startReceiver()
          const body = { url: receiver.url, events: ['entity.added'] }
          expect(said(await call('POST', `/v1/domains/${id}/webhooks`, { key, body }))).toBe(201)
          const works = Array.from({ length: 501 }, (_, n) => says('object', `Works ${1000 + n}`))
          await sayingPages(db, id).say({ 'a.example/1': works })
          const told = () => receiver.received.map(({ json }) => json.data.events.length)
          await expect.poll(told, { timeout: 20_000 }).toEqual([500, 1])
        },
      },
    },
    webhook_attempts: {
      is: 3,
      cases: {
        'what fails is tried three times': async () => {
          let attempts = 0
          const receiver = await listen((response) => {
            attempts++
            response.writeHead(500).end()
          })
          const place = await makePlace(db)
          const made = await post(place, '/webhooks', { url: receiver, events: ['budget.hit'] })
          await db.transaction((tx) =>
            service.events.append(tx, place.domain.id, [{ type: 'budget.hit', payload: { spend: 1, cap: 1 } }]),
          )
          const path = `${base(place)}/webhooks/${made.body.id}/deliveries`
          const outcomes = async () => {
            const { deliveries } = (await call('GET', path, { key: place.key.secret })).body
            return deliveries.map((row: { attempt: number; status: string }) => `${row.attempt} ${row.status}`)
          }
          for (let attempt = 1; attempt <= 3; attempt++) {
            await expect.poll(() => attempts, { timeout: 5000 }).toBe(attempt)
            await expect
              .poll(async () => (await outcomes()).includes(`${attempt} failed`), { timeout: 5000 })
              .toBe(true)
            clock.advance(600 * secondMs)
          }
          await sleep(sweepMs)
          expect(attempts).toBe(3)
          expect(await outcomes()).toEqual(['3 failed', '2 failed', '1 failed'])
        },
      },
    },
    webhook_timeout_seconds: {
      is: 10,
      cases: {
        'a receiver has ten seconds to answer': async () => {
          const answered: (() => void)[] = []
          const receiver = await listen((response) => answered.push(() => response.end()))
          const place = await makePlace(db)
          const { id } = (await post(place, '/webhooks', { url: receiver, events: ['budget.hit'] })).body
          const test = async (seconds: number) => {
            const answer = post(place, `/webhooks/${id}/test`)
            await expect.poll(() => answered.length, { timeout: 5000 }).toBe(1)
            clock.advance(seconds * secondMs)
            await sleep(300)
            answered.pop()?.()
            const { status, error } = (await answer).body
            return [status, error]
          }
          expect(await test(8)).toEqual(['delivered', null])
          expect(await test(10)).toEqual(['failed', 'timeout after 10 s'])
        },
      },
    },
    deliveries: {
      is: 50,
      cases: {
        'the last 50 attempts are listed': async () => {
          const place = await makePlace(db)
          await addIds(
            `with delivery as (insert into webhook_deliveries (domain_id, id, webhook_id, event_type, status, attempts, due_at, created_at)
               select $1, id, (select id from webhooks where domain_id = $1), 'run.update', 'failed', 1, now(), now()
               from unnest($2::uuid[]) as id)
             insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, duration_ms, attempted_at)
             select $1, id, 1, (select id from webhooks where domain_id = $1), 'failed', 1, now() + interval '1 s' * n
             from unnest($2::uuid[]) with ordinality as one (id, n)`,
            place,
            51,
          )
          const path = `${base(place)}/webhooks/${place.webhook.id}/deliveries`
          const { deliveries } = (await call('GET', path, { key: place.key.secret })).body
          expect(deliveries).toHaveLength(50)
          const times = deliveries.map((row: { attempted_at: string }) => row.attempted_at)
          expect(times).toEqual([...times].sort().reverse())
        },
      },
    },
    shares_max: {
      is: 1000,
      cases: {
        'a thousand work, one more does not': async () => {
          const place = await makePlace(db)
          await addIds(
            `insert into shares (domain_id, id, token_hash, token, views, created_at)
             select $1, id, sha256(id::text::bytea), id::text, '{map}', now() from unnest($2::uuid[]) as id`,
            place,
            998,
          )
          const answers = await Promise.all([1, 2, 3].map(() => post(place, '/share', { views: ['map'] })))
          expect(answers.map(said).sort()).toEqual([201, '409 too many share links', '409 too many share links'])
        },
      },
    },
    shared_quotes: {
      is: 3,
      cases: {
        'a link that shows sources has the latest 3 of an entity': async () => {
          const place = await makePlace(db)
          const claims = [1, 2, 3, 4].map((n) => ({
            entity: place.entity.id,
            url: 'https://example.org/extracted',
            quote: `quote ${n}`,
          }))
          await insertGraph(db, place.domain.id, { claims })
          const { public_base } = (await post(place, '/share', { views: ['graph'], show: ['sources'] })).body
          const { nodes } = (await call('GET', `${public_base}/graph`)).body
          const { quotes } = nodes.find(({ id }: { id: string }) => id === place.entity.id)
          expect(quotes.map(({ quote }: { quote: string }) => quote)).toEqual(['quote 4', 'quote 3', 'quote 2'])
        },
      },
    },
    feedback_context_bytes: {
      is: 10_000,
      cases: {
        'ten thousand bytes work, one more does not': async () => {
          const { key } = await makePlace(db)
          const send = (bytes: number, letter: string) => {
            const context = { a: letter.repeat((bytes - '{"a":""}'.length) / Buffer.byteLength(letter)) }
            return call('POST', '/v1/feedback', { key: key.secret, body: { kind: 'idea', message: 'x', context } })
          }
          const refusal = '400 context must be an object of at most 10000 bytes of JSON'
          for (const letter of ['x', 'ü']) {
            expect(said(await send(10_000, letter))).toBe(201)
            expect(said(await send(10_002, letter))).toBe(refusal)
          }
          expect(said(await send(10_001, 'x'))).toBe(refusal)
        },
      },
    },
  } satisfies Record<string, LimitRow>
}
