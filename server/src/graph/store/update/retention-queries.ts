import type { Transaction } from '../../../platform/db/database.ts'

// Deletes old parts of the graph. Statements begin at a position, so that a job looks only once at a row that stays.

export interface Forgotten {
  /** How many rows were looked at. */
  looked: number
  /** How many rows were deleted. */
  gone: number
  /** The highest number of a change that was deleted; 0 when none was. */
  seq: number
}

/** Deletes states that were superseded before a time, in the order of their numbers. */
export async function deleteStatesBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  after: number,
  limit: number,
): Promise<Forgotten & { last: number }> {
  const [row] = await tx.query<Forgotten & { last: number }>(
    `with looked as (
       select seq, at, until from graph_changes where domain_id = $1 and seq > $3 order by seq limit $4
     ), gone as (
       delete from graph_changes where domain_id = $1 and seq = any(array(select seq from looked where until < $2))
       returning seq
     )
     select (select count(*) from looked where at < $2) as looked, (select coalesce(max(seq), 0) from looked) as last,
       (select count(*) from gone) as gone, (select coalesce(max(seq), 0) from gone) as seq`,
    [domainId, before, after, limit],
  )
  return row as Forgotten & { last: number }
}

/**
 * Deletes merges that were reverted before a time. A merge that was reverted because its target was merged itself stays
 * while the later merge holds: undoing the later one needs both.
 */
export async function deleteMergesRevertedBefore(
  tx: Transaction,
  domainId: string,
  before: Date,
  limit: number,
): Promise<number> {
  const rows = await tx.query(
    `delete from merges where domain_id = $1 and id = any(array(
       select b.id from merges b where b.domain_id = $1 and b.reverted_at < $2 and not exists (
         select from merges m where m.domain_id = $1 and m.source_id = b.source_id and m.reverted_at is null
           and m.merged_at = b.reverted_at)
       order by b.reverted_at limit $3)) returning 1`,
    [domainId, before, limit],
  )
  return rows.length
}

export interface Position {
  updated_at: string
  id: string
}

/**
 * The row has no claims, not even retracted ones, no row or state says that it is merged into this one, and no person has
 * decided anything about it.
 */
const isForgettable = (type: 'entity' | 'relationship', table: string) => `
  t.tombstone_id is null
  and not exists (select from pins p where p.domain_id = $1 and p.owner_id = t.id)
  and not exists (select from claims c where c.domain_id = $1 and c.${type}_id = t.id)
  and not exists (select from ${table} m where m.domain_id = $1 and m.merged_into = t.id)
  and not exists (select from graph_changes g where g.domain_id = $1 and g.doc ->> 'merged_into' = t.id::text)`

/** No other row refers to the entity. A pair that somebody has judged is such a row: judgements are never deleted. */
const isUnnamed = `
  not t.is_made
  and not exists (select from relationships r where r.domain_id = $1 and r.from_id = t.id)
  and not exists (select from relationships r where r.domain_id = $1 and r.to_id = t.id)
  and not exists (select from relationships r where r.domain_id = $1 and r.from_entity = t.id)
  and not exists (select from relationships r where r.domain_id = $1 and r.to_entity = t.id)
  and not exists (select from entity_keys k where k.domain_id = $1 and k.entity_id = t.id)
  and not exists (select from entity_pairs p where p.domain_id = $1 and p.a_id = t.id)
  and not exists (select from entity_pairs p where p.domain_id = $1 and p.b_id = t.id)
  and not exists (select from merges g where g.domain_id = $1 and g.target_id = t.id)
  and not exists (select from merges g where g.domain_id = $1 and g.source_id = t.id)`

const forgettable = {
  relationships: `${isForgettable('relationship', 'relationships')}
  and not exists (select from relationships p where p.domain_id = $1 and p.split_from = t.id)`,
  entities: `${isForgettable('entity', 'entities')} and ${isUnnamed}`,
}

const firstPosition: Position = { updated_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }

/**
 * Deletes entities or relationships that have had no evidence since before a time, together with their states. `updated_at`
 * is the time at which the last state began, so it says when a row left the graph.
 */
export async function deleteWithoutEvidence(
  tx: Transaction,
  domainId: string,
  table: 'entities' | 'relationships',
  before: Date,
  { after = firstPosition, limit }: { after: Position | undefined; limit: number },
): Promise<Forgotten & { last: Position | undefined }> {
  const looked = await tx.query<Position & { goes: boolean }>(
    `select t.id, t.updated_at, ${forgettable[table]} as goes from ${table} t
     where t.domain_id = $1 and t.evidence_count = 0 and not t.is_shown and t.merged_into is null and t.updated_at < $2
       and (t.updated_at, t.id) > ($3::timestamptz, $4::uuid) order by t.updated_at, t.id limit $5`,
    [domainId, before, after.updated_at, after.id, limit],
  )
  const last = looked.at(-1)
  const ids = looked.filter(({ goes }) => goes).map(({ id }) => id)
  if (ids.length === 0) return { looked: looked.length, gone: 0, seq: 0, last }
  const states = await tx.query<{ seq: number }>(
    'delete from graph_changes where domain_id = $1 and id = any($2::uuid[]) returning seq',
    [domainId, ids],
  )
  await tx.query(`delete from ${table} where domain_id = $1 and id = any($2::uuid[])`, [domainId, ids])
  const seq = states.reduce((most, state) => Math.max(most, state.seq), 0)
  return { looked: looked.length, gone: ids.length, seq, last }
}
