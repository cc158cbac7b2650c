import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { type GroupRecord, isDoubtedInSql } from './trap-score.ts'

export interface GroupRow extends GroupRecord {
  id: string
  host: string
  text_sketch: Buffer | null
}

export function selectGroups(tx: Queryable, domainId: string, keys: string[]): Promise<GroupRow[]> {
  return tx.query<GroupRow>(
    `select key, id, host, open, settled, novel, varied, openers, grew, trap_score, maze_score, deepest, quiet, links, links_known,
       links_known_least, is_released, text_sketch
     from page_groups where domain_id = $1 and key = any($2::text[])`,
    [domainId, keys],
  )
}

export async function upsertGroups(tx: Transaction, domainId: string, groups: GroupRow[]): Promise<void> {
  await tx.query(
    `insert into page_groups (domain_id, key, id, host, open, settled, novel, varied, openers, grew, trap_score, maze_score, deepest,
       quiet, links, links_known, links_known_least, is_released, text_sketch)
     select $1::uuid, n.key, n.id, n.host, n.open, n.settled, n.novel, n.varied, n.openers, n.grew, n.trap_score, n.maze_score, n.deepest,
       n.quiet, n.links, n.links_known, n.links_known_least, n.is_released, decode(n.text_sketch, 'base64')
     from jsonb_to_recordset($2::jsonb) as n (key text, id uuid, host text, open integer, settled integer,
       novel integer, varied integer, openers integer, grew integer, trap_score integer, maze_score integer, deepest integer, quiet integer,
       links integer, links_known integer, links_known_least integer, is_released boolean, text_sketch text)
     on conflict (domain_id, key) do update set open = excluded.open, settled = excluded.settled,
       novel = excluded.novel, varied = excluded.varied, openers = excluded.openers, grew = excluded.grew, trap_score = excluded.trap_score,
       maze_score = excluded.maze_score, deepest = excluded.deepest, quiet = excluded.quiet, links = excluded.links, links_known = excluded.links_known,
       links_known_least = excluded.links_known_least, is_released = excluded.is_released,
       text_sketch = excluded.text_sketch`,
    [
      domainId,
      JSON.stringify(groups.map((group) => ({ ...group, text_sketch: group.text_sketch?.toString('base64') ?? null }))),
    ],
  )
}

/** The doubted groups of a domain. */
export async function selectDoubtedKeys(tx: Queryable, domainId: string): Promise<string[]> {
  const rows = await tx.query<{ key: string }>(
    `select key from page_groups where domain_id = $1 and ${isDoubtedInSql}`,
    [domainId],
  )
  return rows.map(({ key }) => key)
}

export function selectGroupNames(tx: Transaction, domainId: string) {
  return tx.query<{ id: string; key: string; host: string }>(
    'select id, key, host from page_groups where domain_id = $1 order by key',
    [domainId],
  )
}

export interface SiteRow {
  host: string
  is_landing: boolean
  common_blocks: Buffer | null
  groups: number
  /** The scores of its groups together, and its pages that said something new. */
  trap_score: number
  novel: number
  /** Pages of the group that said the same as others, and had structured data of their own. */
  varied: number
  text_sketch: Buffer | null
}

export function selectSites(tx: Queryable, domainId: string, hosts: string[]): Promise<SiteRow[]> {
  return tx.query<SiteRow>(
    `select host, is_landing, common_blocks, groups, trap_score, novel, varied, text_sketch from sites
     where domain_id = $1 and host = any($2::text[])`,
    [domainId, hosts],
  )
}

export async function upsertSites(tx: Transaction, domainId: string, sites: SiteRow[]): Promise<void> {
  await tx.query(
    `insert into sites (domain_id, host, is_landing, common_blocks, groups, trap_score, novel, varied, text_sketch)
     select $1::uuid, n.host, n.is_landing, decode(n.common_blocks, 'base64'), n.groups, n.trap_score, n.novel, n.varied,
       decode(n.text_sketch, 'base64')
     from jsonb_to_recordset($2::jsonb) as n (host text, is_landing boolean, common_blocks text, groups integer,
       trap_score integer, novel integer, varied integer, text_sketch text)
     on conflict (domain_id, host) do update set is_landing = excluded.is_landing,
       common_blocks = excluded.common_blocks, groups = excluded.groups, trap_score = excluded.trap_score,
       novel = excluded.novel, varied = excluded.varied, text_sketch = excluded.text_sketch`,
    [
      domainId,
      JSON.stringify(
        sites.map((site) => ({
          ...site,
          common_blocks: site.common_blocks?.toString('base64') ?? null,
          text_sketch: site.text_sketch?.toString('base64') ?? null,
        })),
      ),
    ],
  )
}

/** The sample of blocks that repeat on the pages of a host, as far as they were seen. */
export async function selectCommonBlocks(db: Queryable, domainId: string, host: string): Promise<Buffer | null> {
  const [row] = await db.query<{ common_blocks: Buffer | null }>(
    'select common_blocks from sites where domain_id = $1 and host = $2',
    [domainId, host],
  )
  return row?.common_blocks ?? null
}

/** The groups that have pages with these contents. */
export function selectKnownContents(tx: Transaction, domainId: string, hashes: string[]) {
  return tx.query<{ content_hash: string; group_key: string; host: string }>(
    'select distinct content_hash, group_key, host from pages where domain_id = $1 and content_hash = any($2)',
    [domainId, hashes],
  )
}

/** The addresses among these that are pages, and were read. */
export async function selectReadAddresses(tx: Transaction, domainId: string, urls: string[]): Promise<string[]> {
  const rows = await tx.query<{ url: string }>(
    'select url from pages where domain_id = $1 and url = any($2) and read_at is not null',
    [domainId, urls],
  )
  return rows.map(({ url }) => url)
}
