import { z } from 'zod'
import { domainId } from '../domains.ts'
import { flag, httpUrl, id, list, listQuery, nextCursor, nothing, ok, oneOf, timestamp, uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { defineRoutes, type Param } from '../route.ts'
import { type EventType, eventPayloads, eventTypes } from './events.ts'
import { graphDeliveryData, graphDeliveryType, graphEventTypes, graphFilter } from './graph-events.ts'

const webhookId: Param = { schema: uuid, not_found: 'webhook_not_found', description: 'Id of the webhook.' }

const deliveryId: Param = { schema: uuid, not_found: 'delivery_not_found', description: 'Id of the delivery.' }

const webhookUrl = httpUrl.describe('Address of the receiver, http or https. Private addresses are refused.')
const subscribable = [...eventTypes, ...graphEventTypes] as const
export type SubscribedType = (typeof subscribable)[number]
const webhookEvents = list(oneOf(subscribable), { min: 1, max: subscribable.length })
const webhookFilter = graphFilter
  .nullable()
  .optional()
  .describe('Which events of the graph are sent; null or left out for all. Other events are not filtered.')

export const webhook = z
  .strictObject({
    id,
    url: z.string(),
    events: z.array(z.enum(subscribable)),
    filter: graphFilter.nullable(),
    enabled: z.boolean(),
    disabled_reason: z
      .string()
      .nullable()
      .describe('Why the service has switched it off; `enabled: true` switches it on again.'),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook', description: 'A receiver of events of the domain.' })

/** The schema of the body, by the type of the delivery. */
export const deliverySchemaNames = {
  'run.update': 'RunUpdateDelivery',
  'page.update': 'PageUpdateDelivery',
  'crawl.finished': 'CrawlFinishedDelivery',
  'budget.hit': 'BudgetHitDelivery',
  'webhook.disabled': 'WebhookDisabledDelivery',
  [graphDeliveryType]: 'GraphChangesDelivery',
  ping: 'PingDelivery',
} satisfies Record<EventType | typeof graphDeliveryType | 'ping', string>

const deliveryOf = <const Type extends keyof typeof deliverySchemaNames, Data extends z.ZodType>(
  type: Type,
  data: Data,
) =>
  z.strictObject({
    id: id.describe('Id of the delivery; the same for all its attempts.'),
    type: z.literal(type),
    domain_id: id,
    data,
  })

const eventDeliveryOf = <const Type extends EventType, Data extends z.ZodType>(type: Type, data: Data) =>
  deliveryOf(type, data)
    .extend({
      event_id: z.int().describe('Id of the event in the log of the domain.'),
      created_at: timestamp.describe('When the event happened.'),
    })
    .meta({ id: deliverySchemaNames[type] })

/** The body of a delivery. */
export const delivery = z.discriminatedUnion('type', [
  eventDeliveryOf('run.update', eventPayloads['run.update']),
  eventDeliveryOf('page.update', eventPayloads['page.update']),
  eventDeliveryOf('crawl.finished', eventPayloads['crawl.finished']),
  eventDeliveryOf('budget.hit', eventPayloads['budget.hit']),
  eventDeliveryOf('webhook.disabled', eventPayloads['webhook.disabled']),
  deliveryOf(graphDeliveryType, graphDeliveryData)
    .extend({ created_at: timestamp.describe('When the delivery was made.') })
    .meta({ id: deliverySchemaNames[graphDeliveryType] }),
  deliveryOf('ping', nothing).meta({ id: deliverySchemaNames.ping }),
])

const deliveryStatus = z.enum(['delivered', 'failed', 'pending'])

const attempt = z
  .strictObject({
    id: id.describe('Id of the delivery; the same for all its attempts.'),
    event_type: z.string(),
    attempt: z.int().describe('Number of the attempt, from 1.'),
    status: deliveryStatus,
    response_status: z.int().nullable(),
    error: z.string().nullable(),
    duration_ms: z.int().nullable(),
    attempted_at: timestamp.nullable().describe('Null while the attempt is pending.'),
  })
  .meta({ id: 'DeliveryAttempt' })

const sent = z
  .strictObject({
    delivery_id: id,
    status: deliveryStatus,
    response_status: z.int().nullable(),
    error: z.string().nullable(),
  })
  .meta({ id: 'DeliverySent', description: 'The outcome of one attempt.' })

const secret = z.string().meta({ id: 'WebhookSecret', description: '`whsec_` and base64; shown only once.' })

export const webhookRoutes = defineRoutes({
  createWebhook: {
    method: 'POST',
    path: '/v1/domains/{domainId}/webhooks',
    auth: 'full',
    tag: 'Webhooks',
    summary: 'Create a webhook',
    params: { domainId },
    body: z
      .strictObject({ url: webhookUrl, events: webhookEvents, filter: webhookFilter })
      .meta({ id: 'CreateWebhook', examples: [{ url: 'https://example.org/hook', events: ['crawl.finished'] }] }),
    status: 201,
    answer: z.strictObject({ id, secret, events: z.array(z.enum(subscribable)) }).meta({ id: 'WebhookCreated' }),
    errors: ['invalid_url', 'url_refused', 'too_many_webhooks', 'watch_not_found'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/v1/domains/{domainId}/webhooks',
    auth: 'any',
    tag: 'Webhooks',
    summary: 'List the webhooks, newest first',
    params: { domainId },
    query: listQuery,
    status: 200,
    answer: z.strictObject({ webhooks: z.array(webhook), next_cursor: nextCursor }).meta({ id: 'WebhookList' }),
  },
  getWebhook: {
    method: 'GET',
    path: '/v1/domains/{domainId}/webhooks/{webhookId}',
    auth: 'any',
    tag: 'Webhooks',
    summary: 'Get a webhook',
    params: { domainId, webhookId },
    status: 200,
    answer: webhook,
  },
  changeWebhook: {
    method: 'PATCH',
    path: '/v1/domains/{domainId}/webhooks/{webhookId}',
    auth: 'full',
    tag: 'Webhooks',
    summary: 'Change a webhook',
    params: { domainId, webhookId },
    body: z
      .strictObject({
        url: webhookUrl.optional(),
        events: webhookEvents.optional(),
        filter: webhookFilter,
        enabled: flag.optional(),
      })
      .meta({ id: 'ChangeWebhook', examples: [{ enabled: false }] }),
    status: 200,
    answer: webhook,
    errors: ['invalid_url', 'url_refused', 'nothing_to_update', 'watch_not_found'],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/v1/domains/{domainId}/webhooks/{webhookId}',
    auth: 'full',
    tag: 'Webhooks',
    summary: 'Delete a webhook',
    description: 'Pending deliveries are deleted too.',
    params: { domainId, webhookId },
    status: 200,
    answer: ok,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: '/v1/domains/{domainId}/webhooks/{webhookId}/rotate-secret',
    auth: 'full',
    tag: 'Webhooks',
    summary: 'Rotate the secret of a webhook',
    description: 'Further attempts are signed with the new secret.',
    params: { domainId, webhookId },
    body: nothing,
    status: 200,
    answer: z.strictObject({ id, secret }).meta({ id: 'WebhookSecretRotated' }),
  },
  testWebhook: {
    method: 'POST',
    waits: true,
    path: '/v1/domains/{domainId}/webhooks/{webhookId}/test',
    auth: 'full',
    tag: 'Webhooks',
    summary: 'Send a test event',
    description: 'Sends an event of type `ping` once and returns the outcome.',
    params: { domainId, webhookId },
    body: nothing,
    status: 200,
    answer: sent,
    errors: ['url_refused'],
  },
  resendDelivery: {
    method: 'POST',
    path: '/v1/domains/{domainId}/webhooks/{webhookId}/deliveries/{deliveryId}/resend',
    auth: 'full',
    tag: 'Webhooks',
    summary: 'Send a delivery again',
    description:
      'Sends it once, with the same `id` and body and a new signature, whether or not it was delivered, and returns the outcome.',
    params: { domainId, webhookId, deliveryId },
    body: nothing,
    status: 200,
    answer: sent,
    errors: ['url_refused', 'delivery_pending'],
  },
  listDeliveries: {
    method: 'GET',
    path: '/v1/domains/{domainId}/webhooks/{webhookId}/deliveries',
    auth: 'any',
    tag: 'Webhooks',
    summary: `List the last ${limits.deliveries} attempts, newest first`,
    params: { domainId, webhookId },
    status: 200,
    answer: z.strictObject({ deliveries: z.array(attempt) }).meta({ id: 'DeliveryList' }),
  },
})
