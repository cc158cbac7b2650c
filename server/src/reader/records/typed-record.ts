import type { BaseKind } from '../../facts/claim.ts'
import type { SectionName } from '../vocabulary/sections.ts'
import type { ValueName } from './values/value-names.ts'

// A record whose fields have a meaning. The page itself is one too, about its subject.

export interface TypedField {
  /** A meaning of the vocabulary, or a kind. */
  meaning: string
  kind: BaseKind | undefined
  text: string
  start: number
  end: number
  url: string | undefined
  /** The names in a field of a kind, with offsets in the stored text. */
  names: ValueName[]
  /** A fact that stands apart from its record is quoted from here. */
  quote_start?: number
  /** The column has a heading that we do not know. */
  is_odd?: true
  /** The people before a name in brackets: `Ada Berg (Acme)`. */
  holders?: ValueName[]
  /** The relation of the subject to the name, where the page has its own word for it or links to it. */
  said?: { relation: string; is_inverse: boolean }
}

export interface TypedRecord {
  start: number
  end: number
  fields: TypedField[]
  /** The section of the site that lists the record. */
  section: SectionName | undefined
  /** The record belongs to the page and not to the frame of its site. */
  is_own: boolean
  /** The day that stands over the list. */
  day: string | undefined
}
