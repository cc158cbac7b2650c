import type { QuotaName } from '@polegraph/contract/quotas.ts'
import type { Queryable } from '../platform/db/database.ts'

interface CountStatements {
  /** `$1` is where counting may end, `$2` the owner. */
  own: string
  total: string
}

const rowsOf = (table: string, owner: string, condition = 'true'): CountStatements => {
  const upTo = (where: string) =>
    `select count(*) from (select 1 from ${table} where ${where} and ${condition} limit $1) counted`
  return { own: upTo(`${owner} = $2`), total: upTo('true') }
}

/** `bytes` in megabytes, at most `$1`. */
const megabytes = (bytes: string) => `least($1::double precision, (coalesce(sum(${bytes}), 0) / 1e6)::double precision)`
const gateMb = megabytes('pg_column_size(rules) + pg_column_size(note) + 100')
const importedMb = megabytes('i.bytes')
const curatedMb = megabytes('curated_bytes')

/** Quotas that a call can reach. Streams are counted where they are open, pages and text also while a crawl goes on. */
export const countStatements: Partial<Record<QuotaName, CountStatements>> = {
  projects: {
    own: `select count(*) from (select 1 from members where user_id = $2 and role = 'owner' limit $1) counted`,
    total: 'select count(*) from (select 1 from projects limit $1) counted',
  },
  keys: rowsOf('api_keys', 'project_id', 'revoked_at is null'),
  invites: rowsOf('invites', 'project_id', 'accepted_at is null and expires_at > now()'),
  domains: rowsOf('domains', 'project_id', 'project_id is not null'),
  gate_drafts: rowsOf('gate_versions', 'domain_id', 'published_at is null'),
  // The stored size of a value is known without reading it. A row has some hundred bytes beside its values.
  gate_mb: {
    own: `select ${gateMb} as count from gate_versions where domain_id = $2`,
    total: `select ${gateMb} as count from gate_versions`,
  },
  curated_mb: {
    own: `select ${curatedMb} as count from domains where project_id = $2`,
    total: `select ${curatedMb} as count from domains where project_id is not null`,
  },
  imported_mb: {
    own: `select ${importedMb} as count from imports i join domains d on d.id = i.domain_id where d.project_id = $2`,
    total: `select ${importedMb} as count from imports i`,
  },
  // Counted as they are made: counting a million rows for each change would take longer than the change.
  curations: {
    own: 'select least($1, curations) as count from domains where id = $2',
    total: 'select least($1, coalesce(sum(curations), 0)) as count from domains where project_id is not null',
  },
  feedback: rowsOf('feedback', 'project_id'),
  sessions: rowsOf('sessions', 'user_id', 'expires_at > now()'),
  pages: {
    own: 'select least($1, coalesce(sum(page_count), 0)) as count from domains where project_id = $2',
    total: 'select least($1, coalesce(sum(page_count), 0)) as count from domains where project_id is not null',
  },
}

export interface HoldingDomain {
  id: string
  project_id: string
  page_count: number
  crawls: boolean
}

/** All domains, with how many pages they hold. */
export function selectHoldings(db: Queryable): Promise<HoldingDomain[]> {
  return db.query(
    `select id, project_id, page_count, crawl_state = 'running' as crawls from domains
     where project_id is not null and page_count > 0`,
  )
}

/** The length of a text is read without the text: it stands in its row. */
export async function selectTextMb(db: Queryable, domainId: string): Promise<number> {
  const [row] = await db.query<{ mb: number }>(
    `select (coalesce(sum(octet_length(text)), 0) / 1e6)::double precision as mb from page_texts where domain_id = $1`,
    [domainId],
  )
  return row?.mb ?? 0
}
