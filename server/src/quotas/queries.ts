import type { QuotaName } from '@polegraph/contract/quotas.ts'
import type { Queryable } from '../platform/db/database.ts'

interface CountStatements {
  /** `$1` is where counting may end, `$2` the owner. */
  own: string
  total: string
}

const rowsOf = (table: string, owner: string, condition = 'true'): CountStatements => {
  const upTo = (where: string) =>
    `select count(*) from (select from ${table} where ${where} and ${condition} limit $1) counted`
  return { own: upTo(`${owner} = $2`), total: upTo('true') }
}

/** Quotas that a call can reach. Streams are counted where they are open, pages and text also while a crawl goes on. */
export const countStatements: Partial<Record<QuotaName, CountStatements>> = {
  projects: {
    own: `select count(*) from (select from members where user_id = $2 and role = 'owner' limit $1) counted`,
    total: 'select count(*) from (select from projects limit $1) counted',
  },
  keys: rowsOf('api_keys', 'project_id', 'revoked_at is null'),
  invites: rowsOf('invites', 'project_id', 'accepted_at is null and expires_at > now()'),
  domains: rowsOf('domains', 'project_id', 'project_id is not null'),
  gate_drafts: rowsOf('gate_versions', 'domain_id', 'published_at is null'),
  feedback: rowsOf('feedback', 'project_id'),
  sessions: rowsOf('sessions', 'user_id', 'expires_at > now()'),
  pages: {
    own: 'select least($1, coalesce(sum(page_count), 0)) as count from domains where project_id = $2',
    total: 'select least($1, coalesce(sum(page_count), 0)) as count from domains where project_id is not null',
  },
}

export interface StoredByProject {
  project_id: string
  pages: number
  text_mb: number
}

/**
 * Projects that crawl now, with what all their domains hold. The length of a text is read without the text: it stands in
 * its row.
 */
export function selectStored(db: Queryable): Promise<StoredByProject[]> {
  return db.query(
    `select d.project_id, sum(d.page_count)::bigint as pages, coalesce(sum(t.mb), 0)::double precision as text_mb
     from domains d
     left join lateral (
       select sum(octet_length(p.text)) / 1e6 as mb from page_texts p where p.domain_id = d.id) t on true
     where d.project_id in (select c.project_id from domains c where c.crawl_state = 'running')
     group by d.project_id`,
  )
}

/** How much all projects hold. */
export async function selectStoredInAll(db: Queryable): Promise<Omit<StoredByProject, 'project_id'>> {
  const [row] = await db.query<Omit<StoredByProject, 'project_id'>>(
    `select (select coalesce(sum(page_count), 0) from domains where project_id is not null)::bigint as pages,
       (select coalesce(sum(octet_length(text)), 0) / 1e6 from page_texts)::double precision as text_mb`,
  )
  return row ?? { pages: 0, text_mb: 0 }
}

export function selectCrawling(db: Queryable, projectIds: string[]): Promise<{ id: string }[]> {
  return db.query(`select id from domains where project_id = any($1::uuid[]) and crawl_state = 'running' order by id`, [
    projectIds,
  ])
}
