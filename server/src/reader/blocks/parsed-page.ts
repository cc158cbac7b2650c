import type { Claim } from '../../facts/claim.ts'

// What the reading of one page gives. Plain data: it crosses from the thread that reads to the one that stores.

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
  /** Of headings, 1 to 6. */
  level?: number
  /** Texts of the headings above it, outermost first; the value of a definition has its term as the last one. */
  path: string[]
  /** UTF-16 offsets in the text of the page. */
  start: number
  end: number
  /** Of its text, 64 bits in hex: two blocks with one hash say the same. */
  hash: string
  /** It is part of the article, as a reader would cut it out. */
  is_main: boolean
  /** It says something of the page, not of the site around it: main text, and the lists, tables and dates beside it. */
  is_own: boolean
  /** Where in the layout of its site it is; empty for what is not the page's own. */
  selector: string
  /** Which part of its text is the text of links, 0 to 1. */
  link_share: number
}

export interface Link {
  /** Canonical. */
  url: string
  /** What a reader sees: its text, or the alternative text of its picture, or its title. */
  text: string
  is_nofollow: boolean
  is_hidden: boolean
  is_main: boolean
}

export type VerdictKind = 'bot wall' | 'login wall' | 'parked domain' | 'soft 404' | 'thin page'

export interface Verdict {
  kind: VerdictKind
  /** What gave it away, such as `title "Just a moment..."`. */
  signal: string
}

export interface ParsedPage {
  title: string | null
  /** As the page says it, in the letter case of BCP 47: `en`, `de-AT`. */
  language: string | null
  /** The canonical form of what `rel=canonical` says. */
  canonical: string | null
  /** ISO dates or times with date. */
  published_at: string | null
  modified_at: string | null
  is_noindex: boolean
  is_nofollow: boolean
  /** What relative addresses of the page are relative to. */
  base: string
  /** Unique, in the order of the page. */
  links: Link[]
  /**
   * All that is visible, main or not: a block a line, white space folded. Only where the page itself breaks a line (`br`,
   * `pre`) does a block have line ends inside, so blocks are cut by their offsets.
   */
  text: string
  blocks: Block[]
  /** Of the main blocks. */
  word_count: number
  /** Of the page's own blocks and what the claims say: as long as it is the same, nothing has changed that matters. */
  content_hash: string
  /** What the page says for machines only, a thing a line. It is stored behind `text`, with a line end between. */
  data: string
  /** What its structured data says, in base kinds. Quotes are in `text`, or behind it in `data`. */
  claims: Claim[]
  meta: Record<string, string>
  verdict: Verdict | null
  /** Almost no text is there, but scripts that might bring some. */
  needs_script: boolean
}
