import type { ReadEnding } from '../../crawl/page-ending.ts'
import type { ReadPage } from '../../reader/read-page/packed-page.ts'

export interface ParsedAnswer {
  /** Where the page is now. */
  url: string
  parsed: ReadPage
  /** The page has neither text nor data. */
  is_empty: boolean
  /** How the page ends if nothing else happens, but for its links and facts. */
  ending: Omit<ReadEnding, 'links' | 'facts'>
}
