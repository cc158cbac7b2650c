import { quoteAddressOf, rowOf, sourceOf } from '../../../claims/quote-address.ts'
import type { StoredClaim } from '../../../claims/stored-claim.ts'
import { certaintyOf } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { cutPage, type ListedRows, type ListQuery, queryList, readCursor } from '../../../platform/http/keyset.ts'
import type { EntityFact, RelationshipFact } from '../../store/facts/mentions.ts'
import { GraphAt, type Moment } from '../moment/graph-at.ts'
import { fieldsOf, supports } from './claimed-fields.ts'

export interface EvidenceRow {
  id: string
  page_id: string
  url: string
  file: string | null
  row: number | null
  host: string
  quote: string
  start: number
  end: number
  mode: StoredClaim['mode']
  model: string | null
  run_id: string | null
  gate_version: number
  observed_at: string
  retracted_at: string | null
  fact: EntityFact | RelationshipFact
}

export interface EvidenceQuery extends ListQuery {
  field?: string[] | undefined
}

type Owner = { entity_id: string } | { relationship_id: string }

/** Live claims about an entity or a relationship, newest first. */
export async function listEvidence(db: Queryable, moment: Moment, owner: Owner, query: EvidenceQuery) {
  const [before] = readCursor(query.cursor, ['id']) ?? []
  const { rows, is_cut } = await selectEvidence(db, moment, owner, {
    before,
    field: query.field,
    limit: query.limit + 1,
  })
  const { page, next_cursor } = cutPage(rows, query.limit, (row) => [row.id], is_cut)
  return { evidence: page.map(toEvidence), next_cursor }
}

const toEvidence = ({ fact, ...row }: EvidenceRow) => ({ ...row, certainty: certaintyOf(fact), fields: fieldsOf(fact) })

export function selectEvidence(
  db: Queryable,
  moment: Moment,
  owner: Owner,
  { before, field, limit }: { before?: string | undefined; field?: string[] | undefined; limit: number },
): Promise<ListedRows<EvidenceRow>> {
  const at = new GraphAt(moment)
  const ofOwner =
    'entity_id' in owner
      ? `c.entity_id in (${at.membersOf(`${at.add(owner.entity_id)}::uuid`)})`
      : `c.relationship_id in (${at.relationshipMembersOf(`${at.add(owner.relationship_id)}::uuid`)})`
  return queryList<EvidenceRow>(
    db,
    `select c.id, c.page_id, ${quoteAddressOf('c', 'p')} as url, p.file, ${rowOf('c', 'p')} as row, c.host, c.quote, c.quote_start as start, c.quote_end as "end", c.mode, c.model,
       c.run_id, c.gate_version, c.observed_at, c.retracted_at, c.fact
     from claims c cross join ${sourceOf('c')} p
     where c.domain_id = $1 and ${ofOwner} and ${at.holds('c')} and ${field ? supports(at, field) : 'true'}
       and (${at.add(before ?? null)}::uuid is null or c.id < ${at.add(before ?? null)}::uuid)
     order by c.id desc limit ${at.add(limit)}`,
    at.values,
  )
}
