import type { Socket } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseUnavailable, errorCode } from '../../db/database.ts'
import { newId } from '../../ids.ts'
import type { Log } from '../../log.ts'
import { SlotsTaken } from '../../shared-slots.ts'
import { CallerLeft } from '../caller-reads.ts'
import { ApiError, fail, renderError } from '../errors.ts'
import { commonHeaders, securityHeaders } from '../request-state.ts'

// Turns every error into an answer.

const foreignKeyViolation = '23503'

export function sendError(log: Log, cause: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const error = toApiError(cause)
  if (error.code === 'internal') {
    // The pattern, not the path: a path can hold an invite's token.
    const path = request.routeOptions.config?.route?.path
    log.error({ request_id: request.id, method: request.method, path, err: cause }, 'request failed')
  } else if (cause instanceof DatabaseUnavailable) {
    log.warn({ request_id: request.id, err: cause.cause }, 'the database cannot be reached')
  }
  if (error.code === 'unavailable' && wantsStream(request)) return sendToRetry(error, request, reply)
  return reply
    .code(error.status)
    .headers(commonHeaders(request))
    .headers({ ...(error.status === 401 && { 'www-authenticate': 'Bearer' }), ...error.headers })
    .type('application/json; charset=utf-8')
    .send(renderError(error, request.id))
}

const wantsStream = ({ state, headers }: FastifyRequest) =>
  state.route?.streams === true && (headers.accept ?? '').includes('text/event-stream')

/**
 * EventSource gives up for good on any status but 200. During a restart it gets a stream that ends at once, with a time
 * to reconnect.
 */
function sendToRetry(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const seconds = Number(error.headers['retry-after'] ?? 1)
  return reply
    .code(200)
    .headers({ ...commonHeaders(request), ...error.headers })
    .type('text/event-stream; charset=utf-8')
    .send(`retry: ${seconds * 1000}\n\n`)
}

function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof DatabaseUnavailable) return fail('unavailable', { headers: { 'retry-after': '5' } })
  // Something that this call refers to was deleted while it ran.
  if (errorCode(error) === foreignKeyViolation) return fail('not_found')
  if (error instanceof SlotsTaken) return fail('too_many_at_once', { headers: { 'retry-after': '1' } })
  // The caller disconnected while sending the body, or while the answer was made.
  if (errorCode(error) === 'ECONNRESET' || error instanceof CallerLeft) return fail('bad_request')
  const { code = '', statusCode = 500 } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('body_too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('unsupported_media_type')
  if (code.startsWith('FST_') && statusCode < 500) return fail('bad_request')
  return fail('internal')
}

/** For what is not even HTTP: there is no request to answer, only a socket. */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const text = error.code === 'HPE_INVALID_URL' ? 'the address must be percent-encoded (%C3%9F for ß)' : undefined
  const refusal = fail(clientErrors.get(error.code ?? '') ?? 'bad_request', { ...(text && { text }) })
  const requestId = newId()
  const body = renderError(refusal, requestId)
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'x-request-id': requestId,
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  socket.end([`HTTP/1.1 ${refusal.status} ${refusal.message}`, ...lines, '', body].join('\r\n'))
}

const clientErrors = new Map([
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
] as const) as Map<string, 'headers_too_large' | 'request_timeout'>
