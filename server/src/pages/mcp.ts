import { mcpRoute } from '@polegraph/contract/project/mcp.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../platform/http/app/build-app.ts'
import { CallerLeft } from '../platform/http/caller-reads.ts'
import { fail } from '../platform/http/errors.ts'
import { isOwnOrigin } from '../platform/http/own-origin.ts'
import { commonHeaders } from '../platform/http/request-state.ts'
import { validate } from '../platform/http/validate.ts'

// The Model Context Protocol at /mcp. Its tools call the API in this process, each call with the key of the request: it is
// authenticated, authorized and counted like any other, and there is no second authority.

/** The protocol and its tools are loaded with the first request. */
export function addMcp({ fastify, noteAnswer }: App, { publicUrl }: { publicUrl: string | undefined }): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const { caller } = request.state
    // A cookie is sent by whatever page a browser shows; a key is not.
    if (caller?.kind !== 'key') throw fail('invalid_api_key')
    if (!isOwnOrigin(request.headers, publicUrl)) throw fail('cross_origin')
    const { query } = validate(mcpRoute, { params: {}, query: request.query })
    if (typeof request.body !== 'object' || request.body === null || Array.isArray(request.body)) {
      throw fail('invalid_request', { text: 'body must be a JSON object' })
    }
    const left = leavingOf(reply)
    const { answerMcpRequest } = await import('@polegraph/mcp/http.ts')
    const response = await answerMcpRequest({
      request: toWebRequest(request, left),
      body: request.body,
      fetch: fetchInProcess({ fastify }, request, left),
      mayWrite: query.write === true && caller.role !== 'viewer',
    })
    const bytes = response.body ? Buffer.from(await response.arrayBuffer()) : undefined
    noteAnswer(request, response.status)
    return send(reply.headers(commonHeaders(request)), response, bytes)
  }
  fastify.post(mcpRoute.path, { config: { route: mcpRoute, routeName: 'mcp' } }, answer)
}

/** Aborted when the caller has gone without its answer. */
function leavingOf({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new CallerLeft('the caller has left'))
  })
  return leaving.signal
}

function toWebRequest({ headers }: FastifyRequest, signal: AbortSignal): Request {
  const texts = Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : []))
  // The address is not looked at: the query has been read.
  return new Request('http://localhost/mcp', { method: 'POST', headers: texts as [string, string][], signal })
}

function send(reply: FastifyReply, response: Response, bytes: Buffer | undefined): FastifyReply {
  reply.code(response.status)
  const type = response.headers.get('content-type')
  if (type) reply.type(type)
  return reply.send(bytes)
}

const redirectsMax = 3

/** `fetch` for the client, answered by this process. */
function fetchInProcess({ fastify }: Pick<App, 'fastify'>, request: FastifyRequest, left: AbortSignal) {
  const own = {
    authorization: request.headers.authorization as string,
    'user-agent': request.headers['user-agent'] ?? '',
    'x-request-id': request.id,
  }
  return async (path: string, init: RequestInit): Promise<Response> => {
    const signal = AbortSignal.any([left, ...(init.signal ? [init.signal] : [])])
    const ask = (url: string) =>
      fastify.inject({
        method: init.method as 'GET',
        url,
        headers: { ...(init.headers as Record<string, string>), ...own },
        remoteAddress: request.ip,
        signal,
        ...(init.body ? { payload: init.body as string } : {}),
      })
    let answer = await ask(path)
    // Of an entity that was merged.
    for (let at = 0; answer.statusCode === 308 && at < redirectsMax; at++) {
      answer = await ask(answer.headers.location as string)
    }
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answer.headers as never,
    })
  }
}
