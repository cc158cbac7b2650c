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

/** A page that is queued again counts with its earlier status. */
export function selectSources(db: Queryable, domainId: string, options: { before: string | undefined; limit: number }) {
  return db.query<SourceRow & { created_at: string; pages_seen: number; pages_extracted: number }>(
    `select s.id, s.url, s.created_at, s.host, p.pages_seen, p.pages_extracted
     from sources s cross join lateral (
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

export async function deleteSourceRow(tx: Transaction, domainId: string, id: string): Promise<boolean> {
  const rows = await tx.query('delete from sources where domain_id = $1 and id = $2 returning id', [domainId, id])
  return rows.length === 1
}
