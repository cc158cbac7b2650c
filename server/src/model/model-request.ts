export interface ModelRequest {
  /** The part that stays the same from call to call, so that providers can cache it. */
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** For strict structured output: every object has `additionalProperties: false` and requires all its keys. */
  schema: { name: string; json: Record<string, unknown> }
  max_output_tokens: number
  /** Asked each time right before a request is sent to the provider; when it may not begin, nothing is sent. */
  mayBegin?: (() => boolean) | undefined
  signal?: AbortSignal | undefined
}

export interface ModelUsage {
  /** All input tokens, including cached ones. */
  tokens_input: number
  /** Read from the provider's cache. */
  tokens_cached: number
  /** Written to the cache, where that costs extra. */
  tokens_cache_written?: number
  tokens_output: number
}

export interface ModelAnswer {
  /** The unchecked text; the caller validates it against the schema. */
  text: string
  usage: ModelUsage
  /** The server reported no usage. */
  is_estimated: boolean
  finish: 'stop' | 'length' | 'refused' | 'other'
}
