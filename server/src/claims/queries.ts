import type { Queryable, Transaction } from '../platform/db/database.ts'
import { storableJson } from '../platform/db/storable-json.ts'
import type { ChangedClaim, ClaimLink, ClaimRow, StoredClaim } from './stored-claim.ts'

/** The live claims of the pages. */
export function selectLiveClaims(db: Queryable, domainId: string, pageIds: string[]): Promise<ClaimRow[]> {
  return db.query<ClaimRow>(
    `select id, page_id, fact_key, type, fact, quote, quote_start, quote_end, block_hash, list, origin, mode, model
     from claims where domain_id = $1 and page_id = any($2::uuid[]) and retracted_at is null
     order by page_id, quote_start, id`,
    [domainId, pageIds],
  )
}

/** The live claims of these pages, with the rows that they are linked to. */
export function selectLinkedClaims(
  tx: Transaction,
  domainId: string,
  pageIds: string[],
): Promise<(ClaimRow & ClaimLink & { host: string })[]> {
  return tx.query(
    `select id, page_id, fact_key, type, fact, quote, quote_start, quote_end, block_hash, list, origin, mode, model, entity_id,
       relationship_id, host
     from claims where domain_id = $1 and page_id = any($2::uuid[]) and retracted_at is null
     order by page_id, quote_start, id`,
    [domainId, pageIds],
  )
}

export interface LinkedRow extends ClaimLink {
  id: string
  page_id: string
  fact_key: string
  host: string
  origin: StoredClaim['origin']
  list: number | null
}

/** The live facts of these pages, and the rows that they are linked to. */
export function selectLinks(tx: Transaction, domainId: string, pageIds: string[]): Promise<LinkedRow[]> {
  return tx.query<LinkedRow>(
    `select id, page_id, fact_key, entity_id, relationship_id, host, origin, list
     from claims where domain_id = $1 and page_id = any($2::uuid[]) and retracted_at is null`,
    [domainId, pageIds],
  )
}

export function updateClaimsRetracted(tx: Transaction, domainId: string, ids: string[]): Promise<ChangedClaim[]> {
  return tx.query<ChangedClaim>(
    `update claims set retracted_at = $3 where domain_id = $1 and id = any($2::uuid[])
     returning page_id, type, fact, list, origin, entity_id, relationship_id, host, observed_at`,
    [domainId, ids, tx.now],
  )
}

const moved = `returning page_id, type, fact, list, origin, entity_id, relationship_id, host, observed_at, retracted_at`
type MovedRow = ChangedClaim & { retracted_at: string | null }
const liveOf = (rows: MovedRow[]): ChangedClaim[] => rows.filter(({ retracted_at }) => retracted_at === null)

export async function updateEntityOfClaims(
  tx: Transaction,
  domainId: string,
  from: string,
  to: string,
  ids: string[] | null,
): Promise<ChangedClaim[]> {
  const rows = await tx.query<MovedRow>(
    `update claims set entity_id = $3
     where domain_id = $1 and entity_id = $2 and ($4::uuid[] is null or id = any($4)) ${moved}`,
    [domainId, from, to, ids],
  )
  return liveOf(rows)
}

export async function updateRelationshipOfClaims(
  tx: Transaction,
  domainId: string,
  from: string,
  to: string,
  pageIds: string[] | null,
): Promise<ChangedClaim[]> {
  const rows = await tx.query<MovedRow>(
    `update claims set relationship_id = $3
     where domain_id = $1 and relationship_id = $2 and ($4::uuid[] is null or page_id = any($4)) ${moved}`,
    [domainId, from, to, pageIds],
  )
  return liveOf(rows)
}

/** Returns how many claims were deleted. */
export async function deleteClaimsRetractedBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await tx.query(
    `delete from claims where domain_id = $1 and id = any(array(
       select id from claims where domain_id = $1 and retracted_at < $2 order by retracted_at limit $3)) returning 1`,
    [domainId, before, limit],
  )
  return rows.length
}

export interface NewClaim extends StoredClaim, ClaimLink {
  id: string
  page_id: string
  host: string
  run_id: string | null
  gate_version: number
}

/** A fact that the page has already keeps its row, and gets its new position. */
export async function upsertClaims(tx: Transaction, domainId: string, claims: NewClaim[]): Promise<void> {
  await tx.query(
    `insert into claims as c (domain_id, id, page_id, fact_key, type, fact, quote, quote_start, quote_end, block_hash, list,
       origin, mode, model, run_id, gate_version, observed_at, entity_id, relationship_id, host)
     select $1::uuid, n.id, n.page_id, n.fact_key, n.type, n.fact, n.quote, n.quote_start, n.quote_end, n.block_hash, n.list,
       n.origin, n.mode, n.model, n.run_id, n.gate_version, $2::timestamptz, n.entity_id, n.relationship_id, n.host
     from jsonb_to_recordset($3::jsonb) as n (id uuid, page_id uuid, fact_key text, type text, fact jsonb, quote text,
       quote_start integer, quote_end integer, block_hash text, list integer, origin text, mode text, model text, run_id uuid,
       gate_version integer, entity_id uuid, relationship_id uuid, host text)
     on conflict (domain_id, page_id, fact_key) where retracted_at is null do update set
       quote = excluded.quote, quote_start = excluded.quote_start, quote_end = excluded.quote_end,
       block_hash = excluded.block_hash, list = excluded.list, entity_id = excluded.entity_id, relationship_id = excluded.relationship_id,
       host = excluded.host
     where (c.quote, c.quote_start, c.quote_end, c.block_hash, c.list, c.entity_id, c.relationship_id, c.host) is distinct from
       (excluded.quote, excluded.quote_start, excluded.quote_end, excluded.block_hash, excluded.list, excluded.entity_id,
        excluded.relationship_id, excluded.host)`,
    [domainId, tx.now, storableJson(claims)],
  )
}
