/** A row of a file, as it stands there. */
export interface RawRow {
  /** Its number in the file, from 1 on. */
  number: number
  text: string
  /** Relationships between rows come after all of these. */
  stage: 1 | 2
}

/** What a file says of itself before its first row, and what its rows are parsed with. */
export type FileLayout = TableLayout | FieldsLayout | NoLayout

export interface TableLayout {
  separator: string
  columns: string[]
  /** What each column means, in the same order; null where it is left out. */
  means: (string | null)[]
  samples: string[][]
  /** What the rows are; null where a column says it, or where they are relationships. */
  kind: string | null
}

/** The names of the fields of GraphML, by their ids. */
export interface FieldsLayout {
  fields: Record<string, string>
}

export type NoLayout = Record<never, never>

/** The file as a whole cannot be read: the reason. */
export class Unreadable extends Error {
  override name = 'Unreadable'
}
