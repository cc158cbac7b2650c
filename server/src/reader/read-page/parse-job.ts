import type { ReadPage } from './packed-page.ts'

// What goes into a reading thread and what comes out of it.

export interface ParseJob {
  /** Handed over: who gives it cannot read it any more. */
  body: Uint8Array
  /** The header of the answer. */
  content_type: string | null
  /** The address that answered, and the one that was asked for if that is another. */
  url: string
  requested_url?: string
  status: number
  x_robots_tag: string | null
  /** Other headers by their names in lower case, as far as they tell walls apart. */
  headers?: Record<string, string>
}

/** The names in the text of a page that was parsed; that takes longer than parsing it, and not every page needs it. */
export interface NamesJob {
  url: string
  text: string
  /** As they are stored. */
  stored_blocks: string
  title: string | null
  language: string | null
}

interface AnyReading {
  /** SHA-256 of the body, base64url: equal bytes need no second reading. */
  bytes_hash: string
  type: string
}

export type ReadingOf<Page> =
  /** It is no page: a picture, a PDF, a feed. */
  (AnyReading & { kind: 'other' }) | (AnyReading & { kind: 'html' | 'text'; charset: string; page: Page })

export type PageReading = ReadingOf<ReadPage>

/** Its message is fit for a page's `error`. */
export class ParseFailed extends Error {}
