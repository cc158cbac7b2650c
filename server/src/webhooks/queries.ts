import type { EventType } from '@polegraph/contract/events.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface WebhookRow {
  id: string
  url: string
  events: EventType[]
  enabled: boolean
  created_at: string
}

const listed = 'id, url, events, enabled, created_at'

export async function selectWebhookCount(tx: Transaction, domainId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*) as count from webhooks where domain_id = $1', [
    domainId,
  ])
  return row?.count ?? 0
}

export async function insertWebhook(
  tx: Transaction,
  domainId: string,
  webhook: { id: string; url: string; events: EventType[]; secret: string },
): Promise<void> {
  await tx.query(
    `insert into webhooks (domain_id, id, url, events, secret, enabled, created_at)
     values ($1, $2, $3, $4, $5, true, $6)`,
    [domainId, webhook.id, webhook.url, webhook.events, webhook.secret, tx.now],
  )
}

export function selectWebhooks(db: Queryable, domainId: string, before: string | undefined, limit: number) {
  return db.query<WebhookRow>(
    `select ${listed} from webhooks where domain_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [domainId, before ?? null, limit],
  )
}

export async function selectWebhook(db: Queryable, domainId: string, webhookId: string) {
  const [row] = await db.query<WebhookRow>(`select ${listed} from webhooks where domain_id = $1 and id = $2`, [
    domainId,
    webhookId,
  ])
  return row
}

export async function selectReceiver(db: Queryable, domainId: string, webhookId: string) {
  const [row] = await db.query<{ url: string; secret: string }>(
    'select url, secret from webhooks where domain_id = $1 and id = $2',
    [domainId, webhookId],
  )
  return row
}

/** The webhooks that want events of these types. They cannot be deleted before this transaction ends. */
export function selectSubscribers(tx: Transaction, domainId: string, types: EventType[]) {
  return tx.query<{ id: string; events: EventType[] }>(
    `select id, events from webhooks where domain_id = $1 and enabled and events && $2::text[] for key share`,
    [domainId, types],
  )
}

export async function updateWebhook(
  tx: Transaction,
  domainId: string,
  webhookId: string,
  change: { url?: string | undefined; events?: EventType[] | undefined; enabled?: boolean | undefined },
): Promise<WebhookRow | undefined> {
  const [row] = await tx.query<WebhookRow>(
    `update webhooks set url = coalesce($3, url), events = coalesce($4, events), enabled = coalesce($5, enabled)
     where domain_id = $1 and id = $2 returning ${listed}`,
    [domainId, webhookId, change.url ?? null, change.events ?? null, change.enabled ?? null],
  )
  return row
}

/** Switches off all webhooks of these domains, and says which they are. */
export async function updateWebhooksDisabled(tx: Transaction, domainIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'update webhooks set enabled = false where domain_id = any($1::uuid[]) and enabled returning id',
    [domainIds],
  )
  return rows.map(({ id }) => id)
}

export async function updateWebhookSecret(tx: Transaction, domainId: string, webhookId: string, secret: string) {
  const rows = await tx.query('update webhooks set secret = $3 where domain_id = $1 and id = $2 returning id', [
    domainId,
    webhookId,
    secret,
  ])
  return rows.length === 1
}

export async function deleteWebhookRow(tx: Transaction, domainId: string, webhookId: string): Promise<boolean> {
  const rows = await tx.query('delete from webhooks where domain_id = $1 and id = $2 returning id', [
    domainId,
    webhookId,
  ])
  return rows.length === 1
}
