import type { Queryable } from './database.ts'

// Renders the schema of a database as text, from the catalogue: two databases with the same schema give the same text,
// however they were made and on either engine. Columns are ordered by name, because a migration adds them at the end.
// The table of applied migrations is left out.

interface Table {
  name: string
  columns: string[]
  constraints: string[]
  indexes: string[]
  options: string | null
}

export async function dumpSchema(db: Queryable): Promise<string> {
  const tables = await db.query<Table>(
    `select c.relname as name, array_to_string(c.reloptions, ', ') as options,
       (select coalesce(array_agg(
           quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
           || case when a.attnotnull then ' not null' else '' end
           || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') order by a.attname), '{}')
         from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
       (select coalesce(array_agg('constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
           order by contype desc, conname), '{}')
         from pg_constraint where conrelid = c.oid and contype in ('p', 'u', 'f', 'c', 'x')) as constraints,
       (select coalesce(array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text), '{}')
         from pg_index i where i.indrelid = c.oid
           and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
       ) as indexes
     from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'migrations'
     order by c.relname`,
  )
  const functions = await db.query<{ definition: string }>(
    `select pg_get_functiondef(p.oid) as definition from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
       and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     order by p.proname, p.oid::regprocedure::text`,
  )
  return [...tables.map(textOf), ...functions.map(({ definition }) => `${definition};`)].join('\n\n')
}

function textOf({ name, columns, constraints, indexes, options }: Table): string {
  const lines = [...columns, ...constraints].map((line) => `  ${line}`)
  const definitions = indexes.map(
    (definition) => `${definition.replace(' public.', ' ').replace(' ON public.', ' ON ')};`,
  )
  const end = options === null ? ');' : `) with (${options});`
  return [`create table ${name} (`, lines.join(',\n'), end, ...definitions].join('\n')
}
