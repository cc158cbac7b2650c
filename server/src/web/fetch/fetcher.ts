import { setTimeout as sleep } from 'node:timers/promises'
import { limits } from '@polegraph/contract/limits.ts'
import type { Agent } from 'undici'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { AddressGuard } from '../address/address-guard.ts'
import { BodyBudget, freeBodyBytes } from './body-budget.ts'
import { Deadline } from './deadline.ts'
import { Exchange, isRedirect } from './exchange.ts'
import { FetchFailed, FetchInterrupted } from './fetch-failure.ts'
import { type AnswerHead, isConditional, lengthOf, readHead, requestHeaders } from './fetch-headers.ts'
import type { FetchHooks, FetchRequest } from './fetch-request.ts'
import { type Connect, createGuardedAgent } from './guarded-agent.ts'
import { boundedChunks, collectBody, collectErrorBody } from './read-body.ts'
import { RedirectTrail, type Step } from './redirect.ts'

// Requests to the open web. Every hop goes through the guard; a fetch has one deadline, however slowly its bytes arrive;
// decoded bodies are bounded, each and in total.

export interface FetchAnswer extends AnswerHead {
  /** Decoded; for errors (status 400 and above) only the beginning. */
  body: Uint8Array
  /** Must be called when the body is no longer held: large bodies share the memory budget of the process. */
  release(): void
}

export interface FetchStream extends AnswerHead {
  /** Decoded. Throws FetchFailed. Must be read to the end, or ended with `return` or `cancel`. */
  chunks: AsyncGenerator<Uint8Array>
  cancel(): void
}

/** Above this many connections, new ones are closed after their answer and not kept alive. */
const maxKeptConnections = 256
const keepAliveMs = 4_000

const agentOptions: Agent.Options = {
  // Fetches have their own time limits.
  headersTimeout: 0,
  bodyTimeout: 0,
  keepAliveTimeout: keepAliveMs,
  // Overrides what the server offers.
  keepAliveMaxTimeout: keepAliveMs,
  pipelining: 1,
  maxHeaderSize: 64 * 1024,
}

interface Opened {
  exchange: Exchange
  head: AnswerHead
  /** The size of the body, where the server declares it. */
  length: number | undefined
  deadline: Deadline
  signal: AbortSignal
  /** Stops the deadline. */
  finish(): void
}

export class Fetcher {
  readonly user_agent: string
  readonly clock: Clock
  readonly #guard: AddressGuard
  readonly #connect: Connect | undefined
  readonly #budget: BodyBudget
  readonly #withinMs: number
  readonly #onFetched: ((seconds: number) => void) | undefined
  readonly #exchanges = new Set<Exchange>()
  #agent: Promise<Agent> | undefined
  #connections = 0
  #isClosed = false

  constructor(options: {
    guard: AddressGuard
    user_agent: string
    connect?: Connect | undefined
    clock?: Clock
    budget?: BodyBudget
    /** The default for requests without their own. */
    within_ms?: number | undefined
    /** Gets the seconds that each fetch took, without what it waited for before its first request. */
    onFetched?: ((seconds: number) => void) | undefined
  }) {
    this.#guard = options.guard
    this.user_agent = options.user_agent
    this.#connect = options.connect
    this.clock = options.clock ?? systemClock
    this.#budget = options.budget ?? new BodyBudget()
    this.#withinMs = options.within_ms ?? limits.fetch_seconds * 1000
    this.#onFetched = options.onFetched
  }

  async fetch(request: FetchRequest): Promise<FetchAnswer> {
    if (!this.#onFetched) return this.#fetch(request)
    let sentAt: number | undefined
    const onSent = (url: string) => {
      sentAt ??= performance.now()
      request.onSent?.(url)
    }
    try {
      return await this.#fetch({ ...request, onSent })
    } finally {
      if (sentAt !== undefined) this.#onFetched((performance.now() - sentAt) / 1000)
    }
  }

  async #fetch(request: FetchRequest): Promise<FetchAnswer> {
    const { exchange, head, length, deadline, signal, finish } = await this.#open(request)
    const maxBytes = request.max_bytes ?? limits.fetch_bytes
    try {
      const collected =
        head.status >= 400
          ? await collectErrorBody(exchange, Math.min(maxBytes, freeBodyBytes), signal)
          : await collectBody(exchange, {
              max_bytes: maxBytes,
              announced_bytes: length,
              budget: this.#budget,
              deadline,
              signal,
              wait_ms: request.within_ms ?? this.#withinMs,
            })
      return { ...head, ...collected }
    } finally {
      finish()
    }
  }

  /** Streams the body, for what is too large for memory. */
  async stream(request: FetchRequest): Promise<FetchStream> {
    const { exchange, head, signal, finish } = await this.#open(request)
    const maxBytes = request.max_bytes ?? limits.fetch_bytes
    const cancel = () => {
      finish()
      exchange.cut()
    }
    async function* chunks() {
      try {
        yield* boundedChunks(exchange, maxBytes, signal)
      } finally {
        finish()
      }
    }
    return { ...head, chunks: chunks(), cancel }
  }

  /** Resolves when no exchange is running, or the time is over. */
  async idle(withinMs: number): Promise<void> {
    const giveUpAt = performance.now() + withinMs
    while (this.#exchanges.size > 0 && performance.now() < giveUpAt) await sleep(20)
  }

  /** Aborts running exchanges. */
  async close(): Promise<void> {
    this.#isClosed = true
    for (const exchange of this.#exchanges) exchange.cut()
    await (await this.#agent)?.destroy()
  }

  async #open(request: FetchRequest): Promise<Opened> {
    const within = request.within_ms ?? this.#withinMs
    const end = new AbortController()
    const late = () =>
      end.abort(new FetchFailed('timeout', `no answer within ${Number((within / 1000).toPrecision(2))} s`))
    const deadline = new Deadline(within, late)
    const abort = () => end.abort(request.signal?.reason)
    const finish = () => {
      deadline.rest()
      request.signal?.removeEventListener('abort', abort)
    }
    request.signal?.throwIfAborted()
    request.signal?.addEventListener('abort', abort, { once: true })
    try {
      return { ...(await this.#walk(request, deadline, end.signal)), deadline, signal: end.signal, finish }
    } catch (error) {
      finish()
      throw error
    }
  }

  /** Follows redirects to the first answer that is none. */
  async #walk(request: FetchRequest, deadline: Deadline, signal: AbortSignal) {
    const trail = new RedirectTrail(request.url, request.max_redirects ?? limits.fetch_redirects)
    for (let hop = 0; ; hop++) {
      deadline.rest()
      await request.beforeRequest?.(trail.current.url, hop)
      signal.throwIfAborted()
      deadline.run()
      const headers = requestHeaders(request, hop, this.user_agent)
      const body = hop === 0 ? request.post : undefined
      const exchange = await this.#send({ ...trail.current, headers, body }, signal, request.onSent)
      const answer = await exchange.head
      if (isRedirect(answer.status)) {
        trail.follow(answer.status, answer.headers.location)
        continue
      }
      if (answer.status === 304 && !isConditional(headers)) {
        exchange.cut()
        throw new FetchFailed('protocol', 'HTTP 304 to a request without conditions')
      }
      const { current, hops, has_moved_for_good } = trail
      const head = { url: current.url, hops, has_moved_for_good, ...readHead(answer, this.clock.now()) }
      return { exchange, head, length: lengthOf(answer.headers) }
    }
  }

  async #send(
    step: Step & { headers: Record<string, string>; body: string | undefined },
    signal: AbortSignal,
    onSent: FetchHooks['onSent'],
  ) {
    this.#agent ??= this.#createAgent()
    const agent = await this.#agent
    // Loading the client takes a while: the signal may have been aborted meanwhile.
    signal.throwIfAborted()
    if (this.#isClosed) throw new FetchInterrupted()
    const exchange: Exchange = new Exchange(signal, {
      onSent: () => onSent?.(step.url),
      onEnd: () => this.#exchanges.delete(exchange),
    })
    this.#exchanges.add(exchange)
    const { origin, pathname, search } = new URL(step.address)
    const reset = this.#connections > maxKeptConnections
    const { headers, body = null } = step
    const method = body === null ? 'GET' : 'POST'
    try {
      agent.dispatch({ origin, path: pathname + search, method, headers, body, reset }, exchange)
    } catch (error) {
      exchange.fail(error as Error)
    }
    return exchange
  }

  async #createAgent(): Promise<Agent> {
    const agent = await createGuardedAgent({ guard: this.#guard, connect: this.#connect, agent: agentOptions })
    agent.on('connect', () => this.#connections++)
    agent.on('disconnect', () => this.#connections--)
    return agent
  }
}
