import type { Transaction } from '../../../platform/db/database.ts'

// What is shown because something else is: an entity of which nothing is said plainly is there for its relationships alone.

/** Condition: the subject is named in a relationship that somebody states, plainly or not, and nobody has deleted. */
const isRelated = (subject: string): string => {
  const at = (end: string) => `select r.id from relationships r
       where r.domain_id = $1 and r.${end} = ${subject} and r.from_id <> r.to_id and r.tombstone_id is null`
  return `exists (
     select from (${at('from_id')} union all ${at('to_id')}) r
     where exists (select from facts f where f.domain_id = $1 and f.owner_id = r.id and f.field = '' offset 0)
       or exists (select from pins p where p.domain_id = $1 and p.owner_id = r.id and p.field = ''))`
}

/** Those of these subjects that a relationship needs. */
export async function selectNeeded(tx: Transaction, domainId: string, ids: string[]): Promise<Set<string>> {
  const rows = await tx.query<{ id: string }>(
    `select i.id from unnest($2::uuid[]) as i (id) where ${isRelated('i.id')}`,
    [domainId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** The ends of these relationships of which no page says anything plainly. */
export async function selectUnsureEnds(tx: Transaction, domainId: string, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await tx.query<{ id: string }>(
    `select i.id from (
       select from_id as id from relationships where domain_id = $1 and id = any($2::uuid[])
       union select to_id from relationships where domain_id = $1 and id = any($2::uuid[])
     ) i where not exists (select from facts f where f.domain_id = $1 and f.owner_id = i.id and f.field = '' offset 0)`,
    [domainId, ids],
  )
  return rows.map(({ id }) => id)
}

/** Rows whose `is_shown` does not match the least confidence, or for a relationship its ends. */
export async function selectMisshown(tx: Transaction, domainId: string, least: number, most: number) {
  const isMeant = `(e.source_count > 0 or e.confidence = 1 or ${isRelated('e.id')} or exists (
    select from entities m where m.domain_id = $1 and m.merged_into = e.id and ${isRelated('m.id')}))`
  const entities = await tx.query<{ id: string }>(
    `select e.id from entities e where e.domain_id = $1 and e.merged_into is null and e.evidence_count > 0
       and e.tombstone_id is null and e.is_shown <> (e.confidence >= $2 and ${isMeant}) limit $3`,
    [domainId, least, most],
  )
  const relationships = await tx.query<{ id: string }>(
    `select r.id from relationships r
     join entities f on f.domain_id = $1 and f.id = r.from_entity
     join entities t on t.domain_id = $1 and t.id = r.to_entity
     where r.domain_id = $1 and r.merged_into is null and r.evidence_count > 0 and r.from_entity <> r.to_entity
       and r.tombstone_id is null and r.is_shown <> (r.confidence >= $2 and f.is_shown and t.is_shown) limit $3`,
    [domainId, least, most],
  )
  return { entities: entities.map(({ id }) => id), relationships: relationships.map(({ id }) => id) }
}
