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
}

export const webhookEvents = Object.keys(eventWords) as WebhookEvent[]
