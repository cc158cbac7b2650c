import type { BaseKind } from '../../../facts/claim.ts'
import type { ValueReader } from '../values/value-names.ts'

// What a column of a list holds, and the page that tells it.

export interface Column {
  /** A meaning of the vocabulary, or a kind. */
  meaning: string
  /** Set where the values are names of entities. */
  kind: BaseKind | undefined
  /** The column has a heading that we do not know: its names are read, and not related to anything. */
  is_odd?: true
}

export interface TypingPage {
  /** The stored text, with the data behind it. */
  text: string
  language: string | null
  values: ValueReader
  /** Where the visible part of the text ends. */
  shown: number
  /** Of the page. */
  host: string | undefined
}

export const personColumn: Column = { meaning: 'person', kind: 'person' }
