import type { Database } from '../../../server/src/platform/db/database.ts'

// The same questions as one statement each, as a service without an index in memory would ask them.

export type Question = 'near' | 'path' | 'name' | 'trigrams'

const nextTo = (id: string) => `
  select r.to_entity as id from relationships r where r.domain_id = $1 and r.is_shown and r.from_entity = ${id}
  union all select r.from_entity from relationships r where r.domain_id = $1 and r.is_shown and r.to_entity = ${id}`

const statements: Record<Question, string> = {
  near: `
    with recursive walk (id, depth) as (
      select $2::uuid, 0
      union select n.id, w.depth + 1 from walk w cross join lateral (${nextTo('w.id')}) n where w.depth < $3::integer)
    select e.id, e.kind, e.doc ->> 'name' as name, e.confidence, e.relationship_count
    from (select id, min(depth) as depth from walk group by id) w
    join entities e on e.domain_id = $1 and e.id = w.id and e.is_shown
    order by w.depth, e.relationship_count desc, e.id limit $4::integer`,
  path: `
    with recursive walk (id, depth) as (
      select $2::uuid, 0
      union select n.id, w.depth + 1 from walk w cross join lateral (${nextTo('w.id')}) n where w.depth < $4::integer)
    select min(depth) as depth from walk where id = $3::uuid`,
  name: `
    select e.id from entities e where e.domain_id = $1 and e.is_shown and similarity(e.name_sort, $2) > 0.3
    order by similarity(e.name_sort, $2) desc limit 10`,
  trigrams: `create extension pg_trgm`,
}

export function runStatement(db: Database, domainId: string, question: Question, args: unknown[]): Promise<object[]> {
  if (question === 'trigrams') return db.query(statements.trigrams)
  return db.query(statements[question], [domainId, ...args])
}
