import type { Database } from '../../../src/platform/db/database.ts'

// The tables that every page fills have no foreign keys (server/schema/graph/19-claims.sql): tests look here whether a row
// names another one that does not exist.

const references: [table: string, column: string, target: string][] = [
  ['claims', 'entity_id', 'entities'],
  ['claims', 'relationship_id', 'relationships'],
  ['entity_keys', 'entity_id', 'entities'],
  ['relationships', 'from_id', 'entities'],
  ['relationships', 'to_id', 'entities'],
  ['relationships', 'from_entity', 'entities'],
  ['relationships', 'to_entity', 'entities'],
  ['relationships', 'merged_into', 'relationships'],
  ['entity_pairs', 'a_id', 'entities'],
  ['entity_pairs', 'b_id', 'entities'],
  ['entities', 'merged_into', 'entities'],
  ['entities', 'tombstone_id', 'tombstones'],
  ['entities', 'split_from', 'entities'],
  ['relationships', 'tombstone_id', 'tombstones'],
  ['relationships', 'split_from', 'relationships'],
  ['tombstone_keys', 'tombstone_id', 'tombstones'],
  ['split_mentions', 'entity_id', 'entities'],
]

/** Columns that name an entity or a relationship. */
const ownedBy: [table: string, column: string][] = [
  ['facts', 'owner_id'],
  ['pins', 'owner_id'],
  ['tombstones', 'target_id'],
]

const withoutDomain = [
  ...['claims', 'entity_keys', 'relationships', 'entity_pairs', 'facts', 'graph_changes', 'frontier'],
  ...['pins', 'tombstones', 'tombstone_keys', 'relation_types', 'split_mentions', 'audit', 'audit_decisions'],
]

/** One line for each kind of row that names nothing. */
export async function findDanglingRows(db: Database): Promise<string[]> {
  const found: string[] = []
  const count = async (what: string, statement: string) => {
    const [row] = await db.query<{ n: number }>(`select count(*) as n from ${statement}`)
    if (row && row.n > 0) found.push(`${row.n} ${what}`)
  }
  for (const [table, column, target] of references) {
    await count(
      `${table}.${column} without ${target}`,
      `${table} t where t.${column} is not null
       and not exists (select from ${target} o where o.domain_id = t.domain_id and o.id = t.${column})`,
    )
  }
  for (const table of ['claims', 'split_mentions']) {
    await count(
      `${table}.page_id without a page or a part of an import`,
      `${table} t where not exists (select from pages p where p.domain_id = t.domain_id and p.id = t.page_id)
       and not exists (select from import_parts p where p.domain_id = t.domain_id and p.id = t.page_id)`,
    )
  }
  for (const [table, column] of ownedBy) {
    await count(
      `${table}.${column} without an owner`,
      `${table} t where not exists (select from entities e where e.domain_id = t.domain_id and e.id = t.${column})
       and not exists (select from relationships r where r.domain_id = t.domain_id and r.id = t.${column})`,
    )
  }
  await count(
    'audit_decisions without an entry',
    `audit_decisions t where not exists (select from audit a where a.domain_id = t.domain_id and a.seq = t.audit_seq)`,
  )
  for (const table of withoutDomain) {
    await count(
      `${table} without a domain`,
      `${table} t where not exists (select from domains d where d.id = t.domain_id)`,
    )
  }
  return found
}
