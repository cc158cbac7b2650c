import type { Transaction } from '../../../platform/db/database.ts'

const pairArrays = (pairs: [string, string][]) => [pairs.map(([a]) => a), pairs.map(([, b]) => b)]

/** Those of the pairs that a live relationship connects which is said plainly, with its type. */
export function selectRelatedApart(tx: Transaction, domainId: string, pairs: [string, string][], without: string[]) {
  return tx.query<{ a: string; b: string; type: string }>(
    `select distinct p.a, p.b, r.type from unnest($2::uuid[], $3::uuid[]) as p (a, b) cross join lateral (
       select id, word as type from relationships where domain_id = $1 and from_id = p.a and to_id = p.b and certainty = 'said'
       union all
       select id, word as type from relationships where domain_id = $1 and from_id = p.b and to_id = p.a and certainty = 'said'
     ) r
     where r.type <> all($4::text[]) and exists (
       select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
     order by p.a, p.b, r.type`,
    [domainId, ...pairArrays(pairs), without],
  )
}

export interface ListedRow {
  id: string
  page_id: string
  list: number
  block_hash: string
}

/** The rows of lists that name these subjects, at most `most` of each. */
export function selectListedRows(tx: Transaction, domainId: string, ids: string[], most: number) {
  return tx.query<ListedRow>(
    `select n.id, c.page_id, c.list, c.block_hash from unnest($2::uuid[]) as n (id) cross join lateral (
       select page_id, list, block_hash from claims
       where domain_id = $1 and entity_id = n.id and list is not null and retracted_at is null limit $3
     ) c`,
    [domainId, ids, most],
  )
}
