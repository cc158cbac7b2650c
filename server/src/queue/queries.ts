import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { ClaimedPage } from './claimed-page.ts'

// Locks are taken in one order, by everyone: domain, pages, hosts (by name), lanes, event log. Claims begin at the
// hosts and step over what is locked, so they wait for nobody.

/**
 * When a host may be asked that somebody else held until the lease ran out: nobody has written down when it was asked
 * last, only that it was not after that.
 */
const nextRequestAt = `case when h.holder is null then h.next_request_at
  else greatest(h.next_request_at, h.due_at + greatest(h.crawl_delay_ms, $3) * interval '1 millisecond') end`

/** Hosts that have something to do, longest waiting first. They are this transaction's until it ends. */
export function lockDueHosts(tx: Transaction, limit: number, delayMs: number) {
  return tx.query<{
    host: string
    next_request_at: string
    crawl_delay_ms: number
    failures: number
    failed_at: string | null
  }>(
    `select h.host, ${nextRequestAt} as next_request_at, h.crawl_delay_ms, h.failures, h.failed_at from crawl_hosts h
     where h.due_at <= $1 order by h.due_at limit $2 for update skip locked`,
    [tx.now, limit, delayMs],
  )
}

/** The next pages of hosts that are locked, at most so many of each. Domains take turns. */
export function lockNextPages(tx: Transaction, hosts: { host: string; count: number }[]) {
  return tx.query<{ host: string; domain_id: string; id: string }>(
    `select h.host, next.domain_id, next.id
     from unnest($2::text[], $3::integer[]) as h (host, count)
     cross join lateral (
       select p.domain_id, p.id
       from crawl_lanes l
       join domains d on d.id = l.domain_id and d.crawl_state = 'running' and d.archived_at is null
       join projects o on o.id = d.project_id and o.archived_at is null
       cross join lateral (
         select p.domain_id, p.id from pages p
         where p.domain_id = l.domain_id and p.host = l.host and p.status = 'queued' and p.due_at <= $1
         order by p.depth, p.id limit h.count for update skip locked
       ) p
       where l.host = h.host and l.due_at <= $1
       order by l.served_at limit h.count
     ) next`,
    [tx.now, hosts.map(({ host }) => host), hosts.map(({ count }) => count)],
  )
}

export async function updateClaimed(
  tx: Transaction,
  holder: string,
  leaseEnds: Date,
  claims: { host: string; domain_id: string; id: string }[],
): Promise<ClaimedPage[]> {
  const hosts = [...new Set(claims.map(({ host }) => host))]
  return tx.query<ClaimedPage>(
    `with claim as (select * from unnest($4::uuid[], $5::uuid[], $6::text[]) as c (domain_id, id, host)),
     held as (update crawl_hosts set holder = $1, due_at = $2 where host = any($7::text[])),
     served as (
       update crawl_lanes l set served_at = $3 from (select distinct domain_id, host from claim) c
       where l.domain_id = c.domain_id and l.host = c.host
     )
     update pages p set due_at = $2, fence = p.fence + 1
     from claim c
     join domains d on d.id = c.domain_id
     join gates g on g.domain_id = c.domain_id
     left join lateral (
       select jsonb_build_object('id', r.id, 'template', r.template, 'version', r.version, 'status', r.status,
         'created_at', r.created_at, 'rules', r.rules) as recipe
       from pages q join recipes r on r.domain_id = q.domain_id and r.template = q.group_key and r.status <> 'invalid'
       where q.domain_id = c.domain_id and q.id = c.id
     ) r on true
     where p.domain_id = c.domain_id and p.id = c.id
     returning d.project_id, p.domain_id, p.id, p.run_id, p.url, p.host, p.depth, p.fence, p.source_id, p.source_host, p.group_key, p.found_in,
       p.fetch_failures, p.model_failures, p.before_status, p.etag, p.last_modified, p.bytes_hash, p.content_hash,
       p.read_at, p.read_mode, p.read_status, p.gate_version, g.published_version, d.attributes_added_at, d.ontology,
       r.recipe`,
    [
      ...[holder, leaseEnds, tx.now],
      claims.map(({ domain_id }) => domain_id),
      claims.map(({ id }) => id),
      claims.map(({ host }) => host),
      hosts,
    ],
  )
}

/** Nothing of these hosts may be taken now: when it may, or that nothing is left. Their locks are held. */
export async function updateHostsWithoutWork(tx: Transaction, hosts: string[]): Promise<void> {
  await tx.query(
    `update crawl_lanes l set due_at = (
       select min(p.due_at) from pages p where p.domain_id = l.domain_id and p.host = l.host and p.status = 'queued'
     ) where l.host = any($1::text[]) and l.due_at <= $2`,
    [hosts, tx.now],
  )
  await tx.query(
    `update crawl_hosts h set holder = null, due_at = (
       select case when min(l.due_at) is not null then greatest(min(l.due_at), h.next_request_at) end from crawl_lanes l
       join domains d on d.id = l.domain_id and d.crawl_state = 'running' and d.archived_at is null
       join projects o on o.id = d.project_id and o.archived_at is null
       where l.host = h.host and l.due_at > $2
     ) where h.host = any($1::text[])`,
    [hosts, tx.now],
  )
}

/**
 * After pages of the domain were queued on these hosts. Who holds one hears of it when it lets go. Those that were
 * asked for anew are believed to be reachable again.
 */
export async function openHosts(tx: Transaction, domainId: string, hosts: string[], asked: string[]): Promise<void> {
  const sorted = hosts.toSorted()
  await tx.query(
    `insert into crawl_hosts as h (host, next_request_at, due_at, crawl_delay_ms, failures)
     select n.host, $2, $2, 0, 0 from unnest($1::text[]) with ordinality as n (host, place) order by n.place
     on conflict (host) do update set
       due_at = case when h.holder is null then least(h.due_at, greatest(h.next_request_at, $2)) else h.due_at end,
       failures = case when h.host = any($3::text[]) then 0 else h.failures end`,
    [sorted, tx.now, asked],
  )
  await tx.query(
    `insert into crawl_lanes as l (domain_id, host, due_at, served_at)
     select $1, n.host, $3, $3 from unnest($2::text[]) with ordinality as n (host, place) order by n.place
     on conflict (domain_id, host) do update set due_at = least(l.due_at, $3)`,
    [domainId, sorted, tx.now],
  )
}

/** Opens the hosts of a domain that may go on. */
export async function selectLaneHosts(tx: Transaction, domainId: string): Promise<string[]> {
  const rows = await tx.query<{ host: string }>(
    'select host from crawl_lanes where domain_id = $1 and due_at is not null',
    [domainId],
  )
  return rows.map(({ host }) => host)
}

/** The safety net under every notice: hosts with something to do that nobody has marked. */
export async function updateForgottenHosts(db: Queryable, now: Date): Promise<void> {
  await db.query(
    `with forgotten as (
       select host from crawl_hosts where due_at is null and host in (
         select l.host from crawl_lanes l
         join domains d on d.id = l.domain_id and d.crawl_state = 'running' and d.archived_at is null
         join projects o on o.id = d.project_id and o.archived_at is null
         where l.due_at is not null
       ) order by host for update skip locked
     )
     update crawl_hosts h set due_at = greatest(h.next_request_at, $1) from forgotten where h.host = forgotten.host`,
    [now],
  )
}

export interface HostRelease {
  host: string
  next_request_at: Date
  crawl_delay_ms: number
  /** Whether the host could be reached; null when it was not tried. */
  has_answered: boolean | null
}

/** What a worker held and no longer needs. The next claim finds out whether there is more. */
export async function updateHostsReleased(
  db: Queryable,
  holder: string,
  now: Date,
  hosts: HostRelease[],
): Promise<void> {
  await db.query(
    `with released as (
       select h.host, o.next_request_at, o.crawl_delay_ms, o.has_answered
       from jsonb_to_recordset($3::jsonb) as o (host text, next_request_at timestamptz, crawl_delay_ms integer,
         has_answered boolean)
       join crawl_hosts h on h.host = o.host where h.holder = $1 order by h.host for update of h
     )
     update crawl_hosts h set holder = null, due_at = greatest(o.next_request_at, $2),
       next_request_at = o.next_request_at, crawl_delay_ms = o.crawl_delay_ms,
       failures = case when o.has_answered then 0 when o.has_answered is null then h.failures else h.failures + 1 end,
       failed_at = case when not o.has_answered then $2 else h.failed_at end
     from released o where h.host = o.host`,
    [holder, now, JSON.stringify(hosts)],
  )
}

/** Takes a host that is not the page's own, for a redirect. Undefined while somebody else has it. */
export async function borrowHost(
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

/** Leases of hosts go on while the process lives. Says which are still its own. */
export async function updateHostLeases(
  db: Queryable,
  holder: string,
  leaseEnds: Date,
  hosts: string[],
): Promise<Set<string>> {
  const rows = await db.query<{ host: string }>(
    `with held as (select host from crawl_hosts where holder = $1 and host = any($3::text[]) order by host for update)
     update crawl_hosts h set due_at = $2 from held where h.host = held.host returning h.host`,
    [holder, leaseEnds, hosts],
  )
  return new Set(rows.map(({ host }) => host))
}

/** And those of pages. What is locked is being written: its lease is over in a moment. */
export async function updatePageLeases(
  db: Queryable,
  leaseEnds: Date,
  pages: { domain_id: string; id: string; fence: number }[],
): Promise<void> {
  await db.query(
    `with held as (
       select p.domain_id, p.id from unnest($2::uuid[], $3::uuid[], $4::integer[]) as o (domain_id, id, fence)
       join pages p on p.domain_id = o.domain_id and p.id = o.id and p.fence = o.fence and p.status = 'queued'
       for update of p skip locked
     )
     update pages p set due_at = $1 from held where p.domain_id = held.domain_id and p.id = held.id`,
    [leaseEnds, pages.map(({ domain_id }) => domain_id), pages.map(({ id }) => id), pages.map(({ fence }) => fence)],
  )
}

/** When the next host comes due. */
export async function selectNextDue(db: Queryable): Promise<Date | undefined> {
  const [row] = await db.query<{ due_at: string | null }>('select min(due_at) as due_at from crawl_hosts')
  return row?.due_at ? new Date(row.due_at) : undefined
}
