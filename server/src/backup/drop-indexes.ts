import type { Transaction } from '../platform/db/database.ts'
import { quoteName } from '../platform/db/quote-name.ts'

interface Definition {
  table_name: string
  name: string
  definition: string
}

/**
 * Drops indexes and foreign keys, and returns what makes them again: an index is built in a fraction of the time that it takes
 * to keep it while rows come, and a foreign key is checked by one join. No role of the server has to be allowed more than that.
 */
export async function dropIndexes(tx: Transaction): Promise<() => Promise<void>> {
  const foreign = await selectConstraints(tx, `= 'f'`)
  const keys = await selectConstraints(tx, `in ('p', 'u')`)
  const indexes = await tx.query<Definition>(
    `select t.relname as table_name, c.relname as name, pg_get_indexdef(c.oid) as definition
     from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and t.relname <> 'migrations'
       and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))
       and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     order by t.relname, c.relname`,
  )
  for (const { table_name, name } of [...foreign, ...keys]) {
    await tx.query(`alter table ${quoteName(table_name)} drop constraint ${quoteName(name)}`)
  }
  for (const { name } of indexes) await tx.query(`drop index ${quoteName(name)}`)
  return async () => {
    for (const constraint of keys) await addConstraint(tx, constraint)
    for (const { definition } of indexes) await tx.query(definition)
    for (const constraint of foreign) await addConstraint(tx, constraint)
  }
}

function selectConstraints(tx: Transaction, types: `= 'f'` | `in ('p', 'u')`): Promise<Definition[]> {
  return tx.query<Definition>(
    `select t.relname as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition
     from pg_constraint k join pg_class t on t.oid = k.conrelid
     where t.relnamespace = 'public'::regnamespace and t.relname <> 'migrations' and k.contype ${types}
       and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     order by t.relname, k.conname`,
  )
}

async function addConstraint(tx: Transaction, { table_name, name, definition }: Definition): Promise<void> {
  await tx.query(`alter table ${quoteName(table_name)} add constraint ${quoteName(name)} ${definition}`)
}
