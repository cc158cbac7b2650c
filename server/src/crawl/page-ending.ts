import type { pageErrorCodes } from '@polegraph/contract/pages.ts'
import type { StoredClaim } from '../claims/stored-claim.ts'
import type { NotedLinks } from '../frontier/found-link.ts'
import type { ClaimedPage, ReadMode } from '../queue/claimed-page.ts'
import type { ReadPage } from '../reader/read-page/packed-page.ts'

export type PageErrorCode = (typeof pageErrorCodes)[number]

/** Why a page was not read: a code that programs decide by, and a text that only people read. */
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
  'title' | 'language' | 'published_at' | 'text' | 'data' | 'blocks' | 'content_hash' | 'stored_blocks' | 'structured'
>

/** What the page says, and how that was found out. */
export interface PageFacts {
  mode: ReadMode
  /** Who has read all of the stored text. A diff is only enough for a reader that has read the rest. */
  read_mode: ReadMode
  reason: string
  /** When the assignment was fixed. Attributes that were added later were not looked for. */
  asked_at: Date
  claims: StoredClaim[]
  /** Facts that were claimed and are not on the page. */
  dropped: number
}

/** The work on one page, and how it ended. Whoever works on a page returns this; `settlePages` writes it. */
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
  /** Where redirects lead, when that is another address: the page lives there. */
  address: string | null
  /** What the page calls itself (rel=canonical), when that is another address. It need not work. */
  canonical: string | null
  validators: Validators
  content: PageContent
  /** Of a page that was extracted. */
  facts?: PageFacts | undefined
  links: NotedLinks
}

/** The page says what it said before. Its menus may lead to something new. */
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
  /** The page is not there any more: its claims are retracted. */
  is_gone: boolean
}

/** Reading failed. The third time in a row makes a dead letter. */
export interface UnreadableEnding {
  type: 'unreadable'
  error: PageError
}

/** The page is tried again; `failure` names the counter that limits how often. */
export interface LaterEnding {
  type: 'later'
  due_at: Date
  failure: LaterFailure
}

export type LaterFailure = 'fetch' | 'model' | null
