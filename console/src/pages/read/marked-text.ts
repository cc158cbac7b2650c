import type { PageText } from '../../shared/service/types.ts'

// The text of a page, cut where its quotes begin and end, so that each piece is marked as a whole.

export type PageQuote = PageText['quotes'][number]
export type Block = PageText['blocks'][number]

export interface TextSpan {
  start: number
  end: number
}

export interface Piece extends TextSpan {
  text: string
  quotes: PageQuote[]
}

/** Whose quotes are marked more strongly. */
export interface Focus {
  entity: string | undefined
  relationship: string | undefined
}

/** The bars that stand between the cells of a row. */
const cellBar = ' | '

/** The cells of a row; of other blocks, the whole. */
export function cellsOf(text: string, { start, end, kind }: Block): TextSpan[] {
  if (kind !== 'table_row') return [{ start, end }]
  const cells: TextSpan[] = []
  let from = start
  for (const cell of text.slice(start, end).split(cellBar)) {
    cells.push({ start: from, end: from + cell.length })
    from += cell.length + cellBar.length
  }
  return cells
}

/** The pieces of a part of the text, each with the quotes that it stands in. */
export function piecesOf(text: string, part: TextSpan, quotes: PageQuote[]): Piece[] {
  const inside = quotes.filter((quote) => isWithin(quote, part))
  const bounds = inside.flatMap((quote) => [Math.max(quote.start, part.start), Math.min(quote.end, part.end)])
  const cuts = [...new Set([part.start, ...bounds, part.end])].sort((a, b) => a - b)
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] as number
    const own = inside.filter((quote) => quote.start < end && quote.end > start)
    return { start, end, text: text.slice(start, end), quotes: own }
  })
}

export const isWithin = (one: TextSpan, other: TextSpan) => one.start < other.end && one.end > other.start

/** Whether a quote is of what the reader came for: an entity, with its relationships, or a relationship. */
export function isOfFocus(
  { entity_id, relationship_id }: { entity_id?: string | undefined; relationship_id?: string | undefined },
  { entity, relationship }: Focus,
  relationships: PageText['relationships'],
): boolean {
  if (relationship !== undefined && relationship_id === relationship) return true
  if (entity === undefined) return false
  if (entity_id === entity) return true
  const quoted = relationships.find(({ id }) => id === relationship_id)
  return quoted?.from === entity || quoted?.to === entity
}

/** `120-180` of an address. */
export function readSpan(at: string | undefined): TextSpan | undefined {
  const [, start = '', end = ''] = /^(\d{1,9})-(\d{1,9})$/.exec(at ?? '') ?? []
  return start && Number(end) > Number(start) ? { start: Number(start), end: Number(end) } : undefined
}
