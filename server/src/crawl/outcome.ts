import type { StoredClaim } from '../claims/claims.ts'
import type { ReadPage } from '../reader/read-page/parse-threads.ts'
import type { RecipeInForce } from '../recipes/recipe.ts'

/** A page that a worker has taken, with all that its work needs to know. */
export interface ClaimedPage {
  project_id: string
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
  /** How often the model could not be reached for it in this run. */
  model_failures: number
  run_id: string | null
  before_status: PageStatus | null
  etag: string | null
  last_modified: string | null
  bytes_hash: string | null
  content_hash: string | null
  read_at: string | null
  /** How what is stored of it was read, and what came of it; null when that was taken back. */
  read_mode: ReadMode | null
  read_status: PageStatus | null
  gate_version: number | null
  /** The version of the gate that is published now. */
  published_version: number
  ontology: string[]
  /** What is in force for its template. */
  recipe: RecipeInForce | null
  /** Pages that were read before this are read in full. */
  attributes_added_at: string | null
}

export type PageStatus = 'queued' | 'extracted' | 'irrelevant' | 'skipped' | 'failed'
export type PageMode = 'agentic' | 'deterministic' | 'unchanged'
export type ReadMode = Exclude<PageMode, 'unchanged'>

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
