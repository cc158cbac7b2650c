import { hash } from 'node:crypto'
import { METHODS } from 'node:http'
import { limits } from '@polegraph/contract/limits.ts'
import type { Route } from '@polegraph/contract/route.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Database } from '../db/database.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import type { RequestMetrics } from '../metrics.ts'
import { type AdmitOptions, createAdmit } from './admit.ts'
import type { Caller } from './caller.ts'
import { fail } from './errors.ts'
import { EventStreams } from './event-streams.ts'
import type { AnyHandler, Call, LoadedDomain } from './handlers.ts'
import { type Answer, type IdempotentRequest, readIdempotencyKey } from './idempotency.ts'
import { parseJsonBody } from './json-body.ts'
import { addressGroup } from './rate-limit.ts'
import { commonHeaders, prepareRequest, publicHeaders, securityHeaders } from './request-state.ts'
import { type LoadDomain, loadInto, loadsDomain, runHandler } from './run-handler.ts'
import { answerClientError, sendError } from './send-error.ts'
import { type Validated, validate } from './validate.ts'

// One way for every request: request id, authenticate, authorize, rate limit (admit.ts), read the
// body, validate, handle (run-handler.ts), render. No route leaves it except by what its contract
// entry declares.

export interface AppOptions extends AdmitOptions {
  routes: Record<string, Route>
  handlers: Record<string, AnyHandler>
  db: Database
  log: Log
  loadDomain: LoadDomain
  trustProxy: string[] | undefined
  metrics: RequestMetrics | undefined
}

export interface App {
  fastify: FastifyInstance
  streams: EventStreams
  /** Takes no new requests, and resolves when those under way are answered. */
  close(): Promise<void>
}

/** Leaves time for the rest of a stop that must end within ten seconds. */
const finishWithinMs = 6_000
const hostPattern = /^[\w.-]+(:\d+)?$|^\[[\da-f:.]+\](:\d+)?$/i
const requestIdPattern = /^[\w.:-]{1,100}$/

export function buildApp(options: AppOptions): App {
  const { routes, log } = options
  const admit = createAdmit(options)
  const streams = new EventStreams(options.clock)
  const publicPaths = pathsAbovePublic(routes)
  let taking = true

  const fastify = Fastify({
    logger: false,
    bodyLimit: limits.body_bytes,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    // Node would answer a missing Host and an unknown Expect itself, in another shape than ours.
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
      prepareRequest(request, publicPaths)
      try {
        admit.enter(request)
        throw fail('not_found')
      } catch (error) {
        sendError(log, error, request, reply)
        noteAnswer(request, reply.statusCode)
      }
    },
  })

  // So that a method we do not have is answered by us, as 405, and not by fastify.
  for (const method of METHODS) if (!fastify.supportedMethods.includes(method)) fastify.addHttpMethod(method)
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
    prepareRequest(request, publicPaths)
    const { config } = request.routeOptions
    try {
      if (!taking) throw fail('unavailable', { headers: { 'retry-after': '5', connection: 'close' } })
      const lookUp = admit.enter(request)
      // Pages for people are sent by fastify itself.
      if (config.csp) reply.headers({ ...commonHeaders(request), 'content-security-policy': config.csp })
      if (lookUp) lookUp.then(() => done(), done)
      else done()
    } catch (error) {
      done(error as Error)
    }
  })

  for (const [name, route] of Object.entries(routes)) {
    const handler = options.handlers[name]
    if (!handler) throw new Error(`route ${name} has no handler`)
    const routeHeaders = Object.entries({
      ...securityHeaders,
      ...(route.is_public && publicHeaders),
      'content-type': contentType(route),
    }).flat()
    // Straight to Node, with the headers in a flat list: the way through fastify's reply costs a sixth
    // of the request.
    const headersOf = (request: FastifyRequest) => {
      const list = [...routeHeaders, 'x-request-id', request.id]
      addHeaders(list, request.state.limitHeaders)
      return list
    }
    const send = (request: FastifyRequest, reply: FastifyReply, { status, headers, body }: Answer) => {
      reply.hijack()
      const list = headersOf(request)
      addHeaders(list, headers)
      if (route.is_public) {
        const etag = etagOf(body)
        list.push('etag', etag)
        if (isKnown(etag, request.headers['if-none-match'])) {
          reply.raw.writeHead(304, list).end()
          noteAnswer(request, 304)
          return
        }
      }
      const length = Buffer.byteLength(body)
      list.push('content-length', String(length))
      // Node writes head and body as one string, and one of a byte a character is cheaper.
      reply.raw.writeHead(status, list).end(body, length === body.length ? 'latin1' : 'utf8')
      noteAnswer(request, status)
    }
    const handle = (request: FastifyRequest): Answer | Promise<Answer> => {
      const lookUp = request.state.rawBody && admit.confirm(request)
      return lookUp ? lookUp.then(() => run(request)) : run(request)
    }
    const run = (request: FastifyRequest) => {
      if ('stream' in handler) throw new Error('a stream has no answer')
      const call = new RequestCall(request, options, validate(route, request))
      const once = route.method === 'POST' ? idempotentRequest(request) : undefined
      return runHandler(route, handler, call as Call<Route>, options.loadDomain, once, request.id)
    }
    const stream = async (request: FastifyRequest, reply: FastifyReply) => {
      if (!('stream' in handler)) throw new Error('not a stream')
      const call = new RequestCall(request, options, validate(route, request)) as Call<Route>
      call.last_event_id = readLastEventId(request.headers['last-event-id'])
      if (loadsDomain(route)) await loadInto(call, route, options.db, options.loadDomain)
      reply.hijack()
      const out = streams.open(reply.raw, headersOf(request), () => admit.confirm(request))
      noteAnswer(request, 200)
      if (request.method === 'HEAD') return out.end()
      try {
        await handler.stream(call, out)
      } catch (error) {
        // The head is sent, so the reader cannot be told; it comes back.
        log.warn({ request_id: request.id, path: route.path, err: error }, 'stream failed')
        reply.raw.destroy()
      }
    }
    const url = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
    fastify.route({
      method: route.method,
      url,
      config: { route, routeName: name },
      handler: (request, reply) => {
        if (route.streams) return stream(request, reply)
        const answer = handle(request)
        return answer instanceof Promise
          ? answer.then((settled) => send(request, reply, settled))
          : send(request, reply, answer)
      },
    })
    if (route.is_public) {
      fastify.options(url, { config: { route, routeName: name } }, (request, reply) => {
        reply.code(204).headers(commonHeaders(request)).headers(preflightHeaders).send()
        noteAnswer(request, 204)
      })
    }
  }

  const allowed = routePatterns(routes)
  fastify.setNotFoundHandler((request) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const methods = allowed.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    if (methods.length === 0) throw fail('not_found')
    if (methods.includes('GET')) methods.push('HEAD')
    throw fail('method_not_allowed', { headers: { allow: methods.join(', ') } })
  })

  fastify.setErrorHandler((error, request, reply) => {
    sendError(log, error, request, reply)
    noteAnswer(request, reply.statusCode)
  })

  function noteAnswer(request: FastifyRequest, status: number): void {
    const seconds = (performance.now() - request.state.startedAt) / 1000
    options.metrics?.observe(request.routeOptions.config?.routeName ?? 'none', status, seconds)
    logRequest(log, request, status, seconds)
  }

  async function close(): Promise<void> {
    taking = false
    streams.close()
    // A connection whose last request was under way goes idle later than close() looks.
    const sweep = setInterval(() => fastify.server.closeIdleConnections(), 50)
    const cut = setTimeout(() => fastify.server.closeAllConnections(), finishWithinMs)
    await fastify.close()
    clearInterval(sweep)
    clearTimeout(cut)
  }

  return { fastify, streams, close }
}

/** What a handler gets. A class, because most handlers never ask for what its getters work out. */
class RequestCall {
  readonly db: Database
  readonly caller: Caller | null
  readonly credential: string | undefined
  readonly params: Validated['params']
  readonly query: Validated['query']
  readonly body: Validated['body']
  readonly headers: Record<string, string> = {}
  readonly domain: LoadedDomain | undefined = undefined
  last_event_id: number | undefined = undefined
  readonly #request: FastifyRequest
  readonly #publicUrl: string | undefined

  constructor(request: FastifyRequest, options: AppOptions, validated: Validated) {
    this.db = options.db
    this.caller = request.state.caller
    this.credential = request.state.credential
    this.params = validated.params
    this.query = validated.query
    this.body = validated.body
    this.#request = request
    this.#publicUrl = options.publicUrl
  }

  get address(): string {
    return this.#request.ip
  }

  get base_url(): string {
    return this.#publicUrl ?? `${this.#request.protocol}://${hostOf(this.#request)}`
  }
}

function contentType(route: Route): string {
  if (route.streams) return 'text/event-stream; charset=utf-8'
  return route.content_type ?? 'application/json; charset=utf-8'
}

function readLastEventId(sent: string | string[] | undefined): number | undefined {
  if (sent === undefined || sent === '') return undefined
  if (typeof sent !== 'string' || !/^\d{1,15}$/.test(sent)) throw fail('invalid_last_event_id')
  return Number(sent)
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
}

const etagOf = (body: string) => `"${hash('sha256', body, 'base64url')}"`

const isKnown = (etag: string, sent: string | undefined) =>
  sent !== undefined && (sent.trim() === '*' || sent.split(',').some((one) => one.trim().replace(/^W\//, '') === etag))

function addHeaders(list: string[], headers: Record<string, string> | undefined): void {
  for (const name in headers) list.push(name, headers[name] as string)
}

/** What the request was sent to. A Host that is missing or no host is not repeated to anybody. */
function hostOf(request: FastifyRequest): string {
  if (hostPattern.test(request.host)) return request.host
  const { localAddress = 'localhost', localPort } = request.socket
  return localAddress.includes(':') ? `[${localAddress}]:${localPort}` : `${localAddress}:${localPort}`
}

function idempotentRequest(request: FastifyRequest): IdempotentRequest | undefined {
  return readIdempotencyKey({
    header: request.headers['idempotency-key'],
    scope: request.state.credential ?? `address ${addressGroup(request.ip)}`,
    credential: request.state.credential,
    method: request.method,
    url: request.url,
    body: request.state.rawBody,
  })
}

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined
  const parts = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = parts.find((part) => part.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  if (parts[0] !== 'application/json' || !isUtf8) throw fail('unsupported_media_type')
  return parseJsonBody(body)
}

const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

function logRequest(log: Log, request: FastifyRequest, status: number, seconds: number): void {
  const level = readMethods.has(request.method) ? 'debug' : 'info'
  if (!log.isLevelEnabled(level)) return
  const { caller, route } = request.state
  log[level](
    {
      request_id: request.id,
      method: request.method,
      // The pattern, not the path: a path can hold an invite's token.
      path: route?.path,
      status,
      ms: Math.round(seconds * 1000),
      project_id: caller?.project?.id,
      caller: caller && `${caller.kind} ${caller.kind === 'key' ? caller.id : caller.user_id}`,
    },
    'request',
  )
}

/** Where public routes begin: a path below that names none is answered to the same readers. */
function pathsAbovePublic(routes: Record<string, Route>): string[] {
  const paths = Object.values(routes).filter((route) => route.is_public)
  return [...new Set(paths.map(({ path }) => path.split('{', 1)[0] as string))]
}

function routePatterns(routes: Record<string, Route>): { method: string; pattern: RegExp }[] {
  const pages = { method: 'GET', pattern: /^\/(docs\/?)?$/ }
  const patterns = Object.values(routes).flatMap(({ method, path, is_public }) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return [{ method: method as string, pattern }, ...(is_public ? [{ method: 'OPTIONS', pattern }] : [])]
  })
  return [pages, ...patterns]
}
