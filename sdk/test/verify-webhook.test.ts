import { afterAll, describe, expect, it } from 'vitest'
import { deliveryHeaders, newWebhookSecret } from '../../server/src/webhooks/signature.ts'
import { crawlFinished } from '../../server/test/support/event-entries.ts'
import { startReceiver } from '../../server/test/support/web/receiver.ts'
import { startWebhookService } from '../../server/test/support/webhook-service.ts'
import { type ReceivedDelivery, verifyWebhook, WebhookError } from '../src/verify-webhook.ts'

const service = await startWebhookService()
const receiver = await startReceiver()
afterAll(() => receiver.close())

const id = '0199f3c2-6a54-7d3e-9c1f-2b7a4e5d6f70'
const body = JSON.stringify({ id, type: 'budget.hit', domain_id: id, data: { spend: 25, cap: 25, note: 'Zürich €' } })
const secret = newWebhookSecret()

/** What the service sends, at a moment. */
function signed(at = new Date(), of = { secret, body }): ReceivedDelivery {
  const list = deliveryHeaders({ id, ...of, event_id: 7, created_at: at.toISOString() }, at)
  const headers = Object.fromEntries(list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : [])))
  return { body: of.body, headers, secret }
}
const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000)

describe('verifyWebhook', () => {
  it('gives a delivery that the service has signed', async () => {
    const delivery = await verifyWebhook(signed())
    expect(delivery).toEqual(JSON.parse(body))
    if (delivery.type === 'budget.hit') expect(delivery.data.cap).toBe(25)
  })

  it('takes the body as bytes, and headers in either form, in any case', async () => {
    const received = signed()
    const bytes = new TextEncoder().encode(body)
    const headers = new Headers(received.headers as Record<string, string>)
    const upper = Object.fromEntries([...headers].map(([name, value]) => [name.toUpperCase(), value]))
    for (const variant of [{ body: bytes }, { headers }, { headers: upper }]) {
      expect(await verifyWebhook({ ...received, ...variant })).toMatchObject({ id })
    }
  })

  it('takes any of several secrets, and any of several signatures', async () => {
    const received = signed()
    expect(await verifyWebhook({ ...received, secret: [newWebhookSecret(), secret] })).toMatchObject({ id })
    const headers = received.headers as Record<string, string>
    const other = (signed(new Date(), { secret: newWebhookSecret(), body }).headers as Record<string, string>)[
      'webhook-signature'
    ]
    const both = { ...headers, 'webhook-signature': `v2,x ${other} ${headers['webhook-signature']}` }
    expect(await verifyWebhook({ ...received, headers: both })).toMatchObject({ id })
  })

  it.each<[string, () => ReceivedDelivery]>([
    ['another secret', () => ({ ...signed(), secret: newWebhookSecret() })],
    ['another body', () => ({ ...signed(), body: body.replace('25', '26') })],
    ['the same body, written differently', () => ({ ...signed(), body: ` ${body}` })],
    ['another id', () => withHeader('webhook-id', id.replace('0199', '0200'))],
    ['another time', () => withHeader('webhook-timestamp', String(Math.floor(Date.now() / 1000) - 30))],
    [
      'a signature of another version',
      () => withHeader('webhook-signature', signatureOf(signed()).replace('v1', 'v2')),
    ],
    ['a signature that is cut short', () => withHeader('webhook-signature', signatureOf(signed()).slice(0, -4))],
    ['a signature that is not base64', () => withHeader('webhook-signature', 'v1,%%%')],
    ['no signature', () => withHeader('webhook-signature', '')],
    ['no time', () => withHeader('webhook-timestamp', undefined)],
    ['a time that is none', () => withHeader('webhook-timestamp', 'NaN')],
    ['an old delivery', () => signed(secondsFromNow(-310))],
    ['a delivery of the future', () => signed(secondsFromNow(310))],
    ['a body that is not JSON', () => signed(new Date(), { secret, body: 'x' })],
  ])('refuses %s', async (_what, received) => {
    await expect(verifyWebhook(received())).rejects.toThrow(WebhookError)
  })

  it('lets the receiver say how old a delivery may be', async () => {
    expect(await verifyWebhook({ ...signed(secondsFromNow(-310)), tolerance_seconds: 600 })).toMatchObject({ id })
    await expect(verifyWebhook({ ...signed(secondsFromNow(-31)), tolerance_seconds: 30 })).rejects.toThrow(WebhookError)
  })

  it('says when the secret is none, whatever the request', async () => {
    await expect(verifyWebhook({ ...signed(), secret: 'svc_key' })).rejects.toThrow(TypeError)
    await expect(verifyWebhook({ ...signed(), secret: 'whsec_%' })).rejects.toThrow(TypeError)
  })

  it('gives what the service delivers', async () => {
    const domainId = await service.makeDomain()
    const webhook = await service.makeWebhook(domainId, receiver.url)
    await service.append(domainId, crawlFinished(3))
    await expect.poll(() => receiver.received.length).toBe(1)
    const [received] = receiver.received
    if (!received) throw new Error('nothing was received')
    const delivery = await verifyWebhook({ body: received.body, headers: received.headers, secret: webhook.secret })
    expect(delivery).toMatchObject({ type: 'crawl.finished', domain_id: domainId, data: crawlFinished(3).payload })
  })
})

function withHeader(name: string, value: string | undefined): ReceivedDelivery {
  const received = signed()
  return { ...received, headers: { ...(received.headers as Record<string, string>), [name]: value } }
}

const signatureOf = ({ headers }: ReceivedDelivery) => (headers as Record<string, string>)['webhook-signature'] ?? ''
