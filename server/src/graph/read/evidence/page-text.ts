import { pageNumber } from '../../../claims/quote-address.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { type StoredBlocks, unpackBlocks } from '../../../reader/blocks/stored-blocks.ts'
import type { EntityFact, RelationshipFact } from '../../store/facts/mentions.ts'
import { fieldsOf } from './claimed-fields.ts'

interface QuoteRow {
  start: number
  end: number
  entity_id?: string
  relationship_id?: string
  fact: EntityFact | RelationshipFact
}

/** What readers see of a page, and what it is quoted for. */
export async function getPageText(db: Queryable, domainId: string, pageId: string) {
  const stored = await selectPageText(db, domainId, pageId)
  if (!stored) throw fail('page_not_found')
  const { language, shown_chars, blocks, page_starts, quotes } = stored
  const numberOf = (start: number) => (page_starts === null ? {} : { page: pageNumber(page_starts, start) })
  return {
    // The database counts characters, JavaScript counts UTF-16 code units.
    text: stored.text.slice(0, shown_chars),
    language,
    blocks: unpackBlocks(blocks).map(({ start, end, kind }) => ({ start, end, kind, ...numberOf(start) })),
    quotes: quotes.flatMap(quotesOf),
  }
}

/** A quote for each field that it supports; a claim may give several values for one. */
function quotesOf({ fact, ...quote }: QuoteRow) {
  const fields = new Set(fieldsOf(fact).map(({ field }) => field))
  return [...fields].map((field) => ({ ...quote, field }))
}

/** In one statement, so that the quotes are of this text. What a person has deleted has no quotes. */
export async function selectPageText(db: Queryable, domainId: string, pageId: string) {
  const [row] = await db.query<{
    text: string
    shown_chars: number
    language: string | null
    page_starts: number[] | null
    blocks: StoredBlocks
    quotes: QuoteRow[]
  }>(
    `select left(t.text, t.shown_chars) as text, t.shown_chars, t.blocks, p.language, p.page_starts, coalesce((
         select jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
             'start', c.quote_start, 'end', c.quote_end, 'entity_id', e.id, 'relationship_id', r.id))
           || jsonb_build_object('fact', c.fact) order by c.quote_start, c.quote_end, c.id)
         from claims c
         left join entities m on m.domain_id = $1 and m.id = c.entity_id and m.tombstone_id is null
         left join entities e on e.domain_id = $1 and e.id = coalesce(m.merged_into, m.id) and e.is_shown
         left join relationships n on n.domain_id = $1 and n.id = c.relationship_id and n.tombstone_id is null
         left join relationships r on r.domain_id = $1 and r.id = coalesce(n.merged_into, n.id) and r.is_shown
         where c.domain_id = $1 and c.page_id = p.id and c.retracted_at is null and c.quote_end <= t.shown_chars
           and coalesce(e.id, r.id) is not null
       ), '[]') as quotes
     from pages p join page_texts t on t.domain_id = $1 and t.page_id = p.id
     where p.domain_id = $1 and p.id = $2 and 'extracted' in (p.status, p.read_status)`,
    [domainId, pageId],
  )
  return row
}
