export interface ModelRequest {
  /** What stays the same from call to call, so that the caches of providers work. */
  system: string
  messages: { role: 'user' | 'assistant'; content: string }[]
  /** For strict structured output: every object has `additionalProperties: false` and requires all its keys. */
  schema: { name: string; json: Record<string, unknown> }
  max_output_tokens: number
  signal?: AbortSignal | undefined
}

export interface ModelUsage {
  /** All of them, those below included. */
  tokens_input: number
  /** Read from the provider's cache. */
  tokens_cached: number
  /** Written to it, where that costs extra. */
  tokens_cache_written?: number
  tokens_output: number
}

export interface ModelAnswer {
  /** As it came; whoever asked checks it against the schema. */
  text: string
  usage: ModelUsage
  /** The server did not say what it used. */
  is_estimated: boolean
  finish: 'stop' | 'length' | 'refused' | 'other'
}
