import { eventTypes } from '@polegraph/contract/events/events.ts'
import { delivery } from '@polegraph/contract/events/webhooks.ts'
import { describe, expect, it } from 'vitest'
import { budgetHit, crawlFinished, pageUpdate, runUpdate, webhookDisabled } from '../../test/support/event-entries.ts'
import { answerWith, startReceiver } from '../../test/support/web/receiver.ts'
import { startWebhookService } from '../../test/support/webhook-service.ts'

const { call, key, service, makeDomain, makeWebhook, append, expectAttempts } = await startWebhookService()
const { db } = service

describe('a delivery', () => {
  it('has the id and the time of the event in its headers', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, pageUpdate(1), crawlFinished(2))
    await expectAttempts(path, [{ status: 'delivered' }])
    const { events } = (await call('GET', `/v1/domains/${domainId}/events/poll?since=1`, { key })).body
    expect(events).toHaveLength(1)
    expect(receiver.received[0]?.headers).toMatchObject({
      'x-service-event-id': String(events[0].id),
      'x-service-event-time': events[0].created_at,
    })
    expect(Object.keys(receiver.received[0]?.json)).toEqual([
      'id',
      'type',
      'domain_id',
      'data',
      'event_id',
      'created_at',
    ])
    await call('POST', `${path}/test`, { key })
    expect(Object.keys(receiver.received[1]?.headers ?? {}).filter((name) => name.includes('event'))).toEqual([])
  })

  it('is sent again by a call, with the same bytes, and that is one more attempt', async () => {
    const receiver = await startReceiver(answerWith(200))
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url)
    await append(domainId, crawlFinished(3))
    const [seen] = await expectAttempts(path, [{ status: 'delivered' }])
    const resend = (id = seen?.id) => call('POST', `${path}/deliveries/${id}/resend`, { key })
    expect((await resend()).body).toEqual({
      delivery_id: seen?.id,
      status: 'delivered',
      response_status: 200,
      error: null,
    })
    const [first, second] = receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers).toMatchObject({
      'webhook-id': seen?.id,
      'x-service-event-id': first?.headers['x-service-event-id'],
      'x-service-event-time': first?.headers['x-service-event-time'],
    })
    receiver.answer = answerWith(500)
    expect((await resend()).body).toMatchObject({ status: 'failed', response_status: 500, error: 'HTTP 500' })
    await expectAttempts(path, [
      { id: seen?.id as string, attempt: 3, status: 'failed' },
      { id: seen?.id as string, attempt: 2, status: 'delivered' },
      { id: seen?.id as string, attempt: 1, status: 'delivered' },
    ])
    // Nothing is left to be tried, and a test can be repeated too.
    const [row] = await db.query<{ status: string }>('select status from webhook_deliveries where id = $1', [seen?.id])
    expect(row).toEqual({ status: 'delivered' })
    const { delivery_id } = (await call('POST', `${path}/test`, { key })).body
    expect((await resend(delivery_id)).status).toBe(200)
    expect(receiver.received.at(-1)?.json).toEqual({ id: delivery_id, type: 'ping', domain_id: domainId, data: {} })
    await db.query('delete from events where domain_id = $1', [domainId])
    expect((await resend()).body.error).toBe('delivery not found')
  })

  it('has a body as the contract describes it, for every type', async () => {
    const receiver = await startReceiver()
    const domainId = await makeDomain()
    const { path } = await makeWebhook(domainId, receiver.url, [...eventTypes])
    await append(domainId, runUpdate(1), pageUpdate(2), crawlFinished(3), budgetHit(4), webhookDisabled(5))
    await call('POST', `${path}/test`, { key })
    await expect.poll(() => receiver.received).toHaveLength(6)
    for (const { json } of receiver.received) expect(delivery.safeParse(json).error).toBeUndefined()
  })
})
