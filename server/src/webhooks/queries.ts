import type { EventType } from '@polegraph/contract/events/events.ts'
import { type GraphFilter, graphEventTypes } from '@polegraph/contract/events/graph-events.ts'
import type { SubscribedType } from '@polegraph/contract/events/webhooks.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface WebhookRow {
  id: string
  url: string
  events: SubscribedType[]
  filter: GraphFilter | null
  enabled: boolean
  disabled_reason: string | null
  created_at: string
}

const listed = 'id, url, events, filter, enabled, disabled_reason, created_at'

export async function selectWebhookCount(tx: Transaction, domainId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*) as count from webhooks where domain_id = $1', [
    domainId,
  ])
  return row?.count ?? 0
}

export async function insertWebhook(
  tx: Transaction,
  domainId: string,
  webhook: { id: string; url: string; events: SubscribedType[]; filter: GraphFilter | null; secret: string },
): Promise<void> {
  const { id, url, events, filter, secret } = webhook
  await tx.query(
    `insert into webhooks (domain_id, id, url, events, filter, graph_cursor, secret, enabled, created_at)
     select id, $2::uuid, $3::text, $4::text[], $7::jsonb, case when ${wantsGraph('$4')} then graph_seq end, $5::text, true,
       $6::timestamptz
     from domains where id = $1`,
    [domainId, id, url, events, secret, tx.now, filter && JSON.stringify(filter)],
  )
}

const wantsGraph = (events: string) => `${events}::text[] && '{${graphEventTypes.join(',')}}'`

/** A webhook is told of what comes. */
const cursorOfNow = (events: string) =>
  `case when ${wantsGraph(events)} then (select graph_seq from domains where id = $1) end`

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
  const [row] = await db.query<{ domain_id: string; webhook_id: string; url: string; secret: string }>(
    'select domain_id, id as webhook_id, url, secret from webhooks where domain_id = $1 and id = $2',
    [domainId, webhookId],
  )
  return row
}

/** Of all domains, for a backup or a restore. */
export function selectSecrets(db: Queryable) {
  return db.query<{ domain_id: string; id: string; stored: string }>(
    'select domain_id, id, secret as stored from webhooks order by domain_id, id',
  )
}

/** The webhooks that want events of these types. They cannot be deleted before this transaction ends. */
export function selectSubscribers(tx: Transaction, domainId: string, types: EventType[]) {
  return tx.query<{ id: string; events: SubscribedType[] }>(
    `select id, events from webhooks where domain_id = $1 and enabled and events && $2::text[] for key share`,
    [domainId, types],
  )
}

export interface WebhookChange {
  url?: string | undefined
  events?: SubscribedType[] | undefined
  filter?: GraphFilter | null | undefined
  enabled?: boolean | undefined
}

export async function updateWebhook(
  tx: Transaction,
  domainId: string,
  webhookId: string,
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const { url, events, filter, enabled } = change
  const [row] = await tx.query<WebhookRow>(
    `update webhooks set url = coalesce($3, url), events = coalesce($4, events), enabled = coalesce($5, enabled),
       disabled_reason = case when $5::boolean is null then disabled_reason end,
       failing_since = case when $3::text is null and $5::boolean is distinct from true then failing_since end,
       filter = case when $6 then $7::jsonb else filter end,
       graph_cursor = case when $4::text[] is null then graph_cursor
         when ${cursorOfNow('$4')} is not null then coalesce(graph_cursor, ${cursorOfNow('$4')}) end
     where domain_id = $1 and id = $2 returning ${listed}`,
    [
      ...[domainId, webhookId, url ?? null, events ?? null, enabled ?? null],
      ...[filter !== undefined, filter ? JSON.stringify(filter) : null],
    ],
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

/** Switches off the webhooks that send the news of a watch, and says which they are. */
export async function updateWebhooksUnwatched(tx: Transaction, domainId: string, watchId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `update webhooks set enabled = false, disabled_reason = 'the watch was deleted whose news it sent'
     where domain_id = $1 and enabled and filter ->> 'watch_id' = $2 returning id`,
    [domainId, watchId],
  )
  return rows.map(({ id }) => id)
}

/** Keeps the domain from being deleted until the transaction ends; false when it is deleted already. */
export async function lockDomainOf(tx: Transaction, domainId: string): Promise<boolean> {
  const rows = await tx.query('select id from domains where id = $1 and project_id is not null for key share', [
    domainId,
  ])
  return rows.length === 1
}

export async function updateWebhooksHealthy(db: Queryable, domainId: string, webhookIds: string[]): Promise<void> {
  await db.query(
    'update webhooks set failing_since = null where domain_id = $1 and id = any($2::uuid[]) and failing_since is not null',
    [domainId, webhookIds],
  )
}

export async function updateWebhooksFailing(
  db: Queryable,
  domainId: string,
  webhookIds: string[],
  since: Date,
): Promise<void> {
  await db.query(
    'update webhooks set failing_since = $3 where domain_id = $1 and id = any($2::uuid[]) and failing_since is null',
    [domainId, webhookIds, since],
  )
}

/**
 * Switches off a webhook that has been failing since before a time. When one of its attempts was delivered after all, as
 * a test or by another process, it only begins to count anew.
 */
export async function updateWebhookFailed(
  tx: Transaction,
  domainId: string,
  webhookId: string,
  options: { before: Date; last_error: string },
): Promise<{ reason: string; failing_since: string } | undefined> {
  const [row] = await tx.query<{ failing_since: string; was_well: boolean }>(
    `select w.failing_since, exists (
       select from webhook_attempts a where a.domain_id = w.domain_id and a.webhook_id = w.id
         and a.status = 'delivered' and a.attempted_at >= w.failing_since) as was_well
     from webhooks w where w.domain_id = $1 and w.id = $2 and w.enabled and w.failing_since <= $3 for no key update`,
    [domainId, webhookId, options.before],
  )
  if (!row) return undefined
  if (row.was_well) {
    await updateWebhooksHealthy(tx, domainId, [webhookId])
    return undefined
  }
  const reason = `nothing but failures since ${row.failing_since}, the last: ${options.last_error}`
  await tx.query('update webhooks set enabled = false, disabled_reason = $3 where domain_id = $1 and id = $2', [
    domainId,
    webhookId,
    reason,
  ])
  return { reason, failing_since: row.failing_since }
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

/** That a webhook may be told of what it was not told of: it is switched on, and no such delivery of it waits. */
const awaitsChanges = `w.enabled and w.graph_cursor < d.graph_seq and d.project_id is not null and not exists (
  select from webhook_deliveries p where p.domain_id = w.domain_id and p.webhook_id = w.id and p.status = 'pending'
    and p.graph_since is not null)`

/** A webhook that is told of changes of the graph, and how far it and the graph have come. */
export type GraphFollower = Pick<WebhookRow, 'id' | 'events' | 'filter'> & {
  domain_id: string
  graph_cursor: number
  graph_seq: number
}

const follower = 'w.domain_id, w.id, w.events, w.filter, w.graph_cursor, d.graph_seq'

export async function hasGraphWebhooks(tx: Transaction, domainId: string): Promise<boolean> {
  const rows = await tx.query('select 1 from webhooks where domain_id = $1 and graph_cursor is not null limit 1', [
    domainId,
  ])
  return rows.length === 1
}

/** The webhooks of these domains that changes of the graph wait for. */
export function selectGraphFollowers(db: Queryable, domainIds: string[]) {
  return db.query<GraphFollower>(
    `select ${follower} from webhooks w join domains d on d.id = w.domain_id
     where w.domain_id = any($1::uuid[]) and w.graph_cursor is not null and ${awaitsChanges} order by w.domain_id, w.id`,
    [domainIds],
  )
}

/** One of them, until the transaction ends; undefined when it waits for nothing any more, or another process has it. */
export async function selectGraphFollower(tx: Transaction, domainId: string, webhookId: string) {
  const [row] = await tx.query<GraphFollower>(
    `select ${follower} from webhooks w join domains d on d.id = w.domain_id
     where w.domain_id = $1 and w.id = $2 and ${awaitsChanges} for no key update of w skip locked`,
    [domainId, webhookId],
  )
  return row
}

export async function updateGraphCursor(tx: Transaction, domainId: string, webhookId: string, cursor: number) {
  await tx.query('update webhooks set graph_cursor = $3 where domain_id = $1 and id = $2', [
    domainId,
    webhookId,
    cursor,
  ])
}
