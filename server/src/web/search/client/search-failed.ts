export type SearchFailureCode =
  /** No connection, a name that does not resolve, an address that is refused, or a fault of the provider's own. */
  | 'unreachable'
  | 'timed_out'
  | 'wrong_key'
  /** Too many requests in a second or a month. */
  | 'quota_used_up'
  /** Not what the provider's documentation promises: no JSON, another shape, too large. */
  | 'bad_answer'
  /** The provider will refuse the same request again. */
  | 'refused'

export interface SearchFailure {
  code: SearchFailureCode
  status?: number | null
  retry_after_ms?: number | null
  /** Whether the same request may succeed in a few seconds. */
  is_transient?: boolean
}

/**
 * Why a search has no answer, in one sentence for a user. It carries no cause: errors of HTTP clients contain the
 * request, and the request contains the key.
 */
export class SearchFailed extends Error {
  override name = 'SearchFailed'
  readonly code: SearchFailureCode
  readonly status: number | null
  /** When the provider lets us ask again, where it says so. */
  readonly retry_after_ms: number | null
  readonly is_transient: boolean

  constructor(message: string, failure: SearchFailure) {
    super(message)
    this.code = failure.code
    this.status = failure.status ?? null
    this.retry_after_ms = failure.retry_after_ms ?? null
    this.is_transient = failure.is_transient ?? false
  }
}
