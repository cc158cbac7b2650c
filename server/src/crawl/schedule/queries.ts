import type { Transaction } from '../../platform/db/database.ts'
import { assumedIntervals, intervalsMost, overdue } from './urgency.ts'

/** The pages of one schedule: those of a source that has its own, or those of all sources that have none. */
export interface ScheduledPages {
  domain_id: string
  source_id: string | null
  /** In seconds. */
  every: number
}

/** What a site may get over. Other pages that failed are gone, or wait for a person. */
const passing = `'robots_unavailable', 'dns', 'connect', 'host_unreachable', 'tls', 'timeout', 'cut_off', 'protocol',
  'http_status', 'bot_wall'`

/** Pages whose text the graph has, pages that a site kept back for a while, and sources whatever was found there. */
const isAskedAgain = `(p.status = 'extracted' or (p.status in ('failed', 'skipped') and p.error_code in (${passing}))
  or (p.depth = 0 and p.status in ('failed', 'irrelevant')))`

const isScheduled = `case when $2::uuid is not null then p.source_id = $2 else
  coalesce(p.source_id <> all(array(select id from sources where domain_id = $1 and recrawl_every is not null)), true) end`

/** Where a page could not be fetched, its run tells when it was asked for. */
const asked = `
  select p.id, p.status = 'extracted' and p.last_mode is distinct from 'unchanged' as has_changed,
    greatest(extract(epoch from $4::timestamptz - greatest(p.created_at, p.fetched_at, r.started_at)), 0)::double precision as age,
    greatest(extract(epoch from coalesce(p.fetched_at, p.created_at) - coalesce(p.read_at, p.created_at)), 0)::double precision
      as quiet
  from pages p left join runs r on r.domain_id = p.domain_id and r.id = p.run_id
  where p.domain_id = $1 and ${isAskedAgain} and ${isScheduled}`

/** As in `urgency.ts`. */
const urgent = `
  select id, age ^ 2 / ($3::double precision * (quiet + ${assumedIntervals} * $3))
    + case when age + $3 / 2 > case when has_changed then $3 else ${intervalsMost} * $3 end then ${overdue} else 0 end as urgency
  from (${asked}) as asked`

/**
 * The most urgent half of the pages: their ids behind each other, sixteen bytes each, because a domain may have ten million
 * pages. Of pages that are equally urgent, the first ones.
 */
export async function selectMostUrgent(
  tx: Transaction,
  { domain_id, source_id, every }: ScheduledPages,
): Promise<Buffer> {
  const [row] = await tx.query<{ ids: Buffer | null }>(
    `with urgent as materialized (${urgent})
     select string_agg(uuid_send(id), '') as ids
     from (select id from urgent order by urgency desc, id limit (select ceil(count(*) / 2.0) from urgent)) as chosen`,
    [domain_id, source_id, every, tx.now],
  )
  return row?.ids ?? Buffer.alloc(0)
}
