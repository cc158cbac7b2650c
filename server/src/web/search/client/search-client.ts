import { FetchFailed, FetchInterrupted } from '../../fetch/fetch-failure.ts'
import type { FetchAnswer, Fetcher } from '../../fetch/fetcher.ts'
import { type AnswerFault, type ApiAnswer, describeAnswer, describeSilence, notTheFormat } from './describe-answer.ts'
import { type Pausing, RequestPace } from './request-pace.ts'
import { SearchFailed } from './search-failed.ts'

// Asks a provider's API for JSON: paced, repeated where that may help, bounded in bytes and time.

/** Of one request. */
const withinMs = 15_000
/** A page of results has 20 to 200 KB, and 500 links of an article 100 KB. */
const maxBytes = 2 * 1024 * 1024
const tries = 3
const firstBackoffMs = 1_000
/** A provider that asks for a longer pause gets no second request: a search must end. */
export const longestPauseMs = 10_000

export interface ApiRequest {
  url: string
  headers?: Record<string, string>
  post?: string
  /** Zero for requests with a key: it must not be carried elsewhere, and APIs do not redirect. */
  max_redirects: number
}

export interface ApiRules {
  name: string
  /** Shortest time between the beginnings of two requests. */
  gap_ms: number
  /** Called for every answer. Undefined for one that is no error, or one that its status describes. */
  judge?(answer: ApiAnswer): AnswerFault | undefined
  /** Reads the pause that a provider asks for in its own way. */
  pauseOf?(answer: FetchAnswer): number | null
}

export interface ClientOptions {
  fetcher: Fetcher
  pausing: Pausing
  within_ms?: number | undefined
  /** Removed from the sentences of failures. */
  key?: string | undefined
}

export class SearchClient {
  readonly name: string
  readonly #rules: ApiRules
  readonly #fetcher: Fetcher
  readonly #pausing: Pausing
  readonly #pace: RequestPace
  readonly #withinMs: number
  // Private, so that no log line or inspection shows it.
  readonly #key: string | undefined

  constructor(rules: ApiRules, options: ClientOptions) {
    this.name = rules.name
    this.#rules = rules
    this.#fetcher = options.fetcher
    this.#pausing = options.pausing
    this.#pace = new RequestPace(rules.name, rules.gap_ms, options.pausing)
    this.#withinMs = options.within_ms ?? withinMs
    this.#key = options.key
  }

  /** The JSON of an answer that is no error. Throws SearchFailed, or the reason of the signal. */
  async ask(request: ApiRequest, signal: AbortSignal): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      await this.#pace.turn(signal)
      const outcome = await this.#try(request, signal)
      if (!(outcome instanceof SearchFailed)) return outcome.json
      const pause = outcome.retry_after_ms ?? firstBackoffMs * 2 ** (attempt - 1)
      if (!outcome.is_transient || attempt === tries || pause > longestPauseMs) throw outcome
      if (outcome.code === 'quota_used_up') this.#pace.rest(pause)
      else await this.#pausing.sleep(pause, signal)
    }
  }

  async close(): Promise<void> {
    await this.#fetcher.close()
  }

  async #try(request: ApiRequest, signal: AbortSignal): Promise<{ json: unknown } | SearchFailed> {
    let answer: ApiAnswer
    try {
      answer = await this.#fetch(request, signal)
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof FetchFailed) || error instanceof FetchInterrupted) throw error
      return describeSilence(this.name, error)
    }
    const isFine = answer.status >= 200 && answer.status < 300
    const fault = this.#rules.judge?.(answer)
    if (fault || !isFine) return describeAnswer(this.name, answer, fault ?? {}, this.#key)
    if (answer.json !== undefined) return { json: answer.json }
    return notTheFormat(this.name, /^\s*</.test(answer.text) ? 'a web page instead of JSON' : 'no JSON')
  }

  async #fetch(request: ApiRequest, signal: AbortSignal): Promise<ApiAnswer> {
    const answer = await this.#fetcher.fetch({
      ...request,
      accept: 'application/json',
      max_bytes: maxBytes,
      within_ms: this.#withinMs,
      signal,
    })
    try {
      const text = new TextDecoder().decode(answer.body)
      const retry_after_ms = answer.retry_after_ms ?? this.#rules.pauseOf?.(answer) ?? null
      return { status: answer.status, json: parseJson(text), text, retry_after_ms }
    } finally {
      answer.release()
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
