import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type TakenLink, waitsForPlainer } from './queries.ts'

// Statements of plans, which choose links instead of the crawl.

export interface RankableLink {
  url: string
  host: string
  group_key: string
  found_in: string | null
  text: string
  depth: number
  doubt: number
}

/** Links that a plan may choose from, in the order in which they were found. */
export function selectRankable(tx: Queryable, domainId: string, maxDepth: number, limit: number) {
  return tx.query<RankableLink>(
    `select f.url, f.host, f.group_key, f.found_in, f.text, f.depth, f.doubt
     from frontier f where f.domain_id = $1 and f.status = 'candidate' and f.is_followed and f.depth <= $2
       and not ${waitsForPlainer('$2')}
     order by f.found_at, f.position limit $3`,
    [domainId, maxDepth, limit],
  )
}

/** Links that a plan has chosen: planned until their pages are done. */
export function updateFrontierPicked(tx: Transaction, domainId: string, urls: string[]): Promise<TakenLink[]> {
  return tx.query<TakenLink>(
    `update frontier set status = 'planned' where domain_id = $1 and url = any($2::text[]) and status = 'candidate'
     returning url, host, group_key, found_in, depth, source_id, source_host`,
    [domainId, urls],
  )
}

/** Links of a plan that is over: their pages are queued, whatever becomes of them. */
export async function updatePickedCrawled(tx: Transaction, domainId: string): Promise<void> {
  await tx.query(
    `update frontier f set status = 'crawled' where f.domain_id = $1 and f.status = 'planned'
       and exists (select from pages p where p.domain_id = $1 and p.url = f.url
         and (p.status <> 'skipped' or p.error_code <> 'run_cancelled'))`,
    [domainId],
  )
}

/** Groups of which several of the last pages were tried, and none was ever there. */
export async function selectDeadGroups(tx: Queryable, domainId: string, least: number): Promise<string[]> {
  const rows = await tx.query<{ group_key: string }>(
    `select l.group_key from (
       select group_key, status, error_code from pages where domain_id = $1 and status <> 'queued'
       order by id desc limit 500
     ) l
     group by l.group_key
     having count(*) >= $2 and bool_and(l.status = 'failed' and l.error_code = 'not_found')
       and not exists (
         select from pages p where p.domain_id = $1 and p.group_key = l.group_key and p.status <> 'queued'
           and p.error_code is distinct from 'not_found'
       )`,
    [domainId, least],
  )
  return rows.map(({ group_key }) => group_key)
}

/** Returns how many links were rejected. */
export async function updateGroupsRejected(
  tx: Transaction,
  domainId: string,
  keys: string[],
  reason: string,
): Promise<number> {
  const [row] = await tx.query<{ n: number }>(
    `with gone as (
       update frontier set status = 'rejected', reason = $3
       where domain_id = $1 and group_key = any($2::text[]) and status = 'candidate' returning 1
     )
     select count(*) as n from gone`,
    [domainId, keys, reason],
  )
  return row?.n ?? 0
}

/** How many links wait, counted up to `most`. */
export async function countWaiting(db: Queryable, domainId: string, most: number): Promise<number> {
  const [row] = await db.query<{ n: number }>(
    `select count(*) as n from (
       select from frontier where domain_id = $1 and status = 'candidate' limit $2
     ) w`,
    [domainId, most],
  )
  return row?.n ?? 0
}
