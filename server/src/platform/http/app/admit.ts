import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../clock.ts'
import { authorize, type Caller } from '../caller.ts'
import { ApiError, fail } from '../errors.ts'
import { addressGroup, type RateLimit, RateLimiter } from './rate-limit.ts'
import { isSameOrigin } from './same-origin.ts'

// The first half of a request, before its body is read: authenticate, authorize, rate limit.

export interface Credential {
  kind: 'key' | 'session'
  secret: string
}

export interface AdmitOptions {
  clock: Clock
  publicUrl: string | undefined
  rateLimit: number
  rateLimitProject: number
  rateLimitTotal: number
  rateLimitAnonymous: number
  /** Whether the database is open and migrated. */
  isReady(): boolean
  /** The credential of a request, if it carries one. */
  readCredential(request: FastifyRequest, options: { secure: boolean }): Credential | undefined
  findCaller(credential: Credential): Caller | null | Promise<Caller | null>
}

export interface Admit {
  /** Returns a promise only when the caller has to be looked up: most requests need none. */
  enter(request: FastifyRequest): Promise<void> | undefined
  /**
   * Checks the caller again once the body has arrived. That may have taken half a minute, and the caller may have been
   * revoked meanwhile.
   */
  confirm(request: FastifyRequest): Promise<void> | undefined
}

export function createAdmit(options: AdmitOptions): Admit {
  const perCaller = new RateLimiter({ limit: options.rateLimit, clock: options.clock })
  const perProject = new RateLimiter({ limit: options.rateLimitProject, clock: options.clock })
  const inAll = new RateLimiter({ limit: options.rateLimitTotal, clock: options.clock })
  const perAddress = new RateLimiter({ limit: options.rateLimitAnonymous, clock: options.clock })

  /** Links and cookies are for https when PUBLIC_URL says so, or else when the request came by it. */
  const isSecure = ({ protocol }: FastifyRequest) => (options.publicUrl ?? `${protocol}:`).startsWith('https:')

  /** Finds the caller, then goes on: at once when the caller is cached. */
  function withCaller(request: FastifyRequest, next: (credential: Credential | undefined) => void) {
    const { state } = request
    // Public routes ignore keys and cookies: everybody gets the same answer.
    const credential = state.isPublic ? undefined : options.readCredential(request, { secure: isSecure(request) })
    const usesDatabase = state.route !== undefined && !state.route.without_database
    const found = credential && usesDatabase ? options.findCaller(credential) : null
    if (found instanceof Promise) {
      return found.then((caller) => {
        state.caller = caller
        next(credential)
      })
    }
    state.caller = found
    next(credential)
    return undefined
  }

  function authorizeCaller({ state, headers }: FastifyRequest, credential: Credential | undefined): void {
    if (!state.route) return
    authorize(state.route, state.caller)
    // A public call has nothing that somebody else's page could use.
    const mayBeForged = state.route.method !== 'GET' && credential?.kind !== 'key' && !state.isPublic
    if (mayBeForged && !isSameOrigin(headers, options.publicUrl)) throw fail('cross_origin')
  }

  function countRequest({ state, ip, routeOptions }: FastifyRequest): void {
    if (state.route?.unlimited || routeOptions?.config?.isUnlimited) return
    const limit = state.caller ? perCaller.take(state.caller.id) : perAddress.take(addressGroup(ip))
    state.limitHeaders = limit?.headers
    // A request that is refused to one caller does not count for the others.
    const project = state.caller?.project?.id
    refuseExceeded(limit)
    if (options.rateLimit === 0) return
    refuseExceeded(project === undefined ? undefined : perProject.take(project))
    refuseExceeded(inAll.take(''))
  }

  return {
    enter(request) {
      const { state } = request
      const usesDatabase = state.route !== undefined && !state.route.without_database
      if (usesDatabase && !options.isReady()) throw fail('unavailable', { headers: { 'retry-after': '1' } })
      return withCaller(request, (credential) => {
        const tokenless = state.route?.auth === 'metrics' && credential?.kind !== 'key'
        if (credential && !tokenless) state.credential = credential.secret
        const refusal = catchRefusal(() => authorizeCaller(request, credential))
        // Refused requests count too.
        countRequest(request)
        if (refusal) throw refusal
      })
    },
    confirm: (request) => withCaller(request, (credential) => authorizeCaller(request, credential)),
  }
}

function refuseExceeded(limit: RateLimit | undefined): void {
  if (limit?.exceeded) throw fail('rate_limited', { headers: { 'retry-after': String(limit.reset) } })
}

function catchRefusal(check: () => void): ApiError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
