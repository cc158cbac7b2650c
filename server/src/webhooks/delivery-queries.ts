import type { Queryable, Transaction } from '../platform/db/database.ts'
import { openWork } from '../waiting/waiting-work.ts'
import type { Outcome } from './sender.ts'

export interface NewDelivery {
  id: string
  webhook_id: string
  event_type: string
  event_id: number
  /** Of changes of the graph: the one before the first. */
  graph_since?: number
  body: string
}

export async function insertDeliveries(tx: Transaction, domainId: string, deliveries: NewDelivery[]): Promise<void> {
  await tx.query(
    `with lane as (
       insert into webhook_lanes as l (domain_id, webhook_id, project_id, due_at)
       select $1::uuid, w.id, d.project_id, $6::timestamptz
       from (select distinct id from unnest($3::uuid[]) as id) w join domains d on d.id = $1 order by w.id
       on conflict (domain_id, webhook_id) do update set due_at = least(l.due_at, excluded.due_at)
     )
     insert into webhook_deliveries (domain_id, id, webhook_id, event_type, event_id, graph_since, body, status, attempts,
       due_at, created_at)
     select $1::uuid, d.id, d.webhook_id, d.event_type, d.event_id, d.graph_since, d.body, 'pending', 0, $6::timestamptz,
       $6::timestamptz
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[], $7::bigint[], $8::bigint[])
       as d (id, webhook_id, event_type, body, event_id, graph_since)`,
    [
      domainId,
      deliveries.map(({ id }) => id),
      deliveries.map(({ webhook_id }) => webhook_id),
      deliveries.map(({ event_type }) => event_type),
      deliveries.map(({ body }) => body),
      tx.now,
      deliveries.map(({ event_id }) => event_id),
      deliveries.map(({ graph_since }) => graph_since ?? null),
    ],
  )
  await openWork(tx, 'webhooks', domainId, tx.now)
}

/** Inserts a delivery that was tried once and is not tried again. Writes nothing when the webhook was deleted. */
export async function insertTestDelivery(
  tx: Transaction,
  domainId: string,
  delivery: { id: string; webhook_id: string; event_type: string },
  outcome: Outcome,
): Promise<boolean> {
  const rows = await tx.query(
    `with webhook as (select domain_id, id from webhooks where domain_id = $1 and id = $3 for key share),
       delivery as (
         insert into webhook_deliveries (domain_id, id, webhook_id, event_type, status, attempts, due_at, created_at)
         select domain_id, $2::uuid, id, $4::text, $5::text, 1, $9::timestamptz, $9::timestamptz from webhook returning domain_id, id, webhook_id
       )
     insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, response_status, error,
       duration_ms, attempted_at)
     select domain_id, id, 1, webhook_id, $5::text, $6::integer, $7::text, $8::integer, $9::timestamptz from delivery returning 1`,
    [
      domainId,
      delivery.id,
      delivery.webhook_id,
      delivery.event_type,
      outcome.status,
      outcome.response_status,
      outcome.error,
      outcome.duration_ms,
      outcome.attempted_at,
    ],
  )
  return rows.length === 1
}

export interface StoredDelivery {
  id: string
  event_type: string
  event_id: number | null
  graph_since: number | null
  created_at: string
  status: 'delivered' | 'failed' | 'pending'
}

export async function selectDelivery(
  db: Queryable,
  domainId: string,
  webhookId: string,
  deliveryId: string,
): Promise<StoredDelivery | undefined> {
  const [row] = await db.query<StoredDelivery>(
    `select id, event_type, event_id, graph_since, created_at, status from webhook_deliveries
     where domain_id = $1 and webhook_id = $2 and id = $3`,
    [domainId, webhookId, deliveryId],
  )
  return row
}

/** Adds an attempt to a delivery that had ended. One that was delivered once stays delivered. */
export async function insertRepeatedAttempt(
  tx: Transaction,
  domainId: string,
  deliveryId: string,
  outcome: Outcome,
): Promise<boolean> {
  const rows = await tx.query(
    `with delivery as (
       update webhook_deliveries set attempts = attempts + 1,
         status = case when status = 'failed' then $3 else status end
       where domain_id = $1 and id = $2 returning domain_id, id, attempts, webhook_id
     )
     insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, response_status, error,
       duration_ms, attempted_at)
     select domain_id, id, attempts, webhook_id, $3, $4, $5, $6, $7 from delivery returning 1`,
    [
      domainId,
      deliveryId,
      outcome.status,
      outcome.response_status,
      outcome.error,
      outcome.duration_ms,
      outcome.attempted_at,
    ],
  )
  return rows.length === 1
}

/** Every enabled webhook of these domains with pending deliveries, and when the first of them may be due. */
export function selectWaiting(db: Queryable, domainIds: string[]) {
  return db.query<{ project_id: string; domain_id: string; webhook_id: string; url: string; due_at: string }>(
    `select l.project_id, l.domain_id, l.webhook_id, w.url, l.due_at from webhook_lanes l
     join webhooks w on w.domain_id = l.domain_id and w.id = l.webhook_id and w.enabled
     where l.domain_id = any($1::uuid[]) and l.due_at is not null`,
    [domainIds],
  )
}

/** When the first delivery of the domain may be due. */
export async function selectNextDelivery(tx: Transaction, domainId: string): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string | null }>(
    `select min(l.due_at) as due_at from webhook_lanes l
     join webhooks w on w.domain_id = l.domain_id and w.id = l.webhook_id and w.enabled
     where l.domain_id = $1`,
    [domainId],
  )
  return row?.due_at ?? null
}

export interface DeliveryPortion {
  domain_id: string
  webhook_id: string
  count: number
}

export interface ClaimedDelivery {
  domain_id: string
  id: string
  webhook_id: string
  /** How many attempts have ended. */
  attempts: number
  /** Null for a test. */
  event_id: number | null
  /** Changes of the graph are sent until they arrive: those that follow wait for them. */
  is_tried_on: boolean
  /** The time of the event. */
  created_at: string
  body: string
  url: string
  /** As it is stored. */
  secret: string
  /** Since when nothing but failures was heard of the webhook, when the delivery was taken. */
  failing_since: string | null
}

/**
 * Takes due deliveries of one domain, at most so many of each webhook. No other process takes them before the lease
 * ends.
 */
export function updateDeliveriesClaimed(
  db: Queryable,
  domainId: string,
  portions: DeliveryPortion[],
  times: { now: Date; lease_ends: Date },
) {
  return db.query<ClaimedDelivery>(
    `with portion as (
       select w.id as webhook_id, w.url, w.secret, w.failing_since, p.count
       from unnest($2::uuid[], $3::integer[]) as p (webhook_id, count)
       join webhooks w on w.domain_id = $1 and w.id = p.webhook_id and w.enabled
     ), due as (
       select d.id, p.url, p.secret, p.failing_since from portion p cross join lateral (
         select d.id from webhook_deliveries d
         where d.domain_id = $1 and d.webhook_id = p.webhook_id and d.status = 'pending' and d.due_at <= $4
         order by d.due_at, d.id limit p.count for update skip locked
       ) d
     )
     update webhook_deliveries d set due_at = $5 from due
     where d.domain_id = $1 and d.id = due.id
     returning d.domain_id, d.id, d.webhook_id, d.attempts, d.event_id, d.graph_since is not null as is_tried_on, d.created_at, d.body, due.url, due.secret,
       due.failing_since`,
    [
      domainId,
      portions.map(({ webhook_id }) => webhook_id),
      portions.map(({ count }) => count),
      times.now,
      times.lease_ends,
    ],
  )
}

/**
 * Clears lanes whose due deliveries were all taken. A locked lane is getting new deliveries and stays as it is. Locking
 * is a statement of its own: the next statement then sees everything that was written before.
 */
export async function updateLanesEmptied(tx: Transaction, domainId: string, webhookIds: string[]): Promise<void> {
  const rows = await tx.query<{ webhook_id: string }>(
    `select webhook_id from webhook_lanes where domain_id = $1 and webhook_id = any($2::uuid[])
     order by webhook_id for update skip locked`,
    [domainId, webhookIds],
  )
  if (rows.length === 0) return
  await tx.query(
    `update webhook_lanes l set due_at = (
       select min(d.due_at) from webhook_deliveries d
       where d.domain_id = $1 and d.webhook_id = l.webhook_id and d.status = 'pending'
     ) where l.domain_id = $1 and l.webhook_id = any($2::uuid[])`,
    [domainId, rows.map(({ webhook_id }) => webhook_id)],
  )
}

export interface Settlement {
  delivery: ClaimedDelivery
  outcome: Outcome
  /** When it is tried again; null when it has ended. */
  next_due_at: Date | null
}

/** Moves `due_at` of lanes to an earlier time when a delivery is due earlier. */
const lowerLanes = `update webhook_lanes l set due_at = least(l.due_at, n.due_at) from (
    select k.webhook_id, n.due_at from next n join webhook_lanes k on k.domain_id = $1 and k.webhook_id = n.webhook_id
    order by k.webhook_id for update of k
  ) n where l.domain_id = $1 and l.webhook_id = n.webhook_id`

/**
 * Writes the outcomes of attempts of one domain. Skips deliveries that another process has settled since, or that were
 * deleted.
 */
export async function updateDeliveriesSettled(
  db: Queryable,
  domainId: string,
  settlements: Settlement[],
): Promise<void> {
  // Sorted, so that two processes that settle the same deliveries do not deadlock.
  const rows = settlements.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  await db.query(
    `with result as (
       select * from unnest($2::uuid[], $3::integer[], $4::text[], $5::integer[], $6::text[],
         $7::integer[], $8::timestamptz[], $9::timestamptz[])
       as r (id, attempt, status, response_status, error, duration_ms, attempted_at, next_due_at)
     ), settled as (
       update webhook_deliveries d set attempts = r.attempt,
         status = case when r.next_due_at is null then r.status else 'pending' end,
         due_at = coalesce(r.next_due_at, d.due_at),
         body = case when r.next_due_at is null then null else d.body end
       from result r
       where d.domain_id = $1 and d.id = r.id and d.attempts = r.attempt - 1
       returning d.id, d.webhook_id
     ), next as (
       select s.webhook_id, min(r.next_due_at) as due_at from settled s join result r on r.id = s.id
       where r.next_due_at is not null group by s.webhook_id
     ), lanes as (${lowerLanes})
     insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, response_status, error,
       duration_ms, attempted_at)
     select $1::uuid, s.id, r.attempt, s.webhook_id, r.status, r.response_status, r.error, r.duration_ms, r.attempted_at
     from settled s join result r on r.id = s.id`,
    [
      domainId,
      rows.map(({ delivery }) => delivery.id),
      rows.map(({ delivery }) => delivery.attempts + 1),
      rows.map(({ outcome }) => outcome.status),
      rows.map(({ outcome }) => outcome.response_status),
      rows.map(({ outcome }) => outcome.error),
      rows.map(({ outcome }) => outcome.duration_ms),
      rows.map(({ outcome }) => outcome.attempted_at),
      rows.map(({ next_due_at }) => next_due_at),
    ],
  )
}

/** Releases deliveries of one domain that were taken but not tried: they are due at once. */
export async function updateDeliveriesReleased(
  db: Queryable,
  domainId: string,
  deliveries: ClaimedDelivery[],
  now: Date,
): Promise<void> {
  await db.query(
    `with released as (
       update webhook_deliveries d set due_at = $4 from unnest($2::uuid[], $3::integer[]) as r (id, attempts)
       where d.domain_id = $1 and d.id = r.id and d.attempts = r.attempts returning d.webhook_id
     ), next as (select distinct webhook_id, $4::timestamptz as due_at from released)
     ${lowerLanes}`,
    [domainId, deliveries.map(({ id }) => id), deliveries.map(({ attempts }) => attempts), now],
  )
}

export interface AttemptRow {
  id: string
  event_type: string
  attempt: number
  status: 'delivered' | 'failed' | 'pending'
  response_status: number | null
  error: string | null
  duration_ms: number | null
  attempted_at: string | null
}

/** The last attempts, newest first; the pending next attempt of a delivery comes above its earlier ones. */
export function selectDeliveryAttempts(db: Queryable, domainId: string, webhookId: string, limit: number) {
  return db.query<AttemptRow>(
    `with tried as (
       select delivery_id as id, attempt, status, response_status, error, duration_ms, attempted_at,
         attempted_at as at
       from webhook_attempts where domain_id = $1 and webhook_id = $2 order by attempted_at desc limit $3
     ), waiting as (
       select id, attempts + 1 as attempt, status, null::integer as response_status, null::text as error,
         null::integer as duration_ms, null::timestamptz as attempted_at,
         coalesce((select max(a.attempted_at) from webhook_attempts a
                   where a.domain_id = d.domain_id and a.delivery_id = d.id), d.created_at) as at
       from webhook_deliveries d where domain_id = $1 and webhook_id = $2 and status = 'pending'
       order by due_at, id limit $3
     )
     select a.id, d.event_type, a.attempt, a.status, a.response_status, a.error, a.duration_ms, a.attempted_at
     from (select * from tried union all select * from waiting) a
     join webhook_deliveries d on d.domain_id = $1 and d.id = a.id
     order by a.at desc, a.id desc, a.attempt desc limit $3`,
    [domainId, webhookId, limit],
  )
}

/**
 * Deletes a small batch, so that locks are short; returns how many were deleted. Changes of the graph that wait, one
 * delivery of a webhook at most, stay: none may be missed.
 */
export async function deleteDeliveriesBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from webhook_deliveries where (domain_id, id) in
       (select domain_id, id from webhook_deliveries where created_at < $1
          and (status <> 'pending' or graph_since is null) order by created_at limit $2) returning 1`,
    [before, limit],
  )
  return rows.length
}
