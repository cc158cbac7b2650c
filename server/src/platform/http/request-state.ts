import type { Route } from '@polegraph/contract/route.ts'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './caller.ts'

/** What the pipeline knows of a request on its way. */
export interface RequestState {
  route: Route | undefined
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
    /** A page for people: its own Content-Security-Policy. */
    csp?: string
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

/** Gives a request its state. */
export function prepareRequest(request: FastifyRequest): void {
  request.state = {
    route: request.routeOptions?.config?.route,
    caller: null,
    credential: undefined,
    rawBody: undefined,
    limitHeaders: undefined,
    startedAt: performance.now(),
  }
}

/** The headers that every answer has, whatever becomes of the request. */
export function commonHeaders(request: FastifyRequest): Record<string, string> {
  return { ...securityHeaders, ...request.state.limitHeaders, 'x-request-id': request.id }
}
