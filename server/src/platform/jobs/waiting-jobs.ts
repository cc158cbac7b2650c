import type { Queryable } from '../db/database.ts'

/**
 * Jobs that wait or are under way, and know what they are for. A job without data looks for its work itself, and is made
 * again by its schedule.
 */
export async function waitingJobs(db: Queryable) {
  const [row] = await db.query<{ installed: boolean }>(`select to_regclass('pgboss.job') is not null as installed`)
  if (!row?.installed) return []
  return db.query<{ name: string; data: object; retries: number; start_after: string }>(
    `select name, data, retry_limit as retries, start_after from pgboss.job
     where state < 'completed' and data is not null and data <> '{}' and name not like '\\_\\_pgboss%'
     order by created_on, id`,
  )
}
