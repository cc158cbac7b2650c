import type { Webhook } from '../../shared/service/types.ts'

export const webhooksKey = (domainId: string) => ['d', domainId, 'webhooks']

export type WebhookEvent = Webhook['events'][number]

/** The events that a webhook can be told of. */
export const eventWords: Record<WebhookEvent, string> = {
  'crawl.finished': 'A run has ended',
  'run.update': 'A run goes on',
  'page.update': 'A page was read, or could not be',
  'budget.hit': 'The spend cap is reached',
  'webhook.disabled': 'A webhook was switched off',
  'entity.added': 'An entity is new',
  'entity.changed': 'An entity has changed',
  'entity.merged': 'Two entities were merged',
  'entity.split': 'An entity was split',
  'entity.deleted': 'An entity is gone',
  'relationship.added': 'A relationship is new',
  'relationship.changed': 'A relationship has changed',
  'relationship.deleted': 'A relationship is gone',
}

export const webhookEvents = Object.keys(eventWords) as WebhookEvent[]
