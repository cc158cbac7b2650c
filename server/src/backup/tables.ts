import type { Queryable } from '../platform/db/database.ts'

/** A table of ours, as the catalogue has it. */
export interface BackupTable {
  name: string
  /** Those that are stored, and not computed from others. */
  columns: string[]
  /** Of its rows alone. */
  blocks: number
  /** With the long values that are stored apart. */
  bytes: number
}

/** All tables but that of the migrations: a restore makes its rows by migrating. */
export function listTables(db: Queryable): Promise<BackupTable[]> {
  return db.query<BackupTable>(
    `select c.relname as name, pg_table_size(c.oid) as bytes,
       pg_relation_size(c.oid) / current_setting('block_size')::bigint as blocks,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
  )
}

export const quoteName = (name: string) => `"${name.replaceAll('"', '""')}"`

export const columnList = (columns: string[]) => columns.map(quoteName).join(', ')
