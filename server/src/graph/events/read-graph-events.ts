import type { GraphFilter } from '@polegraph/contract/events/graph-events.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { isPart } from '../read/history/history.ts'
import { addStates } from '../read/history/whole-states.ts'
import { type GraphEvent, graphEventOf, type LoggedChange, namedIn } from './graph-event.ts'

// Events of the graph, made of the log of its changes when they are asked for.

export interface GraphEvents {
  events: GraphEvent[]
  /** What was looked at. */
  changes: (ChangedThing & { cursor: number })[]
  /** Everything up to this change was looked at. */
  cursor: number
  is_end: boolean
}

/** What a change is about, and what has happened to it. */
export type ChangedThing = Pick<LoggedChange, 'type' | 'id' | 'change'>
/** Leaves out changes before their states are read, which is most of the work. */
export type Narrow = <Change extends ChangedThing>(db: Queryable, changes: Change[]) => Promise<Change[]>

/** The events of the next changes, made of at most so many. */
export async function readGraphEvents(
  db: Queryable,
  domainId: string,
  since: number,
  limit: number,
  narrow?: Narrow,
): Promise<GraphEvents> {
  const found = await db.query<Omit<LoggedChange, 'before' | 'after'>>(
    `select g.seq as cursor, g.at, g.type, g.id, g.change, g.actor, g.reason,
       g.type = 'entity' and g.change = 'entered' and ${isPart('g')} as is_part
     from graph_changes g where g.domain_id = $1 and g.seq > $2 order by g.seq limit $3`,
    [domainId, since, limit],
  )
  const wanted = narrow ? await narrow(db, found) : found
  const { rows, is_cut } = await addStates(db, domainId, wanted)
  const names = await selectNames(db, domainId, rows.flatMap(namedIn))
  return {
    changes: found,
    events: rows.flatMap((change) => graphEventOf(change, (id) => names.get(id) ?? null) ?? []),
    cursor: (is_cut ? rows : found).at(-1)?.cursor ?? since,
    is_end: found.length < limit && !is_cut,
  }
}

async function selectNames(db: Queryable, domainId: string, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db.query<{ id: string; kind: string; name: string }>(
    `select e.id, h.kind, h.doc ->> 'name' as name from entities e
     join entities h on h.domain_id = $1 and h.id = coalesce(e.merged_into, e.id)
     where e.domain_id = $1 and e.id = any($2::uuid[]) and h.doc ? 'name'`,
    [domainId, [...new Set(ids)]],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The filter with the entities that now stand for those it names: who follows one goes on when it is merged. */
export async function followingMerges(db: Queryable, domainId: string, filter: GraphFilter): Promise<GraphFilter> {
  if (!filter.entity_ids) return filter
  const heads = await db.query<{ id: string }>(
    'select merged_into as id from entities where domain_id = $1 and id = any($2::uuid[]) and merged_into is not null',
    [domainId, filter.entity_ids],
  )
  return { ...filter, entity_ids: [...filter.entity_ids, ...heads.map(({ id }) => id)] }
}

/** The number of the last change; undefined when there is no such domain. */
export async function selectLastCursor(db: Queryable, domainId: string): Promise<number | undefined> {
  const [row] = await db.query<{ graph_seq: number }>(
    'select graph_seq from domains where id = $1 and project_id is not null',
    [domainId],
  )
  return row?.graph_seq
}
