// Searching the web, whoever answers. Hits are addresses that somebody else named: they are data until the gate and the
// guard have judged them, and nothing here fetches one.

export interface WebQuery {
  /** Plain words; operators of a provider's query language have no promise. */
  words: string
  /** As in BCP 47. Providers that know no languages ignore it. */
  language?: string
  limit: number
}

export interface SearchHit {
  /** Canonical, http or https. No two hits of an answer have the same. */
  url: string
  /** Plain text; may be empty. */
  title: string
  /** Plain text; may be empty. */
  snippet: string
  /** From 1. */
  rank: number
}

export interface SearchProvider {
  /** As people know it. */
  readonly name: string
  /** Throws SearchFailed, or the reason of the signal. An answer without results is an empty list. */
  search(query: WebQuery, signal: AbortSignal): Promise<SearchHit[]>
  /** Aborts running searches. */
  close(): Promise<void>
}
