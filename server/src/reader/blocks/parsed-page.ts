import type { Claim } from '../../facts/claim.ts'
import type { RecordList } from './record-list.ts'

// The result of reading one page. Plain data, because it crosses from the reading thread to the one that stores it.

export type BlockKind =
  | 'heading'
  | 'paragraph'
  | 'list_item'
  | 'table_row'
  | 'definition'
  | 'quote'
  | 'code'
  | 'caption'

export interface Block {
  kind: BlockKind
  /** 1 to 6, on headings only. */
  level?: number
  /** Texts of the headings above the block, outermost first; for a `dd`, its term comes last. */
  path: string[]
  /** UTF-16 offsets in the text of the page. */
  start: number
  end: number
  /** 64 bits of the text's hash in hex. Blocks with the same hash have the same text. */
  hash: string
  /** The block is part of the article, as a reader would cut it out. */
  is_main: boolean
  /**
   * The block belongs to this page and not to the frame of its site: main text, and the lists, tables and dates beside
   * it.
   */
  is_own: boolean
  /** The path of elements and classes in the layout of the site; empty for blocks that are not the page's own. */
  selector: string
  /** The share of the text that is inside links, 0 to 1. */
  link_share: number
}

export interface Link {
  /** Canonical. */
  url: string
  /** The link's text, else the alternative text of its picture, else its title. */
  text: string
  is_nofollow: boolean
  is_hidden: boolean
  is_main: boolean
}

export type VerdictKind = 'bot wall' | 'login wall' | 'parked domain' | 'soft 404' | 'thin page' | 'partly read'

export interface Verdict {
  kind: VerdictKind
  /** The reason for the verdict, such as `title "Just a moment..."`. */
  signal: string
}

export interface ParsedPage {
  title: string | null
  /** Told by the text; as the page declares it, where the text does not disagree: `en`, `de-AT`. */
  language: string | null
  /** The canonical form of the address in `rel=canonical`. */
  canonical: string | null
  /** ISO dates or times with date. */
  published_at: string | null
  modified_at: string | null
  is_noindex: boolean
  is_nofollow: boolean
  /** The address that relative links of the page resolve against. */
  base: string
  /** Unique, in the order of the page. */
  links: Link[]
  /**
   * All visible text, main or not: one block per line, white space folded. A block has line ends inside only where the
   * page itself breaks a line (`br`, `pre`), so cut blocks out by their offsets.
   */
  text: string
  blocks: Block[]
  /** Where each page of a document begins in `text`; null for what has no pages. */
  page_starts: number[] | null
  /** Words of the main blocks. */
  word_count: number
  /**
   * Hash of the page's own blocks and of its claims. While it stays the same, nothing relevant has changed on the page.
   */
  content_hash: string
  /** Structured data and names of pictures, which are not visible, one item per line. Stored behind `text`, with a line end between. */
  data: string
  /** Claims from the structured data, in base kinds. Quotes are in `text`, or behind it in `data`. */
  claims: Claim[]
  /** Rows, items and cards, for the reader of names. */
  records: RecordList[]
  meta: Record<string, string>
  verdict: Verdict | null
  /** The page has almost no text, but scripts that might add some. */
  needs_script: boolean
}
