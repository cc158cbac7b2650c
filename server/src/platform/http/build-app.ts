import { Buffer } from 'node:buffer'
import type { Socket } from 'node:net'
import { limits } from '@polegraph/contract/limits.ts'
import type { Route } from '@polegraph/contract/route.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Clock } from '../clock.ts'
import { type Database, DatabaseUnavailable, errorCode } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { RequestMetrics } from '../metrics.ts'
import { authorize, type Caller } from './caller.ts'
import { ApiError, fail, renderError } from './errors.ts'
import type { AnyHandler, Call } from './handlers.ts'
import { type IdempotentRequest, readIdempotencyKey } from './idempotency.ts'
import { parseJsonBody } from './json-body.ts'
import { addressGroup, RateLimiter } from './rate-limit.ts'
import { runHandler } from './run-handler.ts'
import { isSameOrigin } from './same-origin.ts'
import { validate } from './validate.ts'

// One way for every request: request id, authenticate, authorize, rate limit, (read the body,)
// validate, handle, render. No route leaves it except by what its contract entry declares.

export interface AppOptions {
  routes: Record<string, Route>
  handlers: Record<string, AnyHandler>
  db: Database
  clock: Clock
  log: Log
  publicUrl: string | undefined
  trustProxy: string[] | undefined
  rateLimit: number
  rateLimitAnonymous: number
  metrics: RequestMetrics | undefined
  /** Whether the database is open and migrated. */
  isReady(): boolean
  /** The credential of a request, if it carries one. */
  readCredential(request: FastifyRequest): Credential | undefined
  findCaller(credential: Credential): Caller | null | Promise<Caller | null>
}

export interface Credential {
  kind: 'key' | 'session'
  secret: string
}

export interface App {
  fastify: FastifyInstance
  /** Takes no new requests, and resolves when those under way are answered. */
  close(): Promise<void>
}

interface RequestState {
  route: Route | undefined
  caller: Caller | null
  credential: string | undefined
  rawBody: Buffer | undefined
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

/** Leaves time for the rest of a stop that must end within ten seconds. */
const finishWithinMs = 6_000
const foreignKeyViolation = '23503'
const requestIdPattern = /^[\w.:-]{1,100}$/
const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}
const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

export function buildApp(options: AppOptions): App {
  const { routes, log } = options
  const perCaller = new RateLimiter({ limit: options.rateLimit, clock: options.clock })
  const perAddress = new RateLimiter({ limit: options.rateLimitAnonymous, clock: options.clock })
  let taking = true

  const fastify = Fastify({
    logger: false,
    bodyLimit: limits.body_bytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Node would answer these two itself, in another shape than ours.
    http: { requireHostHeader: false },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 200 },
    ...(options.trustProxy && { trustProxy: options.trustProxy }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : newId()
    },
    clientErrorHandler: answerClientError,
    // Only a malformed percent-encoding gets here: no route has such a path.
    frameworkErrors: (_error, request, reply) => {
      prepareReply(request, reply)
      sendError(fail('not_found'), request, reply)
    },
  })

  fastify.decorateRequest('state')
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response))
  fastify.removeAllContentTypeParsers()
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    try {
      request.state.rawBody = body
      done(null, parseBody(request, body))
    } catch (error) {
      done(error as Error)
    }
  })

  fastify.addHook('onRequest', (request, reply, done) => {
    prepareReply(request, reply)
    admit(request, reply).then(() => done(), done)
  })

  function prepareReply(request: FastifyRequest, reply: FastifyReply): void {
    const config = request.routeOptions?.config
    request.state = {
      route: config?.route,
      caller: null,
      credential: undefined,
      rawBody: undefined,
      startedAt: performance.now(),
    }
    reply.headers(securityHeaders)
    reply.header('content-security-policy', config?.csp ?? closedPolicy)
    reply.header('x-request-id', request.id)
  }

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (!taking) throw fail('unavailable', { headers: { 'retry-after': '5', connection: 'close' } })
    const { state } = request
    if (state.route && !state.route.without_database && !options.isReady()) {
      throw fail('unavailable', { headers: { 'retry-after': '1' } })
    }
    const address = addressGroup(request.ip)
    const auth = state.route?.auth ?? 'none'
    const credential = options.readCredential(request)
    if (credential && (auth !== 'metrics' || credential.kind === 'key')) state.credential = credential.secret
    if (credential && state.route && !state.route.without_database) {
      const found = options.findCaller(credential)
      state.caller = found instanceof Promise ? await found : found
    }
    const anonymous = !state.caller
    const refusal = catchRefusal(() => {
      if (!state.route) return
      authorize(state.route, state.caller)
      const needsSameOrigin = state.route.method !== 'GET' && credential?.kind !== 'key'
      if (needsSameOrigin && !isSameOrigin(request.headers, options.publicUrl)) throw fail('cross_origin')
    })
    if (!state.route?.unlimited) {
      const limiter = anonymous ? perAddress : perCaller
      const limit = limiter.take(state.caller?.id ?? address)
      if (limit) {
        if (limit.remaining < 0) throw limiter.refusal(limit)
        reply.headers(limiter.headers(limit))
      }
    }
    if (refusal) throw refusal
  }

  for (const [name, route] of Object.entries(routes)) {
    const handler = options.handlers[name]
    if (!handler) throw new Error(`route ${name} has no handler`)
    const contentType = route.content_type ?? 'application/json; charset=utf-8'
    fastify.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ':$1'),
      config: { route, routeName: name },
      handler: async (request, reply) => {
        const { state } = request
        const validated = validate(route, { params: request.params, query: request.query, body: request.body })
        const call = {
          ...validated,
          db: options.db,
          caller: state.caller,
          address: request.ip,
          credential: state.credential,
          base_url: options.publicUrl ?? `${request.protocol}://${request.host}`,
          headers: {},
        } as Call<Route>
        const answer = await runHandler(route, handler, call, idempotentRequest(route, request), request.id)
        reply.code(answer.status).headers(answer.headers).type(contentType)
        return reply.send(answer.body)
      },
    })
  }

  const allowed = routePatterns(routes)
  fastify.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = allowed.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) throw fail('not_found')
    if (methods.includes('GET')) methods.push('HEAD')
    throw fail('method_not_allowed', { headers: { allow: methods.join(', ') } })
  })

  fastify.setErrorHandler((error, request, reply) => sendError(toApiError(error), request, reply, error))

  fastify.addHook('onResponse', (request, reply, done) => {
    const seconds = (performance.now() - (request.state?.startedAt ?? 0)) / 1000
    options.metrics?.observe(request.routeOptions.config?.routeName ?? 'none', reply.statusCode, seconds)
    logRequest(log, request, reply, seconds)
    done()
  })

  function sendError(error: ApiError, request: FastifyRequest, reply: FastifyReply, cause?: unknown): FastifyReply {
    if (error.status >= 500 && error.code !== 'unavailable') {
      const { method, id, routeOptions } = request
      log.error({ request_id: id, method, path: routeOptions.config?.route?.path, err: cause }, 'request failed')
    } else if (cause instanceof DatabaseUnavailable) {
      log.warn({ request_id: request.id, err: cause.cause }, 'the database cannot be reached')
    }
    return reply
      .code(error.status)
      .headers({ ...(error.status === 401 && { 'www-authenticate': 'Bearer' }), ...error.headers })
      .type('application/json; charset=utf-8')
      .send(renderError(error, request.id))
  }

  async function close(): Promise<void> {
    taking = false
    // A connection whose last request was under way goes idle later than close() looks.
    const sweep = setInterval(() => fastify.server.closeIdleConnections(), 50)
    const cut = setTimeout(() => fastify.server.closeAllConnections(), finishWithinMs)
    await fastify.close()
    clearInterval(sweep)
    clearTimeout(cut)
  }

  return { fastify, close }
}

function idempotentRequest(route: Route, request: FastifyRequest): IdempotentRequest | undefined {
  if (route.method !== 'POST') return undefined
  return readIdempotencyKey({
    header: request.headers['idempotency-key'],
    scope: request.state.credential ?? `address ${addressGroup(request.ip)}`,
    credential: request.state.credential,
    method: request.method,
    url: request.url,
    body: request.state.rawBody,
  })
}

const changes = (request: FastifyRequest) => request.method !== 'GET' && request.method !== 'HEAD'

function catchRefusal(check: () => void): ApiError | undefined {
  try {
    check()
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '')
    .split(';')
    .map((part) => part.trim().toLowerCase())
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))
  if (type !== 'application/json' || (charset && !/^charset="?utf-?8"?$/.test(charset)))
    throw fail('unsupported_media_type')
  return parseJsonBody(body)
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable) return fail('unavailable', { headers: { 'retry-after': '5' } })
  // Something this call builds on was deleted while it ran.
  if (errorCode(error) === foreignKeyViolation) return fail('not_found')
  // The caller broke off while the body was on its way.
  if (errorCode(error) === 'ECONNRESET') return fail('bad_request')
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('unsupported_media_type')
  if (code.startsWith('FST_') && statusCode < 500) return fail('bad_request')
  return fail('internal')
}

function logRequest(log: Log, request: FastifyRequest, reply: FastifyReply, seconds: number): void {
  const level = changes(request) ? 'info' : 'debug'
  if (!log.isLevelEnabled(level)) return
  const { caller } = request.state
  log[level](
    {
      request_id: request.id,
      method: request.method,
      // The pattern, not the path: a path can hold an invite's token.
      path: request.routeOptions.config?.route?.path,
      status: reply.statusCode,
      ms: Math.round(seconds * 1000),
      project_id: caller?.project?.id,
      caller: caller && `${caller.kind} ${caller.kind === 'key' ? caller.id : caller.user_id}`,
    },
    'request',
  )
}

function routePatterns(routes: Record<string, Route>): { method: string; pattern: RegExp }[] {
  const pages = { method: 'GET', pattern: /^\/(docs\/?)?$/ }
  const patterns = Object.values(routes).map(({ method, path }) => ({
    method: method as string,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }))
  return [pages, ...patterns]
}

/** What is not even HTTP. There is no request to answer, only a socket. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'bad_request'
  const refusal = fail(code)
  const requestId = newId()
  const body = renderError(refusal, requestId)
  socket.end(
    [
      `HTTP/1.1 ${refusal.status} ${refusal.message}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      ...Object.entries({ ...securityHeaders, 'content-security-policy': closedPolicy }).map((pair) => pair.join(': ')),
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
