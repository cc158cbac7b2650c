import type { Queryable, Transaction } from '../../platform/db/database.ts'

export interface RobotsRow {
  origin: string
  status: number
  body: string
  fetched_at: Date
  expires_at: Date
}

export async function selectRobotsFile(db: Queryable, origin: string, now: Date) {
  const [row] = await db.query<{ status: number; body: string; expires_at: string }>(
    'select status, body, expires_at from robots_files where origin = $1 and expires_at > $2',
    [origin, now],
  )
  return row
}

export async function upsertRobotsFile(db: Queryable, row: RobotsRow): Promise<void> {
  await db.query(
    `insert into robots_files (origin, status, body, fetched_at, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (origin) do update set status = excluded.status, body = excluded.body,
       fetched_at = excluded.fetched_at, expires_at = excluded.expires_at`,
    [row.origin, row.status, row.body, row.fetched_at, row.expires_at],
  )
}

/** Deletes files of hosts that have not been crawled for long. */
export async function deleteRobotsFilesBefore(tx: Transaction, before: Date, limit: number): Promise<number> {
  const rows = await tx.query(
    `delete from robots_files where origin = any(array(
       select origin from robots_files where expires_at < $1 order by expires_at limit $2)) returning 1`,
    [before, limit],
  )
  return rows.length
}
