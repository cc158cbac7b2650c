import type { Queryable, Transaction } from '../../platform/db/database.ts'

export interface FrontierLink {
  url: string
  host: string
  group_key: string
  /** Null for a link that a search has found. */
  found_in: string | null
  /** Pages in a row that said nothing new and led to it; 0 where a page says something new. */
  doubt: number
  plain_url: string | null
  depth: number
  status: 'candidate' | 'rejected'
  is_followed: boolean
  text: string
  reason: string | null
  source_id: string | null
  source_host: string
}

/**
 * Adds what is known neither as a link nor as a page, and says what that was. A link that waits, found again on a page
 * that is less doubted, counts as found there.
 */
export async function insertFrontier(tx: Transaction, domainId: string, links: FrontierLink[]): Promise<Set<string>> {
  const rows = await tx.query<{ url: string; is_new: boolean }>(
    `insert into frontier as f (domain_id, url, host, group_key, found_in, doubt, plain_url, depth, status, is_followed,
       text, reason, source_id, source_host, found_at, position)
     select $1::uuid, n.url, n.host, n.group_key, n.found_in, n.doubt, n.plain_url, n.depth, n.status, n.is_followed,
       n.text, n.reason, n.source_id, n.source_host, $2::timestamptz, n.position
     from jsonb_to_recordset($3::jsonb) as n (url text, host text, group_key text, found_in text, doubt integer,
       plain_url text, depth integer, status text, is_followed boolean, text text, reason text, source_id uuid,
       source_host text, position integer)
     where not exists (select from pages p where p.domain_id = $1 and p.url = n.url)
       and not exists (select from page_aliases a where a.domain_id = $1 and a.url = n.url)
     on conflict (domain_id, url) do update set doubt = excluded.doubt, found_in = excluded.found_in,
       depth = least(f.depth, excluded.depth)
     where f.status = 'candidate' and f.doubt > excluded.doubt
     returning f.url, f.xmax = 0 as is_new`,
    [domainId, tx.now, JSON.stringify(links.map((link, position) => ({ ...link, position })))],
  )
  return new Set(rows.flatMap(({ url, is_new }) => (is_new ? [url] : [])))
}

/** The doubt about the links that led to these pages, where there is some. */
export async function selectDoubts(tx: Transaction, domainId: string, pageIds: string[]): Promise<Map<string, number>> {
  const rows = await tx.query<{ id: string; doubt: number }>(
    `select p.id, f.doubt from pages p join frontier f on f.domain_id = $1 and f.url = p.url
     where p.domain_id = $1 and p.id = any($2::uuid[]) and f.doubt > 0`,
    [domainId, pageIds],
  )
  return new Map(rows.map(({ id, doubt }) => [id, doubt]))
}

export interface TakenLink {
  url: string
  host: string
  group_key: string
  found_in: string | null
  depth: number
  source_id: string | null
  source_host: string
}

/**
 * An address with parameters waits for the one without: then it shows whether it says anything else. One parameter for
 * many pages waits for all others: it may say how pages are shown, or to whom.
 */
export const waitsForPlainer = (maxDepth: string) => `(f.plain_url is not null and (
  exists (select from pages p where p.domain_id = $1 and p.url = f.plain_url and p.status = 'queued')
  or exists (select from frontier o where o.domain_id = $1 and o.url = f.plain_url and o.status = 'candidate'
    and o.is_followed and o.depth <= ${maxDepth})))`

/** Whether there is something to compare it with. */
const hasPlainer = `(g.is_modifier
  and exists (select from pages p where p.domain_id = $1 and p.url = f.plain_url and p.read_at is not null))`

const unlessWaiting = {
  all: `and not (g.is_modifier or ${waitsForPlainer('$5')})`,
  plainer: `and not ${waitsForPlainer('$5')} and (not g.is_modifier or ${hasPlainer})`,
  none: '',
}

export interface TakeBounds {
  max_depth: number
  limit: number
  /** The addresses that go on waiting. */
  waits: keyof typeof unlessWaiting
  /** Groups whose pages lead nowhere until they say something new. */
  blocked: string[]
}

/**
 * The best links of each group, at most so many of it and so many of all: nearest to a source first. A doubted group
 * that says something new is to show how it ends: what it found farthest from a source comes first. Leaves out links to other groups
 * that pages of blocked groups led to without saying anything new.
 */
export function updateFrontierTaken(
  tx: Transaction,
  domainId: string,
  groups: { key: string; count: number; is_deep: boolean; is_modifier: boolean }[],
  bounds: TakeBounds,
): Promise<TakenLink[]> {
  const waiting = `select f.url, f.depth, f.found_at, f.position from frontier f
    where f.domain_id = $1 and f.group_key = g.key and f.status = 'candidate' and f.is_followed and f.depth <= $5
      ${bounds.blocked.length === 0 ? '' : 'and (f.doubt = 0 or f.found_in = f.group_key or f.found_in <> all($8::text[]))'}
      ${unlessWaiting[bounds.waits]}`
  const nearest = `(${waiting} and not g.is_deep
    order by ${hasPlainer} desc, f.depth, f.found_at, f.position limit g.count)`
  const farthest = `(${waiting} and g.is_deep
    order by ${hasPlainer} desc, f.depth > 1, f.depth desc, f.found_at, f.position limit g.count)`
  // PostgreSQL takes longer to plan this statement than to run it, so the second half is left out where no group needs it.
  const branches = groups.some(({ is_deep }) => is_deep) ? `${nearest} union all ${farthest}` : nearest
  // An array, not a join: that would go through all links of the domain.
  return tx.query<TakenLink>(
    `with picked as (
       select l.url
       from unnest($2::text[], $3::integer[], $4::boolean[], $7::boolean[]) as g (key, count, is_deep, is_modifier)
       cross join lateral (${branches}) l
       order by l.depth, l.found_at, l.position limit $6
     )
     update frontier f set status = 'crawled' where f.domain_id = $1 and f.url = any(array(select url from picked))
     returning f.url, f.host, f.group_key, f.found_in, f.depth, f.source_id, f.source_host`,
    [
      domainId,
      groups.map(({ key }) => key),
      groups.map(({ count }) => count),
      groups.map(({ is_deep }) => is_deep),
      ...[bounds.max_depth, bounds.limit],
      groups.map(({ is_modifier }) => is_modifier),
      ...(bounds.blocked.length === 0 ? [] : [bounds.blocked]),
    ],
  )
}

/** Links that may be followed and wait, by their group and by the group that they wait for, if any. */
export function selectWaitingGroups(tx: Transaction, domainId: string, maxDepth: number) {
  return tx.query<{ key: string; host: string; found_in: string | null; links: number }>(
    `select group_key as key, host, case when doubt > 0 then found_in end as found_in, count(*) as links from frontier
     where domain_id = $1 and status = 'candidate' and is_followed and depth <= $2
     group by 1, 2, 3 order by 1, 2, 3`,
    [domainId, maxDepth],
  )
}

/** Links that wait, by what they may wait for. */
export function selectWaitingLinks(db: Queryable, domainId: string, maxDepth: number) {
  return db.query<{
    key: string
    host: string
    found_in: string | null
    status: 'candidate' | 'planned'
    is_followed: boolean
    is_deep: boolean
    reason: string | null
    n: number
  }>(
    `select group_key as key, host, case when doubt > 0 then found_in end as found_in, status, is_followed,
       depth > $2 as is_deep, reason, count(*) as n
     from frontier where domain_id = $1 and status in ('candidate', 'planned')
     group by 1, 2, 3, 4, 5, 6, 7 order by 1, 2, 3, 4, 5, 6, 7`,
    [domainId, maxDepth],
  )
}

/** Links to a host that a source was just added for. */
export async function updateFrontierFollowed(tx: Transaction, domainId: string, hosts: string[]): Promise<void> {
  await tx.query(
    `update frontier set is_followed = true
     where domain_id = $1 and host = any($2::text[]) and status = 'candidate' and not is_followed and reason is null`,
    [domainId, hosts],
  )
}

export async function updateFrontierPlanned(tx: Transaction, domainId: string, urls: string[]): Promise<void> {
  await tx.query(
    `update frontier set status = 'planned' where domain_id = $1 and url = any($2::text[]) and status = 'crawled'`,
    [domainId, urls],
  )
}

export async function updateFrontierCrawled(tx: Transaction, domainId: string, urls: string[]): Promise<void> {
  await tx.query(`update frontier set status = 'crawled' where domain_id = $1 and url = any($2::text[])`, [
    domainId,
    urls,
  ])
}

export function selectFrontierCounts(db: Queryable, domainId: string) {
  return db.query<{ status: 'candidate' | 'planned' | 'crawled' | 'rejected'; n: number }>(
    `select status, count(*) as n from frontier where domain_id = $1 group by status order by status`,
    [domainId],
  )
}

/** Returns how many links were deleted. The caller subtracts them from the domain's `link_count`. */
export async function deleteLinksDoneBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await tx.query(
    `delete from frontier where domain_id = $1 and url = any(array(
       select url from frontier where domain_id = $1 and status in ('crawled', 'rejected') and found_at < $2 limit $3))
     returning 1`,
    [domainId, before, limit],
  )
  return rows.length
}

/** Which of these hosts the sources of the domain are on, or lead to. */
export async function selectSourceHosts(db: Queryable, domainId: string, hosts: string[]): Promise<Set<string>> {
  const rows = await db.query<{ host: string }>(
    `select h.host from unnest($2::text[]) as h (host)
     where exists (select from sources s where s.domain_id = $1 and s.host = h.host)
       or exists (select from sites s where s.domain_id = $1 and s.host = h.host and s.is_landing)`,
    [domainId, hosts],
  )
  return new Set(rows.map(({ host }) => host))
}

/** Whether a source on the page's host is asked for by http. */
export async function selectPlainSource(db: Queryable, page: { domain_id: string; host: string }): Promise<boolean> {
  const rows = await db.query(
    `select from sources where domain_id = $1 and host = $2 and url like 'http://%' limit 1`,
    [page.domain_id, page.host],
  )
  return rows.length > 0
}

/** The addresses of these that are links or pages. */
export async function selectKnownAddresses(tx: Transaction, domainId: string, urls: string[]): Promise<string[]> {
  const rows = await tx.query<{ url: string }>(
    `select url from frontier where domain_id = $1 and url = any($2)
     union select url from pages where domain_id = $1 and url = any($2)`,
    [domainId, urls],
  )
  return rows.map(({ url }) => url)
}
