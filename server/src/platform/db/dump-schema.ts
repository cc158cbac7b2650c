import type { Queryable } from './database.ts'

// The schema as it stands after all migrations, for people who review a change to it. Written from
// the catalogue, so that both engines give the same text.

interface Table {
  name: string
  columns: string[]
  constraints: string[]
  indexes: string[]
}

export async function dumpSchema(db: Queryable): Promise<string> {
  const tables = await db.query<Table>(
    `select c.relname as name,
       (select coalesce(array_agg(
           quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
           || case when a.attnotnull then ' not null' else '' end
           || coalesce(' default ' || pg_get_expr(d.adbin, d.adrelid), '') order by a.attnum), '{}')
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
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     order by c.relname`,
  )
  const parts = tables.map(({ name, columns, constraints, indexes }) => {
    const lines = [...columns, ...constraints].map((line) => `  ${line}`)
    const definitions = indexes.map(
      (definition) => `${definition.replace(' public.', ' ').replace(' ON public.', ' ON ')};`,
    )
    return [`create table ${name} (`, lines.join(',\n'), ');', ...definitions].join('\n')
  })
  return `-- Written by \`npm run schema\` from the migrations. Do not edit.\n\n${parts.join('\n\n')}\n`
}
