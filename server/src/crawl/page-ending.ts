import type { pageErrorCodes } from '@polegraph/contract/crawl/pages.ts'
import type { StoredClaim } from '../claims/stored-claim.ts'
import type { NotedLinks } from '../frontier/links/found-link.ts'
import type { ClaimedPage, ReadMode } from '../queue/claimed-page.ts'
import type { ReadPage } from '../reader/read-page/packed-page.ts'

export type PageErrorCode = (typeof pageErrorCodes)[number]

/** Why a page was not read: a code for programs, and a text for people. */
export interface PageError {
  code: PageErrorCode
  text: string
}

/** What the next fetch is compared with. */
export interface Validators {
  etag: string | null
  last_modified: string | null
  bytes_hash: string | null
}

export type PageContent = Pick<
  ReadPage,
  | 'title'
  | 'language'
  | 'published_at'
  | 'text'
  | 'page_starts'
  | 'data'
  | 'blocks'
  | 'content_hash'
  | 'stored_blocks'
  | 'structured'
>

/** The claims of a page, and how they were read. */
export interface PageFacts {
  mode: ReadMode
  /** How the whole stored text was read. A reader may read a diff only when it has read the rest itself. */
  read_mode: ReadMode
  reason: string
  /** When the assignment was fixed. Attributes that were added later were not looked for. */
  asked_at: Date
  claims: StoredClaim[]
  /** Facts of the model's answer that are not on the page. */
  dropped: number
}

/** How the work on one page ended. The pipeline returns this; `settlePages` writes it. */
export type PageEnding = { page: ClaimedPage; fetched_at: Date | null } & (
  | ReadEnding
  | UnchangedEnding
  | RefusedEnding
  | UnreadableEnding
  | LaterEnding
)

export interface ReadEnding {
  type: 'read'
  status: 'extracted' | 'irrelevant' | 'skipped'
  error: PageError | null
  /** The address that redirects lead to, when it is another one: the page is stored under it. */
  address: string | null
  /** The address in rel=canonical, when it is another one. It need not work. */
  canonical: string | null
  validators: Validators
  /** The rule of the gate that decided about the page; null when none matched. */
  gate_rule: string | null
  content: PageContent
  /** Set for a page that was extracted. */
  facts?: PageFacts | undefined
  links: NotedLinks
}

/** The page has the same content as before. Its menus may have new links. */
export interface UnchangedEnding {
  type: 'unchanged'
  validators: Validators
  links: NotedLinks
}

/** The page is not read in this run. */
export interface RefusedEnding {
  type: 'refused'
  status: 'irrelevant' | 'skipped' | 'failed'
  error: PageError
  links: NotedLinks
  /** The page no longer exists: its claims are retracted. */
  is_gone: boolean
}

/** Reading failed. A page that ends so `limits.dead_after` times in a row becomes a dead letter, or at once. */
export interface UnreadableEnding {
  type: 'unreadable'
  is_dead?: true
  error: PageError
}

/** The page is tried again; `failure` names the counter that limits how often. */
export interface LaterEnding {
  type: 'later'
  due_at: Date
  failure: LaterFailure
}

export type LaterFailure = 'fetch' | 'model' | null
