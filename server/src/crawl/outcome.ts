import type { ReadPage } from '../reader/parse-threads.ts'

/** A page that a worker has taken, with all that its work needs to know. */
export interface ClaimedPage {
  domain_id: string
  id: string
  url: string
  host: string
  depth: number
  fence: number
  source_id: string | null
  source_host: string
  group_key: string
  /** The group of the page that led to it. */
  found_in: string | null
  fetch_failures: number
  before_status: PageStatus | null
  etag: string | null
  last_modified: string | null
  bytes_hash: string | null
  content_hash: string | null
  read_at: string | null
  gate_version: number | null
  /** The version of the gate that is published now. */
  published_version: number
  /** Pages that were read before this are read in full. */
  attributes_added_at: string | null
}

export type PageStatus = 'queued' | 'extracted' | 'irrelevant' | 'skipped' | 'failed'
export type PageMode = 'agentic' | 'deterministic' | 'unchanged'

/** What the next fetch is compared with. */
export interface Validators {
  etag: string | null
  last_modified: string | null
  bytes_hash: string | null
}

export interface FoundLink {
  url: string
  text: string
  /** Why the crawl does not take it: a rule of the gate, a trap. */
  rejected?: string | undefined
  /** Whether the gate lets the crawl leave its sources' hosts for it. */
  is_widened: boolean
  is_nofollow: boolean
}

export type PageContent = Pick<
  ReadPage,
  'title' | 'language' | 'published_at' | 'text' | 'blocks' | 'content_hash' | 'stored_blocks' | 'structured'
>

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
      links: FoundLink[]
    }
  /** What it says is what it said; its menus may lead to something new. */
  | { type: 'unchanged'; validators: Validators; links?: FoundLink[] }
  | { type: 'ended'; status: 'irrelevant' | 'skipped' | 'failed'; error: string; links?: FoundLink[] }
  | { type: 'not_readable'; error: string }
  /** Tried again; `is_failure` when it was tried at all. */
  | { type: 'later'; due_at: Date; is_failure: boolean }
)
