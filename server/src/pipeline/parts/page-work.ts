import type { ClaimRow, StoredClaim } from '../../claims/stored-claim.ts'
import type { ReadEnding } from '../../crawl/page-ending.ts'
import type { EventLog } from '../../events/event-log.ts'
import type { Claim } from '../../facts/claim.ts'
import type { SeenLinks } from '../../frontier/links/seen-links.ts'
import type { Judge } from '../../gate/judge.ts'
import type { Model } from '../../model/model.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Log } from '../../platform/log.ts'
import type { ClaimedPage } from '../../queue/claimed-page.ts'
import type { CrawlStops } from '../../queue/crawl-stops.ts'
import type { HostLeases } from '../../queue/host-leases.ts'
import type { ReadPage } from '../../reader/read-page/packed-page.ts'
import type { ParseThreads } from '../../reader/read-page/parse-threads.ts'
import type { RecipePage } from '../../recipes/recipe.ts'
import type { Fetcher } from '../../web/fetch/fetcher.ts'
import type { Renderer } from '../../web/render/renderer.ts'
import type { PageBlock, ReadablePage, Reading } from '../agentic/prompt/blocks-to-read.ts'
import type { RecentAnswers } from '../agentic/recent-answers.ts'
import type { Judges } from './judges.ts'
import type { Locator } from './locate.ts'
import type { RobotsCache } from './robots-cache.ts'

/** What the steps work with; one set for each process. */
export interface PageParts {
  db: Database
  clock: Clock
  log: Log
  fetcher: Fetcher
  parser: ParseThreads
  robots: RobotsCache
  judges: Judges
  seen: SeenLinks
  stops: CrawlStops
  /** Undefined when pages are not rendered. */
  renderer?: Renderer | undefined
  /** Undefined when pages are read without a model. */
  model?: Model | undefined
  answers: RecentAnswers
  locator: Locator
  events: EventLog
}

/** A page that was claimed and is still to be fetched. */
export interface ClaimedWork {
  type: 'claimed'
  page: ClaimedPage
  leases: HostLeases
  /** Set by the fetch step. */
  fetched_at: Date | null
  /** What was fetched, in memory; set by the fetch step. To be released when the page is written, or waits for a model. */
  body: HeldBody | null
}

export interface HeldBody {
  /** It has a share of the memory for bodies, which the text that was read from it takes over. */
  is_large: boolean
  release(): void
}

/** A page that was fetched and that a model must read; its host is released. */
export interface ModelWork {
  type: 'waits_for_model'
  page: ClaimedPage
  fetched_at: Date | null
  judge: Judge
  /** The ending of the page if the model finds it relevant, without the facts. */
  read: ReadEnding
  task: ModelTask
}

export type PageWork = ClaimedWork | ModelWork

/** What a model must read, with everything that was found without it. */
export interface ModelTask {
  url: string
  parsed: ReadPage
  model: Model
  structured: StoredClaim[]
  known: ClaimRow[]
  blocks: PageBlock[]
  readable: ReadablePage
  reading: Reading
  /** For recipes. */
  layout: RecipePage
  recipe: RecipeTry
  reason: string
}

export interface RecipeTry {
  /** Undefined when there is no recipe, or when it does not fit. */
  claims: Claim[] | undefined
  /** Rows of its lists that it does not read. */
  odd_rows: number
  is_misfit: boolean
  /** The model must read this page too, to check the recipe. */
  is_check: boolean
}
