import type { Queryable } from './database.ts'

// The planner's statistics of tables that grow quickly. Without them every index that begins with `domain_id` looks as
// good as the primary key: the check of a foreign key then reads all rows of the domain, and its plan is kept. PostgreSQL
// makes statistics by itself, but only after a minute.

/** A table is analyzed when it has this many times the size that its statistics know, and some pages more. */
const growth = 2
const pagesMore = 2

/** Analyzes the tables that have outgrown their statistics. A table that somebody else analyzes is left to them. */
export async function analyzeGrownTables(db: Queryable): Promise<void> {
  const tables = await db.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpages >= 0
       and pg_relation_size(c.oid) > ($1::integer * c.relpages + $2::integer) * current_setting('block_size')::bigint`,
    [growth, pagesMore],
  )
  if (tables.length > 0) await db.query(`analyze (skip_locked) ${tables.map(({ name }) => name).join(', ')}`)
}
