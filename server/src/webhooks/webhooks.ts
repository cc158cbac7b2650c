import type { GraphFilter } from '@polegraph/contract/events/graph-events.ts'
import type { SubscribedType } from '@polegraph/contract/events/webhooks.ts'
import { limits } from '@polegraph/contract/limits.ts'
import { loadDomain } from '../domains/domains.ts'
import { findPayload } from '../events/event-log.ts'
import type { FindNames } from '../graph/read/entities/find-names.ts'
import type { Database, Queryable, Transaction } from '../platform/db/database.ts'
import { fail } from '../platform/http/errors.ts'
import type { DomainLock } from '../platform/http/handlers.ts'
import { cutPage, type ListQuery, readCursor } from '../platform/http/keyset.ts'
import { newId } from '../platform/ids.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { lookAgain, openWork } from '../waiting/waiting-work.ts'
import { openWatch } from '../watches/news/open-watch.ts'
import { holdWatch } from '../watches/watches.ts'
import type { AddressGuard } from '../web/address/address-guard.ts'
import { refuseForbidden } from '../web/address/refused-addresses.ts'
import { announceWebhookChange, renderBody } from './deliveries.ts'
import { insertRepeatedAttempt, insertTestDelivery, type StoredDelivery, selectDelivery } from './delivery-queries.ts'
import { graphChanges } from './graph-changes.ts'
import {
  deleteWebhookRow,
  hasGraphWebhooks,
  insertWebhook,
  selectReceiver,
  selectWebhook,
  selectWebhookCount,
  selectWebhooks,
  updateWebhook,
  updateWebhookSecret,
  updateWebhooksDisabled,
  updateWebhooksUnwatched,
  type WebhookChange,
} from './queries.ts'
import { type Message, type Outcome, type Sender, secretRow } from './sender.ts'
import { newWebhookSecret } from './signature.ts'

export interface WebhookParts {
  guard: AddressGuard
  box: SecretBox
  sender: Sender
  find_names: FindNames
}

/** The domain of a webhook: no statement finds a webhook by its id alone. */
export interface WebhookScope {
  project_id: string
  domain_id: string
}

export async function createWebhook(
  { guard, box }: Pick<WebhookParts, 'guard' | 'box'>,
  db: Database,
  scope: WebhookScope,
  webhook: { url: string; events: SubscribedType[]; filter?: GraphFilter | null | undefined },
) {
  await refuseForbidden(guard, webhook.url)
  const id = newId()
  const secret = newWebhookSecret()
  await db.transaction(async (tx) => {
    // Creations in one domain run one after another, so that the limit holds.
    await requireDomain(tx, scope, 'change')
    if ((await selectWebhookCount(tx, scope.domain_id)) >= limits.webhooks_max) throw fail('too_many_webhooks')
    await requireWatchOf(tx, scope.domain_id, webhook.filter)
    const sealed = box.seal(secret, secretRow({ domain_id: scope.domain_id, webhook_id: id }))
    await insertWebhook(tx, scope.domain_id, { ...webhook, filter: webhook.filter ?? null, id, secret: sealed })
    await lookForGraphEvents(tx, scope.domain_id)
  })
  return { id, secret, events: webhook.events }
}

export async function listWebhooks(db: Queryable, domainId: string, query: ListQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const rows = await selectWebhooks(db, domainId, before, query.limit + 1)
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id])
  return { webhooks: page, next_cursor }
}

export async function getWebhook(db: Queryable, domainId: string, webhookId: string) {
  const webhook = await selectWebhook(db, domainId, webhookId)
  if (!webhook) throw fail('webhook_not_found')
  return webhook
}

export async function changeWebhook(
  guard: AddressGuard,
  db: Database,
  scope: WebhookScope,
  webhookId: string,
  change: WebhookChange,
) {
  await getWebhook(db, scope.domain_id, webhookId)
  if (Object.keys(change).length === 0) throw fail('nothing_to_update')
  if (change.url !== undefined) await refuseForbidden(guard, change.url)
  return db.transaction(async (tx) => {
    await requireDomain(tx, scope, 'keep')
    const webhook = await updateWebhook(tx, scope.domain_id, webhookId, change)
    if (!webhook) throw fail('webhook_not_found')
    if (webhook.enabled) await requireWatchOf(tx, scope.domain_id, webhook.filter)
    await openWork(tx, 'webhooks', scope.domain_id, tx.now)
    await lookForGraphEvents(tx, scope.domain_id)
    await announceWebhookChange(tx, webhookId)
    return webhook
  })
}

export async function deleteWebhook(tx: Transaction, domainId: string, webhookId: string) {
  if (!(await deleteWebhookRow(tx, domainId, webhookId))) throw fail('webhook_not_found')
  await lookForGraphEvents(tx, domainId)
  await announceWebhookChange(tx, webhookId)
  return { ok: true as const }
}

/** While a webhook of the domain wants events of the graph, its domain is looked at for some every few seconds. */
async function lookForGraphEvents(tx: Transaction, domainId: string): Promise<void> {
  const next = async () => ((await hasGraphWebhooks(tx, domainId)) ? tx.now : null)
  await openWork(tx, 'graph_events', domainId, tx.now)
  await lookAgain(tx, 'graph_events', domainId, { now: tx.now, next })
}

/** For a watch that is deleted: nothing would be sent any more, and the webhook says so. */
export async function endWebhooksOf(tx: Transaction, domainId: string, watchId: string): Promise<void> {
  for (const id of await updateWebhooksUnwatched(tx, domainId, watchId)) await announceWebhookChange(tx, id)
}

/** The watch cannot be deleted before the transaction ends. */
async function requireWatchOf(tx: Transaction, domainId: string, filter: GraphFilter | null | undefined) {
  if (filter?.watch_id) await holdWatch(tx, domainId, filter.watch_id)
}

/** For domains that are deleted: nothing more is sent, and a job deletes what waits. */
export async function silenceWebhooks(tx: Transaction, domainIds: string[]): Promise<void> {
  for (const id of await updateWebhooksDisabled(tx, domainIds)) await announceWebhookChange(tx, id)
}

export async function rotateWebhookSecret(box: SecretBox, tx: Transaction, domainId: string, webhookId: string) {
  const secret = newWebhookSecret()
  const sealed = box.seal(secret, secretRow({ domain_id: domainId, webhook_id: webhookId }))
  if (!(await updateWebhookSecret(tx, domainId, webhookId, sealed))) throw fail('webhook_not_found')
  await announceWebhookChange(tx, webhookId)
  return { id: webhookId, secret }
}

/** Sends one test delivery, also while the webhook is disabled. */
export async function testWebhook(
  { guard, sender }: WebhookParts,
  db: Database,
  scope: WebhookScope,
  webhookId: string,
) {
  const receiver = await selectReceiver(db, scope.domain_id, webhookId)
  if (!receiver) throw fail('webhook_not_found')
  await refuseForbidden(guard, receiver.url)
  const id = newId()
  const body = renderBody({ id, type: 'ping', domain_id: scope.domain_id, data: {} })
  const outcome = await sendOnce(sender, { id, body, event_id: null, created_at: '', ...receiver })
  const delivery = { id, webhook_id: webhookId, event_type: 'ping' }
  await db.transaction(async (tx) => {
    await requireDomain(tx, scope, 'keep')
    if (!(await insertTestDelivery(tx, scope.domain_id, delivery, outcome))) throw fail('webhook_not_found')
  })
  const { status, response_status, error } = outcome
  return { delivery_id: id, status, response_status, error }
}

/** Sends a delivery once more, with the same bytes, also while the webhook is disabled. */
export async function resendDelivery(
  { guard, sender, find_names }: WebhookParts,
  db: Database,
  scope: WebhookScope,
  webhookId: string,
  deliveryId: string,
) {
  const { domain_id } = scope
  const receiver = await selectReceiver(db, domain_id, webhookId)
  if (!receiver) throw fail('webhook_not_found')
  const delivery = await selectDelivery(db, domain_id, webhookId, deliveryId)
  if (!delivery) throw fail('delivery_not_found')
  if (delivery.status === 'pending') throw fail('delivery_pending')
  const { id, event_id, created_at } = delivery
  const body = await renderAgain(find_names, db, domain_id, webhookId, delivery)
  await refuseForbidden(guard, receiver.url)
  const outcome = await sendOnce(sender, { id, body, event_id, created_at, ...receiver })
  await db.transaction(async (tx) => {
    await requireDomain(tx, scope, 'keep')
    if (!(await insertRepeatedAttempt(tx, domain_id, id, outcome))) throw fail('delivery_not_found')
  })
  const { status, response_status, error } = outcome
  return { delivery_id: id, status, response_status, error }
}

async function renderAgain(
  findNames: FindNames,
  db: Queryable,
  domain_id: string,
  webhookId: string,
  delivery: StoredDelivery,
) {
  const { id, event_type: type, event_id, graph_since, created_at } = delivery
  if (event_id === null) return renderBody({ id, type, domain_id, data: {} })
  if (graph_since !== null) {
    const { events, filter } = await getWebhook(db, domain_id, webhookId)
    const watch = filter?.watch_id ? await openWatch(db, findNames, domain_id, filter.watch_id) : null
    // What of it was news cannot be said any more.
    if (watch === undefined) throw fail('delivery_not_found')
    const range = { since: graph_since, until: event_id, watch }
    return renderBody(
      { id, type, domain_id, data: await graphChanges(db, domain_id, { events, filter }, range) },
      { created_at },
    )
  }
  const data = await findPayload(db, domain_id, event_id)
  // Events are forgotten a moment before their deliveries.
  if (!data) throw fail('delivery_not_found')
  return renderBody({ id, type, domain_id, data }, { event_id, created_at })
}

function sendOnce(sender: Sender, message: Message): Promise<Outcome> {
  return new Promise((resolve) => sender.send(message, { onOutcome: resolve }))
}

/** The domain may have been deleted since the call began. */
async function requireDomain(tx: Transaction, scope: WebhookScope, lock: DomainLock): Promise<void> {
  if (!(await loadDomain(tx, scope.project_id, scope.domain_id, { lock }))) throw fail('domain_not_found')
}
