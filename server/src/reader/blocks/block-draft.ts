import { type TextMeasure, unmeasured } from '../../language/measure-text.ts'
import type { Region } from '../html/region.ts'
import type { InlineEdge, InlinePart } from './inline-parts.ts'
import type { LinkPosition } from './link-collector.ts'
import type { BlockKind } from './parsed-page.ts'

type DraftParts = Pick<
  BlockDraft,
  'kind' | 'level' | 'text' | 'region' | 'link_chars' | 'links' | 'at' | 'since_image' | 'term'
>

export class BlockDraft {
  kind: BlockKind
  level: number
  text: string
  readonly region: Region
  link_chars: number
  links: number
  /** The measure of `text`, set once the whole page has been read. */
  measure: TextMeasure = unmeasured
  /** How many tags came before the text. */
  readonly at: number
  /** How many tags ago the last picture was. */
  readonly since_image: number
  /** The term that a `dd` belongs to. */
  term: string | undefined
  /** The positions of the links inside the block. */
  link_positions: LinkPosition[] = []
  /** The block is a whole row of a table. */
  is_row = false
  /** The row holds only headings of columns. */
  is_head = false
  /** The cells of a row that have a text, with their offsets in the text of the block. */
  cells: { column: number; start: number; end: number }[] = []
  /** The lines that are elements of their own, in order. */
  parts: InlinePart[] = []
  /** Elements that begin or end the text. */
  edges: InlineEdge[] = []
  is_main = false
  is_own = false

  constructor(draft: DraftParts) {
    this.kind = draft.kind
    this.level = draft.level
    this.text = draft.text
    this.region = draft.region
    this.link_chars = draft.link_chars
    this.links = draft.links
    this.at = draft.at
    this.since_image = draft.since_image
    this.term = draft.term
  }
}
