import type { webhookRoutes } from '@polegraph/contract/events/webhooks.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { listDeliveries } from './deliveries.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  resendDelivery,
  rotateWebhookSecret,
  testWebhook,
  type WebhookParts,
  type WebhookScope,
} from './webhooks.ts'

const scopeOf = (call: { caller: { project: { id: string } }; domain: { id: string } }): WebhookScope => ({
  project_id: call.caller.project.id,
  domain_id: call.domain.id,
})

export const webhookHandlers = (parts: WebhookParts): Handlers<typeof webhookRoutes> => ({
  createWebhook: { direct: (call) => createWebhook(parts, call.db, scopeOf(call), call.body) },
  listWebhooks: { read: ({ db, domain, query }) => listWebhooks(db, domain.id, query) },
  getWebhook: { read: ({ db, domain, params }) => getWebhook(db, domain.id, params.webhookId) },
  changeWebhook: {
    direct: (call) => changeWebhook(parts.guard, call.db, scopeOf(call), call.params.webhookId, call.body),
  },
  deleteWebhook: { write: ({ tx, domain, params }) => deleteWebhook(tx, domain.id, params.webhookId) },
  rotateWebhookSecret: {
    write: ({ tx, domain, params }) => rotateWebhookSecret(parts.box, tx, domain.id, params.webhookId),
  },
  testWebhook: { direct: (call) => testWebhook(parts, call.db, scopeOf(call), call.params.webhookId) },
  resendDelivery: {
    direct: (call) => resendDelivery(parts, call.db, scopeOf(call), call.params.webhookId, call.params.deliveryId),
  },
  listDeliveries: { read: ({ db, domain, params }) => listDeliveries(db, domain.id, params.webhookId) },
})
