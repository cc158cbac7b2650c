/** The address of a page, for a document that of the page in it where a passage begins. */
export function passageAddress(url: string, pageStarts: number[] | null, at: number): string {
  if (pageStarts === null) return url
  return `${url}#page=${pageNumber(pageStarts, at)}`
}

/** The page of a document on which an offset of its text lies. */
export const pageNumber = (pageStarts: number[], at: number) =>
  Math.max(1, pageStarts.findLastIndex((start) => start <= at) + 1)

/** SQL: the address of the page of a claim, for a document that of the page in it where the quote stands. */
export const quoteAddressOf = (claim: string, page: string) =>
  // A quote that was retracted stood in another text than the one that is stored.
  `${page}.url || case when ${claim}.retracted_at is null and ${page}.page_starts is not null
     then '#page=' || greatest(width_bucket(${claim}.quote_start, ${page}.page_starts), 1) else '' end`
