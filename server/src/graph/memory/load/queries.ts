import type { Certainty } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { type EntityFilter, passes } from '../../read/entities/entity-filter.ts'
import { GraphAt, type Moment } from '../../read/moment/graph-at.ts'
import { wholeDoc } from '../../store/facts/differences.ts'
import type { IndexedEntity, IndexWeight } from '../index/graph-index.ts'

// The rows that the index is made of.

export interface EntityName {
  id: string
  kind: string
  name: string
  aliases: string[]
  when: IndexedEntity['when']
  confidence: number
}

export interface Ends {
  id: string
  from: string
  to: string
  type: string
  certainty: Certainty
  confidence: number
}

export interface ChangeRow {
  seq: number
  type: 'entity' | 'relationship'
  id: string
  kind: string | null
  name: string | null
  aliases: string[] | null
  when: IndexedEntity['when']
  from: string | null
  to: string | null
  relation: string | null
  certainty: Certainty | null
}

const timeOf = (doc: string) => `nullif(${doc} -> 'when', 'null')`

export function selectEntityNames(
  db: Queryable,
  domainId: string,
  after: string,
  limit: number,
): Promise<EntityName[]> {
  return db.query(
    `select id, kind, doc ->> 'name' as name, doc -> 'aliases' as aliases, ${timeOf('doc')} as "when", confidence
     from entities
     where domain_id = $1 and is_shown and id > $2 order by id limit $3`,
    [domainId, after, limit],
  )
}

export function selectEnds(db: Queryable, domainId: string, after: string, limit: number): Promise<Ends[]> {
  return db.query(
    `select id, from_entity as "from", to_entity as "to", type, certainty, confidence from relationships
     where domain_id = $1 and is_shown and id > $2 order by id limit $3`,
    [domainId, after, limit],
  )
}

const changeColumns = `s.seq, s.type, s.id, s.doc ->> 'kind' as kind, s.doc ->> 'name' as name, (${wholeDoc('s')}) -> 'aliases' as aliases,
  ${timeOf('s.doc')} as "when", s.doc ->> 'from' as "from", s.doc ->> 'to' as "to", s.doc ->> 'type' as relation,
  s.doc ->> 'certainty' as certainty`

/** In order; with `as_of`, only changes up to that time. */
export function selectChangesAfter(
  db: Queryable,
  { domain_id, as_of }: Moment,
  after: number,
  limit: number,
): Promise<ChangeRow[]> {
  return db.query(
    `select ${changeColumns} from graph_changes s
     where s.domain_id = $1 and s.seq > $2 and ($3::timestamptz is null or s.at <= $3) order by s.seq limit $4`,
    [domain_id, after, as_of ?? null, limit],
  )
}

/**
 * The time of the last change until then, null where there was none; whether others follow; and the number of the last
 * change of all. Two statements for two types, because there is an index for each.
 */
export async function selectLastChange(db: Queryable, { domain_id, as_of }: Moment) {
  const ofBoth = (statement: (type: string) => string) => [statement('entity'), statement('relationship')] as const
  const lasts = ofBoth(
    (type) => `(select max(at) from graph_changes where domain_id = $1 and type = '${type}' and at <= $2)`,
  )
  const others = ofBoth(
    (type) => `exists (select from graph_changes where domain_id = $1 and type = '${type}' and at > $2)`,
  )
  const [row] = await db.query<{ at: string | null; has_later: boolean; graph_seq: number }>(
    `select greatest(${lasts.join(', ')}) as at, ${others.join(' or ')} as has_later, d.graph_seq
     from domains d where d.id = $1`,
    [domain_id, as_of],
  )
  return row ?? { at: null, has_later: true, graph_seq: 0 }
}

/** The graph as it was at a time. */
export function selectStatesThen(
  db: Queryable,
  { domain_id, as_of }: Moment,
  after: number,
  limit: number,
): Promise<ChangeRow[]> {
  return db.query(
    `select ${changeColumns} from graph_changes s
     where s.domain_id = $1 and s.seq > $2 and s.at <= $3 and (s.until is null or s.until > $3)
       and s.change in ('entered', 'changed') order by s.seq limit $4`,
    [domain_id, after, as_of, limit],
  )
}

export interface WeightRow extends IndexWeight {
  confidence_seq: number
}

/** Confidences of what is shown that are newer than a change; `after` is the position of the last row that was read. */
export function selectWeightsAfter(
  db: Queryable,
  { domain_id }: Moment,
  after: Pick<WeightRow, 'confidence_seq' | 'id'>,
  limit: number,
): Promise<WeightRow[]> {
  const rowsOf = (type: string, table: string) =>
    `(select '${type}' as type, id, confidence, confidence_seq from ${table}
      where domain_id = $1 and is_shown and (confidence_seq, id) > ($2, $3) order by confidence_seq, id limit $4)`
  return db.query(
    `${rowsOf('entity', 'entities')} union all ${rowsOf('relationship', 'relationships')}
     order by confidence_seq, id limit $4`,
    [domain_id, after.confidence_seq, after.id, limit],
  )
}

/** Confidences at an earlier time, by ids. */
export function selectWeightsThen(
  db: Queryable,
  moment: Moment,
  entityIds: string[],
  edgeIds: string[],
): Promise<IndexWeight[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select 'entity' as type, e.id, e.confidence from ${at.entities} e where e.id = any(${at.add(entityIds)}::uuid[])
     union all
     select 'relationship', r.id, r.confidence from ${at.allRelationships} r where r.id = any(${at.add(edgeIds)}::uuid[])`,
    at.values,
  )
}

/** The values of some attributes, of the entities that have one of them. */
export function selectAttributes(
  db: Queryable,
  moment: Moment,
  ids: string[],
  keys: string[],
): Promise<{ id: string; attributes: Record<string, string> }[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select e.id, jsonb_object_agg(a.key, a.value) as attributes
     from ${at.entities} e cross join lateral jsonb_each_text(e.doc -> 'attributes') a
     where e.id = any(${at.add(ids)}::uuid[]) and a.key = any(${at.add(keys)}::text[]) group by e.id`,
    at.values,
  )
}

/** The ids of the entities that pass the filters, in one value: there may be as many as the graph has. */
export async function selectPassing(db: Queryable, moment: Moment, filter: EntityFilter): Promise<string[]> {
  const at = new GraphAt(moment)
  const [row] = await db.query<{ ids: string | null }>(
    `select string_agg(e.id::text, ' ') as ids from ${at.entities} e where ${passes(at, filter)}`,
    at.values,
  )
  return row?.ids?.split(' ') ?? []
}

/** Graphs with at least so many entities, of domains that are in use. */
export function selectLargestGraphs(
  db: Queryable,
  entities: number,
  limit: number,
): Promise<{ domain_id: string; graph_seq: number }[]> {
  return db.query(
    `select id as domain_id, graph_seq from domains
     where project_id is not null and archived_at is null and entity_count >= $1
     order by entity_count desc, id limit $2`,
    [entities, limit],
  )
}
