import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server'
import { Polegraph } from '@polegraph/sdk/polegraph.ts'
import type { PolegraphOptions } from '@polegraph/sdk/transport.ts'
import { type McpParts, makeMcpServer } from './mcp-server.ts'

// Streamable HTTP without sessions: every request has a server of its own and is answered by one JSON document, so any node
// answers any request, and nothing is held between two of them.

export interface McpRequest {
  /** Its signal ends the work. Its address and its body are not looked at. */
  request: Request
  /** The body, parsed. */
  body: unknown
  /** Calls the API by path, with the authority of the caller. */
  fetch: NonNullable<PolegraphOptions['fetch']>
  mayWrite: boolean
}

/** The answer to one POST. */
export async function answerMcpRequest({ request, body, fetch, mayWrite }: McpRequest): Promise<Response> {
  const parts = { client: new Polegraph({ url: '', key: null, retries: 0, fetch }), mayWrite }
  if (await isLegacyRequest(request, body)) return answerEarlierRevision(request, body, parts)
  // Subscriptions tell of tools that change; ours do not.
  const handler = createMcpHandler(() => makeMcpServer(parts), { legacy: 'reject', maxSubscriptions: 0 })
  return handler.fetch(request, { parsedBody: body })
}

/** Revisions until 2025-11-25, which open with `initialize`. */
async function answerEarlierRevision(request: Request, body: unknown, parts: McpParts): Promise<Response> {
  const server = makeMcpServer(parts)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), leaving(request.signal)])
  } finally {
    // Also ends what a caller that has left was waiting for.
    await server.close()
  }
}

const leaving = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
