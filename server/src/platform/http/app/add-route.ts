import type { ServerResponse } from 'node:http'
import type { Route } from '@polegraph/contract/route.ts'
import { isShared } from '@polegraph/contract/route-errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../db/database.ts'
import type { Log } from '../../log.ts'
import type { SharedSlots } from '../../shared-slots.ts'
import { CallerLeft, CallerReads } from '../caller-reads.ts'
import { chooseEncoding, compress, compressedFromBytes } from '../compress.ts'
import { encodedEtag, etagOf, isKnown } from '../etags.ts'
import type { EventStreams } from '../event-streams.ts'
import type { AnsweringHandler, AnyHandler, Call } from '../handlers.ts'
import { type IdempotentRequest, readIdempotencyKey } from '../idempotency.ts'
import type { ProjectSlots } from '../project-slots.ts'
import { commonHeaders, publicHeaders, securityHeaders, transportHeaders, unlistedHeaders } from '../request-state.ts'
import { validate } from '../validate.ts'
import type { Admit } from './admit.ts'
import { fileHeaders, sendChunks } from './downloads.ts'
import { addressGroup } from './rate-limit.ts'
import { RequestCall } from './request-call.ts'
import {
  type LoadDomain,
  loadInto,
  loadsDomain,
  type RenderedAnswer,
  type RequireQuota,
  runHandler,
} from './run-handler.ts'

// The second half of a request, for one route: validate, load, handle, render.

export interface RouteParts {
  db: Database
  log: Log
  publicUrl: string | undefined
  loadDomain: LoadDomain
  requireQuota: RequireQuota
  admit: Admit
  streams: EventStreams
  noteAnswer(request: FastifyRequest, status: number): void
  slots: ProjectSlots
  /** An answer must be ready within so long. */
  answerWithinMs: number
}

export function addRoute(
  fastify: FastifyInstance,
  parts: RouteParts,
  name: string,
  route: Route,
  handler: AnyHandler,
): void {
  const url = route.path.replaceAll(/\{(\w+)\}/g, ':$1')
  const config = { route, routeName: name }
  const headersOf = headerList(route)
  const add = (place: FastifyInstance) =>
    place.route({ method: route.method, url, config, handler: handlerOf(parts, route, handler, headersOf) })
  if (route.uploads) addUpload(fastify, add)
  else add(fastify)
  if (!route.is_public || fastify.hasRoute({ method: 'OPTIONS', url })) return
  fastify.options(url, { config }, (request, reply) => {
    reply.code(204).headers(commonHeaders(request)).headers(preflightHeaders).send()
    parts.noteAnswer(request, 204)
  })
}

/** In a place of its own, because what reads bodies is set by place: this body stays unread until the handler reads it. */
function addUpload(fastify: FastifyInstance, add: (place: FastifyInstance) => void): void {
  fastify.register(async (place) => {
    place.removeAllContentTypeParsers()
    place.addContentTypeParser('*', (_request, _body, done) => done(null))
    add(place)
  })
}

function handlerOf(parts: RouteParts, route: Route, handler: AnyHandler, headersOf: HeaderList) {
  if ('stream' in handler) return stream(parts, route, handler, headersOf)
  if ('download' in handler) return download(parts, route, handler, headersOf)
  return answer(parts, route, handler, headersOf)
}

type HeaderList = (request: FastifyRequest) => string[]

/** A flat list of names and values, as Node takes it. */
function headerList(route: Route): HeaderList {
  const type = route.streams ? 'text/event-stream; charset=utf-8' : route.content_type
  const headers = Object.entries({
    ...securityHeaders,
    ...(route.is_public && publicHeaders),
    ...(route.is_unlisted && unlistedHeaders),
    // Anybody may read the answer, so browsers may keep it, and ask by its tag whether it still holds.
    ...(route.auth === 'none' && route.has_etag && { 'cache-control': 'no-cache' }),
    ...(!route.downloads && { 'content-type': type ?? 'application/json; charset=utf-8' }),
  }).flat()
  return (request) => {
    const list = [...headers, 'x-request-id', request.id]
    addHeaders(list, request.state.limitHeaders)
    addHeaders(list, transportHeaders(request))
    return list
  }
}

function addHeaders(list: string[], headers: Record<string, string> | undefined): void {
  for (const name in headers) list.push(name, headers[name] as string)
}

function answer(parts: RouteParts, route: Route, handler: AnsweringHandler, headersOf: HeaderList) {
  const isRead = 'read' in handler
  const slots = slotsOf(parts.slots, route, handler)
  const run = (request: FastifyRequest, reply: FastifyReply) => {
    const reads = new CallerReads(parts.db, reply.raw, route.uploads ? transferWithinMs : parts.answerWithinMs)
    const db = slots && isRead ? reads : parts.db
    const call = new RequestCall(request, { ...parts, db, reads }, validate(route, request)) as Call<Route>
    const once = route.method === 'POST' && !route.uploads ? idempotentRequest(request) : undefined
    const handle = () => runHandler(route, handler, call, parts.loadDomain, once, request.id, parts.requireQuota)
    return slots ? slots.run(holderOf(request), handle, () => reads.ended) : handle()
  }
  const hasEtag = (route.is_public || route.has_etag) && route.method === 'GET'
  // Sends with Node directly, with the headers in a flat list: fastify's reply costs a sixth of the request.
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { status, headers, body, ...answered }: RenderedAnswer,
  ) => {
    const { content_type, kept } = answered
    const list = headersOf(request)
    if (content_type) list[list.indexOf('content-type') + 1] = content_type
    if (route.page || route.may_be_markdown) list.push('vary', 'accept')
    addHeaders(list, headers)
    const length = Buffer.byteLength(body)
    const isLong = length > compressedFromBytes
    const encoding = isLong ? chooseEncoding(request.headers['accept-encoding']) : undefined
    if (isLong) list.push('vary', 'accept-encoding')
    const etag = hasEtag && status === 200 ? encodedEtag(etagOf(body), encoding) : undefined
    if (etag) list.push('etag', etag)
    if (etag && isKnown(etag, request.headers['if-none-match'])) {
      reply.hijack()
      reply.raw.writeHead(304, list).end()
      return parts.noteAnswer(request, 304)
    }
    const finish = (size: number) => {
      reply.hijack()
      list.push('content-length', String(size))
      parts.noteAnswer(request, status)
      if (isLong) cutUnlessRead(reply.raw)
      return reply.raw.writeHead(status, list)
    }
    if (!encoding) {
      // Node writes head and body as one string, and a latin1 string is cheaper.
      finish(length).end(body, length === body.length ? 'latin1' : 'utf8')
      return undefined
    }
    list.push('content-encoding', encoding)
    const compressed = kept ? kept.compressed(encoding) : compress(encoding, body)
    return compressed.then((bytes) => void finish(bytes.length).end(bytes))
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    if (route.page && request.headers.accept?.includes('text/html'))
      return leadToPage(parts, route.page, request, reply)
    const lookUp = request.state.rawBody && parts.admit.confirm(request)
    const answered = lookUp ? lookUp.then(() => run(request, reply)) : run(request, reply)
    return answered instanceof Promise
      ? answered.then((settled) => send(request, reply, settled))
      : send(request, reply, answered)
  }
}

/** Leads a browser to the page of the console that shows what its address stands for. */
function leadToPage(parts: RouteParts, page: string, request: FastifyRequest, reply: FastifyReply): void {
  const params = request.params as Record<string, string>
  const path = page.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const prefix = parts.publicUrl === undefined ? '' : new URL(parts.publicUrl).pathname.replace(/\/$/, '')
  reply.headers({ ...commonHeaders(request), vary: 'accept' }).redirect(`${prefix}${path}`, 303)
  parts.noteAnswer(request, 303)
}

function stream(
  parts: RouteParts,
  route: Route,
  handler: Extract<AnyHandler, { stream: unknown }>,
  headersOf: HeaderList,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const reads = new CallerReads(parts.db, reply.raw, parts.answerWithinMs)
    const call = new RequestCall(request, { ...parts, reads }, validate(route, request)) as Call<Route>
    if (loadsDomain(route))
      await loadInto(call, route, parts.db.prompt, parts.loadDomain, { lock: false, may_be_cached: true })
    parts.streams.require(holderOf(request))
    // Errors of the call are answered before the stream begins.
    const begin = await handler.stream(call)
    reply.hijack()
    const out = parts.streams.open(holderOf(request), reply.raw, headersOf(request), () => parts.admit.confirm(request))
    parts.noteAnswer(request, 200)
    if (request.method === 'HEAD') return out.end()
    try {
      await begin(out)
    } catch (error) {
      // The reader cannot be told any more; it reconnects.
      parts.log.warn({ request_id: request.id, path: route.path, err: error }, 'stream failed')
      reply.raw.destroy()
    }
  }
}

function download(
  parts: RouteParts,
  route: Route,
  handler: Extract<AnyHandler, { download: unknown }>,
  headersOf: HeaderList,
) {
  const send = async (request: FastifyRequest, reply: FastifyReply, reads: CallerReads) => {
    const call = new RequestCall(request, { ...parts, db: reads, reads }, validate(route, request)) as Call<Route>
    if (loadsDomain(route))
      await loadInto(call, route, parts.db.prompt, parts.loadDomain, { lock: false, may_be_cached: true })
    const file = handler.download(call)
    const chunks = file.chunks[Symbol.asyncIterator]()
    // A failure while the first chunk is read is an ordinary error answer.
    const first = request.method === 'HEAD' ? undefined : await chunks.next()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    reply.hijack()
    reply.raw.writeHead(200, [...headersOf(request), ...fileHeaders(file, encoding)])
    parts.noteAnswer(request, 200)
    try {
      if (!first) reply.raw.end()
      else await sendChunks(reply.raw, encoding, first, chunks, () => parts.admit.confirm(request))
    } catch (error) {
      // The connection is cut, so that nobody takes what has arrived for the whole.
      if (!(error instanceof CallerLeft))
        parts.log.warn({ request_id: request.id, path: route.path, err: error }, 'download failed')
      reply.raw.destroy()
    }
  }
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const reads = new CallerReads(parts.db, reply.raw, transferWithinMs)
    await parts.slots.downloads.run(
      holderOf(request),
      () => send(request, reply, reads),
      () => reads.ended,
    )
  }
}

/** An answer stays in memory until its reader has taken it. */
function cutUnlessRead(response: ServerResponse): void {
  const cut = setTimeout(() => response.destroy(), readWithinMs)
  response.once('close', () => clearTimeout(cut))
}
const readWithinMs = 60_000

/** A file of any size is sent in this time, either way, or who is at the other end is too slow. */
const transferWithinMs = 1_800_000

function slotsOf(slots: ProjectSlots, route: Route, handler: AnsweringHandler): SharedSlots | undefined {
  if (!isShared(route)) return undefined
  if (route.waits) return slots.waits
  if ('direct' in handler) return slots.calls
  return 'read' in handler ? slots.reads : slots.writes
}

/** The project, else the person, that a call belongs to. Links are cheap to make: a public call belongs to its address. */
const holderOf = ({ state, ip }: FastifyRequest) =>
  state.caller?.project?.id ?? state.caller?.user_id ?? `address ${addressGroup(ip)}`

function idempotentRequest(request: FastifyRequest): IdempotentRequest | undefined {
  const { caller, credential } = request.state
  return readIdempotencyKey({
    header: request.headers['idempotency-key'],
    // A session may move to another project.
    scope: credential ? `${credential} ${caller?.project?.id ?? ''}` : `address ${addressGroup(request.ip)}`,
    credential,
    method: request.method,
    url: request.url,
    body: request.body,
  })
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, HEAD, OPTIONS',
  'access-control-allow-headers': 'If-None-Match, X-Request-Id',
  'access-control-max-age': '86400',
}
