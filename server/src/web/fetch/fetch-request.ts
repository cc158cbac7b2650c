export interface FetchHooks {
  /**
   * Awaited before every request, hop by hop, with the canonical address of the hop: politeness, robots and the gate
   * have their say here. What it throws comes out unchanged; the time it takes does not count.
   */
  beforeRequest?(url: string, hop: number): Promise<void>
  /** At the moment a request is handed to the connection. */
  onSent?(url: string): void
  /** Its reason is thrown as it is. */
  signal?: AbortSignal | undefined
}

export interface FetchRequest extends FetchHooks {
  /** Canonical. */
  url: string
  /** For a conditional request. Sent to the first address only: they are not those of where it leads. */
  etag?: string | null
  last_modified?: string | null
  accept?: string
  /** Decoded. */
  max_bytes?: number
  max_redirects?: number
  within_ms?: number
}
