import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { Activity, ActivityEntry, EventEntry, LoggedEvent } from './logged-event.ts'

/** Returns the next ids, in order. Other transactions that append to the same log wait here until this one ends. */
export async function insertEvents(tx: Transaction, domainId: string, entries: EventEntry[]): Promise<LoggedEvent[]> {
  const types = entries.map(({ type }) => type)
  const payloads = entries.map(({ payload }) => JSON.stringify(payload))
  return tx.query<LoggedEvent>(
    `with log as (
       insert into event_logs as l (domain_id, last_id) values ($1, $2)
       on conflict (domain_id) do update set last_id = l.last_id + $2 returning last_id
     )
     insert into events (domain_id, id, type, payload, created_at)
     select $1::uuid, log.last_id - $2::bigint + entry.n, entry.type, entry.payload, $5::timestamptz
     from log, unnest($3::text[], $4::jsonb[]) with ordinality as entry (type, payload, n)
     returning id, type, payload, created_at`,
    [domainId, entries.length, types, payloads, tx.now],
  )
}

export function selectEvents(db: Queryable, domainId: string, after: number, limit: number): Promise<LoggedEvent[]> {
  return db.query<LoggedEvent>(
    'select id, type, payload, created_at from events where domain_id = $1 and id > $2 order by id limit $3',
    [domainId, after, limit],
  )
}

export async function selectPayload(db: Queryable, domainId: string, id: number) {
  const [row] = await db.query<Pick<LoggedEvent, 'payload'>>(
    'select payload from events where domain_id = $1 and id = $2',
    [domainId, id],
  )
  return row?.payload
}

/** The newest id of a domain's log; undefined when there is no such domain. */
export async function selectLastEventId(db: Queryable, domainId: string): Promise<number | undefined> {
  const [row] = await db.query<{ last_id: number }>(
    `select coalesce(l.last_id, 0) as last_id from domains d left join event_logs l on l.domain_id = d.id
     where d.id = $1 and d.project_id is not null`,
    [domainId],
  )
  return row?.last_id
}

/** Writes nothing when the project has no such domain any more. Locks the domain, so that its deletion waits. */
export async function insertActivity(
  tx: Transaction,
  projectId: string,
  domainId: string,
  entry: ActivityEntry,
): Promise<void> {
  await tx.query(
    `with domain as (
       select project_id from domains where project_id = $1 and id = $2 for key share
     ), log as (
       insert into activity_logs as l (project_id, last_id) select project_id, 1 from domain
       on conflict (project_id) do update set last_id = l.last_id + 1 returning last_id
     )
     insert into agent_activity (project_id, domain_id, id, at, agent, action, subject, detail, tokens, spend_usd)
     select $1, $2, last_id, $3, $4, $5, $6, $7, $8, $9 from log`,
    [
      projectId,
      domainId,
      tx.now,
      entry.agent,
      entry.action,
      entry.subject ?? null,
      entry.detail ?? null,
      entry.tokens ?? 0,
      entry.spend_usd ?? 0,
    ],
  )
}

export function selectActivity(db: Queryable, projectId: string, after: number, limit: number): Promise<Activity[]> {
  return db.query<Activity>(
    `select id, at, domain_id, agent, action, subject, detail, tokens, spend_usd from agent_activity
     where project_id = $1 and id > $2 order by id limit $3`,
    [projectId, after, limit],
  )
}

/** The newest id of a project's activity; undefined when there is no such project. */
export async function selectLastActivityId(db: Queryable, projectId: string): Promise<number | undefined> {
  const [row] = await db.query<{ last_id: number }>(
    `select coalesce(l.last_id, 0) as last_id from projects p left join activity_logs l on l.project_id = p.id
     where p.id = $1`,
    [projectId],
  )
  return row?.last_id
}

/** Deletes a small batch, so that locks are short; returns how many were deleted. */
export async function deleteEventsBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from events where (domain_id, id) in
       (select domain_id, id from events where created_at < $1 order by created_at limit $2) returning 1`,
    [before, limit],
  )
  return rows.length
}

export async function deleteActivityOf(tx: Transaction, projectId: string, domainId: string, limit: number) {
  const rows = await tx.query(
    `delete from agent_activity where (project_id, id) in
       (select project_id, id from agent_activity where project_id = $1 and domain_id = $2 limit $3) returning 1`,
    [projectId, domainId, limit],
  )
  return rows.length
}

export async function deleteActivityBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from agent_activity where (project_id, id) in
       (select project_id, id from agent_activity where at < $1 order by at limit $2) returning 1`,
    [before, limit],
  )
  return rows.length
}
