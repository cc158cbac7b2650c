import type { Queryable } from '../platform/db/database.ts'

/** What models cost in one month (UTC), of all domains. */
export function selectModelUsage(db: Queryable, now: Date) {
  return db.query<{ purpose: string; model: string; calls: number; spend_usd: number }>(
    `select purpose, model, sum(calls)::bigint as calls, sum(spend_usd)::double precision as spend_usd from model_usage
     where month = date_trunc('month', $1::timestamptz at time zone 'UTC')::date group by purpose, model
     order by purpose, model`,
    [now],
  )
}
