import type { WatchQuery } from '@polegraph/contract/events/watches.ts'
import type { Queryable } from '../../platform/db/database.ts'

/** What a watch is of: a saved search, or entities. */
export interface Watched {
  id: string
  query: WatchQuery | null
  entity_ids: string[] | null
  began_at_seq: number
}

/** Of a watch, with what of the log can be read now; undefined when there is no such watch. */
export async function selectWatched(db: Queryable, domainId: string, watchId: string) {
  const [row] = await db.query<Watched & { graph_seq: number; history_seq: number }>(
    `select w.id, w.query, w.entity_ids, w.began_at_seq, d.graph_seq, d.history_seq
     from watches w join domains d on d.id = w.domain_id
     where w.domain_id = $1 and w.id = $2 and d.project_id is not null`,
    [domainId, watchId],
  )
  return row
}

export interface Concerned {
  /** Of the change. */
  id: string
  /** What it is about, or one of its ends; and the entity that stands for it. */
  entity_id: string
  head_id: string
  is_shown: boolean
  /** When the entity left the graph, if it is not shown. */
  left_at: string | null
}

/** The entities that changes are about: themselves, and both ends of relationships. */
export function selectConcerned(
  db: Queryable,
  domainId: string,
  { entities, relationships }: { entities: string[]; relationships: string[] },
): Promise<Concerned[]> {
  return db.query(
    `select c.id, e.id as entity_id, h.id as head_id, h.is_shown, case when not h.is_shown then (
       select g.at from graph_changes g where g.domain_id = $1 and g.id = h.id and g.change = 'left'
       order by g.seq desc limit 1) end as left_at
     from (
       select n.id, n.id as entity_id from unnest($2::uuid[]) as n (id)
       union all select r.id, r.from_id from relationships r where r.domain_id = $1 and r.id = any($3::uuid[])
       union all select r.id, r.to_id from relationships r where r.domain_id = $1 and r.id = any($3::uuid[])
     ) c
     join entities e on e.domain_id = $1 and e.id = c.entity_id
     join entities h on h.domain_id = $1 and h.id = coalesce(e.merged_into, e.id)`,
    [domainId, entities, relationships],
  )
}

/** The entities that now stand for these. */
export async function selectHeads(db: Queryable, domainId: string, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select coalesce(merged_into, id) as id from entities where domain_id = $1 and id = any($2::uuid[])',
    [domainId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Which of these relationships are in the graph. */
export async function selectShownRelationships(db: Queryable, domainId: string, ids: string[]): Promise<string[]> {
  const rows = await db.query<{ id: string }>(
    'select id from relationships where domain_id = $1 and id = any($2::uuid[]) and is_shown',
    [domainId, ids],
  )
  return rows.map(({ id }) => id)
}
