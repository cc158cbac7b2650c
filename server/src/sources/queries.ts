import { type DueRecrawl, firstRecrawl } from '../domains/recrawl-times.ts'
import type { Queryable, Transaction } from '../platform/db/database.ts'

export interface SourceRow {
  id: string
  url: string
  host: string
}

export async function insertSources(tx: Transaction, domainId: string, sources: SourceRow[]): Promise<void> {
  await tx.query(
    `insert into sources (domain_id, id, url, host, created_at)
     select $1::uuid, n.id, n.url, n.host, $5::timestamptz from unnest($2::uuid[], $3::text[], $4::text[]) as n (id, url, host)
     on conflict (domain_id, url) do nothing`,
    [domainId, sources.map(({ id }) => id), sources.map(({ url }) => url), sources.map(({ host }) => host), tx.now],
  )
}

interface ListedSource extends SourceRow {
  created_at: string
  pages_seen: number
  pages_extracted: number
  recrawl_every: number | null
  next_recrawl_at: string | null
}

/** In the order of the addresses. */
export function selectSourcesByUrl(tx: Transaction, domainId: string, urls: string[]): Promise<SourceRow[]> {
  return tx.query<SourceRow>(
    `select s.id, s.url, s.host from unnest($2::text[]) with ordinality as u (url, ordinal)
     join sources s on s.domain_id = $1 and s.url = u.url order by u.ordinal`,
    [domainId, urls],
  )
}

export async function selectSource(tx: Transaction, domainId: string, id: string): Promise<SourceRow | undefined> {
  const [row] = await tx.query<SourceRow>('select id, url, host from sources where domain_id = $1 and id = $2', [
    domainId,
    id,
  ])
  return row
}

/** A page that is queued again counts with its earlier status. The next time is that of the schedule that holds for the source. */
export function selectSources(db: Queryable, domainId: string, options: { before: string | undefined; limit: number }) {
  return db.query<ListedSource>(
    `select s.id, s.url, s.created_at, s.host, p.pages_seen, p.pages_extracted, s.recrawl_every,
       case when d.archived_at is not null or d.crawl_state = 'paused' then null
         when s.recrawl_every is null then d.next_recrawl_at else s.next_recrawl_at end as next_recrawl_at
     from sources s join domains d on d.id = s.domain_id cross join lateral (
       select count(*) as pages_seen,
         count(*) filter (where coalesce(p.before_status, p.status) = 'extracted') as pages_extracted
       from pages p where p.domain_id = s.domain_id and p.source_id = s.id
     ) p
     where s.domain_id = $1 and ($2::uuid is null or s.id < $2) order by s.id desc limit $3`,
    [domainId, options.before ?? null, options.limit],
  )
}

/** Sources without a page under their address or an alias, or with a cancelled one; oldest first. */
export function selectSourcesWithoutPage(tx: Transaction, domainId: string, limit: number): Promise<SourceRow[]> {
  return tx.query<SourceRow>(
    `select s.id, s.url, s.host from sources s where s.domain_id = $1
       and not exists (select from pages p where p.domain_id = $1 and p.url = s.url
         and not (p.status = 'skipped' and p.error_code = 'run_cancelled'))
       and not exists (select from page_aliases a where a.domain_id = $1 and a.url = s.url)
     order by s.id limit $2`,
    [domainId, limit],
  )
}

/** False when there is no such source. One whose schedule stays as it is keeps its next time. */
export async function updateSourceRecrawl(
  tx: Transaction,
  domainId: string,
  id: string,
  every: number | null,
): Promise<boolean> {
  const rows = await tx.query(
    `update sources set recrawl_every = $3,
       next_recrawl_at = case when recrawl_every is distinct from $3 then $4 else next_recrawl_at end
     where domain_id = $1 and id = $2 returning id`,
    [domainId, id, every, every ? firstRecrawl(id, every, tx.now) : null],
  )
  return rows.length === 1
}

/** The source of the domain whose own schedule is due for the longest time, locked with its domain. */
export async function lockDueSource(
  tx: Transaction,
  domainId: string,
): Promise<(DueRecrawl & { source_id: string }) | undefined> {
  const [row] = await tx.query<DueRecrawl & { source_id: string }>(
    `select d.project_id, d.id as domain_id, s.id as source_id, s.next_recrawl_at as due_at, s.recrawl_every as every
     from sources s join domains d on d.id = s.domain_id
     where s.domain_id = $2 and s.next_recrawl_at <= $1 and d.project_id is not null and d.archived_at is null
       and d.crawl_state <> 'paused'
       and exists (select from projects p where p.id = d.project_id and p.archived_at is null)
     order by s.next_recrawl_at, s.id limit 1 for no key update of d, s skip locked`,
    [tx.now, domainId],
  )
  return row
}

/** When the first schedule of a domain, its own or that of a source, is due. */
export async function selectNextRecrawl(tx: Transaction, domainId: string): Promise<string | null> {
  const [row] = await tx.query<{ due_at: string | null }>(
    `select least(d.next_recrawl_at, (select min(s.next_recrawl_at) from sources s where s.domain_id = $1)) as due_at
     from domains d where d.id = $1 and d.project_id is not null`,
    [domainId],
  )
  return row?.due_at ?? null
}

export async function updateSourceNext(tx: Transaction, domainId: string, id: string, nextAt: Date): Promise<void> {
  await tx.query('update sources set next_recrawl_at = $3 where domain_id = $1 and id = $2', [domainId, id, nextAt])
}

export async function deleteSourceRow(tx: Transaction, domainId: string, id: string): Promise<boolean> {
  const rows = await tx.query('delete from sources where domain_id = $1 and id = $2 returning id', [domainId, id])
  return rows.length === 1
}
