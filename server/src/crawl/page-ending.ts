import type { StoredClaim } from '../claims/claims.ts'
import type { FoundLink } from '../frontier/found-link.ts'
import type { ClaimedPage, ReadMode } from '../queue/claimed-page.ts'
import type { ReadPage } from '../reader/read-page/parse-threads.ts'

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
  /** Who has read all of the text that is stored now: a change is read as a change only by who has read the rest. */
  read_mode: ReadMode
  reason: string
  /** When it was settled what to look for: what is asked for later it was not read for. */
  asked_at: Date
  claims: StoredClaim[]
  /** Facts that were claimed and are not on the page. */
  dropped: number
}

/** How the work on a page ended. */
export type Outcome = { page: ClaimedPage; fetched_at: Date | null } & (
  | {
      type: 'read'
      status: 'extracted' | 'irrelevant' | 'skipped'
      error: string | null
      /** Where redirects lead, when that is another address: the page lives there. */
      address: string | null
      /** What the page calls itself (rel=canonical), when that is another address. It need not work. */
      canonical: string | null
      validators: Validators
      content: PageContent
      /** Of a page that was extracted. */
      facts?: PageFacts | undefined
      links: FoundLink[]
    }
  /** What it says is what it said; its menus may lead to something new. */
  | { type: 'unchanged'; validators: Validators; links?: FoundLink[] }
  | {
      type: 'ended'
      status: 'irrelevant' | 'skipped' | 'failed'
      error: string
      links?: FoundLink[]
      /** Nobody says any more what it said. */
      is_gone?: boolean
    }
  | { type: 'not_readable'; error: string }
  /** Tried again; `failure` says whose fault it was that it has to be. */
  | { type: 'later'; due_at: Date; failure: LaterFailure }
)

export type LaterFailure = 'fetch' | 'model' | null
