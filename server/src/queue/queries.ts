import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { ClaimedPage } from './claimed-page.ts'
import type { UnderWay } from './under-way.ts'

// Statements of the queue. It has two small tables of its own: `crawl_hosts` (when a host may be asked, and who holds
// it) and `crawl_lanes` (which domain has pages queued on which host). A statement touches these two or the rows of one
// domain, never both: domains may live on different nodes (docs/operations.md).
//
// Locks are taken in one order, by everyone: domain, pages, hosts (by name), lanes, event log. Claims begin at the
// hosts and step over what is locked, so they wait for nobody.

/**
 * When a host may be asked. If its last holder let the lease run out, the time of the last request is unknown, but it
 * was not after the lease.
 */
const nextRequestAt = `case when h.holder is null then h.next_request_at
  else greatest(h.next_request_at, h.due_at + greatest(h.crawl_delay_ms, $3) * interval '1 millisecond') end`

/** Hosts that are looked at to find those without work. */
const idleSought = 100

/**
 * Locks hosts with due lanes, and for each the domain whose turn it is. Projects take turns, those with the fewest hosts
 * under way first; a project is given another host while it holds fewer than are free. So however many hosts one project
 * has, and however long they take, something is left for the next. Of a project, hosts that did not answer the last
 * time come last. Hosts that are due but have no lane that is come without a domain. Domains that are away are left alone.
 */
export function lockDueHosts(tx: Transaction, free: number, delayMs: number, held: UnderWay['hosts'], away: string[]) {
  return tx.query<{
    host: string
    next_request_at: string
    crawl_delay_ms: number
    failures: number
    failed_at: string | null
    domain_id: string | null
  }>(
    `with recursive projects as (
       (select l.project_id from crawl_lanes l where l.is_open and l.due_at is not null order by l.project_id limit 1)
       union all
       select (
         select l.project_id from crawl_lanes l
         where l.is_open and l.due_at is not null and l.project_id > p.project_id order by l.project_id limit 1
       ) from projects p where p.project_id is not null
     ),
     lanes as (
       select distinct on (l.host) l.host, l.domain_id, p.project_id, l.is_failing, l.served_at, p.held
       from (
         select p.project_id, coalesce(u.count, 0) as held from projects p
         left join unnest($4::uuid[], $5::integer[]) as u (project_id, count) on u.project_id = p.project_id
         where p.project_id is not null
       ) p
       cross join lateral (
         select l.host, l.domain_id, l.is_failing, l.served_at from crawl_lanes l join crawl_hosts h on h.host = l.host
         where l.project_id = p.project_id and l.is_open and l.due_at <= $1 and h.due_at <= $1
           and l.domain_id <> all($6::uuid[])
         order by l.is_failing, l.served_at limit greatest($2::integer - p.held, 0)
       ) l
       order by l.host, l.served_at
     ),
     ranked as (
       select l.*, l.held + row_number() over (partition by l.project_id order by l.is_failing, l.served_at) as rank
       from lanes l
     ),
     picked as (
       select r.host, r.domain_id from (
         select r.*, row_number() over (order by r.rank, r.is_failing, r.served_at) as place from ranked r
       ) r where r.rank + r.place <= $2::integer + 1
       union all
       select h.host, null from (
         select h.host from crawl_hosts h where h.due_at <= $1 order by h.due_at limit ${idleSought}
       ) h
       where not exists (select from crawl_lanes l where l.host = h.host and l.is_open and l.due_at <= $1)
     )
     select h.host, ${nextRequestAt} as next_request_at, h.crawl_delay_ms, h.failures, h.failed_at, p.domain_id
     from picked p join crawl_hosts h on h.host = p.host where h.due_at <= $1 for update of h skip locked`,
    [tx.now, free, delayMs, [...held.keys()], [...held.values()], away],
  )
}

export interface LaneKey {
  host: string
  domain_id: string
}

/** For each host the lane that has waited longest, except those that were tried, and of domains that are away. */
export function selectNextLanes(
  tx: Transaction,
  hosts: string[],
  tried: LaneKey[],
  away: string[],
): Promise<LaneKey[]> {
  return tx.query<LaneKey>(
    `select h.host, next.domain_id from unnest($2::text[]) as h (host)
     cross join lateral (
       select l.domain_id from crawl_lanes l
       where l.host = h.host and l.is_open and l.due_at <= $1 and l.domain_id <> all($5::uuid[])
         and not exists (
           select from unnest($3::text[], $4::uuid[]) as t (host, domain_id)
           where t.host = l.host and t.domain_id = l.domain_id
         )
       order by l.served_at limit 1
     ) next`,
    [tx.now, hosts, tried.map(({ host }) => host), tried.map(({ domain_id }) => domain_id), away],
  )
}

/** A domain whose pages may be taken. */
const isCrawling = `d.crawl_state = 'running' and d.archived_at is null and o.archived_at is null`

/** Takes the next pages of one domain on locked hosts, at most so many of each, until the lease ends. */
export function updatePagesClaimed(
  tx: Transaction,
  domainId: string,
  leaseEnds: Date,
  lanes: { host: string; count: number }[],
): Promise<Omit<ClaimedPage, 'stops_seen'>[]> {
  return tx.query<Omit<ClaimedPage, 'stops_seen'>>(
    `with next as (
       select p.id from unnest($4::text[], $5::integer[]) as l (host, count)
       cross join lateral (
         select p.id from pages p
         where p.domain_id = $1 and p.host = l.host and p.status = 'queued' and p.due_at <= $2
         order by p.depth, p.id limit l.count for update skip locked
       ) p
     )
     update pages p set due_at = $3, fence = p.fence + 1, begun = p.begun + 1
     from domains d join projects o on o.id = d.project_id join gates g on g.domain_id = d.id
     where p.domain_id = $1 and p.id = any(array(select id from next)) and d.id = $1 and ${isCrawling}
     returning d.project_id, p.domain_id, p.id, p.run_id, p.url, p.host, p.depth, p.fence, p.begun, p.source_id, p.source_host,
       p.group_key, p.found_in, p.fetch_failures, p.model_failures, p.before_status, p.etag, p.last_modified,
       p.bytes_hash, p.content_hash, p.read_at, p.read_mode, p.read_status, p.gate_version, g.published_version,
       d.attributes_added_at, d.ontology,
       (select jsonb_build_object('id', r.id, 'template', r.template, 'version', r.version, 'status', r.status,
          'created_at', r.created_at, 'rules', r.rules)
        from recipes r where r.domain_id = $1 and r.template = p.group_key and r.status <> 'invalid') as recipe`,
    [domainId, tx.now, leaseEnds, lanes.map(({ host }) => host), lanes.map(({ count }) => count)],
  )
}

/** Puts pages of one domain back as they were before they were taken. */
export async function updatePagesUntaken(
  tx: Transaction,
  domainId: string,
  dueAt: Date,
  pages: { id: string; fence: number }[],
): Promise<void> {
  await tx.query(
    `update pages p set due_at = $2, begun = p.begun - 1
     from unnest($3::uuid[], $4::integer[]) as o (id, fence)
     where p.domain_id = $1 and p.id = o.id and p.fence = o.fence`,
    [domainId, dueAt, pages.map(({ id }) => id), pages.map(({ fence }) => fence)],
  )
}

/** Gives the hosts to the worker until the lease ends, and moves the lanes to the end of their lines. */
export async function updateHostsHeld(
  tx: Transaction,
  holder: string,
  leaseEnds: Date,
  lanes: LaneKey[],
): Promise<void> {
  await tx.query(
    `with served as (
       update crawl_lanes l set served_at = $3 from unnest($4::text[], $5::uuid[]) as s (host, domain_id)
       where l.domain_id = s.domain_id and l.host = s.host
     )
     update crawl_hosts set holder = $1, due_at = $2 where host = any($4::text[])`,
    [holder, leaseEnds, tx.now, lanes.map(({ host }) => host), lanes.map(({ domain_id }) => domain_id)],
  )
}

/**
 * For lanes without a page to take: sets when one comes due, if any waits, and closes lanes of domains that may not be
 * crawled.
 */
export async function updateLanesWithoutWork(tx: Transaction, domainId: string, hosts: string[]): Promise<void> {
  const waiting = await tx.query<{ host: string; due_at: string }>(
    `select host, min(due_at) as due_at from pages
     where domain_id = $1 and host = any($2::text[]) and status = 'queued' group by host`,
    [domainId, hosts],
  )
  const crawling = await selectCrawling(tx, [domainId])
  const dueAt = new Map(waiting.map(({ host, due_at }) => [host, due_at]))
  await tx.query(
    `update crawl_lanes l set due_at = n.due_at, is_open = $4
     from unnest($2::text[], $3::timestamptz[]) as n (host, due_at)
     where l.domain_id = $1 and l.host = n.host`,
    [domainId, hosts, hosts.map((host) => dueAt.get(host) ?? null), crawling.length === 1],
  )
}

/** Those of the domains whose pages may be taken. */
export async function selectCrawling(tx: Queryable, domainIds: string[]): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    `select d.id from domains d join projects o on o.id = d.project_id where d.id = any($1::uuid[]) and ${isCrawling}`,
    [domainIds],
  )
  return rows.map(({ id }) => id)
}

/** For hosts without a page to take: sets when they come due, from their lanes. The hosts are locked. */
export async function updateHostsWithoutWork(tx: Transaction, hosts: string[], delayMs: number): Promise<void> {
  await tx.query(
    `update crawl_hosts h set holder = null, next_request_at = ${nextRequestAt}, due_at = (
       select case when min(l.due_at) is not null
         then greatest(min(l.due_at), ${nextRequestAt}, $2::timestamptz + interval '200 milliseconds') end
       from crawl_lanes l where l.host = h.host and l.is_open
     ) where h.host = any($1::text[])`,
    [hosts, tx.now, delayMs],
  )
}

/** Opens hosts that pages were queued on. Hosts in `asked` count as reachable again. */
export async function upsertHostsOpened(tx: Transaction, hosts: string[], asked: string[]): Promise<void> {
  await tx.query(
    `insert into crawl_hosts as h (host, next_request_at, due_at, crawl_delay_ms, failures)
     select n.host, $2, $2, 0, 0 from unnest($1::text[]) with ordinality as n (host, ordinal) order by n.ordinal
     on conflict (host) do update set
       due_at = case when h.holder is null then least(h.due_at, greatest(h.next_request_at, $2)) else h.due_at end,
       failures = case when h.host = any($3::text[]) then 0 else h.failures end`,
    [hosts, tx.now, asked],
  )
}

/** Opens the lanes of a domain on these hosts. */
export async function upsertLanesOpened(
  tx: Transaction,
  { domain_id, project_id }: { domain_id: string; project_id: string },
  hosts: string[],
): Promise<void> {
  await tx.query(
    `insert into crawl_lanes as l (domain_id, host, project_id, due_at, served_at, is_open)
     select $1::uuid, n.host, $4::uuid, $3::timestamptz, $3::timestamptz, true
     from unnest($2::text[]) with ordinality as n (host, ordinal) order by n.ordinal
     on conflict (domain_id, host) do update set due_at = least(l.due_at, $3), is_open = true`,
    [domain_id, hosts, tx.now, project_id],
  )
}

/** Hosts on which pages of the domain wait. */
export async function selectLaneHosts(tx: Transaction, domainId: string): Promise<string[]> {
  const rows = await tx.query<{ host: string }>(
    'select host from crawl_lanes where domain_id = $1 and due_at is not null',
    [domainId],
  )
  return rows.map(({ host }) => host)
}

/** Domains with pages that wait. */
export async function selectLaneDomains(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ domain_id: string }>(
    'select distinct domain_id from crawl_lanes where due_at is not null',
  )
  return rows.map(({ domain_id }) => domain_id)
}

/** Domains with lanes that have work and are closed, or whose host nobody has opened. */
export async function selectForgotten(db: Queryable): Promise<string[]> {
  const rows = await db.query<{ domain_id: string }>(
    `select distinct l.domain_id from crawl_lanes l join crawl_hosts h on h.host = l.host
     where l.due_at is not null and (h.due_at is null or not l.is_open)`,
  )
  return rows.map(({ domain_id }) => domain_id)
}

/** Opens hosts and lanes of these domains, which are crawling, that have work and that nobody has opened. */
export async function updateForgotten(tx: Transaction, crawling: string[]): Promise<void> {
  const rows = await tx.query<{ host: string }>(
    `select h.host from crawl_hosts h
     where exists (
       select from crawl_lanes l
       where l.host = h.host and l.domain_id = any($1::uuid[]) and l.due_at is not null
         and (h.due_at is null or not l.is_open)
     ) order by h.host collate "C" for update skip locked`,
    [crawling],
  )
  if (rows.length === 0) return
  const hosts = rows.map(({ host }) => host)
  await tx.query(
    `update crawl_hosts set due_at = least(due_at, greatest(next_request_at, $1))
     where host = any($2::text[]) and holder is null`,
    [tx.now, hosts],
  )
  await tx.query(
    `update crawl_lanes set is_open = true
     where host = any($1::text[]) and domain_id = any($2::uuid[]) and not is_open`,
    [hosts, crawling],
  )
}

/** A host, and the claim that holds it. A claim has an id of its own, so that a stale one cannot pass for the next. */
export interface HeldHost {
  host: string
  holder: string
}

export interface HostRelease extends HeldHost {
  next_request_at: Date
  crawl_delay_ms: number
  /** Whether the host could be reached; null when it was not tried. */
  has_answered: boolean | null
}

/** Releases hosts. The next claim finds out whether there is more to do. */
export async function updateHostsReleased(db: Queryable, now: Date, hosts: HostRelease[]): Promise<void> {
  await db.query(
    `with released as (
       select h.host, o.next_request_at, o.crawl_delay_ms, o.has_answered
       from jsonb_to_recordset($2::jsonb) as o (host text, holder uuid, next_request_at timestamptz,
         crawl_delay_ms integer, has_answered boolean)
       join crawl_hosts h on h.host = o.host and h.holder = o.holder order by h.host collate "C" for update of h
     ),
     lanes as (
       update crawl_lanes l set is_failing = not o.has_answered from released o
       where l.host = o.host and l.is_open and l.due_at is not null and l.is_failing = o.has_answered
     )
     update crawl_hosts h set holder = null, due_at = greatest(o.next_request_at, $1),
       next_request_at = o.next_request_at, crawl_delay_ms = o.crawl_delay_ms,
       failures = case when o.has_answered then 0 when o.has_answered is null then h.failures else h.failures + 1 end,
       failed_at = case when not o.has_answered then $1 else h.failed_at end
     from released o where h.host = o.host`,
    [now, JSON.stringify(hosts)],
  )
}

/** Takes a host that is not the page's own, for a redirect. Undefined while another worker holds it. */
export async function upsertHostBorrowed(
  db: Queryable,
  holder: string,
  times: { now: Date; lease_ends: Date; delay_ms: number },
  host: string,
) {
  const [row] = await db.query<{ next_request_at: string; crawl_delay_ms: number }>(
    `insert into crawl_hosts as h (host, next_request_at, due_at, holder, crawl_delay_ms, failures)
     values ($1, $4, $5, $2, 0, 0)
     on conflict (host) do update set holder = $2, due_at = $5, next_request_at = ${nextRequestAt}
       where h.holder is null or h.due_at <= $4
     returning next_request_at, crawl_delay_ms`,
    [host, holder, times.delay_ms, times.now, times.lease_ends],
  )
  return row
}

/** Extends leases, and returns the hosts that are still held by the same claim. */
export function updateHostLeases(db: Queryable, leaseEnds: Date, hosts: HeldHost[]): Promise<HeldHost[]> {
  return db.query<HeldHost>(
    `with held as (
       select h.host from unnest($2::text[], $3::uuid[]) as o (host, holder)
       join crawl_hosts h on h.host = o.host and h.holder = o.holder order by h.host collate "C" for update of h
     )
     update crawl_hosts h set due_at = $1 from held where h.host = held.host returning h.host, h.holder`,
    [leaseEnds, hosts.map(({ host }) => host), hosts.map(({ holder }) => holder)],
  )
}

/** Extends the leases of pages. A locked page is being written and needs no lease any more. */
export async function updatePageLeases(
  db: Queryable,
  domainId: string,
  leaseEnds: Date,
  pages: { id: string; fence: number }[],
): Promise<void> {
  await db.query(
    `with held as (
       select p.id from unnest($3::uuid[], $4::integer[]) as o (id, fence)
       join pages p on p.domain_id = $1 and p.id = o.id and p.fence = o.fence and p.status = 'queued'
       for update of p skip locked
     )
     update pages p set due_at = $2 from held where p.domain_id = $1 and p.id = held.id`,
    [domainId, leaseEnds, pages.map(({ id }) => id), pages.map(({ fence }) => fence)],
  )
}

/** When the next host comes due. */
export async function selectNextDue(db: Queryable): Promise<Date | undefined> {
  const [row] = await db.query<{ due_at: string | null }>('select min(due_at) as due_at from crawl_hosts')
  return row?.due_at ? new Date(row.due_at) : undefined
}
