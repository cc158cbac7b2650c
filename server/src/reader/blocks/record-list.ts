import type { BaseKind } from '../../facts/claim.ts'

// Records: parts of a page that have the same shape many times, such as rows of a table, items of a list and cards. Their
// fields mean something only together: a column of which most values are people is a column of people. Plain data,
// because it goes from the thread that parses a page to the one that reads its names.

export interface RecordField {
  /** UTF-16 offsets in the stored text of the page. Behind the visible text, pictures have a line with their `alt`. */
  start: number
  end: number
  /** Fields of one list with the same column stand at the same place of their records. */
  column: number
  /** The canonical address that all of the field links to. */
  url?: string
  /** The start of the field with the name behind which this one stands: `Ada Berg (Acme)`. */
  behind?: number
  /** The kind of entity that the value alone suggests, where that was asked for. */
  kind?: BaseKind
}

export interface PageRecord {
  start: number
  end: number
  fields: RecordField[]
}

export interface RecordList {
  /** Texts of the headings above the list, outermost first. */
  path: string[]
  /** The headings of columns, by column. */
  labels: Record<number, string>
  /** The place of the list in the layout of its site, the same on all pages of a template. */
  selector: string
  /** What columns are called on all pages of a template, by a tenth of their number: the parts of a text share its name. */
  columns: string[]
  records: PageRecord[]
  /** The list belongs to this page and not to the frame of its site. */
  is_own: boolean
}

export const recordBounds = { lists: 200, records: 3_000, fields: 24, chars: 2_000, pictures: 300 } as const

/** The fields of a list by their column, in the order of its records. */
export const fieldsByColumn = ({ records }: RecordList): Map<number, RecordField[]> =>
  Map.groupBy(
    records.flatMap(({ fields }) => fields),
    ({ column }) => column,
  )
