import type { Route } from '@polegraph/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** What the pipeline knows about a request. */
export interface RequestState {
  route: Route | undefined
  /** Pages of any origin may read the answer, also for unknown routes below a public path. */
  is_public: boolean
  caller: Caller | null
  credential: string | undefined
  rawBody: Buffer | undefined
  /** RateLimit headers of the answer. */
  limitHeaders: Record<string, string> | undefined
  startedAt: number
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
  }
  interface FastifyContextConfig {
    route?: Route
    routeName?: string
    /** The Content-Security-Policy of an HTML page. */
    csp?: string
    /** Does not count against rate limits. */
    isUnlimited?: boolean
  }
}

export const securityHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

/** For answers that pages of any origin may read. They must be revalidated: a link can be revoked at any moment. */
export const publicHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, X-Request-Id, RateLimit, RateLimit-Policy, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'no-cache',
}

/** For answers whose address is a secret of who has it. */
export const unlistedHeaders = { 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex, nofollow' }

/** Gives a request its state. Every path below a public one is public. */
export function prepareRequest(request: FastifyRequest, publicPaths: string[]): void {
  const route = request.routeOptions?.config?.route
  request.state = {
    route,
    is_public: route ? route.is_public === true : publicPaths.some((path) => request.url.startsWith(path)),
    caller: null,
    credential: undefined,
    rawBody: undefined,
    limitHeaders: undefined,
    startedAt: performance.now(),
  }
}

const staysOnHttps = { 'strict-transport-security': 'max-age=31536000' }

/** Tells a browser that came by https to come by nothing else for a year. A proxy is believed where TRUST_PROXY names it. */
export function transportHeaders(request: FastifyRequest): Record<string, string> | undefined {
  return request.protocol === 'https' ? staysOnHttps : undefined
}

/** The headers that every answer has. */
export function commonHeaders(request: FastifyRequest): Record<string, string> {
  const { is_public, limitHeaders } = request.state
  const ofKind = { ...securityHeaders, ...(is_public && publicHeaders) }
  return { ...ofKind, ...transportHeaders(request), ...limitHeaders, 'x-request-id': request.id }
}
