import type { CallOptions } from './call-options.ts'
import type { StreamedEvent } from './contract-types.ts'
import { EventParser, MessageTooLong, type ServerSentEvent } from './event-parser.ts'
import { isOfType, makeError, PolegraphError, readError, readRetryAfter, unexpectedAnswer } from './polegraph-error.ts'
import { backOff, isPassing, longestPatienceMs, pause } from './retries.ts'
import { connectionError, type Transport } from './transport.ts'

/** Options of a stream. */
export interface StreamOptions extends Pick<CallOptions, 'signal' | 'retries' | 'key' | 'headers'> {
  /** Id of the event to start after, 0 for all that are kept. Without it the stream starts with what comes. */
  since?: number
  /** Told when the stream is live, and when it is not and will be tried again, with what went wrong. */
  onLive?: (isLive: boolean, error?: unknown) => void
  /** A stream that says nothing for so long counts as broken; the service sends a sign of life every 15 seconds. */
  silence_ms?: number
}

/** Which events of a domain are streamed. */
export interface EventStreamOptions extends StreamOptions {
  /** Events of these types; without it, all but those of the graph, which have a stream of their own. */
  events?: readonly StreamedEvent['type'][]
  /** Of the graph: only entities of these kinds, and relationships that have one at an end. */
  kinds?: readonly string[]
  /** Of the graph: of relationships only those of these types. */
  types?: readonly string[]
  /** Of the graph: only these entities, whatever they have been merged into, and their relationships. */
  entity_ids?: readonly string[]
  /** Of the graph: only what this watch has as news. */
  watch_id?: string
}

export interface NumberedEvent extends ServerSentEvent {
  id: number
}

const method = 'GET'
export const defaultSilenceMs = 45_000
const firstRetryMs = 1000

/**
 * The messages of a stream, in order, none twice and none lost: a stream that ends is opened again after the last id. What
 * the service refuses for good is thrown. What fails for the moment is tried `retries` times before the stream was first
 * live, and from then on until the signal ends it.
 */
export async function* followStream(
  transport: Transport,
  path: string,
  options: EventStreamOptions,
): AsyncGenerator<NumberedEvent, void, undefined> {
  const { signal, since, onLive } = options
  let lastId: string | undefined
  let retryMs = firstRetryMs
  let failures = 0
  let wasLive = false
  for (;;) {
    signal?.throwIfAborted()
    const parser = new EventParser(lastId)
    const connection = new Connection(transport, path, options)
    try {
      await connection.open(lastId)
      let isLive = false
      for (let text = await connection.read(); text !== undefined; text = await connection.read()) {
        // Beyond the first words, which come however short the stream is.
        if (isLive) failures = 0
        for (const event of parser.read(text)) {
          lastId = parser.last_id
          failures = 0
          yield { ...event, id: Number(lastId) }
        }
        lastId = parser.last_id
        retryMs = parser.retry_ms ?? retryMs
        // Without a place to start from, a stream has begun when it has said where it is.
        if (!isLive && (since !== undefined || lastId !== undefined)) {
          isLive = true
          wasLive = true
          onLive?.(true)
        }
      }
    } catch (error) {
      if (!(error instanceof MessageTooLong)) throw error
      throw new PolegraphError(error.message, { code: 'unexpected_answer', status: 200, method, path })
    } finally {
      connection.close()
    }
    signal?.throwIfAborted()
    const { error } = connection
    if (error && !mayReturn(error, wasLive)) throw error
    if (error && !wasLive && failures >= (options.retries ?? transport.retries)) throw error
    onLive?.(false, error)
    const askedMs = (error?.retry_after ?? 0) * 1000
    await pause(Math.max(askedMs, backOff(failures, retryMs, longestPatienceMs)), signal)
    failures++
  }
}

/** The service may not have noticed yet that the last stream of this reader is gone. */
function mayReturn(error: PolegraphError, wasLive: boolean): boolean {
  return error.code === 'quota_reached' ? wasLive : isPassing(error)
}

/** One stream, from its request until it ends or breaks. */
class Connection {
  /** Why it did not open, or why it broke. */
  error: PolegraphError | undefined
  readonly #transport: Transport
  readonly #path: string
  readonly #options: EventStreamOptions
  readonly #controller = new AbortController()
  readonly #abort = () => this.#controller.abort()
  readonly #decoder = new TextDecoder()
  #reader: ReadableStreamDefaultReader<Uint8Array> | undefined

  constructor(transport: Transport, path: string, options: EventStreamOptions) {
    this.#transport = transport
    this.#path = path
    this.#options = options
    options.signal?.addEventListener('abort', this.#abort)
  }

  async open(lastId: string | undefined): Promise<void> {
    await this.#unlessSilent(async () => {
      const headers = { accept: 'text/event-stream', ...(lastId && { 'last-event-id': lastId }) }
      const { since, events, kinds, types, entity_ids, watch_id } = this.#options
      const query = { since: lastId ? undefined : since, events, kinds, types, entity_ids, watch_id }
      const request = { method, path: this.#path, query }
      const response = await this.#transport.open(request, headers, this.#options, this.#controller.signal)
      if (!response.ok) throw await readError(response, method, this.#path)
      if (!isOfType(response, 'text/event-stream')) throw unexpectedAnswer(response, method, this.#path)
      const retry_after = readRetryAfter(response.headers)
      // Stock clients give up on a 503: while the service restarts, it answers with a stream that ends at once.
      if (retry_after !== undefined) {
        const fields = { code: 'unavailable', status: 503, retry_after, method, path: this.#path } as const
        throw makeError('temporarily unavailable', fields)
      }
      this.#reader = response.body?.getReader()
    })
  }

  /** The next piece of the stream; undefined at its end. */
  read(): Promise<string | undefined> {
    return this.#unlessSilent(async () => {
      const piece = await this.#reader?.read()
      return piece?.value && this.#decoder.decode(piece.value, { stream: true })
    })
  }

  close(): void {
    this.#options.signal?.removeEventListener('abort', this.#abort)
    this.#controller.abort()
  }

  async #unlessSilent<Value>(work: () => Promise<Value>): Promise<Value | undefined> {
    if (this.error) return undefined
    let isSilent = false
    const timer = setTimeout(() => {
      isSilent = true
      this.#controller.abort()
    }, this.#options.silence_ms ?? defaultSilenceMs)
    try {
      return await work()
    } catch (cause) {
      this.error = cause instanceof PolegraphError ? cause : connectionError(cause, method, this.#path, isSilent)
      return undefined
    } finally {
      clearTimeout(timer)
    }
  }
}
