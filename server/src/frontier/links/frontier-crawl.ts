import type { Transaction } from '../../platform/db/database.ts'

/** The crawl of one domain, as far as the frontier needs it: its bounds, and where new pages go. */
export interface FrontierCrawl {
  readonly tx: Transaction
  readonly domain_id: string
  readonly max_depth: number
  readonly max_pages: number
  /** How many pages there is room for. */
  readonly room: number
  /** Pages of the run that are not done. */
  readonly pending: number
  /** Whether a plan chooses the links that become pages. */
  readonly is_led: boolean
  /** How many links the frontier has. */
  readonly links: number
  noteLinksAdded(count: number): void
  /** Queues new pages, as many as there is room for, and returns those that were not there. */
  addPages(pages: NewPage[]): Promise<{ url: string }[]>
}

export interface NewPage {
  url: string
  host: string
  group_key: string
  /** The group of the page that led to it; null for a source. */
  found_in?: string | null
  depth: number
  source_id: string | null
  source_host: string
}
