import type { Queryable } from '../../platform/db/database.ts'
import { GraphAt, type Moment } from '../read/graph-at.ts'

// What the index is made of, and what is told of that which it finds.

export interface EntityName {
  id: string
  kind: string
  name: string
  aliases: string[]
}

export interface Ends {
  id: string
  from: string
  to: string
  type: string
}

export interface ChangeRow {
  seq: number
  type: 'entity' | 'relationship'
  id: string
  kind: string | null
  name: string | null
  aliases: string[] | null
  from: string | null
  to: string | null
  relation: string | null
}

export function selectEntityNames(
  db: Queryable,
  domainId: string,
  after: string,
  limit: number,
): Promise<EntityName[]> {
  return db.query(
    `select id, kind, doc ->> 'name' as name, doc -> 'aliases' as aliases from entities
     where domain_id = $1 and is_shown and id > $2 order by id limit $3`,
    [domainId, after, limit],
  )
}

export function selectEnds(db: Queryable, domainId: string, after: string, limit: number): Promise<Ends[]> {
  return db.query(
    `select id, from_entity as "from", to_entity as "to", type from relationships
     where domain_id = $1 and is_shown and id > $2 order by id limit $3`,
    [domainId, after, limit],
  )
}

const changeColumns = `s.seq, s.type, s.id, s.doc ->> 'kind' as kind, s.doc ->> 'name' as name, s.doc -> 'aliases' as aliases,
  s.doc ->> 'from' as "from", s.doc ->> 'to' as "to", s.doc ->> 'type' as relation`

/** In order; of an earlier time, those that had happened then. */
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

/** What was in the graph at a time. */
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

export interface ShownRow {
  id: string
  /** Null of a relationship. */
  name: string | null
  kind: string | null
  confidence: number
}

/** Entities and relationships by their ids, in one round trip. */
export function selectShown(
  db: Queryable,
  moment: Moment,
  entityIds: string[],
  edgeIds: string[],
): Promise<ShownRow[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select e.id, e.kind, e.doc ->> 'name' as name, e.confidence from ${at.entities} e
     where e.id = any(${at.add(entityIds)}::uuid[])
     union all
     select r.id, null, null, r.confidence from ${at.relationships} r where r.id = any(${at.add(edgeIds)}::uuid[])`,
    at.values,
  )
}
