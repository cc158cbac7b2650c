import { quoteAddressOf, sourceOf } from '../../../claims/quote-address.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { GraphAt, type Moment } from '../../read/moment/graph-at.ts'
import type { FoundPassage } from './found-passage.ts'
import { indexedChars } from './indexed-chars.ts'

/** Condition: people see the quote of a claim. Structured data stands in a block where the page shows it. */
export const isSeen = (claim: string) => `(${claim}.origin <> 'structured' or ${claim}.block_hash is not null)`

/** Matching pages that are looked at; the latest of them are taken. */
const matchesRead = 500

/** What people see of pages that have all words of one of these texts; first those with most of the words, then the latest. */
export async function selectPagesWith(
  db: Queryable,
  { domain_id }: Moment,
  texts: string[],
  words: string[],
  limit: number,
): Promise<{ id: string; url: string; page_starts: number[] | null; text: string; hits: number }[]> {
  const values: unknown[] = [domain_id, limit]
  // Words, not phrases: the index holds no positions, so a phrase would need the words of each text to be read.
  const query = (text: string) => `plainto_tsquery('simple', $${values.push(text)})`
  const wanted = texts.map(query).join(' || ')
  const hits = ['0', ...words.map((word) => `(t.words @@ ${query(word)})::integer`)].join(' + ')
  const rows = await db.query<Awaited<ReturnType<typeof selectPagesWith>>[number] & { shown_chars: number }>(
    `with matches as materialized (
       select t.page_id, ${hits} as hits from page_texts t where t.domain_id = $1 and t.words @@ (${wanted})
       limit ${matchesRead}
     )
     select p.id, p.url, p.page_starts, left(t.text, least(t.shown_chars, ${indexedChars})) as text, t.shown_chars, p.hits
     from (select p.id, p.url, p.page_starts, p.read_at, m.hits from pages p join matches m on m.page_id = p.id
       where p.domain_id = $1 and 'extracted' in (p.status, p.read_status)
       order by m.hits desc, p.read_at desc nulls last, p.id limit $2) p
     join page_texts t on t.domain_id = $1 and t.page_id = p.id
     order by p.hits desc, p.read_at desc nulls last, p.id`,
    values,
  )
  // The database counts characters, JavaScript counts UTF-16 code units.
  return rows.map(({ shown_chars, text, ...page }) => ({ ...page, text: text.slice(0, shown_chars) }))
}

/** The entities whose live claims quote these passages, in the order of the quotes. */
export function selectSpokenOf(
  db: Queryable,
  { domain_id }: Moment,
  passages: { page_id: string; start: number; end: number }[],
  kinds: string[] | undefined,
): Promise<{ page_id: string; first: number; entity_id: string }[]> {
  return db.query(
    `select c.page_id, n.first, s.id as entity_id
     from unnest($2::uuid[], $3::integer[], $4::integer[]) as n (page_id, first, last)
     join claims c on c.domain_id = $1 and c.page_id = n.page_id and c.quote_start < n.last and c.quote_end > n.first
     join entities e on e.domain_id = $1 and e.id = c.entity_id
     join entities s on s.domain_id = $1 and s.id = coalesce(e.merged_into, e.id) and s.is_shown
     where c.retracted_at is null and ($5::text[] is null or s.kind = any($5)) order by c.page_id, c.quote_start, s.id`,
    [
      domain_id,
      passages.map(({ page_id }) => page_id),
      passages.map(({ start }) => start),
      passages.map(({ end }) => end),
      kinds ?? null,
    ],
  )
}

/** The names of deleted entities that these passages speak of. */
export function selectDeletedIn(
  db: Queryable,
  { domain_id }: Moment,
  passages: { page_id: string; start: number; end: number }[],
): Promise<{ page_id: string; name: string }[]> {
  return db.query(
    `select distinct c.page_id, c.fact ->> 'name' as name
     from unnest($2::uuid[], $3::integer[], $4::integer[]) as n (page_id, first, last)
     join claims c on c.domain_id = $1 and c.page_id = n.page_id and c.quote_start < n.last and c.quote_end > n.first
     join entities e on e.domain_id = $1 and e.id = c.entity_id and e.tombstone_id is not null
     where c.retracted_at is null and exists (select from tombstones where domain_id = $1 and lifted_at is null)`,
    [
      domain_id,
      passages.map(({ page_id }) => page_id),
      passages.map(({ start }) => start),
      passages.map(({ end }) => end),
    ],
  )
}

/** Quotes about these entities at a time that people can see, the latest first. */
export function selectHeldQuotes(
  db: Queryable,
  moment: Moment,
  entityIds: string[],
  limit: number,
): Promise<(Omit<FoundPassage, 'entity_ids'> & { entity_id: string })[]> {
  const at = new GraphAt(moment)
  return db.query(
    `select n.id as entity_id, c.page_id, ${quoteAddressOf('c', 'p')} as url, c.quote,
       c.quote_start as start, c.quote_end as "end"
     from unnest(${at.add(entityIds)}::uuid[]) with ordinality as n (id, rank)
     cross join lateral (
       select c.id, c.page_id, c.quote, c.quote_start, c.quote_end, c.retracted_at from claims c
       where c.domain_id = $1 and c.entity_id in (${at.membersOf('n.id')}) and ${at.holds('c')}
         and ${isSeen('c')}
       order by c.id desc limit ${at.add(limit)}) c
     cross join ${sourceOf('c')} p
     order by n.rank, c.id desc`,
    at.values,
  )
}
