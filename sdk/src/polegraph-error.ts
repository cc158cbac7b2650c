import type { PolegraphErrorCode } from './contract-types.ts'
import { readText } from './read-text.ts'

/** A call that did not get what it asked for. */
export class PolegraphError extends Error {
  override readonly name: string = 'PolegraphError'
  /** The status of the answer; 0 where none came. */
  readonly status: number
  /** Stable, for programs; `message` is the text for people. */
  readonly code: PolegraphErrorCode
  /** Names the call in the log of the service. */
  readonly request_id: string | undefined
  /** Every mistake of a request that is not valid. */
  readonly details: readonly { path: string; message: string }[]
  /** Seconds after which the service asks to try again. */
  readonly retry_after: number | undefined
  readonly method: string
  readonly path: string

  constructor(message: string, fields: PolegraphErrorFields) {
    super(message, fields.cause === undefined ? undefined : { cause: fields.cause })
    this.status = fields.status ?? 0
    this.code = fields.code
    this.request_id = fields.request_id
    this.details = fields.details ?? []
    this.retry_after = fields.retry_after
    this.method = fields.method
    this.path = fields.path
  }
}

export interface PolegraphErrorFields {
  code: PolegraphErrorCode
  method: string
  path: string
  status?: number | undefined
  request_id?: string | undefined
  details?: readonly { path: string; message: string }[] | undefined
  retry_after?: number | undefined
  cause?: unknown
}

/** 400: something in the request is wrong; `details` has every mistake. */
export class BadRequestError extends PolegraphError {
  override readonly name = 'BadRequestError'
}

/** 401: no key, or one that is unknown or revoked. */
export class AuthenticationError extends PolegraphError {
  override readonly name = 'AuthenticationError'
}

/** 403: the key or the role may not do this. */
export class PermissionError extends PolegraphError {
  override readonly name = 'PermissionError'
}

/** 404. */
export class NotFoundError extends PolegraphError {
  override readonly name = 'NotFoundError'
}

/** 409: it does not go with the state that things are in, such as an archived domain. */
export class ConflictError extends PolegraphError {
  override readonly name = 'ConflictError'
}

/** 429; `retry_after` says when to come back. */
export class RateLimitError extends PolegraphError {
  override readonly name = 'RateLimitError'
}

/** 500 and above. */
export class ServerError extends PolegraphError {
  override readonly name = 'ServerError'
}

/** No answer came, or none in time. */
export class ConnectionError extends PolegraphError {
  override readonly name = 'ConnectionError'
}

const classes = new Map<number, typeof PolegraphError>([
  [0, ConnectionError],
  [400, BadRequestError],
  [401, AuthenticationError],
  [403, PermissionError],
  [404, NotFoundError],
  [409, ConflictError],
  [429, RateLimitError],
])

/** An error of the class that its status has. */
export function makeError(message: string, fields: PolegraphErrorFields): PolegraphError {
  const { status = 0 } = fields
  const Class = status >= 500 ? ServerError : (classes.get(status) ?? PolegraphError)
  return new Class(message, fields)
}

/** The longest error of the service is a list of mistakes; whatever sends more is not the service. */
const errorMaxBytes = 2 ** 20

/** The error that an answer of a status of 400 or more stands for. */
export async function readError(response: Response, method: string, path: string): Promise<PolegraphError> {
  const text = await readText(response, errorMaxBytes).catch(() => '')
  const body = parseBody(text)
  if (!body) return unexpectedAnswer(response, method, path)
  const { error, ...fields } = body
  const retry_after = readRetryAfter(response.headers)
  return makeError(error, { ...fields, method, path, status: response.status, retry_after })
}

/** Something in between has answered, such as a proxy, or the address is not that of a service. */
export function unexpectedAnswer({ status, headers }: Response, method: string, path: string): PolegraphError {
  const type = headers.get('content-type') ?? 'no content type'
  return makeError(`unexpected answer: status ${status}, ${type}`, {
    code: 'unexpected_answer',
    method,
    path,
    status,
    retry_after: readRetryAfter(headers),
    request_id: headers.get('x-request-id') ?? undefined,
  })
}

export const isOfType = ({ headers }: Response, type: string) => headers.get('content-type')?.startsWith(type) === true

interface ErrorBody {
  error: string
  code: PolegraphErrorCode
  request_id: string
  details?: { path: string; message: string }[]
}

function parseBody(text: string): ErrorBody | undefined {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null
    return typeof body?.error === 'string' && typeof body.code === 'string' ? (body as ErrorBody) : undefined
  } catch {
    return undefined
  }
}

/** Seconds; undefined without the header. Proxies may send a date instead. */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (!value) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
