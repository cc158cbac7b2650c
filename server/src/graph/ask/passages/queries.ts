import { quoteAddressOf, sourceOf } from '../../../claims/quote-address.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { isSeen } from '../../memory/search/passage-queries.ts'
import { GraphAt, type Moment } from '../../read/moment/graph-at.ts'

export interface EntityBrief {
  id: string
  kind: string
  name: string
  aliases: string[]
  has_when: boolean
  has_where: boolean
}

export function selectEntityBriefs(db: Queryable, moment: Moment, ids: string[]): Promise<EntityBrief[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select e.id, e.kind, e.doc ->> 'name' as name, array(select jsonb_array_elements_text(e.doc -> 'aliases')) as aliases,
       e.doc -> 'when' <> 'null' as has_when, e.doc -> 'where' <> 'null' as has_where
     from ${at.entities} e where e.id = any(${at.add(ids)}::uuid[])`,
    at.values,
  )
}

export interface QuoteRow {
  page_id: string
  url: string
  quote: string
  entity_ids: string[]
  /**
   * The text around the quote on the page as it is now; null when the page has no text. `quote_at` is the quote's
   * offset in it.
   */
  context: string | null
  quote_at: number
  is_start: boolean
  is_end: boolean
}

const claimsPerEntity = 8
const relationshipsPerEntity = 16
const claimsPerRelationship = 2
const quotesMax = 300
const around = 300

/** Columns: the quote of claim `c` with the text `t` around it; `p` is its source. A row of an import stands for itself. */
export function quoteColumns(c: string, t: string): string {
  const length = `${c}.quote_end - ${c}.quote_start + ${2 * around}`
  const context = `substr(left(${t}.text, ${t}.shown_chars), greatest(${c}.quote_start - ${around}, 0) + 1, ${length})`
  const isStored = `${t}.text is not null`
  return `${c}.page_id, ${quoteAddressOf(c, 'p')} as url, ${c}.quote, coalesce(${context}, ${c}.quote) as context,
    case when ${isStored} then least(${c}.quote_start, ${around}) else 0 end as quote_at,
    (${c}.quote_start <= ${around} or not (${isStored})) as is_start, coalesce(length(${context}) < ${length}, true) as is_end`
}

/**
 * Quotes that people can see, about these entities and their relationships: relationships between two of the entities first, then those
 * whose type is like a word of the question. Every step looks up ids in an index; a plan that scans the claims would
 * take minutes.
 */
export function selectQuotes(db: Queryable, moment: Moment, ids: string[], words: string[]): Promise<QuoteRow[]> {
  const at = new GraphAt(moment)
  const wanted = `${at.add(ids)}::uuid[]`
  const stems = words.filter((word) => /^[a-z]{4,}$/.test(word)).map((word) => `%${word.slice(0, 5)}%`)
  const isLikeWord = `b.type like any(${at.add(stems)}::text[])`
  const ends = (end: string) =>
    `select r.id, r.from_entity, r.to_entity, r.type, r.${end} as entity_id from ${at.relationships} r
     where r.${end} = any(${wanted})`
  const claimsOf = (column: string, limit: number) =>
    `(select c.id, c.page_id, c.quote, c.quote_start, c.quote_end, c.retracted_at from claims c
      where c.domain_id = $1 and c.${column} = m.member and ${at.holds('c')} and ${isSeen('c')}
      order by length(c.quote) desc, c.id desc limit ${limit})`
  return db.query(
    `with w as materialized (select unnest(${wanted}) as id),
     entity_members as materialized (
       select array[w.id] as entity_ids, m.member from w cross join lateral (${at.membersOf('w.id')}) as m (member)),
     joining as materialized (
       select r.* from (
         select b.*, row_number() over (partition by b.entity_id order by
           (b.from_entity = any(${wanted}) and b.to_entity = any(${wanted})) desc, ${isLikeWord} desc, b.id) as rank
         from (${ends('from_entity')} union all ${ends('to_entity')}) b) r
       where r.rank <= ${relationshipsPerEntity}),
     relationship_members as materialized (
       select array[r.from_entity, r.to_entity] as entity_ids, m.member
       from joining r cross join lateral (${at.relationshipMembersOf('r.id')}) as m (member)),
     quoted as materialized (
       select c.*, m.entity_ids from entity_members m cross join lateral ${claimsOf('entity_id', claimsPerEntity)} c
       union all
       select c.*, m.entity_ids from relationship_members m
       cross join lateral ${claimsOf('relationship_id', claimsPerRelationship)} c
       limit ${quotesMax})
     select ${quoteColumns('c', 't')}, c.entity_ids
     from quoted c cross join ${sourceOf('c')} p
     left join page_texts t on t.domain_id = $1 and t.page_id = c.page_id
     order by c.id desc`,
    at.values,
  )
}
