import { GraphAt, type Moment } from '../graph/read/moment/graph-at.ts'
import type { EntityDoc } from '../graph/store/facts/documents.ts'
import type { Queryable } from '../platform/db/database.ts'

export interface FoundEntity {
  /** The id that was asked for; an entity that was merged stands for what it was merged into. */
  asked: string
  id: string
  doc: EntityDoc
}

/** Entities of the graph of now. Ids of other domains, and of what has left the graph, give no row. */
export function selectAskedEntities(db: Queryable, { domain_id }: Moment, ids: string[]): Promise<FoundEntity[]> {
  return db.query(
    `select e.id as asked, h.id, h.doc
     from entities e join entities h on h.domain_id = $1 and h.id = coalesce(e.merged_into, e.id) and h.is_shown
     where e.domain_id = $1 and e.id = any($2::uuid[])`,
    [domain_id, ids],
  )
}

/** The entities that have one of these keys of the resolver. */
export function selectIdsByKey(db: Queryable, { domain_id }: Moment, keys: string[]) {
  return db.query<{ key: string; id: string }>(
    `select k.key, coalesce(e.merged_into, e.id) as id
     from entity_keys k join entities e on e.domain_id = $1 and e.id = k.entity_id
     where k.domain_id = $1 and k.key = any($2::text[]) limit 10000`,
    [domain_id, keys],
  )
}

export interface Related {
  entity_id: string
  property: string
  id: string
  name: string
}

/** The most related entities of one type that an entity shows. */
const relatedMax = 20

/** The other ends of relationships that are said plainly, by properties such as `out.works_for`. */
export function selectRelated(db: Queryable, moment: Moment, ids: string[], types: string[]): Promise<Related[]> {
  const at = new GraphAt(moment)
  const [entities, wanted] = [at.add(ids), at.add(types)]
  const side = (word: 'out' | 'in', own: string, other: string) =>
    `select r.${own} as entity_id, '${word}.' || r.type as property, o.id, o.doc ->> 'name' as name,
       row_number() over (partition by r.${own}, r.type order by r.id) as place
     from ${at.relationshipsOf(['said'])} r join ${at.entities} o on o.id = r.${other}
     where r.${own} = any(${entities}::uuid[]) and r.type = any(${wanted}::text[])`
  return db.query(
    `select entity_id, property, id, name
     from (${side('out', 'from_entity', 'to_entity')} union all ${side('in', 'to_entity', 'from_entity')}) related
     where place <= ${at.add(relatedMax)} order by property, place`,
    at.values,
  )
}

/** So many keys of each sort are known as properties, the most frequent first. */
const keysMax = 100

/** Which attributes, registers and relationships entities of a kind have; of all kinds without one. */
export function selectPropertyIds(db: Queryable, moment: Moment, kind: string | undefined) {
  const at = new GraphAt(moment)
  const ofKind = kind === undefined ? 'true' : `e.kind = ${at.add(kind)}`
  const most = at.add(keysMax)
  const keys = (field: string) =>
    `(select '${field}.' || k as id, count(*) as n from ${at.entities} e, jsonb_object_keys(e.doc -> '${field}') k
      where ${ofKind} group by k order by n desc, k limit ${most})`
  const types = (word: 'out' | 'in', own: string) =>
    `(select '${word}.' || r.type as id, count(*) as n from ${at.relationships} r join ${at.entities} e on e.id = r.${own}
      where ${ofKind} group by r.type order by n desc, r.type limit ${most})`
  const all = [keys('attributes'), keys('external_ids'), types('out', 'from_entity'), types('in', 'to_entity')]
  return db.query<{ id: string }>(`select id from (${all.join(' union all ')}) known order by n desc, id`, at.values)
}
