import type { PageError } from '../../crawl/page-ending.ts'
import type { FoundLink } from '../../frontier/links/found-link.ts'
import { FetchFailed } from '../../web/fetch/fetch-failure.ts'

// Errors by which a step ends the work on a page. `endingOfError` turns them into the ending.

/** The page is not read, and that is final for this run. */
export class GiveUp extends Error {
  override name = 'GiveUp'
  readonly status: 'irrelevant' | 'skipped' | 'failed'
  readonly error: PageError
  /** A link for the frontier, although the page itself is not read. */
  readonly link: FoundLink | undefined
  readonly is_gone: boolean

  constructor(
    status: 'irrelevant' | 'skipped' | 'failed',
    error: PageError,
    { link, is_gone = false }: { link?: FoundLink; is_gone?: boolean } = {},
  ) {
    super(error.text)
    this.status = status
    this.error = error
    this.link = link
    this.is_gone = is_gone
  }
}

/** The site answered with an error that may be temporary. */
export class TryAgain extends Error {
  override name = 'TryAgain'
  readonly error: PageError
  /** The pause that the site asks for. */
  readonly after_ms: number | null

  constructor(error: PageError, afterMs: number | null = null) {
    super(error.text)
    this.error = error
    this.after_ms = afterMs
  }
}

/** Failures of the host rather than of the page. */
export function isHostFailure(error: unknown): boolean {
  return error instanceof FetchFailed && hostFailures.has(error.kind)
}

const hostFailures: ReadonlySet<string> = new Set(['dns', 'connect', 'tls', 'not_tls', 'timeout', 'refused_address'])
