import { createHash, createHmac } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { limits } from '@polegraph/contract/limits.ts'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { runJob } from '../../test/support/run-job.ts'
import { answerWith, hang, type Received, startReceiver } from '../../test/support/web/receiver.ts'
import { finished, startWebhookService } from '../../test/support/webhook-service.ts'
import { version } from '../platform/version.ts'

import { forgetOldDeliveries } from './deliveries.ts'
import { newWebhookSecret } from './signature.ts'
import { silenceWebhooks } from './webhooks.ts'

const test = await startWebhookService()
const { call, key, clock, service, makeDomain, makeWebhook, append, attempts, expectAttempts } = test
const { db, events } = service

const verify = (received: Received | undefined, secret: string) =>
  new Webhook(secret).verify(received?.body ?? '', received?.headers as Record<string, string>)

async function count(table: string, domainId: string): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*) as count from ${table} where domain_id = $1`, [
    domainId,
  ])
  return row?.count ?? 0
}

describe('a delivery', () => {
  it('carries the event, signed in both ways', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { secret, path } = await makeWebhook(domainId, `${receiver.url}?a=b`)
    await append(domainId, { type: 'crawl.finished', payload: { runId: 'r', note: 'größer – ✓', pages: 3 } })
    const [seen] = await expectAttempts(path, [{ status: 'delivered', response_status: 200, error: null, attempt: 1 }])
    const [received] = receiver.received
    const { headers = {}, body = '', json } = received ?? {}
    expect(received?.path).toBe('/hook?a=b')
    expect(json).toEqual({
      id: seen?.id,
      type: 'crawl.finished',
      domain_id: domainId,
      data: { runId: 'r', note: 'größer – ✓', pages: 3 },
      event_id: 1,
      created_at: headers['x-service-event-time'],
    })
    expect(json.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    expect(Object.keys(json)).toEqual(['id', 'type', 'domain_id', 'data', 'event_id', 'created_at'])
    expect(headers).toMatchObject({
      'content-type': 'application/json',
      'user-agent': `Polegraph-Webhooks/${version}`,
      'content-length': String(Buffer.byteLength(body)),
      host: `127.0.0.1:${receiver.port}`,
      'webhook-id': seen?.id,
    })
    expect(headers['x-service-signature']).toBe(createHash('sha256').update(`${secret}.${body}`).digest('hex'))
    const hmacKey = Buffer.from(secret.slice('whsec_'.length), 'base64')
    expect(hmacKey).toHaveLength(32)
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', hmacKey).update(signed).digest('base64')}`)
    expect(Math.abs(Number(headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(verify(received, secret)).toEqual(json)
    expect(() => verify(received, newWebhookSecret())).toThrow()
  })

  it('goes to every webhook that wants its type, one for each event', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const both = await makeWebhook(domainId, `${receiver.url}/both`, ['crawl.finished', 'budget.hit'])
    await makeWebhook(domainId, `${receiver.url}/budget`, ['budget.hit'])
    await makeWebhook(await makeDomain(), `${receiver.url}/elsewhere`, ['budget.hit'])
    await append(domainId, finished(1), { type: 'budget.hit', payload: { spend: 2, cap: 1 } }, finished(2))
    await append(domainId, { type: 'page.update', payload: {} })
    await expect.poll(() => receiver.received.length).toBe(4)
    await expect.poll(async () => (await attempts(both.path)).length).toBe(3)
    const sent = receiver.received.map(({ path, json }) => `${path} ${json.type} ${json.data.runId ?? ''}`.trim())
    expect(sent.sort()).toEqual([
      '/hook/both budget.hit',
      '/hook/both crawl.finished run-1',
      '/hook/both crawl.finished run-2',
      '/hook/budget budget.hit',
    ])
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(4)
    expect(await count('webhook_deliveries', domainId)).toBe(4)
  })

  it('and its event are committed together, or neither is', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    await makeWebhook(domainId, receiver.url)
    const undone = db.transaction(async (tx) => {
      await events.append(tx, domainId, [finished(1)])
      const [row] = await tx.query<{ count: number }>(
        'select count(*) as count from webhook_deliveries where domain_id = $1',
        [domainId],
      )
      expect(row?.count).toBe(1)
      throw new Error('undo')
    })
    await expect(undone).rejects.toThrow('undo')
    expect([await count('events', domainId), await count('webhook_deliveries', domainId)]).toEqual([0, 0])
    await append(domainId, finished(2))
    expect([await count('events', domainId), await count('webhook_deliveries', domainId)]).toEqual([1, 1])
    await expect.poll(() => receiver.received.map(({ json }) => json.data.runId)).toEqual(['run-2'])
  })

  it('is tried three times: at once, after 5 seconds, after 60 more', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    const { path, secret } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    const failed = { status: 'failed', response_status: 500, error: 'HTTP 500', event_type: 'crawl.finished' }
    const next = { status: 'pending', response_status: null, error: null, duration_ms: null, attempted_at: null }
    await expectAttempts(path, [
      { ...next, attempt: 2 },
      { ...failed, attempt: 1 },
    ])
    expect(await pauseOf(domainId)).toBeGreaterThanOrEqual(5_000)
    clock.advance(5_000)
    await expectAttempts(path, [
      { ...next, attempt: 3 },
      { ...failed, attempt: 2 },
      { ...failed, attempt: 1 },
    ])
    expect(await pauseOf(domainId)).toBeGreaterThanOrEqual(60_000)
    clock.advance(60_000)
    const seen = await expectAttempts(
      path,
      [3, 2, 1].map((attempt) => ({ ...failed, attempt })),
    )
    expect(new Set(seen.map(({ id }) => id)).size).toBe(1)
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1)
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([seen[0]?.id]))
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']))
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(5)
    expect((times[2] ?? 0) - (times[1] ?? 0)).toBeGreaterThanOrEqual(60)
    for (const received of receiver.received) verify(received, secret)
    const [row] = await db.query('select status, attempts, body from webhook_deliveries where domain_id = $1', [
      domainId,
    ])
    expect(row).toEqual({ status: 'failed', attempts: limits.webhook_attempts, body: null })
  })

  it('stops being tried when it has arrived', async () => {
    const receiver = await startReceiver(answerWith(503))
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    await expectAttempts(path, [{ attempt: 2 }, { attempt: 1, error: 'HTTP 503' }])
    receiver.answer = answerWith(204)
    clock.advance(5_000)
    await expectAttempts(path, [
      { attempt: 2, status: 'delivered', response_status: 204 },
      { attempt: 1, status: 'failed' },
    ])
  })

  it('is forgotten with the events, arrived or not', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    await expectAttempts(path, [{ status: 'delivered' }])
    await call('PATCH', path, { key, body: { url: 'http://127.0.0.1:1/' } })
    await append(domainId, finished(2))
    await expectAttempts(path, [{ status: 'pending' }, { status: 'failed' }, { status: 'delivered' }])
    await forgetOldDeliveries(db, clock.now(), 1)
    expect(await count('webhook_deliveries', domainId)).toBe(2)
    await forgetOldDeliveries(db, new Date(clock.now().getTime() + 86_400_000 + 1000), 1)
    expect([await count('webhook_deliveries', domainId), await count('webhook_attempts', domainId)]).toEqual([0, 0])
  })

  it('is forgotten by the job that forgets the events', async () => {
    const receiver = await startReceiver()
    const [old, recent] = [await makeDomain(), await makeDomain()]
    for (const domainId of [old, recent]) {
      const { path } = await makeWebhook(domainId, receiver.url)
      await append(domainId, finished(1))
      await expectAttempts(path, [{ status: 'delivered' }])
    }
    const longAgo = new Date(clock.now().getTime() - 3 * 86_400_000)
    await db.query('update webhook_deliveries set created_at = $2 where domain_id = $1', [old, longAgo])
    await runJob({ service, clock }, 'forget-events', { environment: { EVENT_RETENTION_DAYS: '2' } })
    expect([await count('webhook_deliveries', old), await count('webhook_deliveries', recent)]).toEqual([0, 1])
  })
})

/** How long after its last attempt a delivery is due. */
async function pauseOf(domainId: string): Promise<number> {
  const [row] = await db.query<{ due_at: string; attempted_at: string }>(
    `select d.due_at, a.attempted_at from webhook_deliveries d
     join webhook_attempts a on a.domain_id = d.domain_id and a.delivery_id = d.id and a.attempt = d.attempts
     where d.domain_id = $1`,
    [domainId],
  )
  if (!row) throw new Error('no attempt')
  return Date.parse(row.due_at) - Date.parse(row.attempted_at)
}

describe('a webhook that changes', () => {
  it('signs later attempts with its new secret', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    const { path, secret } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    await expectAttempts(path, [{ attempt: 2 }, { attempt: 1 }])
    const rotated = (await call('POST', `${path}/rotate-secret`, { key })).body.secret
    clock.advance(5_000)
    await expect.poll(() => receiver.received.length).toBe(2)
    verify(receiver.received[0], secret)
    expect(() => verify(receiver.received[0], rotated)).toThrow()
    verify(receiver.received[1], rotated)
    expect(receiver.received[1]?.body).toBe(receiver.received[0]?.body)
  })

  it('also those that were at hand already', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { path, secret } = await makeWebhook(domainId, receiver.url)
    const held: ServerResponse[] = []
    receiver.answer = (response) => {
      if (receiver.received.length <= 60) response.end()
      else held.push(response)
    }
    await append(domainId, ...Array.from({ length: 200 }, (_, n) => finished(n)))
    await expect.poll(() => held.length).toBe(16)
    const rotated = (await call('POST', `${path}/rotate-secret`, { key })).body.secret
    const sent = receiver.received.length
    receiver.answer = answerWith(200)
    for (const response of held) response.end()
    await expect.poll(() => receiver.received.length).toBe(200)
    expect(new Set(receiver.received.map(({ json }) => json.id)).size).toBe(200)
    for (const received of receiver.received.slice(0, sent)) verify(received, secret)
    for (const received of receiver.received.slice(sent)) verify(received, rotated)
  })

  it('sends what waits to its new address', async () => {
    const first = await startReceiver(answerWith(500))
    const second = await startReceiver()
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, first.url)
    await append(domainId, finished(1))
    await expectAttempts(path, [{ attempt: 2 }, { attempt: 1 }])
    await call('PATCH', path, { key, body: { url: second.url } })
    clock.advance(5_000)
    await expect.poll(() => second.received.length).toBe(1)
    expect(second.received[0]?.body).toBe(first.received[0]?.body)
  })

  it('sends nothing more when its domain is deleted, though its rows may still be there', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    await expectAttempts(path, [{ attempt: 2 }, { attempt: 1 }])
    await db.transaction((tx) => silenceWebhooks(tx, [domainId]))
    clock.advance(60_000)
    const other = await startReceiver()
    const witness = await makeDomain()
    await makeWebhook(witness, other.url)
    await append(witness, finished(2))
    await expect.poll(() => other.received.length).toBe(1)
    expect([await count('webhook_deliveries', domainId), receiver.received.length]).toEqual([1, 1])
  })

  it('waits while it is switched off, and misses what happens meanwhile', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    await expectAttempts(path, [{ attempt: 2 }, { attempt: 1 }])
    await call('PATCH', path, { key, body: { enabled: false } })
    await append(domainId, finished(2))
    receiver.answer = answerWith(200)
    // Far past its time; a delivery of another webhook shows that the dispatcher has run.
    clock.advance(60_000)
    const other = await startReceiver()
    const witness = await makeDomain()
    await makeWebhook(witness, other.url)
    await append(witness, finished(3))
    await expect.poll(() => other.received.length).toBe(1)
    expect(receiver.received).toHaveLength(1)
    expect(await attempts(path)).toMatchObject([{ attempt: 2, status: 'pending' }, { attempt: 1 }])
    await call('PATCH', path, { key, body: { enabled: true } })
    await expectAttempts(path, [{ attempt: 2, status: 'delivered' }, { attempt: 1 }])
    expect(receiver.received.map(({ json }) => json.data.runId)).toEqual(['run-1', 'run-1'])
  })

  it('takes its deliveries with it, also one that is under way', async () => {
    const receiver = await startReceiver(hang)
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, finished(1))
    await expect.poll(() => receiver.open()).toBe(1)
    expect((await call('DELETE', path, { key })).status).toBe(200)
    expect(await count('webhook_deliveries', domainId)).toBe(0)
    clock.advance(10_000)
    await expect.poll(() => receiver.open()).toBe(0)
    // The outcome is stored nowhere, and the other deliveries go on.
    const next = await makeWebhook(domainId, receiver.url)
    receiver.answer = answerWith(200)
    await append(domainId, finished(2))
    await expectAttempts(next.path, [{ status: 'delivered' }])
    expect([await count('webhook_deliveries', domainId), await count('webhook_attempts', domainId)]).toEqual([1, 1])
  })
})

describe('a test', () => {
  it('sends a ping and says how it was answered', async () => {
    const receiver = await startReceiver(answerWith(202))
    const domainId = await makeDomain()
    const { path, secret } = await makeWebhook(domainId, receiver.url)
    await call('PATCH', path, { key, body: { enabled: false } })
    const { body } = await call('POST', `${path}/test`, { key })
    expect(body).toEqual({ delivery_id: expect.any(String), status: 'delivered', response_status: 202, error: null })
    const [received] = receiver.received
    expect(received?.json).toEqual({ id: body.delivery_id, type: 'ping', domain_id: domainId, data: {} })
    verify(received, secret)
    const ping = { id: body.delivery_id, event_type: 'ping', attempt: 1, status: 'delivered', response_status: 202 }
    await expectAttempts(path, [ping])
  })

  it('is not repeated when it fails', async () => {
    const receiver = await startReceiver(answerWith(500))
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    expect((await call('POST', `${path}/test`, { key })).body).toMatchObject({
      status: 'failed',
      response_status: 500,
      error: 'HTTP 500',
    })
    clock.advance(5_000)
    await append(domainId, finished(1))
    await expectAttempts(path, [
      { status: 'pending', attempt: 2, event_type: 'crawl.finished' },
      { status: 'failed', attempt: 1, event_type: 'crawl.finished' },
      { status: 'failed', attempt: 1, event_type: 'ping' },
    ])
    expect(receiver.received.map(({ json }) => json.type)).toEqual(['ping', 'crawl.finished'])
  })

  it('is refused when the address has become a private one', async () => {
    test.names.set('moves.test', ['127.0.0.1'])
    const { path } = await makeWebhook(await makeDomain(), 'http://moves.test/')
    test.names.set('moves.test', ['10.0.0.1'])
    const { status, body } = await call('POST', `${path}/test`, { key })
    expect(`${status} ${body.code}`).toBe('400 url_refused')
    expect(await attempts(path)).toEqual([])
  })

  it('of a webhook that is deleted meanwhile is answered so', async () => {
    const receiver = await startReceiver()
    const { path } = await makeWebhook(await makeDomain(), receiver.url)
    receiver.answer = (response) => void call('DELETE', path, { key }).then(() => response.end())
    expect((await call('POST', `${path}/test`, { key })).body.error).toBe('webhook not found')
  })
})

it(`the last ${limits.deliveries} attempts are listed, newest first`, async () => {
  const receiver = await startReceiver()
  const domainId = await makeDomain()
  const { path } = await makeWebhook(domainId, receiver.url)
  await append(domainId, ...Array.from({ length: limits.deliveries + 10 }, (_, n) => finished(n)))
  await expect.poll(() => count('webhook_attempts', domainId)).toBe(limits.deliveries + 10)
  const seen = await attempts(path)
  expect(seen).toHaveLength(limits.deliveries)
  const times = seen.map(({ attempted_at }) => attempted_at as string)
  expect(times).toEqual(times.toSorted().reverse())
})
