import type { Queryable } from '../platform/db/database.ts'
import { quoteName } from '../platform/db/quote-name.ts'

/** A table of ours, as the catalogue has it. */
export interface BackupTable {
  name: string
  /** The columns that are stored, and not computed from others. */
  columns: string[]
}

interface MeasuredTable extends BackupTable {
  /** With the long values that are stored apart. */
  bytes: number
}

/** All tables but that of the migrations: a restore makes its rows by migrating. */
export const listTables = (db: Queryable) => selectTables<BackupTable>(db, '')

/** The same with their sizes, for which the database looks at every file. */
export const measureTables = (db: Queryable) => selectTables<MeasuredTable>(db, ', pg_table_size(c.oid) as bytes')

function selectTables<Table extends BackupTable>(db: Queryable, sizes: string): Promise<Table[]> {
  return db.query<Table>(
    `select c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns${sizes}
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
  )
}

export const columnList = (columns: string[]) => columns.map(quoteName).join(', ')
