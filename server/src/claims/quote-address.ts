/** The address of a page, for a document that of the page in it where a passage begins. */
export function passageAddress(url: string, pageStarts: number[] | null, at: number): string {
  if (pageStarts === null) return url
  return `${url}#page=${pageNumber(pageStarts, at)}`
}

/** The page of a document on which an offset of its text lies. */
export const pageNumber = (pageStarts: number[], at: number) =>
  Math.max(1, pageStarts.findLastIndex((start) => start <= at) + 1)

/**
 * SQL: what a claim was stated in, a page or a part of an imported file, as a row beside it. `claim` is an alias of claims, or of
 * rows that have their `page_id`.
 */
export const sourceOf = (claim: string) =>
  `lateral (
     select s.id, s.url, s.host, null as file, s.page_starts, null::integer[] as row_starts, null::integer[] as row_numbers,
       s.mode_reason, coalesce(s.gate_version, 1) as gate_version, s.gate_rule
     from pages s where s.domain_id = $1 and s.id = ${claim}.page_id
     union all
     select s.id, 'import:' || i.name, 'import:' || i.name, i.name, null, s.row_starts, s.row_numbers,
       'rows of an imported file', 1, null
     from import_parts s join imports i on i.domain_id = $1 and i.id = s.import_id
     where s.domain_id = $1 and s.id = ${claim}.page_id)`

/** SQL: the row of the imported file in which the quote of a claim begins; null for pages. */
export const rowOf = (claim: string, source: string) =>
  `${source}.row_numbers[greatest(width_bucket(${claim}.quote_start, ${source}.row_starts), 1)]`

/** SQL: the address of the page of a claim, for a document that of the page in it where the quote stands, for an import its row. */
export const quoteAddressOf = (claim: string, source: string) =>
  // A quote that was retracted stood in another text than the one that is stored.
  `${source}.url || case when ${claim}.retracted_at is null and ${source}.page_starts is not null
     then '#page=' || greatest(width_bucket(${claim}.quote_start, ${source}.page_starts), 1)
     when ${source}.row_starts is not null then '#row=' || ${rowOf(claim, source)} else '' end`
