import { expect, it } from 'vitest'
import { crawlFinished } from '../../../test/support/event-entries.ts'
import { answerWith, startReceiver } from '../../../test/support/web/receiver.ts'
import { startWebhookService } from '../../../test/support/webhook-service.ts'

// A receiver that is never well again would be tried for ever: after days of nothing but failures it is switched off.

const test = await startWebhookService()
const { call, key, clock, service, makeDomain, makeWebhook, append } = test
const { db } = service
const dayMs = 86_400_000

const webhookAt = async (path: string) => (await call('GET', path, { key })).body

/** One event, with all attempts to deliver it; each comes due by the clock. */
async function sendToEnd(domainId: string, status: 'delivered' | 'failed'): Promise<void> {
  await append(domainId, crawlFinished(1))
  const pending = async () =>
    (await db.query(`select id from webhook_deliveries where domain_id = $1 and status = 'pending'`, [domainId])).length
  await expect
    .poll(async () => {
      clock.advance(5_000)
      return pending()
    })
    .toBe(0)
  const [last] = await db.query<{ status: string }>(
    'select status from webhook_deliveries where domain_id = $1 order by created_at desc, id desc limit 1',
    [domainId],
  )
  expect(last?.status).toBe(status)
}

it('is switched off after five days of nothing but failures, with an event, and on again by a person', async () => {
  const broken = await startReceiver(answerWith(500))
  const watcher = await startReceiver()
  const domainId = await makeDomain()
  const { id, path } = await makeWebhook(domainId, broken.url)
  const watching = await makeWebhook(domainId, watcher.url, ['webhook.disabled'])
  await sendToEnd(domainId, 'failed')
  clock.advance(4 * dayMs)
  await sendToEnd(domainId, 'failed')
  expect(await webhookAt(path)).toMatchObject({ enabled: true, disabled_reason: null })
  clock.advance(dayMs)
  await append(domainId, crawlFinished(1))
  await expect.poll(async () => (await webhookAt(path)).enabled).toBe(false)
  const { disabled_reason } = await webhookAt(path)
  expect(disabled_reason).toMatch(/^nothing but failures since \d{4}-\d\d-\d\dT\S+Z, the last: HTTP 500$/)
  const { events } = (await call('GET', `/v1/domains/${domainId}/events/poll`, { key })).body
  const disabled = events.filter(({ type }: { type: string }) => type === 'webhook.disabled')
  expect(disabled).toMatchObject([{ payload: { webhook_id: id, reason: disabled_reason } }])
  await expect.poll(() => watcher.received.length).toBe(1)
  expect(watcher.received[0]?.json).toMatchObject({ type: 'webhook.disabled', data: { webhook_id: id } })
  expect(await webhookAt(watching.path)).toMatchObject({ enabled: true })

  const enabled = (await call('PATCH', path, { key, body: { enabled: true } })).body
  expect(enabled).toMatchObject({ enabled: true, disabled_reason: null })
  // The count begins anew.
  await sendToEnd(domainId, 'failed')
  expect(await webhookAt(path)).toMatchObject({ enabled: true })
})

it('stays on when one of the deliveries arrives', async () => {
  const receiver = await startReceiver(answerWith(500))
  const domainId = await makeDomain()
  const { path } = await makeWebhook(domainId, receiver.url)
  await sendToEnd(domainId, 'failed')
  clock.advance(3 * dayMs)
  receiver.answer = answerWith(200)
  await sendToEnd(domainId, 'delivered')
  receiver.answer = answerWith(500)
  await sendToEnd(domainId, 'failed')
  clock.advance(3 * dayMs)
  await sendToEnd(domainId, 'failed')
  expect((await webhookAt(path)).enabled).toBe(true)
  clock.advance(3 * dayMs)
  await append(domainId, crawlFinished(1))
  await expect.poll(async () => (await webhookAt(path)).enabled).toBe(false)
})

it('stays on when a test has arrived meanwhile', async () => {
  const receiver = await startReceiver(answerWith(500))
  const domainId = await makeDomain()
  const { path } = await makeWebhook(domainId, receiver.url)
  await sendToEnd(domainId, 'failed')
  clock.advance(3 * dayMs)
  receiver.answer = answerWith(200)
  expect((await call('POST', `${path}/test`, { key })).body.status).toBe('delivered')
  receiver.answer = answerWith(500)
  clock.advance(3 * dayMs)
  await sendToEnd(domainId, 'failed')
  expect((await webhookAt(path)).enabled).toBe(true)
})

it('is switched off by a person without a reason', async () => {
  const { path } = await makeWebhook(await makeDomain(), 'http://127.0.0.1:9/')
  const off = (await call('PATCH', path, { key, body: { enabled: false } })).body
  expect(off).toMatchObject({ enabled: false, disabled_reason: null })
})
