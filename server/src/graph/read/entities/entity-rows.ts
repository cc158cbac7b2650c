import type { EntityDoc, RelationshipDoc } from '../../store/facts/documents.ts'
import type { GraphAt } from '../moment/graph-at.ts'

// Rows of the graph in the form of an answer.

interface EntityCounts {
  confidence: number
  relationship_count: number
  evidence_count: number
  source_count: number
  first_seen_at: string | null
  last_seen_at: string | null
}

export interface ShownEntityRow extends EntityCounts {
  id: string
  doc: EntityDoc
  /** Of an earlier time: in place of the columns of the same names. */
  counts?: EntityCounts
  merged_from: string[]
  created_at: string
  updated_at: string
}

export function entityColumns(at: GraphAt): string {
  return `e.id, e.doc, ${at.entityCounts},
    array(select m.id from (${at.membersOf('e.id')}) as m (id) where m.id <> e.id and (
      exists (select from claims c where c.domain_id = $1 and c.entity_id = m.id and ${at.holds('c')})
      or exists (select from pins p where p.domain_id = $1 and p.owner_id = m.id and p.field = '' and ${at.wasSet('p')})
    ) order by m.id) as merged_from,
    e.created_at, e.updated_at`
}

export function toEntity(row: ShownEntityRow) {
  const { id, doc, merged_from, created_at, updated_at } = row
  const { confidence, relationship_count, evidence_count, source_count, first_seen_at, last_seen_at } =
    row.counts ?? row
  return {
    id,
    ...doc,
    confidence,
    relationship_count,
    evidence_count,
    source_count,
    merged_from,
    first_seen_at,
    last_seen_at,
    created_at,
    updated_at,
  }
}

export interface NamedEntity {
  id: string
  kind: string
  name: string
}

export const namedEntityOf = (entity: string) =>
  `jsonb_build_object('id', ${entity}.id, 'kind', ${entity}.kind, 'name', ${entity}.doc ->> 'name')`

/** The same for a row of `entities` that may never have been shown: it takes the name from the claims. */
export const rowRefOf = (row: string) =>
  `jsonb_build_object('id', ${row}.id, 'kind', ${row}.kind, 'name', coalesce(${row}.doc ->> 'name',
     (select f.value #>> '{}' from facts f where f.domain_id = $1 and f.owner_id = ${row}.id and f.field in ('name', 'named')
      order by f.field, f.n desc, f.value_key limit 1), split_part(${row}.key, '|', 2)))`

export interface ShownRelationshipRow {
  id: string
  from: NamedEntity
  to: NamedEntity
  doc: RelationshipDoc
  confidence: number
  evidence_count: number
  source_count: number
  /** Of an earlier time: in place of the columns of the same names. */
  counts?: { confidence: number; evidence_count: number; source_count: number }
  created_at: string
  updated_at: string
}

/** Relationships `r` with their ends `f` (from) and `t` (to). */
export function relationshipRows(at: GraphAt, relationships: string): string {
  return `select r.id, ${namedEntityOf('f')} as "from", ${namedEntityOf('t')} as "to", r.doc, ${at.relationshipCounts},
      r.created_at, r.updated_at
    from ${relationships} r join ${at.entities} f on f.id = r.from_entity join ${at.entities} t on t.id = r.to_entity`
}

export function toRelationship({ doc, from, to, id, counts, ...row }: ShownRelationshipRow) {
  const { type, certainty, said_as, attributes, since, until, pinned } = doc
  const { confidence, evidence_count, source_count, ...rest } = { ...row, ...counts }
  const said = { type, certainty, said_as, attributes, since, until, pinned }
  return { id, from, to, ...said, confidence, evidence_count, source_count, ...rest }
}
