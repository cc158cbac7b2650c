import type { IncomingHttpHeaders } from 'node:http'
import { acceptEncoding } from './decode-body.ts'
import type { Head } from './exchange.ts'
import type { FetchRequest } from './fetch-request.ts'
import { parseRetryAfter } from './retry-after.ts'

// Request and response headers. Never sent: cookies, Referer, fragments.

export interface AnswerHead {
  /** Canonical address after redirects. */
  url: string
  /** Canonical addresses of the redirects, from the first to the last but one. */
  hops: string[]
  /** There was a redirect, and all of them were permanent (301 or 308). */
  has_moved_for_good: boolean
  status: number
  /** The header's value. */
  content_type: string | null
  etag: string | null
  last_modified: string | null
  /** Set for 429 and 503. */
  retry_after_ms: number | null
  x_robots_tag: string | null
  /** `X-RateLimit-Remaining` and `X-RateLimit-Reset`, as the server writes them. */
  rate_limit: { remaining: string | null; reset: string | null }
  /** Headers that reveal a wall, by lower-case name. */
  wall_headers: Record<string, string>
}

const wallHeaders = ['cf-mitigated']

const defaultAccept = 'text/html,application/xhtml+xml,text/plain;q=0.9,*/*;q=0.1'

/** Validators are never longer. Longer ones would be stored and sent back for ever. */
const validatorMax = 1000

export function requestHeaders(request: FetchRequest, hop: number, userAgent: string): Record<string, string> {
  const headers: Record<string, string> = {
    'user-agent': userAgent,
    accept: request.accept ?? defaultAccept,
    'accept-encoding': acceptEncoding,
  }
  if (hop > 0) return headers
  if (request.post !== undefined) headers['content-type'] = 'application/json'
  Object.assign(headers, request.headers)
  if (isSendable(request.etag)) headers['if-none-match'] = request.etag
  if (isSendable(request.last_modified)) headers['if-modified-since'] = request.last_modified
  return headers
}

export function isConditional(headers: Record<string, string>): boolean {
  return 'if-none-match' in headers || 'if-modified-since' in headers
}

/** Whether a header can carry the value. */
function isSendable(value: string | null | undefined): value is string {
  return typeof value === 'string' && /^[\t\x20-\x7e\x80-\xff]+$/.test(value)
}

export function readHead({ status, headers }: Head, now: Date) {
  const saysWhen = status === 429 || status === 503
  return {
    status,
    content_type: join(headers['content-type']),
    etag: validator(headers.etag),
    last_modified: validator(headers['last-modified']),
    retry_after_ms: saysWhen ? parseRetryAfter(join(headers['retry-after']), now) : null,
    x_robots_tag: join(headers['x-robots-tag']),
    rate_limit: { remaining: join(headers['x-ratelimit-remaining']), reset: join(headers['x-ratelimit-reset']) },
    wall_headers: Object.fromEntries(
      wallHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
    ),
  }
}

function join(value: string | string[] | undefined): string | null {
  return value === undefined ? null : [value].flat().join(',')
}

function validator(value: string | string[] | undefined): string | null {
  return typeof value === 'string' && value.length <= validatorMax && isSendable(value) ? value : null
}

export function lengthOf(headers: IncomingHttpHeaders): number | undefined {
  const digits = headers['content-length']
  // Content-Length counts encoded bytes, so it says nothing about the decoded size.
  return headers['content-encoding'] === undefined && /^\d{1,15}$/.test(String(digits)) ? Number(digits) : undefined
}
