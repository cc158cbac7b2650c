import type { Queryable } from '../../../platform/db/database.ts'
import type { GraphAt } from '../moment/graph-at.ts'

/** Counts the entities of a query by value, the most frequent value first. */
export function selectFacet(
  db: Queryable,
  at: GraphAt,
  name: string,
  matches: string,
  limit: number,
): Promise<{ value: string; count: number }[]> {
  const [columns, values] = facetOf(at, name)
  return db.query(
    `with e as (select ${columns} ${matches})
     select v.value, count(*) from ${values} as v (value) where v.value is not null
     group by v.value order by count(*) desc, v.value limit ${at.add(limit)}`,
    at.values,
  )
}

function facetOf(at: GraphAt, name: string): [columns: string, values: string] {
  if (name === 'kind') return ['e.kind', '(select kind from e)']
  if (name === 'host') return ['e.id', `(select h.host from e ${at.joinHosts})`]
  if (name === 'type') return ['e.id', `(select o.type from e ${at.joinTypes})`]
  return [`e.doc -> 'attributes' ->> ${at.add(name.replace(/^attr\./, ''))}`, '(select * from e)']
}
