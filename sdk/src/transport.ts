import type { Answered, CallOptions, UploadedFile } from './call-options.ts'
import { isOfType, makeError, PolegraphError, readError, unexpectedAnswer } from './polegraph-error.ts'
import { readText, TooLong } from './read-text.ts'
import { pause, waitBeforeRetry } from './retries.ts'

export interface PolegraphOptions {
  /**
   * Address of the service, such as `https://graphs.example.org`. The default is `POLEGRAPH_URL` where there is an environment, and
   * the origin of the page in a browser.
   */
  url?: string
  /**
   * An API key; the default is `POLEGRAPH_KEY` where there is an environment, and null is none. Without one, a browser sends the
   * cookie of the session to its own origin.
   */
  key?: string | null
  /** How many more attempts a call that failed for the moment gets; 3 by default. */
  retries?: number
  /** How long one attempt may take; two minutes by default. */
  timeout_ms?: number
  /** Headers of every call. */
  headers?: Record<string, string>
  /** Whether cookies are sent. By default to the own origin of a browser, and not with a key. */
  credentials?: NonNullable<RequestInit['credentials']>
  /** Used instead of the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
}

export type QueryInput = Record<string, unknown>

export interface CallRequest {
  method: string
  /** With its parameters filled in. */
  path: string
  query?: QueryInput | undefined
  body?: unknown
  /** Sent as it is, instead of a body of JSON. */
  file?: UploadedFile
  /** The answer is a file, which the caller reads. */
  isFile?: boolean
}

const defaultRetries = 3
const defaultTimeoutMs = 120_000
const uploadTimeoutMs = 1_800_000
/** Far more than any answer but a file, which is not read here. */
const answerMaxMegabytes = 64

/** Sends requests to one service. */
export class Transport {
  readonly retries: number
  readonly #options: PolegraphOptions
  readonly #url: string
  readonly #key: string | undefined

  constructor(options: PolegraphOptions) {
    const url = options.url ?? fromEnvironment('POLEGRAPH_URL')
    if (url === undefined && !('document' in globalThis)) {
      throw new TypeError('url is required: give it, or set POLEGRAPH_URL')
    }
    this.#options = options
    this.#key = options.key === undefined ? fromEnvironment('POLEGRAPH_KEY') : (options.key ?? undefined)
    this.#url = (url ?? '').replace(/\/+$/, '')
    this.retries = options.retries ?? defaultRetries
  }

  /** The answer of a call, after as many attempts as it may have. */
  async call<Answer>(request: CallRequest, options: CallOptions = {}): Promise<Answered<Answer>> {
    const { method, file } = request
    const retries = isReadOnce(file) ? 0 : (options.retries ?? this.retries)
    const headers: Record<string, string> = { accept: request.isFile ? '*/*' : 'application/json' }
    if (request.body !== undefined) headers['content-type'] = 'application/json'
    if (file !== undefined) headers['content-type'] = 'application/octet-stream'
    if (method === 'POST') headers['idempotency-key'] = options.idempotency_key ?? newIdempotencyKey()
    if (options.if_match !== undefined) headers['if-match'] = options.if_match
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#attempt<Answer>(request, headers, options)
      } catch (error) {
        const wait = attempt < retries ? waitBeforeRetry(error, method, attempt) : undefined
        if (wait === undefined) throw error
        await pause(wait, options.signal)
      }
    }
  }

  async #attempt<Answer>(request: CallRequest, headers: Record<string, string>, options: CallOptions) {
    const { method, path, isFile } = request
    const withinMs = request.file === undefined ? defaultTimeoutMs : uploadTimeoutMs
    const limit = new Limit(options.signal, options.timeout_ms ?? this.#options.timeout_ms ?? withinMs)
    let isReading = false
    try {
      const response = await this.open(request, headers, options, limit.signal)
      if (!response.ok) throw await readError(response, method, path)
      isReading = isFile === true
      if (isReading) return { data: response as Answer, response }
      const isJson = isOfType(response, 'application/json')
      if (!isJson && !textTypes.some((type) => isOfType(response, type))) throw unexpectedAnswer(response, method, path)
      const text = await readText(response, answerMaxMegabytes * 2 ** 20)
      return { data: (isJson ? JSON.parse(text) : text) as Answer, response }
    } catch (error) {
      if (options.signal?.aborted) throw options.signal.reason
      if (error instanceof PolegraphError) throw error
      if (error instanceof TooLong) {
        const message = `the answer is longer than ${answerMaxMegabytes} MB`
        throw makeError(message, { code: 'unexpected_answer', status: 200, method, path })
      }
      throw connectionError(error, method, path, limit.isOver)
    } finally {
      limit.clear(isReading)
    }
  }

  /** One request, whatever its answer. */
  open(
    { method, path, query, body, file }: CallRequest,
    headers: Record<string, string>,
    { key = this.#key, headers: further }: Pick<CallOptions, 'key' | 'headers'>,
    signal: AbortSignal,
  ): Promise<Response> {
    // A shared view or a feed needs no key, and pages of other origins may read it only without one.
    const authorization = key !== undefined && !keyless.test(path) && { authorization: `Bearer ${key}` }
    const send = this.#options.fetch ?? fetch
    return send(this.#url + path + renderQuery(query), {
      method,
      headers: { ...headers, ...authorization, ...this.#options.headers, ...further },
      credentials: this.#options.credentials ?? (key === undefined ? 'same-origin' : 'omit'),
      signal,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(file !== undefined && fileBody(file)),
    })
  }
}

const isReadOnce = (file: UploadedFile | undefined): file is ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> =>
  typeof file === 'object' && !(file instanceof Uint8Array) && !(file instanceof Blob)

/** Runtimes want to be told that a stream is sent before its answer is read. */
const fileBody = (file: UploadedFile): RequestInit =>
  isReadOnce(file)
    ? ({ body: file as ReadableStream, duplex: 'half' } as RequestInit)
    : { body: file as NonNullable<RequestInit['body']> }

/** Metrics, and the feeds of watches. */
const textTypes = ['text/plain', 'application/atom+xml', 'application/feed+json']
const keyless = /^\/v1\/(?:public|feeds)\//

/** The end of one attempt: the signal of the caller, or its time. */
class Limit {
  readonly #controller = new AbortController()
  readonly #outer: AbortSignal | undefined
  readonly #timer: ReturnType<typeof setTimeout>
  readonly #abort = () => this.#controller.abort(this.#outer?.reason)
  isOver = false

  constructor(outer: AbortSignal | undefined, ms: number) {
    this.#outer = outer
    this.#timer = setTimeout(() => {
      this.isOver = true
      this.#controller.abort()
    }, ms)
    if (outer?.aborted) this.#abort()
    outer?.addEventListener('abort', this.#abort)
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** A file is still being read when its call has ended, and the signal of the caller still ends it. */
  clear(keepsSignal: boolean): void {
    clearTimeout(this.#timer)
    if (!keepsSignal) this.#outer?.removeEventListener('abort', this.#abort)
  }
}

/** No answer has come, or only a part of one. */
export function connectionError(cause: unknown, method: string, path: string, isLate = false): PolegraphError {
  if (isLate) return makeError('no answer in time', { code: 'timeout', method, path, cause })
  if (cause instanceof SyntaxError) {
    return new PolegraphError('the answer is not JSON', { code: 'unexpected_answer', method, path, cause })
  }
  return makeError(`the service cannot be reached: ${reasonOf(cause)}`, {
    code: 'connection_failed',
    method,
    path,
    cause,
  })
}

/** Browsers and some runtimes have none, or do not give it away. */
function fromEnvironment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } }
  try {
    return process?.env?.[name] || undefined
  } catch {
    return undefined
  }
}

/** Node says why in the cause of its error. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as { message?: string; cause?: { message?: string; code?: string } }
  return cause?.message || cause?.code || message || String(error)
}

/** A new key for `idempotency_key`. `crypto.randomUUID` is missing on pages that were not loaded over https. */
export function newIdempotencyKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Lists are separated by commas, flags are 1 and 0, and the fields of an object are `name.field`. */
export function renderQuery(query: QueryInput | undefined): string {
  const fields = new URLSearchParams()
  const add = (name: string, value: unknown): void => {
    if (value === undefined || value === null) return
    if (typeof value === 'boolean') fields.append(name, value ? '1' : '0')
    else if (Array.isArray(value)) fields.append(name, value.join(','))
    else if (typeof value === 'object') for (const [key, item] of Object.entries(value)) add(`${name}.${key}`, item)
    else fields.append(name, String(value))
  }
  for (const [name, value] of Object.entries(query ?? {})) add(name, value)
  const text = String(fields)
  return text && `?${text}`
}
