import type { Webhook } from '../../shared/service/types.ts'

export const webhooksKey = (domainId: string) => ['d', domainId, 'webhooks']

export type WebhookEvent = Webhook['events'][number]

/** The events that a webhook can be told of. */
export const eventWords: Record<WebhookEvent, string> = {
  'crawl.finished': 'A run has ended',
  'run.update': 'A run goes on',
  'page.update': 'A page was read, or could not be',
  'budget.hit': 'The monthly budget is spent',
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

const isOfGraph = (type: WebhookEvent) => /^(?:entity|relationship)\./.test(type)
const all = Object.keys(eventWords) as WebhookEvent[]
export const graphEvents = all.filter(isOfGraph)
export const crawlEvents = all.filter((type) => !isOfGraph(type))

/** A filter in words: the events that it leaves; empty where there is none. */
export function filterWords({ filter }: Pick<Webhook, 'filter'>): string {
  const { kinds, types, entity_ids, watch_id } = filter ?? {}
  return [
    kinds && `only ${kinds.join(', ')}`,
    types && `relationships only ${types.join(', ')}`,
    watch_id && 'only the news of a watch',
    entity_ids && `only of ${entity_ids.length === 1 ? 'one entity' : `${entity_ids.length} entities`}`,
  ]
    .filter(Boolean)
    .join('; ')
}
