import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { Outcome } from './sender.ts'

export interface NewDelivery {
  id: string
  webhook_id: string
  event_type: string
  body: string
}

export async function insertDeliveries(tx: Transaction, domainId: string, deliveries: NewDelivery[]): Promise<void> {
  await tx.query(
    `insert into webhook_deliveries (domain_id, id, webhook_id, event_type, body, status, attempts, due_at, created_at)
     select $1, d.id, d.webhook_id, d.event_type, d.body, 'pending', 0, $6, $6
     from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as d (id, webhook_id, event_type, body)`,
    [
      domainId,
      deliveries.map(({ id }) => id),
      deliveries.map(({ webhook_id }) => webhook_id),
      deliveries.map(({ event_type }) => event_type),
      deliveries.map(({ body }) => body),
      tx.now,
    ],
  )
}

/** A delivery that was tried once and is not tried again. Writes nothing when the webhook is gone. */
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
         select domain_id, $2, id, $4, $5, 1, $9, $9 from webhook returning domain_id, id, webhook_id
       )
     insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, response_status, error,
       duration_ms, attempted_at)
     select domain_id, id, 1, webhook_id, $5, $6, $7, $8, $9 from delivery returning 1`,
    [
      ...[domainId, delivery.id, delivery.webhook_id, delivery.event_type],
      ...[outcome.status, outcome.response_status, outcome.error, outcome.duration_ms, outcome.attempted_at],
    ],
  )
  return rows.length === 1
}

/** Every webhook that may be sent to and has something waiting, and when the first of it is due. */
export function selectWaiting(db: Queryable) {
  // Steps from webhook to webhook in the index: the backlog of one costs no more than a single delivery.
  return db.query<{ project_id: string; domain_id: string; webhook_id: string; url: string; due_at: string }>(
    `with recursive waiting as (
       (select domain_id, webhook_id, due_at from webhook_deliveries where status = 'pending'
        order by domain_id, webhook_id, due_at limit 1)
       union all
       select next.* from waiting w cross join lateral (
         select d.domain_id, d.webhook_id, d.due_at from webhook_deliveries d
         where d.status = 'pending' and (d.domain_id, d.webhook_id) > (w.domain_id, w.webhook_id)
         order by d.domain_id, d.webhook_id, d.due_at limit 1
       ) next
     )
     select d.project_id, waiting.domain_id, webhook_id, w.url, due_at from waiting
     join webhooks w on w.domain_id = waiting.domain_id and w.id = webhook_id and w.enabled
     join domains d on d.id = waiting.domain_id`,
  )
}

export interface Portion {
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
  body: string
  url: string
  secret: string
}

/** Takes what is due, so many of each webhook. Nobody else takes it before the lease ends. */
export function updateDeliveriesClaimed(db: Queryable, portions: Portion[], times: { now: Date; leaseEnds: Date }) {
  return db.query<ClaimedDelivery>(
    `with portion as (
       select w.domain_id, w.id as webhook_id, w.url, w.secret, p.count
       from unnest($1::uuid[], $2::uuid[], $3::integer[]) as p (domain_id, webhook_id, count)
       join webhooks w on w.domain_id = p.domain_id and w.id = p.webhook_id and w.enabled
     ), due as (
       select p.domain_id, d.id, p.url, p.secret from portion p cross join lateral (
         select d.id from webhook_deliveries d
         where d.domain_id = p.domain_id and d.webhook_id = p.webhook_id and d.status = 'pending' and d.due_at <= $4
         order by d.due_at, d.id limit p.count for update skip locked
       ) d
     )
     update webhook_deliveries d set due_at = $5 from due
     where d.domain_id = due.domain_id and d.id = due.id
     returning d.domain_id, d.id, d.webhook_id, d.attempts, d.body, due.url, due.secret`,
    [
      portions.map(({ domain_id }) => domain_id),
      portions.map(({ webhook_id }) => webhook_id),
      portions.map(({ count }) => count),
      times.now,
      times.leaseEnds,
    ],
  )
}

export interface Settlement {
  delivery: ClaimedDelivery
  outcome: Outcome
  /** When it is tried again; null when it has ended. */
  next_due_at: Date | null
}

/** Writes what became of attempts. For a delivery that somebody else has settled since, or that is gone, nothing. */
export async function updateDeliveriesSettled(db: Queryable, settlements: Settlement[]): Promise<void> {
  // In one order, so that two who settle the same do not wait for each other.
  const rows = settlements.toSorted((a, b) => (a.delivery.id < b.delivery.id ? -1 : 1))
  await db.query(
    `with result as (
       select * from unnest($1::uuid[], $2::uuid[], $3::integer[], $4::text[], $5::integer[], $6::text[],
         $7::integer[], $8::timestamptz[], $9::timestamptz[])
       as r (domain_id, id, attempt, status, response_status, error, duration_ms, attempted_at, next_due_at)
     ), settled as (
       update webhook_deliveries d set attempts = r.attempt,
         status = case when r.next_due_at is null then r.status else 'pending' end,
         due_at = coalesce(r.next_due_at, d.due_at),
         body = case when r.next_due_at is null then null else d.body end
       from result r
       where d.domain_id = r.domain_id and d.id = r.id and d.attempts = r.attempt - 1
       returning d.domain_id, d.id, d.webhook_id
     )
     insert into webhook_attempts (domain_id, delivery_id, attempt, webhook_id, status, response_status, error,
       duration_ms, attempted_at)
     select s.domain_id, s.id, r.attempt, s.webhook_id, r.status, r.response_status, r.error, r.duration_ms, r.attempted_at
     from settled s join result r on r.domain_id = s.domain_id and r.id = s.id`,
    [
      rows.map(({ delivery }) => delivery.domain_id),
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

/** Gives back what was taken and not tried: it is due at once. */
export async function updateDeliveriesReleased(db: Queryable, deliveries: ClaimedDelivery[], now: Date): Promise<void> {
  await db.query(
    `update webhook_deliveries d set due_at = $4
     from unnest($1::uuid[], $2::uuid[], $3::integer[]) as r (domain_id, id, attempts)
     where d.domain_id = r.domain_id and d.id = r.id and d.attempts = r.attempts`,
    [
      deliveries.map(({ domain_id }) => domain_id),
      deliveries.map(({ id }) => id),
      deliveries.map(({ attempts }) => attempts),
      now,
    ],
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

/** The last attempts, newest first, with the next ones that wait above what has been tried of the same delivery. */
export function selectAttempts(db: Queryable, domainId: string, webhookId: string, limit: number) {
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

/** In small bites, so that nobody waits long for a lock; says how many went. */
export async function deleteDeliveriesBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from webhook_deliveries where (domain_id, id) in
       (select domain_id, id from webhook_deliveries where created_at < $1 order by created_at limit $2) returning 1`,
    [before, limit],
  )
  return rows.length
}
