export interface FetchHooks {
  /**
   * Awaited before every request of a redirect chain, with its canonical address: for politeness, robots and the gate.
   * Errors it throws are passed on unchanged; its time does not count.
   */
  beforeRequest?(url: string, hop: number): Promise<void>
  /** Called when a request is handed to the connection. */
  onSent?(url: string): void
  /** The signal's reason is thrown unchanged. */
  signal?: AbortSignal | undefined
}

export interface FetchRequest extends FetchHooks {
  /** Canonical. */
  url: string
  /** For a conditional request. Sent only to the first address, because they do not belong to the redirect targets. */
  etag?: string | null
  last_modified?: string | null
  accept?: string
  /** More headers, by lower-case name. Sent only to the first address, because they may hold a key. */
  headers?: Record<string, string>
  /** Makes the request a POST with this JSON. A redirect of it is followed without it. */
  post?: string
  /** Limit for the decoded body. */
  max_bytes?: number
  max_redirects?: number
  within_ms?: number
}
