import type { Certainty } from '../../../facts/claim.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { storableJson } from '../../../platform/db/storable-json.ts'
import type { RelationshipDoc } from '../facts/documents.ts'
import { nextChange } from './queries.ts'

export interface StoredRelationshipRow {
  id: string
  from_id: string
  to_id: string
  /** The type that claims give it. */
  word: string
  certainty: Certainty
  type: string
  from_entity: string
  to_entity: string
  merged_into: string | null
  is_shown: boolean
  /** Empty until the relationship is shown for the first time. */
  doc: RelationshipDoc | Record<string, never>
  confidence: number
  evidence_count: number
  source_count: number
  tombstone_id: string | null
}

const columns = `r.id, r.from_id, r.to_id, r.word, r.certainty, r.type, r.from_entity, r.to_entity, r.merged_into, r.is_shown, r.doc,
  r.confidence, r.evidence_count, r.source_count, r.tombstone_id`

export interface RelationshipKey {
  from_id: string
  to_id: string
  word: string
  certainty: Certainty
}

const keyArrays = (keys: RelationshipKey[]) => [
  keys.map(({ from_id }) => from_id),
  keys.map(({ to_id }) => to_id),
  keys.map(({ word }) => word),
  keys.map(({ certainty }) => certainty),
]

export function selectRelationshipsByKey(
  tx: Transaction,
  domainId: string,
  keys: RelationshipKey[],
): Promise<StoredRelationshipRow[]> {
  return tx.query<StoredRelationshipRow>(
    `select ${columns} from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as k (from_id, to_id, word, certainty)
     join relationships r on r.domain_id = $1 and r.from_id = k.from_id and r.to_id = k.to_id and r.word = k.word
       and r.certainty = k.certainty`,
    [domainId, ...keyArrays(keys)],
  )
}

export async function insertRelationships(
  tx: Transaction,
  domainId: string,
  relationships: (RelationshipKey & { id: string; type: string; split_from?: string })[],
): Promise<void> {
  await tx.query(
    `insert into relationships (domain_id, id, from_id, to_id, word, certainty, type, from_entity, to_entity, is_shown, doc,
       confidence, evidence_count, source_count, created_at, updated_at, split_from, split_at)
     select $1::uuid, n.id, n.from_id, n.to_id, n.word, n.certainty, n.type, n.from_id, n.to_id, false, '{}'::jsonb, 0, 0, 0,
       $2::timestamptz, $2::timestamptz, n.split_from, case when n.split_from is not null then $2::timestamptz end
     from unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::text[], $9::uuid[])
       as n (id, from_id, to_id, word, certainty, type, split_from)`,
    [
      ...[domainId, tx.now, relationships.map(({ id }) => id), ...keyArrays(relationships)],
      relationships.map(({ type }) => type),
      relationships.map(({ split_from }) => split_from ?? null),
    ],
  )
}

/** These relationships, and all that begin or end at these subjects. */
export function selectRelationships(
  tx: Transaction,
  domainId: string,
  ids: string[],
  entityIds: string[],
): Promise<StoredRelationshipRow[]> {
  return tx.query<StoredRelationshipRow>(
    `select ${columns} from relationships r where r.domain_id = $1 and r.id = any($2::uuid[])
     union select ${columns} from relationships r where r.domain_id = $1 and r.from_id = any($3::uuid[])
     union select ${columns} from relationships r where r.domain_id = $1 and r.to_id = any($3::uuid[])`,
    [domainId, ids, entityIds],
  )
}

/** The ids of the relationships that this one stands for. */
export async function selectMergedRelationships(tx: Transaction, domainId: string, id: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    'select id from relationships where domain_id = $1 and merged_into = $2 order by id',
    [domainId, id],
  )
  return rows.map((row) => row.id)
}

/** Relationships of the same type and certainty between the same two entities. */
export function selectSameRelationships(
  tx: Transaction,
  domainId: string,
  ends: Pick<StoredRelationshipRow, 'from_entity' | 'to_entity' | 'type' | 'certainty'>[],
): Promise<StoredRelationshipRow[]> {
  return tx.query<StoredRelationshipRow>(
    `select ${columns} from unnest($2::uuid[], $3::uuid[], $4::text[], $5::text[]) as k (from_entity, to_entity, type, certainty)
     join relationships r on r.domain_id = $1 and r.from_entity = k.from_entity and r.to_entity = k.to_entity
       and r.type = k.type and r.certainty = k.certainty`,
    [
      domainId,
      ends.map(({ from_entity }) => from_entity),
      ends.map(({ to_entity }) => to_entity),
      ends.map(({ type }) => type),
      ends.map(({ certainty }) => certainty),
    ],
  )
}

export interface RelationshipChange
  extends Omit<StoredRelationshipRow, 'from_id' | 'to_id' | 'word' | 'certainty' | 'tombstone_id'> {
  is_changed: boolean
  has_new_confidence: boolean
}

export async function updateRelationships(
  tx: Transaction,
  domainId: string,
  changes: RelationshipChange[],
): Promise<void> {
  await tx.query(
    `update relationships r set from_entity = n.from_entity, to_entity = n.to_entity, type = n.type, merged_into = n.merged_into,
       is_shown = n.is_shown, doc = n.doc, confidence = n.confidence, evidence_count = n.evidence_count,
       source_count = n.source_count,
       confidence_seq = case when n.has_new_confidence then ${nextChange} else r.confidence_seq end,
       updated_at = case when n.is_changed or (r.confidence, r.evidence_count, r.source_count)
         <> (n.confidence, n.evidence_count, n.source_count) then $2 else r.updated_at end
     from jsonb_to_recordset($3::jsonb) as n (id uuid, from_entity uuid, to_entity uuid, type text,
       merged_into uuid, is_shown boolean, doc jsonb, confidence double precision, evidence_count integer, source_count integer,
       is_changed boolean, has_new_confidence boolean)
     where r.domain_id = $1 and r.id = n.id`,
    [domainId, tx.now, storableJson(changes)],
  )
}

/**
 * The keys of the subjects that these are plainly said to be related to, at most `most` in each direction. In the words of
 * claims: which types people call the same does not change who is who.
 */
export function selectNeighbours(tx: Transaction, domainId: string, ids: string[], most: number) {
  // `offset 0` keeps the planner from turning the look-up into a join, which read all facts of the domain for each row;
  // `|| ''` from reading all entities in the order of their keys.
  return tx.query<{ id: string; neighbour: string }>(
    `select i.id, n.neighbour from unnest($2::uuid[]) as i (id) cross join lateral (
       (select r.word || ' ' || e.key as neighbour from relationships r
        join entities e on e.domain_id = $1 and e.id = r.to_id
        where r.domain_id = $1 and r.from_id = i.id and r.certainty = 'said' and exists (
          select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
        order by e.key || '' limit $3)
       union
       (select 'of ' || r.word || ' ' || e.key from relationships r
        join entities e on e.domain_id = $1 and e.id = r.from_id
        where r.domain_id = $1 and r.to_id = i.id and r.certainty = 'said' and exists (
          select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
        order by 1 limit $3)
     ) n`,
    [domainId, ids, most],
  )
}
