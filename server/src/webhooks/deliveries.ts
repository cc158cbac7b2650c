import { limits } from '@polegraph/contract/limits.ts'
import type { Follower } from '../events/event-log.ts'
import { inBites } from '../platform/db/bites.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import { newId } from '../platform/ids.ts'
import { deleteDeliveriesBefore, insertDeliveries, selectDeliveryAttempts } from './delivery-queries.ts'
import { selectSubscribers, selectWebhook } from './queries.ts'

/** Notices carry the id of a webhook that was changed; an empty one announces new deliveries. */
export const deliveryChannel = 'webhook_deliveries'

/** `event` is its place and time in the log; a ping has none, and changes of the graph have a time alone. */
export function renderBody(
  delivery: { id: string; type: string; domain_id: string; data: object },
  event?: { event_id?: number; created_at: string },
): string {
  const { id, type, domain_id, data } = delivery
  return JSON.stringify({
    id,
    type,
    domain_id,
    data,
    ...event,
  })
}

/** Writes deliveries with their event: both are committed, or neither. */
export const queueDeliveries: Follower = async (tx, domainId, events) => {
  const created_at = tx.now.toISOString()
  const subscribers = await selectSubscribers(tx, domainId, [...new Set(events.map(({ type }) => type))])
  const deliveries = events.flatMap(({ id: event_id, type, payload }) =>
    subscribers.flatMap((webhook) => {
      if (!webhook.events.includes(type)) return []
      const id = newId()
      const body = renderBody({ id, type, domain_id: domainId, data: payload }, { event_id, created_at })
      return [{ id, webhook_id: webhook.id, event_type: type, event_id, body }]
    }),
  )
  if (deliveries.length === 0) return
  await insertDeliveries(tx, domainId, deliveries)
  await tx.notify(deliveryChannel, '')
}

/** Makes further attempts use the new settings of the webhook. */
export async function announceWebhookChange(tx: Transaction, webhookId: string): Promise<void> {
  await tx.notify(deliveryChannel, webhookId)
}

export async function listDeliveries(db: Queryable, domainId: string, webhookId: string) {
  if (!(await selectWebhook(db, domainId, webhookId))) throw fail('webhook_not_found')
  return { deliveries: await selectDeliveryAttempts(db, domainId, webhookId, limits.deliveries) }
}

/** Deletes pending deliveries too: no receiver has accepted them for as long as events are kept. */
export async function forgetOldDeliveries(db: Database, now: Date, days: number): Promise<void> {
  const before = new Date(now.getTime() - days * 86_400_000)
  await inBites(db, (tx, limit) => deleteDeliveriesBefore(tx, before, limit))
}
