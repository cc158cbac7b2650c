import type { Queryable } from '../../platform/db/database.ts'
import {
  entityColumns,
  namedEntityOf,
  relationshipRows,
  type ShownEntityRow,
  type ShownRelationshipRow,
} from '../read/entity-rows.ts'
import { GraphAt, type Moment } from '../read/graph-at.ts'

/** With the largest documents this is a chunk of a few megabytes. */
const batchRows = 500

export function selectExportedEntities(
  db: Queryable,
  moment: Moment,
  after: string | undefined,
): Promise<ShownEntityRow[]> {
  const at = new GraphAt(moment)
  const entities = moment.as_of === undefined ? entitiesAfter(at.add(moment.graph_seq)) : at.entities
  return db.query<ShownEntityRow>(
    `select ${entityColumns(at)} from ${entities} e where ${isAfter(at, 'e', after)} order by e.id limit ${batchRows}`,
    at.values,
  )
}

export function selectExportedRelationships(
  db: Queryable,
  moment: Moment,
  after: string | undefined,
): Promise<ShownRelationshipRow[]> {
  const at = new GraphAt(moment)
  const rows = moment.as_of === undefined ? relationshipsAfter(at.add(moment.graph_seq)) : relationshipRows(at)
  return db.query<ShownRelationshipRow>(
    `${rows} ${moment.as_of === undefined ? 'and' : 'where'} ${isAfter(at, 'r', after)} order by r.id limit ${batchRows}`,
    at.values,
  )
}

const isAfter = (at: GraphAt, row: string, after: string | undefined) =>
  after === undefined ? 'true' : `${row}.id > ${at.add(after)}::uuid`

/**
 * The state of a row after a change. Numbers follow the order of commits, times do not: a transaction that is running
 * at a time may still write changes from before it.
 */
const stateOf = (id: string, seq: string) =>
  `lateral (select g.id, g.doc ->> 'kind' as kind, g.doc, g.at from graph_changes g
    where g.domain_id = $1 and g.id = ${id} and g.seq <= ${seq}::bigint order by g.seq desc limit 1)`

const entitiesAfter = (seq: string) => `(
  select n.id, s.doc, n.confidence, n.relationship_count, n.evidence_count, n.source_count, n.first_seen_at,
    n.last_seen_at, n.created_at, s.at as updated_at
  from entities n cross join ${stateOf('n.id', seq)} s where n.domain_id = $1 and s.doc ->> 'name' is not null)`

const relationshipsAfter = (seq: string) =>
  `select r.id, ${namedEntityOf('f')} as "from", ${namedEntityOf('t')} as "to", s.doc, r.confidence, r.evidence_count, r.source_count,
     r.created_at, s.at as updated_at
   from relationships r cross join ${stateOf('r.id', seq)} s
     cross join ${stateOf(`(s.doc ->> 'from')::uuid`, seq)} f cross join ${stateOf(`(s.doc ->> 'to')::uuid`, seq)} t
   where r.domain_id = $1 and s.doc ->> 'type' is not null and f.doc ->> 'name' is not null
     and t.doc ->> 'name' is not null`
