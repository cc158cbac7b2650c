import { limits } from '@polegraph/contract/limits.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { isContradicted, isUncontested, kindOfReason, pairsOf } from '../list-queries.ts'

export interface ReviewCounts {
  duplicates: number
  merges: number
  contradictions: number
  tombstones: number
  audit: number
}

export async function selectReviewCounts(db: Queryable, domainId: string): Promise<ReviewCounts> {
  const counted = (from: string) => `(select count(*)::integer from (${from} limit ${limits.review_counted}) n)`
  const [row] = await db.query<ReviewCounts>(
    `select ${counted(`select from (${pairsOf('pending')}) d`)} as duplicates,
       ${counted(`select from merges g join entities t on t.domain_id = $1 and t.id = g.target_id
         join entities s on s.domain_id = $1 and s.id = g.source_id
         where g.domain_id = $1 and g.reverted_at is null and t.tombstone_id is null and s.tombstone_id is null`)} as merges,
       ${counted(`select from entities h where h.domain_id = $1 and h.is_shown and ${isContradicted}`)} as contradictions,
       ${counted('select from tombstones where domain_id = $1 and lifted_at is null')} as tombstones,
       ${counted('select from audit where domain_id = $1')} as audit`,
    [domainId, 'pending'],
  )
  return row as ReviewCounts
}

export interface PairReason {
  because: string
  is_against: boolean
  pairs: number
  uncontested: number
}

/** What the pairs that wait have in common, by reasons without their values. */
export function selectPairReasons(db: Queryable, domainId: string, limit: number): Promise<PairReason[]> {
  return db.query(
    `select r.because, bool_or(r.is_against) as is_against, count(*)::integer as pairs,
       (count(*) filter (where ${isUncontested('d')}))::integer as uncontested
     from (${pairsOf('pending')}) d cross join lateral (
       select ${kindOfReason('n.reason')} as because, bool_or(n.reason = any(d.against)) as is_against
       from unnest(d.reasons) as n (reason) group by 1
     ) r
     group by r.because order by count(*) desc, r.because limit $3`,
    [domainId, 'pending', limit],
  )
}

/** The entries of a batch that hold still, the latest first. */
export function selectBatch(
  tx: Transaction,
  domainId: string,
  batchId: string,
): Promise<{ id: string; actor: string; holds: boolean }[]> {
  return tx.query(
    `select id, actor, undone_by is null as holds from audit where domain_id = $1 and batch_id = $2 order by seq desc`,
    [domainId, batchId],
  )
}
