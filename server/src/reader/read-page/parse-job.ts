import type { GateVerdict } from '../../gate/text/text-rules.ts'
import type { Link, ParsedPage } from '../blocks/parsed-page.ts'
import type { Unread } from '../documents/pdf/open-pdf.ts'
import type { ReadPage } from './packed-page.ts'

// The input and output of a reading thread.

export interface ParseJob {
  /** Transferred to the thread: the caller cannot read it any more. */
  body: Uint8Array
  /** The Content-Type header of the answer. */
  content_type: string | null
  /** The address that answered, and the requested one if it differs. */
  url: string
  requested_url?: string
  status: number
  x_robots_tag: string | null
  /** Other headers that help to recognise walls, by lower-case name. */
  headers?: Record<string, string>
  /** Rules that judge the text, packed; null when there are none. */
  text_rules: string | null
  /** A model or a recipe may read the page: its lists are kept, with the kinds of entity that their values look like. */
  has_lists?: boolean
}

/** Finds the names in the text of a parsed page. That takes longer than parsing, and not every page needs it. */
export interface NamesJob {
  url: string
  text: string
  /** The invisible data behind the text. */
  data: string
  /** JSON of `RecordList[]`, and of the page's metadata. */
  records: string
  structured: string
  /** JSON of the `Claim[]` of its structured data. */
  claims: string
  /** JSON of the links of the main text to pages of the same host: addresses and texts. */
  links: string
  /** JSON of `StoredBlocks`. */
  stored_blocks: string
  title: string | null
  language: string | null
}

export function namesJobOf(url: string, page: ReadPage): NamesJob {
  const { text, data, records, structured, claims, stored_blocks, title, language } = page
  const links = JSON.stringify(linksOfSite(url, page.links))
  return { url, text, data, records, structured, claims, links, stored_blocks, title, language }
}

/** The links of the main text to pages of the same host. */
export function linksOfSite(url: string, links: Link[]): { url: string; text: string }[] {
  const host = URL.parse(url)?.host
  return links
    .filter((link) => link.is_main && link.text !== '' && URL.parse(link.url)?.host === host)
    .map((link) => ({ url: link.url, text: link.text }))
}

/** Judges texts by the rules of a gate. */
export interface JudgeJob {
  /** Of the first text, for the log. */
  url: string
  text_rules: string
  texts: string[]
}

interface AnyReading {
  /** SHA-256 of the body in base64url: equal bytes are not read twice. */
  bytes_hash: string
  type: string
}

/** Not a page: a picture, a feed, a document that cannot be read. */
type OtherReading = AnyReading & { kind: 'other'; unread?: Unread }

type ReadOf<Page> = AnyReading & { kind: 'html' | 'text'; charset: string; page: Page }

export type UnjudgedReading = OtherReading | ReadOf<ParsedPage>

export type ReadingOf<Page> = OtherReading | (ReadOf<Page> & { by_text: GateVerdict })

export type PageReading = ReadingOf<ReadPage>

/** The message may be stored as a page's `error`. */
export class ParseFailed extends Error {}
