import type { Queryable, Transaction } from '../platform/db/database.ts'
import type { StoredClaim } from './claims.ts'

export interface ClaimRow extends StoredClaim {
  id: string
  page_id: string
}

/** What the page says, as far as is known. */
export function selectLiveClaims(db: Queryable, domainId: string, pageIds: string[]): Promise<ClaimRow[]> {
  return db.query<ClaimRow>(
    `select id, page_id, fact_key, type, fact, quote, quote_start, quote_end, block_hash, origin, mode, model
     from claims where domain_id = $1 and page_id = any($2::uuid[]) and retracted_at is null
     order by page_id, quote_start, id`,
    [domainId, pageIds],
  )
}

/** Those of these pages that are not among the facts of now. */
export async function updateClaimsRetracted(
  tx: Transaction,
  domainId: string,
  pageIds: string[],
  now: { page_id: string; fact_key: string }[],
): Promise<void> {
  await tx.query(
    `update claims c set retracted_at = $3
     where c.domain_id = $1 and c.page_id = any($2::uuid[]) and c.retracted_at is null and not exists (
       select from unnest($4::uuid[], $5::text[]) as n (page_id, fact_key)
       where n.page_id = c.page_id and n.fact_key = c.fact_key
     )`,
    [domainId, pageIds, tx.now, now.map(({ page_id }) => page_id), now.map(({ fact_key }) => fact_key)],
  )
}

export interface NewClaim extends StoredClaim {
  id: string
  page_id: string
  run_id: string | null
  gate_version: number
}

/** A fact that the page says already keeps its row, and stands where it stands now. */
export async function upsertClaims(tx: Transaction, domainId: string, claims: NewClaim[]): Promise<void> {
  await tx.query(
    `insert into claims as c (domain_id, id, page_id, fact_key, type, fact, quote, quote_start, quote_end, block_hash,
       origin, mode, model, run_id, gate_version, observed_at)
     select $1, n.id, n.page_id, n.fact_key, n.type, n.fact, n.quote, n.quote_start, n.quote_end, n.block_hash,
       n.origin, n.mode, n.model, n.run_id, n.gate_version, $2
     from jsonb_to_recordset($3::jsonb) as n (id uuid, page_id uuid, fact_key text, type text, fact jsonb, quote text,
       quote_start integer, quote_end integer, block_hash text, origin text, mode text, model text, run_id uuid,
       gate_version integer)
     on conflict (domain_id, page_id, fact_key) where retracted_at is null do update set
       quote = excluded.quote, quote_start = excluded.quote_start, quote_end = excluded.quote_end,
       block_hash = excluded.block_hash
     where (c.quote, c.quote_start, c.quote_end, c.block_hash) is distinct from
       (excluded.quote, excluded.quote_start, excluded.quote_end, excluded.block_hash)`,
    [domainId, tx.now, storableJson(claims)],
  )
}

/** What strangers write may hold what jsonb cannot: NUL, and halves of surrogate pairs. */
function storableJson(value: unknown): string {
  const json = JSON.stringify(value)
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return JSON.stringify(value, (_key, inner) =>
    typeof inner === 'string' ? inner.replaceAll('\0', '\ufffd').toWellFormed() : inner,
  )
}
