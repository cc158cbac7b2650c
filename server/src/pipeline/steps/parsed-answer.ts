import type { ReadEnding } from '../../crawl/page-ending.ts'
import type { GateVerdict } from '../../gate/text/text-rules.ts'
import type { ReadPage } from '../../reader/read-page/packed-page.ts'

export interface ParsedAnswer {
  /** The address after redirects. */
  url: string
  parsed: ReadPage
  /** The gate's verdict on the page. */
  gate: GateVerdict
  /** The page has neither text nor data. */
  is_empty: boolean
  /** The ending of a page that is kept, without its links and facts. */
  ending: Omit<ReadEnding, 'links' | 'facts'>
}
