import { sourceOf } from '../../../claims/quote-address.ts'
import type { When } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { isSeen } from '../../memory/search/passage-queries.ts'
import { GraphAt, type Moment } from '../../read/moment/graph-at.ts'
import { type QuoteRow, quoteColumns } from '../passages/queries.ts'

export interface KnownEntity {
  id: string
  kind: string
  name: string
  aliases: string[]
  attributes: Record<string, string>
  when: When | null
}

export function selectMeantEntities(db: Queryable, moment: Moment, ids: string[]): Promise<KnownEntity[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select e.id, e.kind, e.doc ->> 'name' as name, array(select jsonb_array_elements_text(e.doc -> 'aliases')) as aliases,
       e.doc -> 'attributes' as attributes, nullif(e.doc -> 'when', 'null') as when
     from ${at.entities} e where e.id = any(${at.add(ids)}::uuid[])`,
    at.values,
  )
}

export interface RelatedRow {
  id: string
  type: string
  /** The entity that the question names, and the other one. */
  named: string
  other: string
  /** The named entity is what the relation leads from. */
  is_from: boolean
  until: string | null
  /** What its first end is in it, in the words of pages. */
  role: string | null
  confidence: number
}

/** Relationships of one entity that are looked through, and those of all that are taken. */
const relationshipsRead = 20_000
const relationshipsTaken = 200

/** The relationships of these types at these entities that pages say plainly, the surest first. */
export function selectNamedRelationships(
  db: Queryable,
  moment: Moment,
  ids: string[],
  types: string[],
): Promise<RelatedRow[]> {
  const at = new GraphAt(moment)
  const wanted = `${at.add(ids)}::uuid[]`
  const named = `${at.add(types)}::text[]`
  // Hearsay is no answer, though a passage may name both ends.
  const stated = at.relationshipsOf(['said'])
  // Of an earlier time there is no index by the ends, and each confidence would be counted anew.
  const columns = `a.id, a.from_entity, a.to_entity, a.type, a.doc ->> 'until' as until, a.doc -> 'attributes' ->> 'role' as role, ${at.isLive ? 'a.confidence' : '1'} as confidence`
  const atEnd = (end: string) =>
    at.isLive
      ? `unnest(${wanted}) as w (id) cross join lateral (
           select ${columns} from ${stated} a where a.${end} = w.id limit ${relationshipsRead}) r`
      : `(select ${columns} from ${stated} a where a.${end} = any(${wanted})) r`
  const ends = (end: string, other: string, is_from: boolean) =>
    `select r.id, r.type, r.${end} as named, r.${other} as other, ${is_from} as is_from, r.until, r.role, r.confidence
     from ${atEnd(end)} where r.type = any(${named})`
  return db.query(
    `select * from (${ends('from_entity', 'to_entity', true)} union all ${ends('to_entity', 'from_entity', false)}) r
     order by r.confidence desc, r.id limit ${relationshipsTaken}`,
    at.values,
  )
}

export interface CarryingRow extends QuoteRow {
  owner: string
  host: string
  /** What else the page says that names the other entity. */
  beside: string | null
}

const claimsPerRelationship = 6

/** Quotes of relationships that people can see, each with one that names the other entity on the same page. */
export function selectRelationshipEvidence(
  db: Queryable,
  moment: Moment,
  wanted: { id: string; other: string }[],
): Promise<CarryingRow[]> {
  const at = new GraphAt(moment)
  const ids = `${at.add(wanted.map(({ id }) => id))}::uuid[]`
  const others = `${at.add(wanted.map(({ other }) => other))}::uuid[]`
  return db.query(
    `select q.id as owner, c.host, ${quoteColumns('c', 't')}, array[]::uuid[] as entity_ids,
       (select b.quote from claims b where b.domain_id = $1 and b.page_id = c.page_id
          and b.entity_id in (${at.membersOf('q.other')}) and ${at.holds('b')} and ${isSeen('b')}
        order by length(b.quote), b.id limit 1) as beside
     from unnest(${ids}, ${others}) as q (id, other)
     cross join lateral (
       select c.* from (${at.relationshipMembersOf('q.id')}) as m (member)
       join claims c on c.domain_id = $1 and c.relationship_id = m.member
       where ${at.holds('c')} and ${isSeen('c')}
       order by length(c.quote) desc, c.id desc limit ${claimsPerRelationship}) c
     cross join ${sourceOf('c')} p
     left join page_texts t on t.domain_id = $1 and t.page_id = c.page_id`,
    at.values,
  )
}

const claimsPerDate = 12

/** Quotes that people can see of entities that have this date: an attribute, or `when`. */
export function selectDateEvidence(
  db: Queryable,
  moment: Moment,
  date: string,
  wanted: { id: string; value: string }[],
): Promise<CarryingRow[]> {
  const at = new GraphAt(moment)
  const ids = `${at.add(wanted.map(({ id }) => id))}::uuid[]`
  const values = `${at.add(wanted.map(({ value }) => value))}::text[]`
  const path = at.add(date === 'when' ? ['when', 'edtf'] : ['attributes', date])
  return db.query(
    `select q.id as owner, c.host, ${quoteColumns('c', 't')}, array[]::uuid[] as entity_ids, null as beside
     from unnest(${ids}, ${values}) as q (id, value)
     cross join lateral (
       select c.* from (${at.membersOf('q.id')}) as m (member)
       join claims c on c.domain_id = $1 and c.entity_id = m.member
       where ${at.holds('c')} and ${isSeen('c')} and c.fact ->> 'certainty' is null
         and c.fact #>> ${path}::text[] = q.value
       order by length(c.quote) desc, c.id desc limit ${claimsPerDate}) c
     cross join ${sourceOf('c')} p
     left join page_texts t on t.domain_id = $1 and t.page_id = c.page_id`,
    at.values,
  )
}
