import { limits } from '@polegraph/contract/limits.ts'
import { sourceOf } from '../../claims/quote-address.ts'
import type { Certainty } from '../../facts/claim.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { queryList } from '../../platform/http/keyset.ts'
import {
  entityColumns,
  namedEntityOf,
  relationshipRows,
  type ShownEntityRow,
  type ShownRelationshipRow,
} from '../read/entities/entity-rows.ts'
import { GraphAt, type Moment } from '../read/moment/graph-at.ts'
import { wholeDoc } from '../store/facts/differences.ts'

/** The most rows of a batch, which also ends when it has some megabytes. */
const batchRows = 500
/** The same where rows carry the addresses of their pages. */
const batchRowsWithPages = 50

interface Part {
  after: string | undefined
  provenance: boolean
  certainty: Certainty[]
}

const batchOf = ({ provenance }: Part) => (provenance ? batchRowsWithPages : batchRows)

/** The addresses of the pages whose claims are about it. */
const pagesOf = (at: GraphAt, column: string, members: string) =>
  `array(select distinct p.url from claims c cross join ${sourceOf('c')} p
    where c.domain_id = $1 and c.${column} in (${members}) and ${at.holds('c')} order by p.url limit ${limits.export_pages}) as pages`

export async function selectExportedEntities(
  db: Queryable,
  moment: Moment,
  part: Part,
): Promise<(ShownEntityRow & { pages?: string[] })[]> {
  const at = new GraphAt(moment)
  const columns = [entityColumns(at), ...(part.provenance ? [pagesOf(at, 'entity_id', at.membersOf('e.id'))] : [])]
  const entities = moment.as_of === undefined ? entitiesAfter(at.add(moment.graph_seq)) : at.entities
  const { rows } = await queryList<ShownEntityRow & { pages?: string[] }>(
    db,
    `select ${columns.join(', ')} from ${entities} e where ${isAfter(at, 'e', part)} order by e.id limit ${batchOf(part)}`,
    at.values,
  )
  return rows
}

export async function selectExportedRelationships(
  db: Queryable,
  moment: Moment,
  part: Part,
): Promise<(ShownRelationshipRow & { pages?: string[] })[]> {
  const at = new GraphAt(moment)
  const isNow = moment.as_of === undefined
  const rows = isNow
    ? `${relationshipsAfter(at.add(moment.graph_seq))} and r.certainty = any(${at.add(part.certainty)}::text[])`
    : relationshipRows(at, at.relationshipsOf(part.certainty))
  const batch = `${rows} ${isNow ? 'and' : 'where'} ${isAfter(at, 'r', part)} order by r.id limit ${batchOf(part)}`
  const pages = pagesOf(at, 'relationship_id', at.relationshipMembersOf('x.id'))
  const statement = part.provenance ? `select x.*, ${pages} from (${batch}) x order by x.id` : batch
  const { rows: found } = await queryList<ShownRelationshipRow & { pages?: string[] }>(db, statement, at.values)
  return found
}

const isAfter = (at: GraphAt, row: string, { after }: Part) =>
  after === undefined ? 'true' : `${row}.id > ${at.add(after)}::uuid`

/**
 * The state of a row after a change. Numbers follow the order of commits, times do not: a transaction that is running
 * at a time may still write changes from before it.
 */
const stateOf = (id: string, seq: string) =>
  `lateral (select g.id, g.doc ->> 'kind' as kind, ${wholeDoc('g')} as doc, g.at from graph_changes g
    where g.domain_id = $1 and g.id = ${id} and g.seq <= ${seq}::bigint order by g.seq desc limit 1)`

const entitiesAfter = (seq: string) => `(
  select n.id, s.doc, n.confidence, n.relationship_count, n.evidence_count, n.source_count, n.first_seen_at,
    n.last_seen_at, n.created_at, n.updated_at
  from entities n cross join ${stateOf('n.id', seq)} s where n.domain_id = $1 and s.doc ->> 'name' is not null)`

const relationshipsAfter = (seq: string) =>
  `select r.id, ${namedEntityOf('f')} as "from", ${namedEntityOf('t')} as "to", s.doc, r.confidence, r.evidence_count, r.source_count,
     r.created_at, r.updated_at
   from relationships r cross join ${stateOf('r.id', seq)} s
     cross join ${stateOf(`(s.doc ->> 'from')::uuid`, seq)} f cross join ${stateOf(`(s.doc ->> 'to')::uuid`, seq)} t
   where r.domain_id = $1 and s.doc ->> 'type' is not null and f.doc ->> 'name' is not null
     and t.doc ->> 'name' is not null`
