import type { IncomingMessage } from 'node:http'
import { limits } from '@polegraph/contract/limits.ts'
import type { Route } from '@polegraph/contract/route.ts'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import { newId } from '../../ids.ts'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../metrics.ts'
import { fail } from '../errors.ts'
import { EventStreams, type StreamsMax } from '../event-streams.ts'
import type { AnyHandler } from '../handlers.ts'
import { parseJsonBody } from '../json-body.ts'
import type { ProjectSlots } from '../project-slots.ts'
import { commonHeaders, prepareRequest } from '../request-state.ts'
import { addRoute } from './add-route.ts'
import { type AdmitOptions, createAdmit } from './admit.ts'
import type { LoadDomain, RequireQuota } from './run-handler.ts'
import { answerClientError, sendError } from './send-error.ts'
import { warnOfUntrustedProxies } from './untrusted-proxies.ts'

// The steps of every request: request id, authenticate, authorize, rate limit (admit.ts), read the body, validate,
// load, handle, render (add-route.ts). A route leaves out a step only when its contract entry says so.

export interface AppOptions extends AdmitOptions {
  routes: Record<string, Route>
  handlers: Record<string, AnyHandler>
  db: Database
  log: Log
  loadDomain: LoadDomain
  requireQuota: RequireQuota
  streamsMax: StreamsMax
  trustProxy: string[] | undefined
  metrics: Metrics | undefined
  slots: ProjectSlots
  answerWithinMs: number
  /** The path of PUBLIC_URL: a proxy may take it off, or leave it on. */
  prefix: string
}

/** Undefined when whoever asks is no person. */
type NotFoundPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> | undefined

export interface App {
  fastify: FastifyInstance
  streams: EventStreams
  /** Answers people who opened an address that is not there; programs, to whom it says nothing, get an error. */
  setNotFoundPage(page: NotFoundPage): void
  /** Logs and measures an answer that no handler of the contract has sent. */
  noteAnswer(request: FastifyRequest, status: number): void
  /** Accepts no new requests, and resolves when those under way are answered. */
  close(): Promise<void>
}

// An import statement would read all that the module has, and its client of WebSockets loads all of `fetch`: a fifteenth of a start.
const { METHODS, maxHeaderSize } = process.getBuiltinModule('node:http')

/** Leaves time for the rest of a stop that must end within ten seconds. */
const finishWithinMs = 6_000
const requestIdPattern = /^[\w.:-]{1,100}$/

const bodyWithinMs = 30_000
const uploadWithinMs = 1_800_000

function refuseSchema(): never {
  throw new Error('routes have their schemas in the contract')
}

export function buildApp(options: AppOptions): App {
  const { routes, log } = options
  const admit = createAdmit(options)
  const streams = new EventStreams(options.clock, options.streamsMax)
  const publicPaths = pathsAbovePublic(routes)
  const warnOfUntrustedProxy = warnOfUntrustedProxies(log)
  let taking = true

  // Only a malformed percent-encoding gets here: no route has such a path.
  const answerMalformed = (request: FastifyRequest, reply: FastifyReply) => {
    prepareRequest(request, publicPaths)
    try {
      admit.enter(request)
      throw fail('not_found')
    } catch (error) {
      sendError(log, error, request, reply)
      noteAnswer(request, reply.statusCode)
    }
  }
  const fastify = createServer(options, answerMalformed)

  fastify.addHook('onRequest', (request, reply, done) => {
    prepareRequest(request, publicPaths)
    warnOfUntrustedProxy(request)
    const { config } = request.routeOptions
    if (!config.route?.uploads) cutSlowBody(fastify, request)
    try {
      if (!taking) throw fail('unavailable', { headers: { 'retry-after': '5', connection: 'close' } })
      const lookUp = admit.enter(request)
      // HTML pages are sent by fastify itself.
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
    addRoute(fastify, { ...options, admit, streams, noteAnswer }, name, route, handler)
  }

  const methodsAt = methodsByAddress(routes)
  let notFoundPage: NotFoundPage | undefined
  fastify.setNotFoundHandler((request, reply) => {
    const methods = methodsAt(request.url)
    // A method that the address takes was not the trouble: a part of the address was, such as a line break in a token.
    if (methods.length === 0 || methods.includes(request.method)) {
      const page = notFoundPage?.(request, reply)
      if (page) return page
      throw fail('not_found')
    }
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
    await finishRequests(fastify)
  }

  const setNotFoundPage = (page: NotFoundPage) => {
    notFoundPage = page
  }

  return { fastify, streams, setNotFoundPage, noteAnswer, close }
}

/** Fastify without what the contract does: no validator, and none of its own answers. */
function createServer(
  { trustProxy, prefix }: AppOptions,
  answerMalformed: (request: FastifyRequest, reply: FastifyReply) => void,
): FastifyInstance {
  const fastify = Fastify({
    logger: false,
    bodyLimit: limits.body_bytes,
    // For uploads; every other body must arrive within `bodyWithinMs`.
    requestTimeout: uploadWithinMs,
    keepAliveTimeout: 72_000,
    // Node would answer a missing Host and an unknown Expect itself, in another format than ours.
    http: { requireHostHeader: false, headersTimeout: bodyWithinMs },
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // As long as an address can be: an id that is none is answered by its route, however long it is.
    routerOptions: { maxParamLength: maxHeaderSize },
    // The contract validates and renders. Without these two, fastify loads its own validator at every start.
    schemaController: { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } },
    ...(trustProxy && { trustProxy }),
    ...(prefix && { rewriteUrl: ({ url = '/' }: IncomingMessage) => withoutPrefix(url, prefix) }),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : newId()
    },
    clientErrorHandler: answerClientError,
    frameworkErrors: (_error, request, reply) => answerMalformed(request, reply),
  })

  // Unknown methods are then answered by us, with 405, and not by fastify.
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
  return fastify
}

/** Node has one deadline for all bodies, and that is the one of uploads. */
function cutSlowBody({ server }: FastifyInstance, { raw }: FastifyRequest): void {
  if (raw.complete || (raw.headers['transfer-encoding'] === undefined && !Number(raw.headers['content-length']))) return
  const late = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  const cut = setTimeout(() => server.emit('clientError', late, raw.socket), bodyWithinMs)
  for (const event of ['end', 'close']) raw.once(event, () => clearTimeout(cut))
}

async function finishRequests(fastify: FastifyInstance): Promise<void> {
  // A connection whose last request was under way becomes idle after close() has looked.
  const sweep = setInterval(() => fastify.server.closeIdleConnections(), 50)
  const cut = setTimeout(() => fastify.server.closeAllConnections(), finishWithinMs)
  await fastify.close()
  clearInterval(sweep)
  clearTimeout(cut)
}

function withoutPrefix(url: string, prefix: string): string {
  if (!url.startsWith(prefix)) return url
  const rest = url.slice(prefix.length)
  if (rest.startsWith('/')) return rest
  return rest === '' || rest.startsWith('?') ? `/${rest}` : url
}

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  if (body.length === 0) return undefined
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw fail('unsupported_media_type', { text: 'send application/json without a Content-Encoding' })
  }
  const parts = (request.headers['content-type'] ?? '').split(';').map((part) => part.trim().toLowerCase())
  const charset = parts.find((part) => part.startsWith('charset='))
  const isUtf8 = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  const isForm = request.state.route?.takes_form && parts[0] === 'application/x-www-form-urlencoded'
  if ((parts[0] !== 'application/json' && !isForm) || !isUtf8) throw fail('unsupported_media_type')
  if (isForm) return Object.fromEntries(new URLSearchParams(body.toString()))
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
      // Of the client, where TRUST_PROXY names the proxy.
      address: request.ip,
      project_id: caller?.project?.id,
      caller: caller && `${caller.kind} ${caller.kind === 'key' ? caller.id : caller.user_id}`,
    },
    'request',
  )
}

/** The prefixes of public routes: unknown paths below them are answered with public headers too. */
function pathsAbovePublic(routes: Record<string, Route>): string[] {
  const paths = Object.values(routes).filter((route) => route.is_public)
  return [...new Set(paths.map(({ path }) => path.split('{', 1)[0] as string))]
}

/** Which methods an address takes. */
function methodsByAddress(routes: Record<string, Route>): (url: string) => string[] {
  const pages = { method: 'GET', pattern: /^\/(?:docs\/?|project|d|(?:d|s|invite|reset|assets)\/.*)?$/ }
  const patterns = Object.values(routes).flatMap(({ method, path, is_public }) => {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return [{ method: method as string, pattern }, ...(is_public ? [{ method: 'OPTIONS', pattern }] : [])]
  })
  const all = [pages, { method: 'POST', pattern: /^\/mcp$/ }, ...patterns]
  return (url) => {
    const path = url.split('?', 1)[0] ?? ''
    // Two routes may fit: `/duplicates/judge` is also the pair called judge.
    const methods = new Set(all.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
    return [...methods, ...(methods.has('GET') ? ['HEAD'] : [])]
  }
}
