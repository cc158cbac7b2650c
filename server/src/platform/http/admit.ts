import type { FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { authorize, type Caller } from './caller.ts'
import { ApiError, fail } from './errors.ts'
import { addressGroup, RateLimiter } from './rate-limit.ts'
import { isSameOrigin } from './same-origin.ts'

// The first half of a request's way, before its body is read: authenticate, authorize, rate limit.

export interface Credential {
  kind: 'key' | 'session'
  secret: string
}

export interface AdmitOptions {
  clock: Clock
  publicUrl: string | undefined
  rateLimit: number
  rateLimitAnonymous: number
  /** Whether the database is open and migrated. */
  isReady(): boolean
  /** The credential of a request, if it carries one. */
  readCredential(request: FastifyRequest): Credential | undefined
  findCaller(credential: Credential): Caller | null | Promise<Caller | null>
}

/** Returns a promise only when the caller has to be looked up: most requests pass without one. */
export type Admit = (request: FastifyRequest) => Promise<void> | undefined

export function createAdmit(options: AdmitOptions): Admit {
  const perCaller = new RateLimiter({ limit: options.rateLimit, clock: options.clock })
  const perAddress = new RateLimiter({ limit: options.rateLimitAnonymous, clock: options.clock })

  function admitCaller(request: FastifyRequest, credential: Credential | undefined): void {
    const { route, caller } = request.state
    let refusal: ApiError | undefined
    try {
      if (route) {
        authorize(route, caller)
        const mayBeForged = route.method !== 'GET' && credential?.kind !== 'key'
        if (mayBeForged && !isSameOrigin(request.headers, options.publicUrl)) throw fail('cross_origin')
      }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal = error
    }
    // What is refused counts too.
    if (!route?.unlimited) {
      const limit = caller ? perCaller.take(caller.id) : perAddress.take(addressGroup(request.ip))
      request.state.limitHeaders = limit?.headers
      if (limit?.exceeded) throw fail('rate_limited', { headers: { 'retry-after': String(limit.reset) } })
    }
    if (refusal) throw refusal
  }

  return (request) => {
    const { state } = request
    const { route } = state
    const usesDatabase = route !== undefined && !route.without_database
    if (usesDatabase && !options.isReady()) throw fail('unavailable', { headers: { 'retry-after': '1' } })
    const credential = options.readCredential(request)
    if (credential && (route?.auth !== 'metrics' || credential.kind === 'key')) state.credential = credential.secret
    const found = credential && usesDatabase ? options.findCaller(credential) : null
    if (found instanceof Promise) {
      return found.then((caller) => {
        state.caller = caller
        admitCaller(request, credential)
      })
    }
    state.caller = found
    admitCaller(request, credential)
    return undefined
  }
}
