import type { MailTime, WatchQuery } from '@polegraph/contract/events/watches.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface WatchRow {
  id: string
  name: string
  query: WatchQuery | null
  entity_ids: string[] | null
  mail_every: MailTime | null
  mail_next_at: string | null
  mail_error: string | null
  has_feed: boolean
  created_by: string
  created_at: string
  began_at_seq: number
  /** Up to which change the reader has looked, and when; null for never. */
  seen_seq: number | null
  seen_at: string | null
}

/** `$2` is who reads. */
const listed = `select w.id, w.name, w.query, w.entity_ids, w.created_by, w.created_at,
    m.every as mail_every, m.due_at as mail_next_at, m.error as mail_error,
    w.began_at_seq, s.graph_seq as seen_seq, s.seen_at,
    exists (select from watch_feeds f where f.domain_id = $1 and f.watch_id = w.id) as has_feed
  from watches w left join watch_seen s on s.domain_id = $1 and s.watch_id = w.id and s.reader = $2
    left join watch_mails m on m.domain_id = $1 and m.watch_id = w.id and m.reader = $2
  where w.domain_id = $1`

export function selectWatches(
  db: Queryable,
  domainId: string,
  reader: string,
  before: string | undefined,
  limit: number,
): Promise<WatchRow[]> {
  return db.query(`${listed} and ($3::uuid is null or w.id < $3) order by w.id desc limit $4`, [
    ...[domainId, reader, before ?? null, limit],
  ])
}

export async function selectWatch(db: Queryable, domainId: string, reader: string, watchId: string) {
  const [row] = await db.query<WatchRow>(`${listed} and w.id = $3`, [domainId, reader, watchId])
  return row
}

export async function selectWatchCount(tx: Transaction, domainId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>('select count(*) as count from watches where domain_id = $1', [
    domainId,
  ])
  return row?.count ?? 0
}

export interface NewWatch {
  id: string
  name: string
  query: WatchQuery | null
  entity_ids: string[] | null
  created_by: string
}

export async function insertWatch(tx: Transaction, domainId: string, watch: NewWatch): Promise<void> {
  const { id, name, query, entity_ids, created_by } = watch
  await tx.query(
    `insert into watches (domain_id, id, name, query, entity_ids, began_at_seq, created_by, created_at)
     select $1, $2, $3, $4::jsonb, $5::uuid[], d.graph_seq, $6, $7 from domains d where d.id = $1`,
    [domainId, id, name, query && JSON.stringify(query), entity_ids, created_by, tx.now],
  )
}

export interface WatchChange {
  name?: string | undefined
  query?: WatchQuery | undefined
  entity_ids?: string[] | undefined
}

export async function updateWatch(tx: Transaction, domainId: string, watchId: string, change: WatchChange) {
  const { name, query, entity_ids } = change
  const rows = await tx.query(
    `update watches set name = coalesce($3, name),
       query = case when $5::uuid[] is null then coalesce($4::jsonb, query) end,
       entity_ids = case when $4::jsonb is null then coalesce($5::uuid[], entity_ids) end
     where domain_id = $1 and id = $2 returning id`,
    [...[domainId, watchId, name ?? null, query ? JSON.stringify(query) : null], entity_ids ?? null],
  )
  return rows.length === 1
}

export async function deleteWatchRow(tx: Transaction, domainId: string, watchId: string): Promise<boolean> {
  const rows = await tx.query('delete from watches where domain_id = $1 and id = $2 returning id', [domainId, watchId])
  return rows.length === 1
}

export async function lockWatch(tx: Transaction, domainId: string, watchId: string): Promise<boolean> {
  const rows = await tx.query('select id from watches where domain_id = $1 and id = $2 for key share', [
    domainId,
    watchId,
  ])
  return rows.length === 1
}

/** How many of these entities are in the graph, by themselves or by what they were merged into. */
export async function countShown(db: Queryable, domainId: string, ids: string[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `select count(*) as count from entities e
     join entities h on h.domain_id = $1 and h.id = coalesce(e.merged_into, e.id)
     where e.domain_id = $1 and e.id = any($2::uuid[]) and h.is_shown`,
    [domainId, ids],
  )
  return row?.count ?? 0
}

export async function upsertSeen(
  tx: Transaction,
  domainId: string,
  watchId: string,
  seen: { reader: string; cursor: number },
): Promise<void> {
  await tx.query(
    `insert into watch_seen (domain_id, watch_id, reader, graph_seq, seen_at)
     select $1, $2, $3, least($4, d.graph_seq), $5 from domains d where d.id = $1
     on conflict (domain_id, watch_id, reader) do update set graph_seq = excluded.graph_seq, seen_at = excluded.seen_at`,
    [domainId, watchId, seen.reader, seen.cursor, tx.now],
  )
}

/** The people and the keys of the project that a domain is in, as readers. */
export async function selectReaders(db: Queryable, domainId: string): Promise<string[]> {
  const rows = await db.query<{ reader: string }>(
    `select 'user:' || m.user_id as reader from members m join domains d on d.project_id = m.project_id where d.id = $1
     union all select 'key:' || k.id from api_keys k join domains d on d.project_id = k.project_id
     where d.id = $1 and k.revoked_at is null`,
    [domainId],
  )
  return rows.map(({ reader }) => reader)
}

export async function deleteOfOthers(db: Queryable, domainId: string, readers: string[]): Promise<void> {
  await db.query('delete from watch_seen where domain_id = $1 and reader <> all($2::text[])', [domainId, readers])
  await db.query('delete from watch_mails where domain_id = $1 and reader <> all($2::text[])', [domainId, readers])
}
