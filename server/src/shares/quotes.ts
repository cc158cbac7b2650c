import { limits } from '@polegraph/contract/limits.ts'
import { quoteAddressOf, sourceOf } from '../claims/quote-address.ts'
import { GraphAt, type Moment } from '../graph/read/moment/graph-at.ts'
import type { Queryable } from '../platform/db/database.ts'
import { queryList } from '../platform/http/keyset.ts'

export interface SharedQuote {
  quote: string
  url: string
  observed_at: string
}

interface QuoteRow extends SharedQuote {
  owner: string
}

export interface QuotedOf {
  entities: string[]
  relationships: string[]
  /** Also quotes that give ids in registers, or home pages. */
  has_facts: boolean
}

/** The latest quotes of entities and relationships, by their ids. What is denied, hidden or was deleted has none. */
export async function quotesOf(db: Queryable, moment: Moment, asked: QuotedOf): Promise<Map<string, SharedQuote[]>> {
  const isAskedFor = asked.has_facts ? 'true' : saysNoFacts
  const rows = [
    ...(await selectQuotes(db, moment, 'entities', asked.entities, isAskedFor)),
    ...(await selectQuotes(db, moment, 'relationships', asked.relationships, 'true')),
  ]
  const byOwner = new Map<string, SharedQuote[]>()
  for (const { owner, ...quote } of rows) byOwner.set(owner, [...(byOwner.get(owner) ?? []), quote])
  return byOwner
}

const saysNoFacts = `coalesce(c.fact -> 'external_ids', '{}') = '{}' and coalesce(c.fact -> 'urls', '[]') = '[]'`

async function selectQuotes(
  db: Queryable,
  moment: Moment,
  table: 'entities' | 'relationships',
  ids: string[],
  condition: string,
): Promise<QuoteRow[]> {
  if (ids.length === 0) return []
  const at = new GraphAt(moment)
  const [column, members] =
    table === 'entities' ? ['entity_id', at.membersOf('o.id')] : ['relationship_id', at.relationshipMembersOf('o.id')]
  const { rows } = await queryList<QuoteRow>(
    db,
    `select o.id as owner, s.quote, s.url, s.observed_at
     from unnest(${at.add(ids)}::uuid[]) with ordinality as o (id, place) cross join lateral (
       select c.id, c.quote, ${quoteAddressOf('c', 'p')} as url, c.observed_at
       from claims c
       cross join ${sourceOf('c')} p
       join ${table} m on m.domain_id = c.domain_id and m.id = c.${column} and m.tombstone_id is null
       where c.domain_id = $1 and c.${column} in (${members}) and ${at.holds('c')}
         and c.fact ->> 'certainty' is distinct from 'denied' and ${condition}
       order by c.id desc limit ${at.add(limits.shared_quotes)}) s
     order by o.place, s.id desc`,
    at.values,
  )
  return rows
}
