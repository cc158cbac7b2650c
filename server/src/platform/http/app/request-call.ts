import { isIP } from 'node:net'
import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Caller } from '../caller.ts'
import type { CallerReads } from '../caller-reads.ts'
import { fail } from '../errors.ts'
import type { LoadedDomain } from '../handlers.ts'
import { idempotencyKeyOf } from '../idempotency.ts'
import type { Validated } from '../validate.ts'

const hostPattern = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i

/** The argument of a handler. A class, because most handlers never need what its getters compute. */
export class RequestCall {
  readonly db: Database
  readonly caller: Caller | null
  readonly credential: string | undefined
  readonly params: Validated['params']
  readonly headers: Record<string, string> = {}
  readonly domain: LoadedDomain | undefined = undefined
  readonly #request: FastifyRequest
  readonly #reads: CallerReads
  readonly #publicUrl: string | undefined
  readonly #validated: Validated

  constructor(
    request: FastifyRequest,
    options: { db: Database; reads: CallerReads; publicUrl: string | undefined },
    validated: Validated,
  ) {
    this.db = options.db
    this.#reads = options.reads
    this.caller = request.state.caller
    this.credential = request.state.credential
    this.params = validated.params
    this.#request = request
    this.#publicUrl = options.publicUrl
    this.#validated = validated
  }

  get query(): Validated['query'] {
    return this.#validated.query
  }

  get body(): Validated['body'] {
    return this.#validated.body
  }

  get ended(): AbortSignal {
    return this.#reads.ended
  }

  get upload(): Readable {
    return this.#request.raw
  }

  get upload_bytes(): number {
    return Number(this.#request.headers['content-length'] ?? 0)
  }

  get idempotency_key(): string | undefined {
    return idempotencyKeyOf(this.#request.headers['idempotency-key'])
  }

  get address(): string {
    return this.#request.ip
  }

  get user_agent(): string {
    return this.#request.headers['user-agent'] ?? ''
  }

  get wants_markdown(): boolean {
    return this.#request.headers.accept?.includes('text/markdown') === true
  }

  get if_match(): string | undefined {
    return this.#request.headers['if-match']
  }

  get request_id(): string {
    return this.#request.id
  }

  get url(): string {
    return this.#request.url
  }

  get base_url(): string {
    return this.#publicUrl ?? `${this.#request.protocol}://${hostOf(this.#request)}`
  }

  get known_url(): string | undefined {
    const { hostname, protocol, host } = this.#request
    if (this.#publicUrl !== undefined) return this.#publicUrl
    const isKnown =
      hostPattern.test(host) && (isIP(hostname.replace(/^\[(.*)\]$/, '$1')) > 0 || hostname === 'localhost')
    return isKnown ? `${protocol}://${host}` : undefined
  }

  get last_event_id(): number | undefined {
    const sent = this.#request.headers['last-event-id']
    if (sent === undefined || sent === '') return undefined
    if (typeof sent !== 'string' || !/^\d{1,15}$/.test(sent)) throw fail('invalid_last_event_id')
    return Number(sent)
  }
}

/** The host of the request. A missing or invalid Host is not echoed. */
function hostOf(request: FastifyRequest): string {
  if (hostPattern.test(request.host)) return request.host
  const { localAddress = 'localhost', localPort } = request.socket
  return localAddress.includes(':') ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}
