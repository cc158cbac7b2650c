import { pageNumber } from '../../../claims/quote-address.ts'
import { certaintyOf } from '../../../facts/claim.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import { fail } from '../../../platform/http/errors.ts'
import { type StoredBlocks, unpackBlocks } from '../../../reader/blocks/stored-blocks.ts'
import type { EntityFact, RelationshipFact } from '../../store/facts/mentions.ts'
import { type NamedEntity, namedEntityOf } from '../entities/entity-rows.ts'
import { fieldsOf } from './claimed-fields.ts'

interface QuoteRow {
  start: number
  end: number
  /** Of structured data alone: people do not see it. */
  quote?: string
  entity?: NamedEntity
  relationship?: { id: string; from: NamedEntity; type: string; to: NamedEntity }
  fact: EntityFact | RelationshipFact
}

/** What readers see of a page, and what it is quoted for. */
export async function getPageText(db: Queryable, domainId: string, pageId: string) {
  const stored = await selectPageText(db, domainId, pageId)
  if (!stored) throw fail('page_not_found')
  const { language, shown_chars, blocks, page_starts, quotes } = stored
  const numberOf = (start: number) => (page_starts === null ? {} : { page: pageNumber(page_starts, start) })
  const entities = new Map<string, NamedEntity>()
  const relationships = new Map<string, { id: string; from: string; type: string; to: string }>()
  for (const { entity, relationship } of quotes) {
    for (const one of [entity, relationship?.from, relationship?.to]) if (one) entities.set(one.id, one)
    if (!relationship) continue
    const { id, from, type, to } = relationship
    relationships.set(id, { id, from: from.id, type, to: to.id })
  }
  return {
    // The database counts characters, JavaScript counts UTF-16 code units.
    text: stored.text.slice(0, shown_chars),
    language,
    blocks: unpackBlocks(blocks).map(({ start, end, kind }) => ({ start, end, kind, ...numberOf(start) })),
    quotes: quotes.filter(({ quote }) => quote === undefined).flatMap(supportedBy),
    unseen: quotes.flatMap((row) => {
      const { quote } = row
      return quote === undefined ? [] : supportedBy(row).map((supported) => ({ quote, ...supported }))
    }),
    entities: [...entities.values()],
    relationships: [...relationships.values()],
  }
}

/** A quote for each field that it supports, with the values that its claim gives for it. */
function supportedBy({ start, end, entity, relationship, fact }: QuoteRow) {
  const owner = entity ? { entity_id: entity.id } : { relationship_id: relationship?.id }
  const byField = Map.groupBy(fieldsOf(fact), ({ field }) => field)
  return [...byField].map(([field, claimed]) => ({
    ...{ start, end, ...owner, field, values: claimed.map(({ value }) => value) },
    certainty: certaintyOf(fact),
  }))
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
             'start', c.quote_start, 'end', c.quote_end, 'quote', case when c.quote_end > t.shown_chars then c.quote end,
             'entity', case when e.id is not null then ${namedEntityOf('e')} end,
             'relationship', case when r.id is not null then jsonb_build_object(
               'id', r.id, 'from', ${namedEntityOf('f')}, 'type', r.type, 'to', ${namedEntityOf('o')}) end))
           || jsonb_build_object('fact', c.fact) order by c.quote_start, c.quote_end, c.id)
         from claims c
         left join entities m on m.domain_id = $1 and m.id = c.entity_id and m.tombstone_id is null
         left join entities e on e.domain_id = $1 and e.id = coalesce(m.merged_into, m.id) and e.is_shown
         left join relationships n on n.domain_id = $1 and n.id = c.relationship_id and n.tombstone_id is null
         left join relationships r on r.domain_id = $1 and r.id = coalesce(n.merged_into, n.id) and r.is_shown
         left join entities f on f.domain_id = $1 and f.id = r.from_entity
         left join entities o on o.domain_id = $1 and o.id = r.to_entity
         where c.domain_id = $1 and c.page_id = p.id and c.retracted_at is null and coalesce(e.id, r.id) is not null
       ), '[]') as quotes
     from pages p join page_texts t on t.domain_id = $1 and t.page_id = p.id
     where p.domain_id = $1 and p.id = $2 and 'extracted' in (p.status, p.read_status)`,
    [domainId, pageId],
  )
  return row
}
